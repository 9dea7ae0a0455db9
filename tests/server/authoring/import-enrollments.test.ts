// People are enrolled from a file, row by row; what an exported list says is already so.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readEnrollments } from '#app/admin/courses/read-enrollments.ts';
import type { CourseLearners } from '#sync/contract/analytics.ts';
import { csvOf } from '#sync/contract/csv.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { DUE_DATES_LIMIT, type EnrollmentImportAnswer } from '#sync/contract/enrollment-import.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const today = dayOf(new Date(), 'UTC');
const [soon, later, past] = [addDays(today, 5), addDays(today, 30), addDays(today, -9)];

onEveryEngine('enrolling from a file', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'For the few' });
    const path = `/api/admin/courses/${courseId}/enrollments/import`;
    const person = async (email: string, more: object = {}) => ({
      email,
      id: await plant.person({ email, organizationId: ours, ...more }),
    });
    const sent = async (rows: { email: string; due?: string }[], { dryRun = false, who = people.admin } = {}) =>
      (await send(who, 'POST', path, { dryRun, rows })).body as EnrollmentImportAnswer;
    const told = async (...args: Parameters<typeof sent>) =>
      (await sent(...args)).rows.map(({ act, field, reason }) => [act, field, reason].filter(Boolean).join(': '));
    const dueDates = async () => {
      const { courseProgress } = db.tables;
      const rows = await db.select().from(courseProgress).where(eq(courseProgress.courseId, courseId));
      return new Map(rows.map(({ userId, dueOn }) => [userId, dueOn]));
    };
    const exported = async () => {
      const { body } = await send(people.admin, 'GET', `/api/admin/courses/${courseId}/learners?limit=100`);
      const { learners } = body as CourseLearners;
      const rows = learners.map(({ fullName, email, percentComplete, dueOn, isAssigned }) => [
        ...[fullName || email, email, percentComplete, dueOn, isAssigned ? 'An admin' : 'Themselves'],
      ]);
      return csvOf(['Name', 'Email', 'Progress', 'Due', 'By'], rows);
    };
    return { ...all, courseId, path, person, sent, told, dueDates, exported };
  }

  test('[M14] enrolls people, gives and changes their due dates, and says what is wrong with the other rows', async () => {
    const { people, person, plant, sent, told, dueDates } = await started();
    const [ada, ben, eve] = [
      await person('ada@test.example'),
      await person('ben@test.example'),
      await person('eve@test.example'),
    ];
    await plant.person({ email: 'stranger@test.example', organizationId: await plant.organization() });
    await sent([{ email: eve.email, due: soon }]);
    const rows = [
      { email: ' ADA@test.example ', due: soon },
      { email: ben.email },
      { email: eve.email, due: later },
      { email: 'ada@test.example', due: later },
      { email: 'stranger@test.example' },
      { email: 'no address' },
      { email: people.member, due: '' },
    ];
    const outcomes = [
      'enroll',
      'enroll',
      'change',
      'refused: email: This address is in the file twice.',
      'refused: email: No one in your organization has this address.',
      'refused: email: This is not an email address.',
      'refused: email: This is not an email address.',
    ];
    expect(await told(rows, { dryRun: true })).toEqual(outcomes);
    expect(await dueDates(), 'nothing is done by looking').toEqual(new Map([[eve.id, soon]]));
    expect(await sent(rows)).toMatchObject({ changed: 3, same: 0, refused: 4 });
    const now = new Map([
      [eve.id, later],
      [ada.id, soon],
      [ben.id, null],
    ]);
    expect(await dueDates()).toEqual(now);
    expect(
      await told([{ email: ada.email }, { email: ben.email, due: past }, { email: ada.email, due: 'soon' }]),
    ).toEqual([
      'same',
      'refused: due: This due date is in the past. Choose today or a later day.',
      'refused: email: This address is in the file twice.',
    ]);
    expect(await told([{ email: ada.email, due: '3/9/2099' }])).toEqual([
      'refused: due: 3/9/2099 can be two days. Write 2099-03-09 or 2099-09-03.',
    ]);
    expect(await told([{ email: `Ada <${ada.email}>`, due: '31.01.2099' }], { dryRun: true })).toEqual(['change']);
    expect(await told([{ email: 'stranger@test.example' }], { who: people.super, dryRun: true })).toEqual(['enroll']);
    expect(await dueDates()).toEqual(now);
  });

  test('[M14] an exported list is the same list again, past due dates and people who began by themselves included', async () => {
    const { db, courseId, person, plant, sent, dueDates, exported } = await started();
    const { courseProgress } = db.tables;
    for (const [n, dueOn] of [soon, null, past, later].entries()) {
      const { id: userId } = await person(`p${n}@test.example`, { fullName: n % 2 ? '=Ada, "the" first' : null });
      await db.insert(courseProgress).values({ userId, courseId, isAssigned: n !== 1, dueOn });
    }
    await plant.person({ email: 'other@test.example' });
    const [text, before] = [await exported(), await dueDates()];
    const list = readEnrollments(text);
    const rows = list.error === undefined ? list.lines.map(({ line: _, ...row }) => row) : [];
    expect(rows).toHaveLength(4);
    expect(await sent(rows)).toMatchObject({ changed: 0, same: 4, refused: 0 });
    expect([await exported(), await dueDates()]).toEqual([text, before]);
    // Whoever was taken out of a private course has no way into it, until a list asks for them.
    expect(await sent([{ email: 'p1@test.example' }])).toMatchObject({ changed: 1 });
  });

  test('[M14] many people are enrolled by a job, and a file with too many days or rows is refused', async () => {
    const { db, people, person, sent, told, path, refused } = await started();
    const many = await Promise.all(Array.from({ length: 130 }, (_, n) => person(`p${n}@test.example`)));
    const rows = many.map(({ email }, n) => ({ email, due: addDays(today, 1 + (n % (DUE_DATES_LIMIT + 1))) }));
    const answer = await sent(rows, { dryRun: true });
    const reason = `A file may name at most ${DUE_DATES_LIMIT} different days.`;
    expect(answer.rows.filter((row) => row.reason === reason)).toHaveLength(answer.refused);
    expect(answer.refused, 'only the rows of the day too many').toBe(Math.floor(130 / (DUE_DATES_LIMIT + 1)));
    expect(answer.changed + answer.refused).toBe(130);
    const saved = await sent(many.map(({ email }) => ({ email, due: soon })));
    expect(saved).toMatchObject({ changed: 130 });
    expect(saved.rows.filter(({ isWaiting }) => isWaiting)).toHaveLength(30);
    expect(await db.select().from(db.tables.bulkJobs)).toMatchObject([{ total: 130 }]);
    expect(await told([{ email: people.admin }], { dryRun: true })).toEqual([
      'refused: email: This is not an email address.',
    ]);
    const more = Array.from({ length: 5001 }, (_, n) => ({ email: `p${n}@test.example` }));
    expect(await refused(people.admin, 'POST', path, { dryRun: true, rows: more })).toBe('400 validation_failed rows');
  });
});
