// The people of an organization narrowed by a course: who stands so in it, and acts on all of them about it alone.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CourseLearners } from '#sync/contract/analytics.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const inDays = (days: number) => addDays(dayOf(new Date(), 'UTC'), days);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

onEveryEngine('[M5] people of one course', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { courseProgress, mailOutbox } = db.tables;
    const open = { organizationId: ours, visibility: 'organization' as const };
    const roofs = await plant.course({ ...open, title: 'Roofs' });
    const ladders = await plant.course({ ...open, title: 'Ladders' });
    const give = (userId: string, courseId: number, more: Partial<typeof courseProgress.$inferInsert> = {}) =>
      db.insert(courseProgress).values({ userId, courseId, isAssigned: true, ...more });
    const join = () => plant.person({ organizationId: ours, createdAt: daysAgo(100) });
    const path = `/api/enterprise/admin/organizations/${ours}`;
    const list = async (query: string) =>
      ((await send(people.admin, 'GET', `${path}/users?${query}`)).body as MemberList).users;
    const ids = async (query: string) => (await list(query)).map(({ id }) => id).sort();
    const tab = async (course: number, state: string) => {
      const { body } = await send(people.admin, 'GET', `/api/admin/courses/${course}/learners?state=${state}`);
      return (body as CourseLearners).learners.map(({ userId }) => userId).sort();
    };
    const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'reminder'));
    return { ...all, roofs, ladders, give, join, path, list, ids, tab, mails };
  }

  test('are those who are enrolled in it, with what is due and done there', async () => {
    const { people, roofs, ladders, give, join, list, ids } = await started();
    const both = await join();
    await give(both, ladders, { dueOn: inDays(-5), completedAt: null });
    await give(both, roofs, { dueOn: inDays(9) });
    expect(await ids(`course=${roofs}`)).toEqual([both]);
    expect(await list(`course=${roofs}`)).toMatchObject([
      { dueOn: inDays(9), dueIn: { course: { title: 'Roofs' }, others: 0 }, progressStats: { notStartedCourses: 1 } },
    ]);
    expect(await ids(`course=${roofs}&certificates=none`)).toEqual([both, people.admin, people.member].sort());
  });

  test('are overdue, behind, not started and inactive there, and not elsewhere', async () => {
    const { roofs, ladders, give, join, ids, tab } = await started();
    const late = await join();
    await give(late, roofs, { dueOn: inDays(-1), lastActivityAt: daysAgo(1) });
    await give(late, ladders, { dueOn: inDays(2), lastActivityAt: daysAgo(1) });
    const fresh = await join();
    await give(fresh, roofs, { lastActivityAt: daysAgo(2) });
    await give(fresh, ladders);
    const silent = await join();
    await give(silent, ladders, { lastActivityAt: daysAgo(50) });
    const found = async (course: number) => {
      const of = async (standing: string) => {
        const among = await ids(`course=${course}&standing=${standing}`);
        expect(await tab(course, standing), 'as the page of the course says').toEqual(among);
        return among;
      };
      return [await of('overdue'), await of('behind'), await of('not-started'), await of('inactive')];
    };
    expect(await found(roofs)).toEqual([[late], [], [], []]);
    expect(await found(ladders)).toEqual([[], [late], [fresh], [silent]]);
    expect(await ids(`course=${roofs}&standing=overdue&certificates=valid`)).toEqual([]);
  });

  test('are sorted by what is due and done there', async () => {
    const { roofs, ladders, give, join, list } = await started();
    const [first, second] = [await join(), await join()];
    await give(first, roofs, { dueOn: inDays(1) });
    await give(second, roofs, { dueOn: inDays(2) });
    await give(second, ladders, { dueOn: inDays(-9) });
    const inOrder = async (sort: string) => (await list(`course=${roofs}&sort=${sort}`)).map(({ id }) => id);
    expect(await inOrder('due')).toEqual([first, second]);
    expect(await inOrder('-due')).toEqual([second, first]);
    expect((await inOrder('progress')).sort()).toEqual([first, second].sort());
  });

  test('are reminded of that course alone, as the preview says: all who match, or by their ids', async () => {
    const { db, people, roofs, ladders, give, join, path, send, mails } = await started();
    const [late, other] = [await join(), await join()];
    await give(late, roofs, { dueOn: inDays(-1) });
    await give(late, ladders, { dueOn: inDays(-3) });
    await give(other, ladders, { dueOn: inDays(-3) });
    const matching = { standing: 'overdue', course: roofs };
    const remind = async (isPreview: boolean) =>
      (await send(people.admin, 'POST', `${path}/remind`, { matching, isPreview })).body;
    expect(await remind(true)).toMatchObject({ changed: 1, example: { subject: 'Overdue: Roofs' } });
    expect(await remind(false)).toMatchObject({ changed: 1, notes: [{ note: 'About Roofs.' }] });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Overdue: Roofs']);
    await db.delete(db.tables.mailOutbox);
    await send(people.admin, 'POST', `${path}/remind`, { userIds: [late, other], courseId: roofs });
    expect(await mails()).toEqual([]);
    await send(people.admin, 'POST', `${path}/remind`, { userIds: [late], courseId: ladders });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Overdue: Ladders']);
  });

  test('who stopped at a lesson are those of its drop-off, and all who match are reminded', async () => {
    const { db, plant, people, theirs, roofs, ladders, give, join, path, list, ids, send, mails } = await started();
    const [first, second, third] = [
      await plant.lesson(roofs, { orderIndex: 1 }),
      await plant.lesson(roofs, { orderIndex: 3 }),
      await plant.lesson(roofs, { orderIndex: 4 }),
    ];
    const hidden = await plant.lesson(roofs, { orderIndex: 2, isHidden: true });
    const elsewhere = await plant.lesson(ladders);
    const comes = async (userId: string, ...done: number[]) => {
      await give(userId, roofs, { dueOn: inDays(-1), lastActivityAt: daysAgo(1) });
      for (const lessonId of done)
        await db.insert(db.tables.unitProgress).values({ userId, courseId: roofs, lessonId, status: 'completed' });
      return userId;
    };
    const none = await comes(await join());
    const hangs = await comes(await join(), first, hidden);
    const erased = await comes(await join(), first);
    await db.update(db.tables.profiles).set({ erasedAt: new Date() }).where(eq(db.tables.profiles.id, erased));
    const skips = await comes(await join(), second);
    await comes(await join(), third);
    await comes(await plant.person({ organizationId: theirs }), first);
    await give(await join(), roofs);
    const at = (lessonId: number, more = '') => ids(`course=${roofs}&stopped=${lessonId}${more}`);
    expect([await at(first), await at(second), await at(third)]).toEqual([[none], [hangs], [skips]]);
    expect(await list(`course=${roofs}&stopped=${second}`), 'as they stand in it').toMatchObject([
      { dueIn: { course: { title: 'Roofs' } } },
    ]);
    expect(await at(second, '&certificates=none&sort=progress')).toEqual([hangs]);
    const { lessons } = (await send(people.admin, 'GET', `/api/admin/courses/${roofs}/analytics`)).body;
    expect(lessons).toMatchObject([
      { reached: 4, stoppedErased: 0 },
      { reached: 2, stoppedErased: 1 },
      { reached: 1, stoppedErased: 0 },
    ]);
    expect([await at(hidden), await at(elsewhere), await ids(`stopped=${second}`)], 'nobody').toEqual([[], [], []]);
    const matching = { course: roofs, stopped: second };
    await send(people.admin, 'POST', `${path}/bulk-jobs`, { act: { kind: 'remind', courseId: roofs }, matching });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Overdue: Roofs']);
  });

  test('are not reminded of a course that the organization does not have: not even its title is told', async () => {
    const { plant, people, theirs, path, refused } = await started();
    const courseId = await plant.course({ organizationId: theirs, visibility: 'organization' });
    const userIds = [people.member];
    expect(await refused(people.admin, 'POST', `${path}/remind`, { userIds, courseId })).toMatch(
      '404 course_not_found',
    );
  });
});
