import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Attention } from '#sync/contract/analytics.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

onEveryEngine('what needs attention', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, ours, send } = all;
    const { courseProgress, profiles } = db.tables;
    await db.update(profiles).set({ createdAt: daysAgo(60) });
    const course = await plant.course();
    const member = async (progress?: Partial<typeof courseProgress.$inferInsert>, createdAt = daysAgo(60)) => {
      const userId = await plant.person({ organizationId: ours, createdAt });
      if (progress) await db.insert(courseProgress).values({ userId, courseId: course, ...progress });
      return userId;
    };
    const read = async (who: string, query = '') =>
      (await send(who, 'GET', `/api/admin/attention${query}`)).body as Attention;
    return { ...all, course, member, read };
  };
  const DEMO = {
    name: 'Demo Inspections',
    overdue: 0,
    behind: 0,
    overdueRemindedAt: null,
    overdueEmailed: 0,
    behindEmailed: 0,
    ...{ overdueWaiting: 0, behindWaiting: 0, overdueFailed: 0, behindFailed: 0 },
    behindRemindedAt: null,
    certificatesEnding: { 7: 0, 30: 0, 60: 0, 90: 0 },
    certificatesEnded: 0,
    certificatesUnrenewed: 0,
    unusedInvitations: 0,
    endingInvitations: 0,
    tabletsWithOldWork: 0,
  };

  test('counts who has not started and who is inactive among the people of the organization alone', async () => {
    const { people, ours, member, read } = await started();
    await member({ isAssigned: true }); // neither started nor active
    await member({ isAssigned: true }, daysAgo(2)); // not started, joined just now
    await member({ lastActivityAt: daysAgo(3) });
    await member({ isAssigned: true, lastActivityAt: daysAgo(40) }); // started, inactive
    // Besides these, the member with whom every test begins has done nothing; the admin takes no course.
    const { organizations, quiz } = await read(people.admin);
    expect(organizations).toEqual([{ ...DEMO, id: ours, people: 6, notStarted: 3, inactive: 3 }]);
    expect(quiz).toBeNull();
  });

  test('counts the people whom the filtered list shows', async () => {
    const { db, plant, course, people, ours, send, member, read } = await started();
    await member({ isAssigned: true });
    const learn = async (at: Date) => {
      const userId = await member({ isAssigned: true, lastActivityAt: at });
      const lessonId = await plant.lesson(course);
      await db
        .insert(db.tables.unitProgress)
        .values({ userId, courseId: course, lessonId, status: 'in_progress', updatedAt: at });
    };
    await learn(daysAgo(40));
    await learn(daysAgo(3));
    const { organizations } = await read(people.admin);
    const listed = async (standing: string) => {
      const path = `/api/enterprise/admin/organizations/${ours}/users?standing=${standing}`;
      return ((await send(people.admin, 'GET', path)).body.users as unknown[]).length;
    };
    expect(organizations[0]?.inactive).toBe(await listed('inactive'));
    expect(organizations[0]?.notStarted).toBe(await listed('not-started'));
  });

  test('counts the people of a group alone, and the invitations into it', async () => {
    const { db, plant, people, ours, member, read } = await started();
    const crew = await plant.group(ours);
    await plant.inGroup(crew, await member({ isAssigned: true }));
    await member({ isAssigned: true });
    const { invitations } = db.tables;
    for (const groupId of [crew, null]) {
      const old = { organizationId: ours, tokenHash: randomUUID(), createdAt: daysAgo(30) };
      await db.insert(invitations).values({ ...old, groupId });
    }
    expect((await read(people.admin, `?group=${crew}`)).organizations).toMatchObject([
      { people: 1, notStarted: 1, inactive: 1, unusedInvitations: 1 },
    ]);
    expect((await read(people.admin)).organizations).toMatchObject([{ unusedInvitations: 2 }]);
    const foreign = await read(people.otherAdmin, `?group=${crew}`);
    expect(foreign.organizations, 'a group of another organization').toEqual([]);
  });

  test('counts who is overdue and who is behind as the filtered lists do', async () => {
    const { people, ours, send, member, read } = await started();
    const today = dayOf(new Date(), 'UTC');
    const due = (days: number, more: Parameters<typeof member>[0] = {}) =>
      member({ isAssigned: true, dueOn: addDays(today, days), ...more });
    const late = await due(-1, { percent: 80 });
    await due(-1, { percent: 100, completedAt: new Date() });
    const behind = [await due(0), await due(7, { percent: 49 })];
    await due(7, { percent: 50 });
    await due(8);
    const [found] = (await read(people.admin)).organizations;
    expect(found).toMatchObject({ overdue: 1, behind: 2 });
    const listed = async (standing: string, more = '') => {
      const path = `/api/enterprise/admin/organizations/${ours}/users?standing=${standing}${more}`;
      const { users, total } = (await send(people.admin, 'GET', path)).body;
      return { total, ids: users.map(({ id }: { id: string }) => id) };
    };
    expect(await listed('overdue')).toEqual({ total: 1, ids: [late] });
    expect((await listed('behind')).ids.sort()).toEqual(behind.sort());
    expect((await listed('behind', '&limit=1')).ids).toHaveLength(1);
    expect((await listed('overdue', '&search=nobody')).ids).toEqual([]);
  });

  test('says when the first of them was reminded, once all were', async () => {
    const { db, people, send, ours, member, read } = await started();
    const dueOn = addDays(dayOf(new Date(), 'UTC'), -5);
    const reminded = await member({ isAssigned: true, dueOn, remindedAt: daysAgo(3) });
    const other = await member({ isAssigned: true, dueOn });
    const remindedAt = async () => (await read(people.admin)).organizations[0]?.overdueRemindedAt;
    expect(await remindedAt()).toBeNull();
    await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/remind`, { userIds: [other] });
    const { courseProgress, mailOutbox } = db.tables;
    const counted = async () => (await read(people.admin)).organizations[0];
    expect(await counted()).toMatchObject({ overdue: 2, overdueEmailed: 0, overdueWaiting: 1 });
    expect(await remindedAt(), 'what waits has reminded no one').toBeNull();
    await db.update(mailOutbox).set({ failedAt: new Date() });
    expect(await counted()).toMatchObject({ overdueEmailed: 0, overdueWaiting: 0, overdueFailed: 1 });
    expect(await remindedAt()).toBeNull();
    await db.update(mailOutbox).set({ failedAt: null, sentAt: new Date() });
    expect(await counted()).toMatchObject({ overdueEmailed: 1, overdueWaiting: 0, overdueFailed: 0 });
    const rows = await db.select({ at: courseProgress.remindedAt }).from(courseProgress);
    const first = Math.min(...rows.map(({ at }) => at?.getTime() ?? Number.NaN));
    expect(await remindedAt()).toBe(new Date(first).toISOString());
    const wasBefore = { dueOn: addDays(dueOn, 4) };
    await db.update(courseProgress).set(wasBefore).where(eq(courseProgress.userId, reminded));
    expect(await remindedAt(), 'reminded before it was overdue').toBeNull();
  });

  test('counts no one as overdue or behind in a course that is a draft again, as their row in the list', async () => {
    const { db, course, people, ours, send, member, read } = await started();
    const today = dayOf(new Date(), 'UTC');
    const late = await member({ isAssigned: true, dueOn: addDays(today, -1) });
    await member({ isAssigned: true, dueOn: today });
    await db.update(db.tables.courses).set({ isPublished: false }).where(eq(db.tables.courses.id, course));
    expect((await read(people.admin)).organizations[0]).toMatchObject({ overdue: 0, behind: 0 });
    const listed = async (query: string) =>
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users${query}`)).body.users;
    expect(await listed('?standing=overdue')).toEqual([]);
    expect(await listed('?standing=behind')).toEqual([]);
    expect((await listed('')).find(({ id }: { id: string }) => id === late)).toMatchObject({ dueOn: null });
  });

  test('counts invitations that nobody used for a week and that work or expired lately, as the filtered list does', async () => {
    const { db, people, ours, send, read } = await started();
    const { invitations } = db.tables;
    const made = { organizationId: ours, createdBy: people.admin, createdAt: daysAgo(8) };
    const rows: Partial<typeof invitations.$inferInsert>[] = [
      {},
      { expiresAt: daysAgo(-5) },
      { expiresAt: daysAgo(-9) },
      { createdAt: daysAgo(2) },
      { uses: 1 },
      { revokedAt: daysAgo(1) },
      { endedBy: 'maker' },
      { expiresAt: daysAgo(1) },
      { expiresAt: daysAgo(31) },
    ];
    await db.insert(invitations).values(rows.map((row, n) => ({ ...made, tokenHash: `hash ${n}`, ...row })));
    expect((await read(people.admin)).organizations[0]).toMatchObject({ unusedInvitations: 4, endingInvitations: 2 });
    const list = await send(
      people.admin,
      'GET',
      `/api/enterprise/admin/organizations/${ours}/invitations?state=unused`,
    );
    expect(list.body.total).toBe(4);
  });

  test('counts tablets on which work has waited for days', async () => {
    const { db, people, ours, theirs, read } = await started();
    const facts = {
      browser: 'Chrome on Android',
      words: 'chrome',
      version: '0.1.0',
      people: 1,
      lastContactAt: new Date(),
    };
    const rows = [
      { organizationId: ours, unsent: 3, oldestUnsentAt: daysAgo(4) },
      { organizationId: ours, unsent: 3, oldestUnsentAt: daysAgo(2) },
      { organizationId: ours, unsent: 0, oldestUnsentAt: null },
      { organizationId: theirs, unsent: 3, oldestUnsentAt: daysAgo(9) },
    ];
    await db.insert(db.tables.tablets).values(rows.map((row) => ({ deviceId: randomUUID(), ...facts, ...row })));
    expect((await read(people.admin)).organizations[0]?.tabletsWithOldWork).toBe(1);
  });

  test('names the quiz with the lowest pass rate, once it has been tried often enough', async () => {
    const { db, plant, people, course, member, read } = await started();
    const { quizFigures } = db.tables;
    const userId = await member();
    const quizzes = { fair: [10, 9], bad: [10, 4], rare: [4, 0] } as const;
    for (const [title, [attempts, passed]] of Object.entries(quizzes)) {
      const lessonId = await plant.lesson(course, { title });
      const sums = { scoreSum: 0, durationMsSum: 0, timedAttempts: 0, lastAttemptAt: daysAgo(1) };
      await db.insert(quizFigures).values({ userId, lessonId, attempts, passed, ...sums });
    }
    expect((await read(people.admin)).quiz).toMatchObject({ lessonTitle: 'bad', passRate: 40, totalAttempts: 10 });
    expect((await read(people.otherAdmin)).quiz).toBeNull();
  });

  test('is told of every organization to a super admin, and of the one that they name', async () => {
    const { people, ours, theirs, read, refused } = await started();
    const all = await read(people.super);
    expect(all.organizations.map(({ id }) => id).sort()).toEqual([ours, theirs].sort());
    const one = await read(people.super, `?organizationId=${theirs}`);
    expect(one.organizations.map(({ id, people: count }) => [id, count])).toEqual([[theirs, 2]]);
    expect(await refused(people.admin, 'GET', `/api/admin/attention?organizationId=${theirs}`)).toMatch(/^404/);
  });
});
