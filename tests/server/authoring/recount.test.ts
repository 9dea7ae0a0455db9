// What a change of a course's lessons does to everybody who is enrolled (P-23 and P-25).
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { countedLessons, recountPage } from '#server/learning/recount-everyone.ts';
import { courseTotals } from '#sync/contract/progress.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { processOn, runJobs } from '#tests/fixtures/jobs.ts';
import { openOutline } from '#tests/fixtures/outline.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

onEveryEngine('counting everybody afresh', (openDb) => {
  async function started() {
    const all = await openOutline(openDb);
    const { courseProgress, certificates } = all.db.tables;
    const complete = async (who: string, lessonIds: number[]) => {
      for (const lessonId of lessonIds)
        expect((await all.rooms.post(who, '/api/progress/unit', { lessonId, status: 'completed' })).status).toBe(200);
    };
    const row = async (who: string) => {
      const mine = and(eq(courseProgress.userId, who), eq(courseProgress.courseId, all.courseId));
      const [found] = await all.db.select().from(courseProgress).where(mine);
      if (!found) throw new Error('Nobody of this id is enrolled.');
      return found;
    };
    const proofs = async (who: string) => all.db.select().from(certificates).where(eq(certificates.userId, who));
    return { ...all, complete, row, proofs };
  }

  test('[U7] deleting a person’s last open lesson completes the course, with a certificate', async () => {
    const { lay, plant, people, complete, row, proofs, remove, send, rooms } = await started();
    const {
      lessons: [a = 0, b = 0, c = 0],
    } = await lay([], [1, 2, 3]);
    const [nearly, half] = [people.learner, await plant.person({ fullName: null })];
    await complete(nearly, [a, b]);
    await complete(half, [a]);
    const before = await row(nearly);
    expect(before).toMatchObject({ percent: 66, pointsEarned: 20, totalPoints: 30, completedAt: null });
    await remove(c);
    const after = await row(nearly);
    expect(after).toMatchObject({ percent: 100, pointsEarned: 20, totalPoints: 20, status: 'completed' });
    expect(after.completedAt).toBeInstanceOf(Date);
    expect(after.lastActivityAt).toEqual(before.lastActivityAt);
    expect(await proofs(nearly)).toMatchObject([{ learnerName: 'Lea Learner', courseTitle: 'Field work' }]);
    expect(await row(half)).toMatchObject({ percent: 50, status: 'in_progress', completedAt: null });
    expect(await proofs(half)).toEqual([]);
    expect((await send(nearly, 'GET', '/api/certificates')).body.certificates).toHaveLength(1);
    await remove(b);
    expect(await row(half)).toMatchObject({ percent: 100, status: 'completed' });
    expect(await proofs(half)).toMatchObject([{ learnerName: 'Groundwork learner' }]);
    expect((await row(nearly)).completedAt).toEqual(after.completedAt);
    expect(await proofs(nearly)).toHaveLength(1);
    await remove(a);
    expect(await row(nearly)).toMatchObject({ percent: 0, pointsEarned: 0, totalPoints: 0, status: 'completed' });
    expect(rooms.complaints).toEqual([]);
  });

  test('[U7] a lesson added later lowers the percent, and withdraws neither completion nor certificate', async () => {
    const { lay, people, complete, row, proofs, add, send, courseId } = await started();
    const {
      lessons: [a = 0],
    } = await lay([], [1]);
    await complete(people.learner, [a]);
    const before = await row(people.learner);
    await add({ title: 'New', points: 30 });
    expect(await row(people.learner)).toMatchObject({
      percent: 50,
      pointsEarned: 10,
      totalPoints: 40,
      status: 'completed',
      completedAt: before.completedAt,
    });
    expect(await proofs(people.learner)).toHaveLength(1);
    const { body } = await send(people.learner, 'GET', `/api/courses/${courseId}`);
    expect((body.course ?? body).percentComplete).toBe(50);
  });

  test('[Z9] points, a module off and on, and a lesson that leaves the window count for everybody', async () => {
    const { lay, people, complete, row, change, changeModule, db } = await started();
    const {
      modules: [first = 0],
      lessons: [a = 0, b = 0],
    } = await lay(
      [
        [1, 1],
        [2, 4],
      ],
      [1, 2, 3],
    );
    await db.update(db.tables.courses).set({ windowTo: 4 });
    await complete(people.learner, [a]);
    await change(a, { points: 25 });
    expect(await row(people.learner)).toMatchObject({ percent: 33, pointsEarned: 25, totalPoints: 45 });
    await changeModule(first, { isEnabled: false });
    expect(await row(people.learner)).toMatchObject({ percent: 0, pointsEarned: 0, totalPoints: 20 });
    await changeModule(first, { isEnabled: true });
    expect(await row(people.learner)).toMatchObject({ percent: 33, pointsEarned: 25, totalPoints: 45 });
    await change(b, { moduleId: null });
    expect(await row(people.learner)).toMatchObject({ percent: 50, pointsEarned: 25, totalPoints: 35 });
  });

  test('[P1] agrees with the contract’s totals for people who completed this and that', async () => {
    const { plant, db, courseId } = await started();
    const lessons: { id: number; points: number }[] = [];
    for (const points of [null, 0, 7, 30, null, 1, 10])
      lessons.push({
        id: await plant.lesson(courseId, { points, orderIndex: lessons.length + 1 }),
        points: points ?? 10,
      });
    const gone = await plant.lesson(courseId, { orderIndex: 9, retiredAt: new Date() });
    const { unitProgress, courseProgress } = db.tables;
    const expected = new Map<string, ReturnType<typeof courseTotals>>();
    for (let mask = 0; mask < 128; mask += 1) {
      const userId = await plant.person();
      await plant.assign(userId, courseId);
      const done = lessons.filter((_, n) => mask & (1 << n));
      const ids = [...done.map(({ id }) => id), gone];
      const units = ids.map((lessonId) => ({ userId, lessonId, courseId, status: 'completed' as const }));
      await db.insert(unitProgress).values(units);
      expected.set(
        userId,
        courseTotals(lessons, (id) => ids.includes(id)),
      );
    }
    await db.transact(function* (tx) {
      const lessons = yield* countedLessons(tx, courseId);
      return yield* recountPage(tx, { courseId, lessons, at: new Date(), cursor: null });
    });
    const rows = await db.select().from(courseProgress);
    expect(rows).toHaveLength(128);
    for (const { userId, percent, pointsEarned, totalPoints, status, completedAt } of rows) {
      const told = { percentComplete: percent, pointsEarned, totalPoints };
      expect(told).toEqual(expected.get(userId));
      expect([status, completedAt !== null]).toEqual(percent === 100 ? ['completed', true] : ['in_progress', false]);
    }
    expect(await db.select().from(db.tables.certificates)).toHaveLength(1);
  });

  test('[U7] ten thousand people are recounted while an author waits', async () => {
    const { lay, remove, db, courseId } = await started();
    const { lessons } = await lay([], [1, 2, 3, 4, 5]);
    const { profiles, courseProgress, unitProgress, certificates } = db.tables;
    const people = Array.from({ length: 10_000 }, () => randomUUID());
    for (let at = 0; at < people.length; at += 500) {
      const some = people.slice(at, at + 500);
      await db.insert(profiles).values(some.map((id) => ({ id, email: `${id}@test.example` })));
      await db.insert(courseProgress).values(some.map((userId) => ({ userId, courseId })));
      // Everybody has half of the lessons; the first hundred all but the last one.
      for (const [n, lessonId] of lessons.slice(0, 4).entries()) {
        const who = some.filter((_, m) => n < 2 || at + m < 100);
        const units = who.map((userId) => ({ userId, lessonId, courseId, status: 'completed' as const }));
        if (units.length > 0) await db.insert(unitProgress).values(units);
      }
    }
    const start = processorMs();
    await remove(lessons[4] ?? 0);
    await runJobs(processOn(db));
    const took = processorMs() - start;
    const done = await db.select().from(courseProgress).where(eq(courseProgress.percent, 100));
    const half = await db.select().from(courseProgress).where(eq(courseProgress.percent, 50));
    expect([done.length, half.length]).toEqual([100, 9900]);
    expect(await db.select().from(certificates)).toHaveLength(100);
    expect(took).toBeLessThan(5_000);
  }, 120_000);
});
