import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import type { GroupRow } from '#sync/contract/group.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('[M5] the groups of an organization', (openDb) => {
  test('say of how many something is required, of how many all of it is valid, and who is late', async () => {
    const { db, plant, people, ours, theirs, send } = await openAdministration(openDb);
    const { courseProgress, certificates } = db.tables;
    const [ladders, ropes] = [await plant.course({ title: 'Ladders' }), await plant.course({ title: 'Ropes' })];
    const [north, south] = [await plant.group(ours, 'North'), await plant.group(ours, 'South')];
    const member = async (groups: string[], organizationId = ours) => {
      const id = await plant.person({ organizationId });
      for (const group of groups) await plant.inGroup(group, id);
      return id;
    };
    const enroll = (userId: string, courseId: number, more: Partial<typeof courseProgress.$inferInsert> = {}) =>
      db.insert(courseProgress).values({ userId, courseId, isAssigned: true, ...more });
    const certify = (userId: string, courseId: number, validUntil: string | null) =>
      db.insert(certificates).values({
        ...{ userId, courseId, validUntil, serial: newSerial(), learnerName: 'Someone', courseTitle: 'A course' },
      });
    const [all, half, ended, free] = [
      await member([north, south]),
      await member([north]),
      await member([north]),
      await member([north]),
    ];
    for (const course of [ladders, ropes]) await enroll(all, course, { lastActivityAt: new Date('2026-03-04') });
    await certify(all, ladders, null);
    await certify(all, ropes, '2999-01-01');
    for (const course of [ladders, ropes]) await enroll(half, course, { dueOn: '2020-01-01' });
    await certify(half, ladders, null);
    await enroll(ended, ladders);
    await certify(ended, ladders, '2020-01-01');
    await enroll(free, ladders, { isAssigned: false });
    // Who has left is of nobody's group any more.
    await enroll(await member([], theirs), ladders, { dueOn: '2020-01-01' });
    const path = `/api/enterprise/admin/organizations/${ours}/groups`;
    const { groups } = (await send(people.admin, 'GET', `${path}?figures=true`)).body as { groups: GroupRow[] };
    expect(groups.map(({ name, figures }) => [name, figures])).toEqual([
      ['North', { required: 3, certified: 1, overdue: 1, lastActivityAt: '2026-03-04T00:00:00.000Z' }],
      ['South', { required: 1, certified: 1, overdue: 0, lastActivityAt: '2026-03-04T00:00:00.000Z' }],
    ]);
    const plain = (await send(people.admin, 'GET', path)).body as { groups: GroupRow[] };
    expect(plain.groups[0]).not.toHaveProperty('figures');
  });
});
