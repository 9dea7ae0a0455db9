// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CoursePage } from '#app/learn/course/course-page.tsx';
import { LessonPage } from '#app/learn/lesson/lesson-page.tsx';
import { PracticePage } from '#app/learn/practice-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { freshUnit } from '#sync/contract/progress.ts';
import { notePractised, noteWrong, readPractice } from '#sync/extras/practice.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

const screenOf = (
  <Routes>
    <Route path={paths.course.pattern} element={<CoursePage />} />
    <Route path={paths.lesson.pattern} element={<LessonPage />} />
    <Route path={paths.practice.pattern} element={<PracticePage />} />
  </Routes>
);
const body = 'Read.\n\n```check\nOn a flat roof?\n( ) Nothing\n(x) Lifeline\n```\n';
const lessons = [aLesson({ id: 101, body }), aLesson({ id: 102, title: 'The quiz', questionCount: 2 })];
const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];
const open = async (at: string) => {
  opened = await openApp({ content, screen: screenOf, at });
  return opened.engine.replica;
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('what was answered wrong in a text comes again, offline, and later each time it is right', async () => {
  const replica = await open('/course/4/lesson/101');
  fireEvent.click(await screen.findByLabelText('Nothing'));
  await press('Check answer');
  await waitFor(async () => expect(await readPractice(replica, 4)).toHaveLength(1));
  const item = (await readPractice(replica, 4))[0];
  if (!item) throw new Error('Nothing was kept.');
  const days: number[] = [];
  let now = new Date('2026-12-01T08:00:00Z');
  for (const isRight of [true, true, false, true]) {
    const due = await notePractised(replica, { key: item.key, courseId: 4, lessonId: 101, isRight, now });
    days.push(Math.round((due.getTime() - now.getTime()) / 86_400_000));
    now = due;
  }
  const [first = 0, second = 0, afterWrong = 0] = days;
  expect(first).toBeGreaterThanOrEqual(1);
  expect(second).toBeGreaterThan(first);
  expect(afterWrong).toBeLessThan(second);
});

test('the page asks what is due, asks again what is wrong, and says what comes later', async () => {
  const replica = await open('/course/4/practice');
  await screen.findByText('Nothing to practice');
  const check = {
    kind: 'single' as const,
    question: 'On a flat roof?',
    options: ['Nothing', 'Lifeline'],
    right: [1],
    why: '',
  };
  await noteWrong(replica, { courseId: 4, lessonId: 101, check });
  opened.show(screenOf, '/course/4');
  await screen.findAllByText('Certified Field Inspector');
  opened.show(screenOf, '/course/4/practice');
  fireEvent.click(await screen.findByLabelText('Nothing'));
  await press('Check answer');
  await press('Next');
  fireEvent.click(await screen.findByLabelText('Lifeline'));
  await press('Check answer');
  await press('Next');
  await screen.findByText('That was all for now');
  const [kept] = await replica.practice.toArray();
  expect(kept?.card, 'only the first answer counts').toMatchObject({ lapses: 0, reps: 1 });
  opened.show(screenOf, '/course/4');
  await screen.findAllByText('Certified Field Inspector');
  opened.show(screenOf, '/course/4/practice');
  await screen.findByText('Nothing is due');
  await press('Practice anyway');
  await screen.findByLabelText('Lifeline');
});

test('questions of a passed quiz that were once wrong are practised in their words, others are not', async () => {
  const replica = await open('/course/4');
  const questions = [aQuestion(1, 'Which rope?', ['Old', 'New']), aQuestion(2, 'Which hat?', ['Soft', 'Hard'])];
  await replica.saveContent({ quiz: { lessonId: 102, questions, quizVersion: 'v1', words: {} } });
  const result = (opId: string, at: string, passed: boolean, chosen: number) => ({
    ...{ opId, at, passed, lessonId: 102, isNews: false, score: passed ? 100 : 50 },
    review: [
      { questionId: 1, chosenAnswerIds: [chosen], correctAnswerIds: [12], explanation: 'It holds.' },
      { questionId: 2, chosenAnswerIds: [22], correctAnswerIds: [22], explanation: null },
    ],
  });
  await replica.quizResults.put(result('a', '2026-11-01T08:00:00.000Z', false, 11));
  expect(await readPractice(replica, 4), 'the quiz is not over').toEqual([]);
  await replica.quizResults.put(result('b', '2026-11-02T08:00:00.000Z', true, 12));
  await replica.units.put({ ...freshUnit(102), status: 'completed' });
  expect((await readPractice(replica, 4)).map(({ check }) => check)).toEqual([
    { kind: 'single', question: 'Which rope?', options: ['Old', 'New'], right: [1], why: 'It holds.' },
  ]);
});
