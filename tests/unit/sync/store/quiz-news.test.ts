import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { markQuizNewsSeen } from '#sync/store/quiz-news.ts';
import { Replica } from '#sync/store/replica.ts';

test('what is deleted while its news is marked as seen does not come back', async () => {
  const replica = new Replica('marks');
  const result = { opId: 'one', lessonId: 102, at: '2026-11-25T10:00:00.000Z', score: 66, passed: false, review: [] };
  await replica.quizResults.put({ ...result, isNews: true });
  await Promise.all([markQuizNewsSeen(replica, [102]), replica.quizResults.clear()]);
  expect(await replica.quizResults.toArray()).toEqual([]);
  await replica.quizResults.put({ ...result, isNews: true });
  await markQuizNewsSeen(replica, [102]);
  expect(await replica.quizResults.toArray()).toEqual([{ ...result, isNews: false }]);
  await replica.delete();
});
