import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readQuizNews } from '#sync/store/quiz-news.ts';
import { Replica } from '#sync/store/replica.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';

test('[Y13c] a result rises by a pull: a pass is news, and a failure stays where it was', async () => {
  const replica = new Replica('regraded');
  await replica.saveContent({
    course: aCourse(),
    lessonsOf: { courseId: 4, lessons: [aLesson({ title: 'Module Quiz' })] },
  });
  const failed = { lessonId: 101, score: 50, passed: false, review: [], isNews: true };
  await replica.quizResults.bulkPut([
    { ...failed, opId: 'first', at: '2026-11-25T10:00:00.000Z' },
    { ...failed, opId: 'second', at: '2026-11-25T11:00:00.000Z' },
  ]);
  const told = async () => (await readQuizNews(replica)).map(({ result }) => result);
  expect(await told()).toMatchObject([{ opId: 'second', score: 50 }]);
  const at = '2026-11-26T10:00:00.000Z';
  const attempt = (opId: string, score: number) => ({ opId, score, passed: score === 100, review: [] });
  await replica.saveContent({ regraded: { at, attempts: [attempt('second', 75), attempt('elsewhere', 100)] } });
  expect(await told()).toMatchObject([{ opId: 'second', score: 75, isRegraded: true, at: '2026-11-25T11:00:00.000Z' }]);
  await replica.units.put(aUnit({ lessonId: 101, status: 'completed', rev: 1 }));
  await replica.saveContent({ regraded: { at, attempts: [attempt('second', 75), attempt('first', 100)] } });
  expect(await told()).toMatchObject([{ opId: 'first', passed: true, isNews: true, isRegraded: true, at }]);
  await replica.quizResults.update('first', { isNews: false });
  await replica.saveContent({ regraded: { at, attempts: [attempt('first', 100)] } });
  expect(await told(), 'told once').toEqual([]);
  expect(await replica.quizResults.count()).toBe(2);
  await replica.delete();
});
