// What somebody had through an organization ends when they leave it; what they did stays.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { FormerList, OutsiderList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const of = (organizationId: string, rest: string) => `/api/enterprise/admin/organizations/${organizationId}/${rest}`;

onEveryEngine('leaving an organization', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, theirs, send, rooms } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'For the few' });
    const video = await plant.asset({ captions: 'WEBVTT', courseId });
    const lessonId = await plant.lesson(courseId, { assetId: video });
    const enroll = (who: string, id = courseId) =>
      send(people.super, 'POST', `/api/admin/courses/${id}/enrollments`, { userIds: [who] });
    /** What the learner's calls about the course answer, once each. */
    const answers = async (who: string) => {
      const paths = [
        `/api/courses/${courseId}`,
        `/api/courses/${courseId}/lessons`,
        `/api/lessons/${lessonId}`,
        `/api/progress/enhanced/${courseId}`,
        `/media/${video}/captions.vtt`,
      ];
      const told = await Promise.all(paths.map(async (path) => (await rooms.ask(who, path)).status));
      told.push((await rooms.post(who, `/api/media/${video}/token`)).status);
      return [...new Set(told)];
    };
    const outsiders = async (who = people.admin, query = '') =>
      (await send(who, 'GET', of(ours, `outsiders${query}`))).body as OutsiderList;
    const enrollment = async (who: string, id = courseId) => {
      const { courseProgress } = db.tables;
      const here = and(eq(courseProgress.userId, who), eq(courseProgress.courseId, id));
      return (await db.select().from(courseProgress).where(here))[0];
    };
    const remove = () => send(people.admin, 'DELETE', of(ours, `users/${people.member}`));
    const move = (organizationId: string | null) =>
      send(people.super, 'POST', '/api/admin/assign-user-to-organization', { userId: people.member, organizationId });
    const ways = {
      removed: remove,
      moved: () => move(theirs),
      unassigned: () => move(null),
    };
    return { ...all, courseId, lessonId, enroll, answers, outsiders, enrollment, ways };
  }

  test.each(['removed', 'moved', 'unassigned'] as const)(
    '[M14] [X1] whoever is %s loses the private courses that they were given by hand, and no progress',
    async (way) => {
      const { db, people, lessonId, enroll, answers, enrollment, ways, rooms, acts, outsiders } = await started();
      await enroll(people.member);
      await rooms.post(people.member, '/api/progress/unit', { lessonId, status: 'completed' });
      expect(await answers(people.member)).toEqual([200]);
      expect((await ways[way]()).status).toBe(200);
      expect(await answers(people.member)).toEqual([404]);
      expect(await enrollment(people.member)).toMatchObject({ isAssigned: false, enrolledBy: null, percent: 100 });
      expect(await db.select().from(db.tables.unitProgress)).toMatchObject([{ status: 'completed' }]);
      const certificates = (await rooms.ask(people.member, '/api/certificates')).body.certificates;
      expect(certificates).toMatchObject([{ courseTitle: 'For the few' }]);
      const ended = (await acts()).filter(({ action }) => action === 'course.person_unenrolled');
      expect(ended).toMatchObject([{ subject: people.member, details: { because: 'left the organization' } }]);
      expect((await outsiders()).outsiders).toEqual([]);
    },
  );

  test('[M14] what belongs to another organization or to nobody stays, as does what the others were given', async () => {
    const { plant, people, theirs, courseId, enroll, enrollment, ways } = await started();
    const foreign = await plant.course({ organizationId: theirs, visibility: 'private' });
    const free = await plant.course({ visibility: 'private' });
    for (const id of [foreign, free, courseId]) await enroll(people.member, id);
    await enroll(people.admin);
    await ways.removed();
    expect(await enrollment(people.member, foreign)).toMatchObject({ isAssigned: true });
    expect(await enrollment(people.member, free)).toMatchObject({ isAssigned: true });
    // Nothing was done in it.
    expect(await enrollment(people.member)).toBeUndefined();
    expect(await enrollment(people.admin)).toMatchObject({ isAssigned: true });
  });

  test('[M14] admins see who has access without being a member, page by page, and end it', async () => {
    const { db, plant, people, ours, courseId, enroll, outsiders, send, refused, answers } = await started();
    const second = await plant.course({ organizationId: ours, visibility: 'private', title: 'Another' });
    const foreign = await plant.course({ visibility: 'private' });
    for (const id of [courseId, second, foreign]) await enroll(people.learner, id);
    await enroll(people.otherMember);
    await enroll(people.member);
    // As a member removed before access ended with the membership.
    await db.update(db.tables.profiles).set({ organizationId: null }).where(eq(db.tables.profiles.id, people.member));
    const all = (await outsiders()).outsiders;
    expect(all.map((row) => `${row.userId} ${row.course.title}`).sort()).toEqual(
      [
        `${people.learner} For the few`,
        `${people.learner} Another`,
        `${people.otherMember} For the few`,
        `${people.member} For the few`,
      ].sort(),
    );
    const first = await outsiders(people.admin, '?limit=3');
    const rest = await outsiders(people.admin, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.outsiders, ...rest.outsiders]).toEqual(all);
    expect(all.map((row) => row.full_name)).toEqual(['Lea Learner', 'Lea Learner', 'Maren Member', 'Olga Other']);
    expect((await outsiders(people.admin, '?sort=-name')).outsiders).toEqual(all.toReversed());
    const found = (await outsiders(people.admin, '?search=olg')).outsiders;
    expect(found.map((row) => row.userId)).toEqual([people.otherMember]);
    expect(await refused(people.admin, 'GET', of(ours, 'outsiders?cursor=x'))).toBe('400 validation_failed cursor');
    expect(await refused(people.otherAdmin, 'GET', of(ours, 'outsiders'))).toMatch('404 organization_not_found');
    expect(await answers(people.member)).toEqual([200]);
    const ended = await send(people.admin, 'DELETE', `/api/admin/courses/${courseId}/enrollments/${people.member}`);
    expect(ended.body).toEqual({ message: 'The person is no longer enrolled in For the few.' });
    expect(await answers(people.member)).toEqual([404]);
    expect((await outsiders()).outsiders).toHaveLength(3);
  });

  test('[M14] who has left is listed with what they earned before, by name alone, until they are back', async () => {
    const { db, plant, people, ours, theirs, courseId, send, refused, ways } = await started();
    const former = async (who = people.admin, query = '') =>
      (await send(who, 'GET', of(ours, `former-people${query}`))).body as FormerList;
    expect(await former()).toEqual({ people: [], nextCursor: null, total: 0 });
    const foreign = await plant.course({ organizationId: theirs, visibility: 'private', title: 'Theirs' });
    const open = await plant.course({ visibility: 'public', title: 'For all' });
    const certify = (id: number, title: string, at: string, round = 1) =>
      db.insert(db.tables.certificates).values({
        ...{ serial: `S-${title}`, userId: people.member, courseId: id, courseTitle: title, round },
        ...{ learnerName: 'Maren Member', issuedAt: new Date(at), validUntil: '2031-01-01' },
      });
    await certify(courseId, 'For the few', '2026-01-02');
    await certify(open, 'For all', '2026-02-03');
    await certify(foreign, 'Theirs', '2026-02-03');
    await ways.removed();
    await certify(open, 'Later', '2999-01-01', 2);
    const [maren] = (await former()).people;
    expect(maren).toEqual({
      ...{ userId: people.member, full_name: 'Maren Member', leftAt: expect.any(String) },
      certificates: [
        expect.objectContaining({ serial: 'S-For all', issuedAt: '2026-02-03T00:00:00.000Z' }),
        expect.objectContaining({ serial: 'S-For the few', courseTitle: 'For the few', validUntil: '2031-01-01' }),
      ],
    });
    expect((await former(people.admin, '?search=mar%20MEM')).people).toHaveLength(1);
    expect((await former(people.admin, '?search=maren.member')).people).toEqual([]);
    expect((await former(people.admin, '?search=%25')).people).toEqual([]);
    await db.update(db.tables.profiles).set({ fullName: null }).where(eq(db.tables.profiles.id, people.member));
    expect((await former()).people).toMatchObject([{ full_name: null }]);
    expect((await former(people.admin, '?search=mar')).people, 'nor by an address').toEqual([]);
    expect(await refused(people.otherAdmin, 'GET', of(ours, 'former-people'))).toBe(
      '404 organization_not_found organizationId',
    );
    const back = { userId: people.member, organizationId: ours };
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', back);
    expect((await former()).people).toEqual([]);
  });

  test('[M14] former people come page by page, who left last first', async () => {
    const { people, ours, send, plant } = await started();
    const ids: string[] = [];
    for (const name of ['Ann', 'Bea', 'Cem']) {
      ids.push(await plant.person({ fullName: name, organizationId: ours }));
    }
    for (const id of ids) await send(people.admin, 'DELETE', of(ours, `users/${id}`));
    const page = async (query: string) =>
      (await send(people.admin, 'GET', of(ours, `former-people${query}`))).body as FormerList;
    const all = (await page('')).people.map((one) => one.full_name);
    const first = await page('?limit=2');
    const rest = await page(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.people, ...rest.people].map((one) => one.full_name)).toEqual(all);
    expect(all.toSorted()).toEqual(['Ann', 'Bea', 'Cem']);
    expect(rest.nextCursor).toBeNull();
  });
});
