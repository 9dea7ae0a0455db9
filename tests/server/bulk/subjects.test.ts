// Where the titles of jobs lead: to the one course, quiz or group that a job is about.
import { expect, test } from 'vitest';
import type { BulkJobList } from '#sync/contract/bulk-job.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('the subject of a job', (openDb) => {
  test('is the one course, quiz or group, as long as it is there and an admin of the organization finds it', async () => {
    const { db, ours, theirs, people, plant, send } = await openAdministration(openDb);
    const { bulkJobs, courses, groups, lessons } = db.tables;
    const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs' });
    const foreign = await plant.course({ visibility: 'private', organizationId: theirs });
    const lessonId = await plant.lesson(courseId);
    const groupId = await plant.group(ours, 'Crew');
    const kinds = [
      { kind: 'enroll', courseId },
      { kind: 'add-to-group', groupId: groupId.toUpperCase() },
      { kind: 'remind' },
      { kind: 'remind', courseId },
    ];
    for (const act of kinds) await send(people.admin, 'POST', path, { act, ids: [people.member] });
    const rest = { at: new Date().toISOString(), by: people.super };
    const at = { createdAt: new Date(), finishedAt: new Date() };
    const done = { organizationId: ours, state: 'done' as const, total: 1, handled: 1, changed: 1, ...at };
    await db.insert(bulkJobs).values([
      { ...done, title: 'Regrade', act: { kind: 'regrade', courseId, lessonId, ...rest } },
      { ...done, title: 'End', act: { kind: 'end-grant', courseId: foreign, ...rest } },
    ]);
    const subjects = async (who = people.admin, list = path) =>
      new Map(((await send(who, 'GET', list)).body as BulkJobList).jobs.map(({ title, subject }) => [title, subject]));
    expect(await subjects()).toEqual(
      new Map<string, unknown>([
        ['Enroll in Roofs', { courseId }],
        ['Add to Crew', { groupId, organizationId: ours }],
        ['Reminders', undefined],
        ['Remind of Roofs', { courseId }],
        ['Regrade', { courseId, lessonId }],
        ['End', undefined],
      ]),
    );
    await db.update(bulkJobs).set({ organizationId: null });
    expect((await subjects(people.super, '/api/admin/bulk-jobs')).get('End')).toEqual({ courseId: foreign });
    await db.update(bulkJobs).set({ organizationId: ours });
    await db.update(lessons).set({ retiredAt: new Date() });
    expect((await subjects()).get('Regrade'), 'the course of a quiz that is gone').toEqual({ courseId });
    await db.update(courses).set({ deletedAt: new Date() });
    await db.delete(groups);
    const titles = ['Enroll in Roofs', 'Add to Crew', 'Reminders', 'Remind of Roofs', 'Regrade', 'End'];
    expect(await subjects()).toEqual(new Map(titles.map((title) => [title, undefined])));
  });
});
