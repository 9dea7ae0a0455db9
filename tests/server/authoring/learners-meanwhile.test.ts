// Learners who go on in two courses while the authors of both take lessons away: nobody is refused, nobody waits for ever.
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { courseTotals } from '#sync/contract/progress.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';
import { type Ask, openRooms } from '#tests/fixtures/rooms.ts';

const LESSONS = 8;
const PEOPLE = 12;

describe.each(ENGINES)('learners while authors change their courses (%s)', (engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  test('[U7] locks in any order are released, and everybody is counted over the remaining lessons', async () => {
    const url = await newUrl();
    const { db, rooms, plant, ours, people } = await openAdministration(() => openDb({ url }));
    // Another server process, where the database allows for one.
    const second = engine === 'sqlite' ? rooms : await openRooms(await openDb({ url }));
    const askOf = (n: number): Ask => (n % 2 === 0 ? rooms.ask : second.ask);
    const courses = [await plant.course({ organizationId: ours }), await plant.course({ organizationId: ours })];
    const lessonsOf = await Promise.all(
      courses.map((course) =>
        Promise.all(Array.from({ length: LESSONS }, (_, n) => plant.lesson(course, { orderIndex: n + 1 }))),
      ),
    );
    const learners = await Promise.all(Array.from({ length: PEOPLE }, () => plant.person({ organizationId: ours })));

    const learn = async (who: string, n: number) => {
      for (let step = 0; step < LESSONS; step += 1) {
        // Half of them begin with the other course, so that one waits for what another one holds.
        const one = lessonsOf[(n + step) % 2]?.[step];
        const other = lessonsOf[(n + step + 1) % 2]?.[LESSONS - 1 - step];
        const posts = [
          { lessonId: one, status: 'in_progress', positionSeconds: step },
          { lessonId: other, status: 'completed' },
        ];
        for (const body of posts) {
          const { status } = await askOf(n)(who, '/api/progress/unit', { method: 'POST', body });
          expect([200, 404, 409]).toContain(status);
        }
      }
    };
    const write = async (course: number) => {
      for (const [n, id] of (lessonsOf[course] ?? []).entries()) {
        const at = `/api/admin/lessons/${id}`;
        const asked = n % 3 === 0 ? { method: 'DELETE' } : { method: 'PUT', body: { points: 5 + n } };
        expect((await askOf(course + n)(people.admin, at, asked)).status).toBe(200);
      }
    };
    await Promise.all([...learners.map(learn), write(0), write(1)]);
    expect(rooms.complaints.concat(second.complaints)).toEqual([]);

    const { lessons, unitProgress, courseProgress, certificates } = db.tables;
    const left = await db.select().from(lessons).where(isNull(lessons.retiredAt));
    expect(left).toHaveLength(2 * (LESSONS - 3));
    const rows = await db.select().from(courseProgress);
    expect(rows).toHaveLength(2 * PEOPLE);
    for (const { userId, courseId, percent, pointsEarned, totalPoints, completedAt } of rows) {
      const units = await db.select().from(unitProgress).where(eq(unitProgress.userId, userId));
      const done = new Set(units.filter(({ status }) => status === 'completed').map(({ lessonId }) => lessonId));
      const counting = left.filter((lesson) => lesson.courseId === courseId);
      const totals = courseTotals(
        counting.map(({ id, points }) => ({ id, points: points ?? 10 })),
        (id) => done.has(id),
      );
      expect({ percentComplete: percent, pointsEarned, totalPoints }).toEqual(totals);
      const proofs = await db.select().from(certificates).where(eq(certificates.userId, userId));
      expect(proofs.some((proof) => proof.courseId === courseId)).toBe(completedAt !== null);
    }
  }, 60_000);
});
