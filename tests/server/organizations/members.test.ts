// The people of an organization with their progress; removing them, and making them admins.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inBatches } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { removeMember } from '#server/organizations/change-members.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { plantMembers } from '#tests/fixtures/jobs.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const at = (organizationId: string, rest = '/users') => `/api/enterprise/admin/organizations/${organizationId}${rest}`;

onEveryEngine('members', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, people, ours, send } = all;
    const { unitProgress, courseProgress, profiles } = db.tables;
    const done = async (userId: string, lesson: { id: number; courseId: number }, updatedAt = new Date()) => {
      const row = { userId, lessonId: lesson.id, courseId: lesson.courseId, updatedAt };
      await db.insert(unitProgress).values({ ...row, status: 'completed' });
    };
    const enroll = async (userId: string, courseId: number, more: Partial<typeof courseProgress.$inferInsert> = {}) => {
      await db.insert(courseProgress).values({ userId, courseId, ...more });
    };
    const listed = async (query = '') => (await send(people.admin, 'GET', `${at(ours)}${query}`)).body as MemberList;
    const member = async (id: string) => (await listed()).users.find((one) => one.id === id);
    const person = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0];
    return { ...all, done, enroll, listed, member, person };
  };

  /** The first 24 of a list, two at a time. */
  const ordered = async (listed: (query: string) => Promise<MemberList>, sort: string) => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && ids.length < 24; ) {
      const page: MemberList = await listed(`?sort=${sort}&limit=2&cursor=${encodeURIComponent(cursor)}`);
      ids.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return ids;
  };

  test.each([
    [20, 'few are'],
    [2100, 'very many are'],
  ])('[M5] by their last activity, whoever has none behind them, where %i, %s read', async (amount) => {
    const { db, plant, ours, theirs, listed, enroll } = await started();
    const [one, two] = [await plant.course(), await plant.course()];
    const [north = '', south = '', west = '', ...others] = await plantMembers(db, ours, amount);
    const on = (day: number) => ({ lastActivityAt: new Date(Date.UTC(2026, 0, day)) });
    await enroll(north, one, on(3));
    await enroll(north, two, on(9));
    await enroll(south, one, on(9));
    await enroll(south, two, on(9));
    await enroll(west, one, on(5));
    await enroll(west, two);
    await enroll(others[0] ?? '', one);
    await enroll(await plant.person({ organizationId: theirs }), one, on(8));
    const never = (await listed(`?limit=${amount === 20 ? 50 : 500}`)).users.map(({ id }) => id);
    const active = [...(north < south ? [south, north] : [north, south]), west];
    const expected = [...active, ...never.filter((id) => !active.includes(id))];
    expect(await ordered(listed, '-activity')).toEqual(expected.slice(0, 24));
    const { users, total } = await listed('?sort=-activity&limit=1');
    expect([users[0]?.lastActivityAt, total]).toEqual(['2026-01-09T00:00:00.000Z', Math.min(amount + 2, 1001)]);
    expect((await listed('?sort=-activity&search=member%200002')).users.map(({ id }) => id)).toEqual([west]);
  });

  test.each([
    [20, 'few are'],
    [2100, 'very many are'],
  ])('[M5] by their due date, whoever has none behind them, where %i, %s read', async (amount) => {
    const { plant, db, ours, theirs, listed, enroll } = await started();
    const [one, two] = [await plant.course({ title: 'One' }), await plant.course({ title: 'Two' })];
    const draft = await plant.course({ isPublished: false });
    const [north = '', south = '', west = '', east = '', ...others] = await plantMembers(db, ours, amount);
    const on = (day: number) => ({ isAssigned: true, dueOn: `2026-12-0${day}` });
    await enroll(north, one, on(9));
    await enroll(north, two, on(3));
    await enroll(south, one, on(3));
    await enroll(west, one, on(5));
    await enroll(west, two, { ...on(1), completedAt: new Date() });
    await enroll(east, one, { ...on(2), completedAt: new Date() });
    await enroll(east, draft, on(2));
    await enroll(others[0] ?? '', one);
    await enroll(await plant.person({ organizationId: theirs }), one, on(4));
    const newest = (await listed(`?limit=${amount === 20 ? 50 : 500}`)).users.map(({ id }) => id);
    const none = newest.filter((id) => ![north, south, west].includes(id));
    const first = [north, south].toSorted();
    expect(await ordered(listed, 'due')).toEqual([...first, west, ...none].slice(0, 24));
    expect(await ordered(listed, '-due')).toEqual([west, ...first.toReversed(), ...none].slice(0, 24));
    const { users, total } = await listed('?sort=due&limit=3');
    expect(users.map(({ dueOn }) => dueOn)).toEqual(['2026-12-03', '2026-12-03', '2026-12-05']);
    const dueIn = (id: string) => users.find((user) => user.id === id)?.dueIn;
    expect(dueIn(north)).toEqual({ course: { id: two, title: 'Two' }, others: 1 });
    expect(dueIn(west)).toEqual({ course: { id: one, title: 'One' }, others: 0 });
    expect(total).toBe(Math.min(amount + 2, 1001));
    await db
      .update(db.tables.courses)
      .set({ visibility: 'private', organizationId: theirs })
      .where(eq(db.tables.courses.id, two));
    const hidden = (await listed('?sort=due&limit=3')).users.find(({ id }) => id === north);
    expect(hidden, 'a course that the organization does not know has no name here').toMatchObject({
      dueOn: '2026-12-03',
    });
    expect(hidden?.dueIn).toBeUndefined();
  });

  test('[M5] by their progress, whoever takes no course behind them; of very many it is refused', async () => {
    const { plant, db, ours, people, listed, enroll, done, refused } = await started();
    const course = await plant.course();
    const [first, second] = [1, 2].map((orderIndex) => plant.lesson(course, { orderIndex }));
    const [north = '', south = '', west = ''] = await plantMembers(db, ours, 10);
    for (const id of [north, south, west]) await enroll(id, course, { isAssigned: true });
    await done(north, { id: (await first) ?? 0, courseId: course });
    await done(north, { id: (await second) ?? 0, courseId: course });
    await done(west, { id: (await second) ?? 0, courseId: course });
    const none = (await listed()).users.map(({ id }) => id).filter((id) => ![north, south, west].includes(id));
    expect(await ordered(listed, 'progress')).toEqual([south, west, north, ...none]);
    expect(await ordered(listed, '-progress')).toEqual([north, west, south, ...none]);
    const users = await plantMembers(db, ours, 2000);
    const query = '?sort=progress';
    expect(await refused(people.admin, 'GET', `${at(ours)}${query}`)).toBe('400 validation_failed sort');
    expect((await listed(`${query}&search=member%200001`)).users.map(({ id }) => id)).toContain(users[1]);
  });

  test('[M5] are listed with their progress over the courses that they take', async () => {
    const { plant, people, ours, theirs, done, enroll, listed, member } = await started();
    const lessonsOf = async (courseId: number, number: number) => {
      const lessons: { id: number; courseId: number }[] = [];
      for (let orderIndex = 1; orderIndex <= number; orderIndex += 1)
        lessons.push({ id: await plant.lesson(courseId, { orderIndex }), courseId });
      return lessons;
    };
    const open = await lessonsOf(await plant.course(), 2);
    const own = await lessonsOf(await plant.course({ organizationId: ours, visibility: 'organization' }), 3);
    const granted = await plant.course({ organizationId: theirs, visibility: 'private' });
    await plant.grant(granted, ours);
    await lessonsOf(granted, 1);
    // None of these is theirs to take.
    const draft = await plant.course({ organizationId: ours, isPublished: false });
    const foreign = await plant.course({ organizationId: theirs, visibility: 'organization' });
    const closed = await plant.course({ organizationId: ours, visibility: 'private' });
    const asleep = await plant.course({ organizationId: await plant.organization({ isActive: false }) });
    for (const courseId of [draft, foreign, closed, asleep]) await lessonsOf(courseId, 1);
    const nothing = { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 };
    expect((await listed()).users).toHaveLength(2);
    expect(await member(people.member)).toMatchObject({
      full_name: 'Maren Member',
      isOrgAdmin: false,
      lastActivityAt: null,
      progressStats: nothing,
    });
    const [first, second] = open;
    const [third] = own;
    if (!first || !second || !third) throw new Error('No lessons were planted.');
    await enroll(people.member, first.courseId, { lastActivityAt: new Date('2026-03-02T10:00:00Z') });
    await done(people.member, first, new Date('2026-03-01T10:00:00Z'));
    await done(people.member, second, new Date('2026-03-02T10:00:00Z'));
    await enroll(people.member, third.courseId, { lastActivityAt: new Date('2026-03-01T11:00:00Z') });
    await done(people.member, third, new Date('2026-03-01T11:00:00Z'));
    for (const id of [closed, granted, draft, asleep]) await plant.assign(people.member, id);
    // One that they chose where they were before.
    await enroll(people.member, foreign, { lastActivityAt: new Date('2026-02-01T11:00:00Z') });
    // (100 + 33 + 0 + 0) / 4; courses given by hand count as not begun.
    expect(await member(people.member)).toMatchObject({
      lastActivityAt: '2026-03-02T10:00:00.000Z',
      progressStats: { averageCompletion: 33, completedCourses: 1, inProgressCourses: 1, notStartedCourses: 2 },
    });
    expect(await member(people.admin)).toMatchObject({ isOrgAdmin: true, progressStats: nothing });
    // A course once completed stays so, whatever is added to it; the percent falls.
    await enroll(people.admin, third.courseId, { completedAt: new Date() });
    expect((await member(people.admin))?.progressStats).toMatchObject({ completedCourses: 1, averageCompletion: 0 });
  });

  test('[M5] are listed page by page and found by words', async () => {
    const { plant, ours, listed } = await started();
    for (let n = 0; n < 5; n += 1) await plant.person({ organizationId: ours, email: `worker${n}@test.example` });
    const first = await listed('?limit=4');
    const second = await listed(`?limit=4&cursor=${first.nextCursor}`);
    const ids = [...first.users, ...second.users].map(({ id }) => id);
    expect([new Set(ids).size, second.nextCursor]).toEqual([7, null]);
    expect((await listed('?search=worker3')).users.map(({ email }) => email)).toEqual(['worker3@test.example']);
  });

  test('[M5] those in one standing are listed whatever lies between them, each once', async () => {
    const { plant, ours, listed, db } = await started();
    await plant.lesson(await plant.course());
    const many = Array.from({ length: 1300 }, (_, n) => {
      const createdAt = new Date(Date.now() - (n % 400 === 399 ? 90 : 1) * 86_400_000 - n);
      return { id: randomUUID(), email: `crew-${n}@demo.example`, organizationId: ours, createdAt };
    });
    for (const part of inBatches(many)) await db.insert(db.tables.profiles).values(part);
    const wanted = many.filter((_, n) => n % 400 === 399).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: MemberList = await listed(
        `?limit=2&sort=name&standing=inactive&cursor=${encodeURIComponent(cursor)}`,
      );
      seen.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(wanted.toSorted());
    expect((await listed('?standing=not-started&search=crew-1299')).users).toHaveLength(1);
  });

  test('[M5] of a thousand the page is read with a handful of queries', async () => {
    const { db, plant, ours, people, send, done, enroll } = await started();
    const lesson = { courseId: await plant.course(), id: 0 };
    lesson.id = await plant.lesson(lesson.courseId);
    const rows = Array.from({ length: 1000 }, (_, n) => {
      const id = randomUUID();
      return { id, email: `m${n}@test.example`, organizationId: ours, createdAt: new Date(2020, 0, 1, 0, 0, n) };
    });
    for (let from = 0; from < rows.length; from += 500)
      await db.insert(db.tables.profiles).values(rows.slice(from, from + 500));
    await enroll(rows[999]?.id ?? '', lesson.courseId, { lastActivityAt: new Date() });
    await done(rows[999]?.id ?? '', lesson);
    const began = processorMs();
    const { users } = (await send(people.admin, 'GET', `${at(ours)}?limit=500`)).body;
    expect(processorMs() - began).toBeLessThan(2000);
    expect(users.find(({ id }: { id: string }) => id === rows[999]?.id).progressStats.completedCourses).toBe(1);
  });

  test('[M5] [Z7] are removed, lose the admin role, and keep account and progress', async () => {
    const { plant, people, send, ours, person, done, acts, db } = await started();
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const courseId = await plant.course();
    await done(second, { courseId, id: await plant.lesson(courseId) });
    const { status, body } = await send(people.admin, 'DELETE', at(ours, `/users/${second}`));
    expect([status, body]).toEqual([200, { message: 'The person was removed from Demo Inspections.' }]);
    expect(await person(second)).toMatchObject({ organizationId: null, isOrgAdmin: false });
    expect(await db.select().from(db.tables.unitProgress)).toHaveLength(1);
    expect((await acts())[0]).toMatchObject({
      action: 'organization.person_removed',
      actorId: people.admin,
      subject: second,
      organizationId: ours,
    });
    expect((await send(people.admin, 'DELETE', at(ours, `/users/${second}`))).status).toBe(404);
  });

  test('[M5] nobody removes themselves, and an organization keeps an admin unless a super admin decides', async () => {
    const { people, refused, send, ours, person } = await started();
    const remove = (who: string, userId: string) => refused(who, 'DELETE', at(ours, `/users/${userId}`));
    expect(await remove(people.admin, people.admin)).toBe('422 cannot_remove_self userId');
    expect(await remove(people.admin, people.otherMember)).toBe('404 user_not_found userId');
    expect(await remove(people.admin, 'nonsense')).toBe('404 user_not_found');
    expect(await remove(people.super, people.admin)).toBe('200');
    expect(await person(people.admin)).toMatchObject({ organizationId: null, isOrgAdmin: false });
    expect((await send(people.admin, 'GET', at(ours))).status).toBe(403);
  });

  test('[M5] two admins who remove each other at once leave one of them', async () => {
    const { plant, people, send, ours, db } = await started();
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const answers = await Promise.all([
      send(people.admin, 'DELETE', at(ours, `/users/${second}`)),
      send(second, 'DELETE', at(ours, `/users/${people.admin}`)),
    ]);
    const told = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(told[0]).toBe(200);
    expect(['last_admin', 'access_denied', 'organization_not_found']).toContain(told[1]);
    const { profiles } = db.tables;
    const admins = await db.select().from(profiles).where(eq(profiles.organizationId, ours));
    expect(admins.filter(({ isOrgAdmin }) => isOrgAdmin)).toHaveLength(1);
  });

  test('[M5] an admin who was removed a moment ago cannot remove all the others', async () => {
    const { plant, people, ours, db } = await started();
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const id = randomUUID();
    const gone = { id, email: 'g@test.example', organizationId: ours, isOrgAdmin: true, isSuperAdmin: false };
    const acting = { actor: gone, ip: '', now: new Date(), today: '2026-11-23' };
    const remove = (userId: string) => removeMember({ db, env: readEnv({}) }, acting, { organizationId: ours, userId });
    await remove(people.admin);
    await expect(remove(second)).rejects.toMatchObject({ code: 'last_admin' });
  });

  test('[M5] several are removed at once, those who stay with their reason', async () => {
    const { people, send, ours, person } = await started();
    const ids = [people.member, people.admin, people.otherMember];
    const jobs = at(ours, '/bulk-jobs');
    const { job } = (await send(people.admin, 'POST', jobs, { act: { kind: 'remove' }, ids })).body;
    expect(job).toMatchObject({ state: 'done', total: 2, changed: 1 });
    expect((await send(people.admin, 'GET', `${jobs}/${job.id}/rows?result=left`)).body.rows).toMatchObject([
      { userId: people.admin, reason: 'You cannot remove yourself from the organization.' },
    ]);
    expect(await person(people.otherMember)).toMatchObject({ organizationId: expect.any(String) });
  });

  test('become admins and members again, but never change themselves', async () => {
    const { people, send, refused, ours, person, acts } = await started();
    const set = (who: string, userId: string, isOrgAdmin: unknown) =>
      refused(who, 'PUT', at(ours, `/users/${userId}`), { isOrgAdmin });
    expect(await set(people.admin, people.member, true)).toBe('200');
    expect(await person(people.member)).toMatchObject({ isOrgAdmin: true });
    expect(await set(people.admin, people.member, true)).toBe('200');
    expect((await acts()).map(({ action, details }) => [action, details])).toEqual([
      ['account.role_changed', { isOrgAdmin: true }],
    ]);
    expect(await set(people.admin, people.admin, false)).toBe('422 cannot_change_self userId');
    expect(await set(people.admin, people.otherMember, true)).toBe('404 user_not_found userId');
    expect(await set(people.admin, people.member, 'yes')).toBe('400 validation_failed isOrgAdmin');
    expect(await set(people.member, people.admin, false)).toBe('200');
    expect(await set(people.super, people.member, false)).toBe('200');
    expect((await send(people.member, 'GET', at(ours))).status).toBe(403);
  });

  test('[M5] those who are overdue are counted, however many are in other organizations', async () => {
    const { db, plant, people, theirs, enroll, listed } = await started();
    const courseId = await plant.course();
    const late = { isAssigned: true, dueOn: '2026-01-01' };
    const others = Array.from({ length: 2001 }, () => randomUUID());
    for (const part of inBatches(others)) {
      const rows = part.map((id) => ({ id, email: `${id}@demo.example`, organizationId: theirs, sortName: 'o' }));
      await db.insert(db.tables.profiles).values(rows);
      await db.insert(db.tables.courseProgress).values(part.map((userId) => ({ userId, courseId, ...late })));
    }
    await enroll(people.member, courseId, late);
    expect(await listed('?standing=overdue')).toMatchObject({ total: 1, users: [{ id: people.member }] });
  });

  test('[M12] another organization is not there for its neighbour’s admin, by path or by body', async () => {
    const { people, refused, theirs, person } = await started();
    const calls: [string, string, unknown?][] = [
      ['GET', at(theirs)],
      ['DELETE', at(theirs, `/users/${people.otherMember}`)],
      ['PUT', at(theirs, `/users/${people.otherMember}`), { isOrgAdmin: true }],
      ['GET', at(randomUUID())],
      ['GET', at('nonsense')],
    ];
    for (const [method, path, body] of calls)
      expect([path, await refused(people.admin, method, path, body)]).toEqual([
        path,
        expect.stringMatching(/^404 organization_not_found/),
      ]);
    expect(await person(people.otherMember)).toMatchObject({ organizationId: theirs, isOrgAdmin: false });
    expect(await refused(people.member, 'GET', at(theirs))).toBe('403 access_denied');
    expect(await refused(null, 'GET', at(theirs))).toBe('401 not_authenticated');
  });
});
