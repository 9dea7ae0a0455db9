import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import { inBatches } from '#server/db/client.ts';
import type { Attention, CourseLearners } from '#sync/contract/analytics.ts';
import type { BulkRows } from '#sync/contract/bulk-job.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const TODAY = dayOf(new Date(), 'UTC');
const inDays = (days: number) => addDays(TODAY, days);

onEveryEngine('[X3] certificates that run out', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { certificates, courseProgress } = db.tables;
    const ladders = await plant.course({ title: 'Ladders', organizationId: ours, visibility: 'organization' });
    const certify = async (
      userId: string,
      days: number | null,
      more: Partial<typeof certificates.$inferInsert> = {},
    ) => {
      const texts = { learnerName: 'Someone', courseTitle: 'Ladders', validUntil: days === null ? null : inDays(days) };
      await db.insert(certificates).values({ ...texts, userId, courseId: ladders, serial: newSerial(), ...more });
    };
    const enroll = async (userId: string, more: Partial<typeof courseProgress.$inferInsert> = {}) => {
      await db.insert(courseProgress).values({ userId, courseId: ladders, completedAt: new Date(), ...more });
    };
    /** Someone of ours who has completed the course, with a certificate that ends so many days from now. */
    const holder = async (days: number | null, more: Partial<typeof certificates.$inferInsert> = {}) => {
      const userId = await plant.person({ organizationId: ours });
      await enroll(userId);
      await certify(userId, days, more);
      return userId;
    };
    const listed = async (query: string): Promise<MemberList> =>
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users${query}`)).body;
    const ids = async (when: string) =>
      (await listed(`?certificates=${when}`)).users.map(({ id }: { id: string }) => id).sort();
    const attention = async (query = '') =>
      ((await send(people.admin, 'GET', `/api/admin/attention${query}`)).body as Attention).organizations;
    const counted = async (query = '') =>
      (await attention(query)).map((row) => [
        row.certificatesEnding[30],
        row.certificatesEnded,
        row.certificatesUnrenewed,
      ]);
    const renew = (userId: string, courseId = ladders) =>
      send(people.admin, 'POST', `/api/admin/courses/${courseId}/renewals`, { userId });
    return { ...all, ladders, certify, enroll, holder, listed, ids, attention, counted, renew };
  };

  test('are listed by their ends, and counted as they are listed', async () => {
    const { holder, ids, attention, counted, listed, people, ours, refused } = await started();
    const ended = [await holder(-400), await holder(-1)];
    const week = [await holder(0), await holder(7)];
    const month = [...week, await holder(8), await holder(30)];
    const two = [...month, await holder(31), await holder(60)];
    const three = [...two, await holder(90)];
    await holder(91);
    await holder(null);
    expect(await ids('ended')).toEqual(ended.toSorted());
    expect(await ids('unrenewed')).toEqual(ended.toSorted());
    expect(await ids('7')).toEqual(week.toSorted());
    expect(await ids('30')).toEqual(month.toSorted());
    expect(await ids('60')).toEqual(two.toSorted());
    expect(await ids('90')).toEqual(three.toSorted());
    expect(await counted()).toEqual([[4, 2, 2]]);
    const ending = { 7: week.length, 30: month.length, 60: two.length, 90: three.length };
    expect((await attention()).map(({ certificatesEnding }) => certificatesEnding)).toEqual([ending]);
    expect((await listed('?certificates=30&limit=2')).total).toBe(4);
    expect((await listed('?certificates=30&search=nobody')).users).toEqual([]);
    expect((await listed('?certificates=30&standing=inactive')).users).toEqual([]);
    const path = `/api/enterprise/admin/organizations/${ours}/users?certificates=8`;
    expect(await refused(people.admin, 'GET', path)).toBe('400 validation_failed certificates');
  });

  test('[M5] are sorted by their ends, whoever has none behind them', async () => {
    const { holder, listed, ladders, certify, people } = await started();
    const [late = '', soon = '', first = ''] = [await holder(29), await holder(3), await holder(-5)];
    await certify(late, 2, { courseId: ladders, round: 2, revokedAt: new Date() });
    const order = async (query: string) => (await listed(query)).users.map(({ id }) => id);
    expect(await order('?certificates=30&sort=ends')).toEqual([soon, late]);
    expect(await order('?certificates=30&sort=-ends')).toEqual([late, soon]);
    const all = await order('?sort=ends');
    expect([all.slice(0, 3), all.length]).toEqual([[first, soon, late], 5]);
    expect(all.slice(3)).toContain(people.member);
    const page = await listed('?sort=ends&limit=2');
    expect(await order(`?sort=ends&limit=2&cursor=${encodeURIComponent(page.nextCursor ?? '')}`)).toEqual(
      all.slice(2, 4),
    );
  });

  test('leave the list with a renewal, and are told on the page of the person until then', async () => {
    const { holder, ids, counted, renew, send, people, ladders } = await started();
    const userId = await holder(12);
    const ends = async () => {
      const { courses } = (await send(people.admin, 'GET', `/api/admin/people/${userId}`)).body as PersonDetail;
      return courses.find(({ id }) => id === ladders)?.certificateEnds;
    };
    expect([await ids('30'), await ends()]).toEqual([[userId], inDays(12)]);
    expect((await renew(userId)).status).toBe(200);
    expect([await ids('30'), await ids('ended'), await ends()]).toEqual([[], [], null]);
    expect(await counted()).toEqual([[0, 0, 0]]);
  });

  test('count as expired after a renewal too, until there is a valid one again', async () => {
    const { db, holder, certify, ids, counted, renew } = await started();
    const userId = await holder(-3);
    expect((await renew(userId)).status).toBe(200);
    expect([await ids('ended'), await ids('unrenewed'), await counted()]).toEqual([[userId], [], [[0, 1, 0]]]);
    const reason = 'Was renewed before and has not completed the course since.';
    expect((await renew(userId)).body.error).toBe(reason);
    await certify(userId, 300, { round: 2 });
    expect([await ids('ended'), await counted()]).toEqual([[], [[0, 0, 0]]]);
    // A certificate that was renewed before its end ends none the less.
    const early = await holder(12);
    await renew(early);
    const isTheirs = eq(db.tables.certificates.userId, early);
    await db
      .update(db.tables.certificates)
      .set({ validUntil: inDays(-1) })
      .where(isTheirs);
    expect(await ids('ended')).toEqual([early]);
    // Revoking the last one takes a person off the list, whatever they held before.
    await certify(early, 300, { round: 2, revokedAt: new Date() });
    expect(await ids('ended')).toEqual([]);
  });

  test('are a register of a course: who is certified, until when, who is not and why', async () => {
    const { plant, ours, holder, certify, enroll, renew, send, people, ladders } = await started();
    const valid = await holder(200);
    const forGood = await holder(null);
    const soon = await holder(30);
    const renewed = await holder(29);
    const ended = await holder(-1);
    const endedAndRenewed = await holder(-9);
    const revoked = await holder(90, { revokedAt: new Date() });
    const never = await plant.person({ organizationId: ours });
    await enroll(never, { completedAt: null });
    for (const id of [renewed, endedAndRenewed]) await renew(id);
    // The valid one counts, though a later one was revoked.
    await certify(valid, 400, { round: 2, revokedAt: new Date() });
    const list = async (query: string) => {
      const { body } = await send(people.admin, 'GET', `/api/admin/courses/${ladders}/learners${query}`);
      return body as CourseLearners;
    };
    const found = async (certificate: string) => {
      const { learners, total } = await list(`?certificate=${certificate}`);
      expect(total).toBe(learners.length);
      return learners.map(({ userId }) => userId).sort();
    };
    expect(await found('valid')).toEqual([valid, forGood, soon, renewed].sort());
    expect(await found('soon')).toEqual([soon, renewed].sort());
    expect(await found('not-valid')).toEqual([ended, endedAndRenewed, revoked, never].sort());
    expect(await found('expired')).toEqual([ended, endedAndRenewed].sort());
    expect(await found('none')).toEqual([revoked, never].sort());
    const rows = new Map((await list('')).learners.map(({ userId, certified }) => [userId, certified]));
    const toldOf = (id: string) => {
      const { certificate, stage } = rows.get(id) ?? {};
      return [certificate?.validUntil, certificate?.revokedAt != null, stage];
    };
    expect([valid, forGood, renewed, endedAndRenewed].map(toldOf)).toEqual([
      [inDays(200), false, 'completed'],
      [null, false, 'completed'],
      [inDays(29), false, 'renewed'],
      [inDays(-9), false, 'renewed'],
    ]);
    expect(toldOf(revoked)).toEqual([inDays(90), true, 'completed']);
    expect(toldOf(never)).toEqual([undefined, false, 'not-completed']);
  });

  test('narrow the people of an organization by one course: also those who were never enrolled', async () => {
    const { plant, ours, theirs, holder, certify, enroll, renew, send, people, ladders, refused } = await started();
    const valid = await holder(200);
    const ended = await holder(-1);
    const renewed = await holder(-9);
    await renew(renewed);
    const roofs = await plant.course({ title: 'Roofs', organizationId: ours, visibility: 'organization' });
    await enroll(ended, { courseId: roofs });
    await certify(ended, 200, { courseId: roofs });
    const path = `/api/enterprise/admin/organizations/${ours}/users`;
    const found = async (query: string) =>
      ((await send(people.admin, 'GET', `${path}?${query}`)).body as MemberList).users;
    const ids = async (query: string) => (await found(query)).map(({ id }) => id).sort();
    const others = [people.admin, people.member];
    expect(await ids(`course=${ladders}&certificates=valid`)).toEqual([valid]);
    expect(await ids('certificates=valid')).toEqual([valid, ended].sort());
    expect(await ids(`course=${ladders}&certificates=ended`)).toEqual([ended, renewed].sort());
    expect(await ids(`course=${ladders}&certificates=not-valid`)).toEqual([ended, renewed, ...others].sort());
    expect(await ids(`course=${ladders}&certificates=none`)).toEqual(others.toSorted());
    expect(await ids(`course=${roofs}&certificates=ended`)).toEqual([]);
    const stages = (await found(`course=${ladders}&sort=name`)).map(({ id, certified }) => [id, certified?.stage]);
    expect(new Map(stages as [string, string][])).toEqual(
      new Map([...[valid, ended].map((id): [string, string] => [id, 'completed']), [renewed, 'renewed']]),
    );
    const none = await found(`course=${ladders}&certificates=none`);
    expect(none.map(({ certified }) => certified?.stage)).toEqual(['not-enrolled', 'not-enrolled']);
    // Certificates from elsewhere are none of their business.
    const foreign = await plant.course({ organizationId: theirs, visibility: 'organization' });
    expect(await refused(people.admin, 'GET', `${path}?course=${foreign}`)).toBe('404 course_not_found course');
    // All who match are renewed in that course alone.
    await certify(valid, -5, { courseId: roofs });
    await enroll(valid, { courseId: roofs });
    const jobs = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const matching = { certificates: 'ended', course: ladders };
    const act = { kind: 'renew', certificates: 'ended', courseId: ladders };
    await send(people.admin, 'POST', jobs, { act, matching });
    const job = async () => (await send(people.admin, 'GET', jobs)).body.jobs[0];
    await expect.poll(async () => (await job()).state).toBe('done');
    expect(await job()).toMatchObject({ total: 2, changed: 1 });
    const outcomes = (await send(people.admin, 'GET', `${jobs}/${(await job()).id}/rows`)).body as BulkRows;
    expect(new Map(outcomes.rows.map(({ userId, reason }) => [userId, reason]))).toEqual(
      new Map([
        [ended, 'Renewed: Ladders.'],
        [renewed, '“Ladders”: Was renewed before and has not completed the course since.'],
      ]),
    );
    const inRoofs = new Map((await found(`course=${roofs}`)).map(({ id, certified }) => [id, certified?.stage]));
    expect([inRoofs.get(valid), inRoofs.get(ended)]).toEqual(['completed', 'completed']);
    // Not even its title is told.
    const ofForeign = { act: { ...act, courseId: foreign }, ids: [valid] };
    expect(await refused(people.admin, 'POST', jobs, ofForeign)).toMatch('404 course_not_found');
  });

  test('of a course that the organization does not know are counted as none', async () => {
    const { db, plant, ours, theirs, listed, certify } = await started();
    const secret = await plant.course({ title: 'Secret', organizationId: theirs, visibility: 'organization' });
    const userId = await plant.person({ organizationId: ours });
    await db.insert(db.tables.courseProgress).values({ userId, courseId: secret, completedAt: new Date() });
    await certify(userId, 100, { courseId: secret, courseTitle: 'Secret' });
    const isAmong = async (standing: string) =>
      (await listed(`?certificates=${standing}`)).users.some(({ id }) => id === userId);
    expect([await isAmong('valid'), await isAmong('none'), await isAmong('not-valid')]).toEqual([false, true, true]);
  });

  test('are renewed for all who match as one job: what people can take, once, due as the certificate ends', async () => {
    const { db, plant, ours, people, holder, certify, enroll, ids, ladders, send, acts } = await started();
    const holders = await Promise.all(Array.from({ length: 23 }, () => holder(12)));
    const [first = ''] = holders;
    const scaffolds = await plant.course({ title: 'Scaffolds', organizationId: ours, visibility: 'organization' });
    await enroll(first, { courseId: scaffolds });
    await certify(first, 13, { courseId: scaffolds });
    const later = await holder(80);
    const open = await plant.course({ title: 'Open', visibility: 'public' });
    await enroll(people.member, { courseId: open });
    await certify(people.member, 5, { courseId: open, courseTitle: 'Open' });
    const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const start = (more = {}) =>
      send(people.admin, 'POST', path, {
        act: { kind: 'renew', certificates: '30', ...more },
        matching: { certificates: '30' },
      });
    expect((await start({ dueOn: inDays(-3) })).body).toMatchObject({ code: 'due_date_past' });
    const { job } = (await start()).body;
    const ended = async () => (await send(people.admin, 'GET', path)).body.jobs[0];
    await expect.poll(async () => (await ended()).state).toBe('done');
    expect(await ended()).toMatchObject({ title: 'Renew what expires within 30 days', total: 24, changed: 24 });
    const { rows } = (await send(people.admin, 'GET', `${path}/${job.id}/rows?result=left`)).body;
    expect(rows).toEqual([]);
    const all = (await send(people.admin, 'GET', `${path}/${job.id}/rows`)).body as BulkRows;
    const toldOf = new Map(all.rows.map(({ userId, result, reason }) => [userId, [result, reason]]));
    expect(
      [first, holders[1] ?? '', people.member].map((id) => toldOf.get(id)),
      'of whichever course',
    ).toEqual([
      ['changed', 'Renewed: Ladders, Scaffolds.'],
      ['changed', 'Renewed: Ladders.'],
      ['changed', 'Renewed: Open.'],
    ]);
    const rounds = await db
      .select()
      .from(db.tables.courseProgress)
      .where(eq(db.tables.courseProgress.courseId, ladders));
    const roundOf = (userId: string) => rounds.find((row) => row.userId === userId);
    for (const id of holders) expect(roundOf(id)).toMatchObject({ round: 2, dueOn: inDays(12), completedAt: null });
    expect(roundOf(later)).toMatchObject({ round: 1 });
    const ofOpen = await db.select().from(db.tables.courseProgress).where(eq(db.tables.courseProgress.courseId, open));
    // Its certificate ends in five days.
    expect(ofOpen).toMatchObject([{ userId: people.member, round: 2, dueOn: inDays(7) }]);
    expect((await acts()).filter(({ action }) => action === 'course.person_renewed')).toHaveLength(25);
    expect(await ids('30')).toEqual([]);
  });

  test('are those of the present round that nobody revoked, in courses that can be renewed', async () => {
    const { db, plant, ours, theirs, people, holder, certify, enroll, ids, counted, ladders } = await started();
    await holder(5, { revokedAt: new Date() });
    const reissued = await holder(5, { revokedAt: new Date() });
    await certify(reissued, 6, { issue: 2 });
    const again = await holder(-300);
    await db.update(db.tables.courseProgress).set({ round: 2 }).where(eq(db.tables.courseProgress.userId, again));
    await certify(again, 300, { round: 2 });
    await certify(people.member, 5); // is no longer enrolled
    await enroll(people.otherMember);
    await certify(people.otherMember, 5);
    const foreign = await plant.course({ title: 'Secret', organizationId: theirs, visibility: 'organization' });
    await enroll(people.admin, { courseId: foreign });
    await certify(people.admin, 5, { courseId: foreign }); // a course of the organization before
    expect([await ids('30'), await ids('ended'), await counted()]).toEqual([[reissued], [], [[1, 0, 0]]]);
    await plant.grant(foreign, ours);
    expect(await ids('30')).toEqual([reissued, people.admin].sort());
    for (const state of [{ isPublished: false }, { isPublished: true, archivedAt: new Date() }]) {
      await db.update(db.tables.courses).set(state).where(eq(db.tables.courses.id, ladders));
      expect([await ids('30'), await counted()]).toEqual([[people.admin], [[1, 0, 0]]]);
    }
  });

  test('are told in a row: the first to end of those that the list is narrowed by', async () => {
    const { plant, ours, holder, certify, enroll, listed } = await started();
    const userId = await holder(12);
    const roofs = await plant.course({ title: 'Roofs', organizationId: ours, visibility: 'organization' });
    await enroll(userId, { courseId: roofs });
    await certify(userId, -3, { courseId: roofs, courseTitle: 'Roofs' });
    const row = async (query: string) => (await listed(query)).users.find(({ id }) => id === userId)?.certificateEnds;
    const past = { on: inDays(-3), course: { id: roofs, title: 'Roofs' } };
    expect(await row('')).toEqual({ ...past, others: 1 });
    expect(await row('?certificates=ended')).toEqual({ ...past, others: 0 });
    expect(await row('?certificates=30')).toMatchObject({ on: inDays(12), course: { title: 'Ladders' } });
  });

  test('are found, however many are in other organizations, and in a group alone', async () => {
    const { db, plant, ours, theirs, holder, listed, ids, counted } = await started();
    const open = await plant.course();
    const others = Array.from({ length: 2001 }, () => randomUUID());
    for (const part of inBatches(others)) {
      const rows = part.map((id) => ({ id, email: `${id}@demo.example`, organizationId: theirs, sortName: 'o' }));
      await db.insert(db.tables.profiles).values(rows);
      const completed = part.map((userId) => ({ userId, courseId: open, completedAt: new Date() }));
      await db.insert(db.tables.courseProgress).values(completed);
      const texts = { courseId: open, courseTitle: 'Open', learnerName: 'Other', validUntil: inDays(3) };
      await db.insert(db.tables.certificates).values(part.map((userId) => ({ ...texts, userId, serial: newSerial() })));
    }
    const userId = await holder(5);
    expect(await listed('?certificates=30')).toMatchObject({ total: 1, users: [{ id: userId }] });
    const crew = await plant.group(ours);
    expect(await counted(`?group=${crew}`)).toEqual([]);
    await plant.inGroup(crew, userId);
    await holder(5);
    expect(await counted(`?group=${crew}`)).toEqual([[1, 0, 0]]);
    expect(await ids(`30&group=${crew}`)).toEqual([userId]);
  });
});
