import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { courseTotals } from '#sync/contract/progress.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

onEveryEngine('what is stored about a course', (openDb) => {
  test('[P1] agrees with the contract’s totals after every change of any kind', async () => {
    const { db, rooms, plant, me, courseId } = await openCourse(openDb);
    const lessons: { id: number; points: number }[] = [];
    for (const points of [null, 0, 7, 30, null, 1, 10]) {
      const id = await plant.lesson(courseId, { points, orderIndex: lessons.length });
      lessons.push({ id, points: points ?? 10 });
    }
    const statuses = ['completed', 'in_progress', 'completed', 'not_started', 'completed'] as const;
    const now = new Map<number, string>();
    const { courseProgress } = db.tables;
    for (let step = 0; step < 60; step += 1) {
      const lesson = lessons[(step * 5 + Math.floor(step / 7)) % lessons.length] ?? { id: 0 };
      const told = await rooms.post(me, '/api/progress/unit', {
        lessonId: lesson.id,
        status: statuses[step % statuses.length],
      });
      now.set(lesson.id, told.body.unit.status);
      const expected = courseTotals(lessons, (id) => now.get(id) === 'completed');
      const [row] = await db
        .select()
        .from(courseProgress)
        .where(and(eq(courseProgress.userId, me), eq(courseProgress.courseId, courseId)));
      const { percentComplete: percent, ...points } = expected;
      expect(row, `step ${step}`).toMatchObject({ percent, ...points });
      expect((await rooms.ask(me, `/api/progress/enhanced/${courseId}`)).body.courseProgress).toMatchObject(expected);
    }
  });
});
