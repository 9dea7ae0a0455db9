// Merging two accounts that both have left: what a person could still see ends with the later of the two days.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

onEveryEngine('merging accounts that have left', (openDb) => {
  test.each([
    ['2026-03-01', '2026-05-01'],
    ['2026-05-01', '2026-03-01'],
  ])('one on %s and the other on %s: the later day stays', async (ofGone, ofKept) => {
    const { db, rooms, me: kept, plant, courseId } = await openCourse(openDb);
    const { endedMemberships, endedAssignments } = db.tables;
    const boss = await plant.person({ isSuperAdmin: true });
    const gone = await plant.person();
    const organizationId = await plant.organization();
    for (const [userId, day] of [
      [gone, ofGone],
      [kept, ofKept],
    ] as const) {
      const endedAt = new Date(day);
      await db.insert(endedMemberships).values({ userId, organizationId, endedAt });
      await db.insert(endedAssignments).values({ userId, courseId, endedAt });
    }
    const merged = await rooms.post(boss, `/api/admin/people/${gone}/merge`, { intoId: kept });
    expect(merged.status).toBe(200);
    const later = { userId: kept, endedAt: new Date('2026-05-01') };
    expect(await db.select().from(endedMemberships)).toMatchObject([later]);
    expect(await db.select().from(endedAssignments)).toMatchObject([later]);
    expect(await db.select().from(endedMemberships).where(eq(endedMemberships.userId, gone))).toEqual([]);
  });
});
