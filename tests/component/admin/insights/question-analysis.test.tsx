// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChosenQuiz } from '#app/admin/insights/question-analysis.tsx';
import type { AnalyzedQuestion, QuizAnalysis } from '#sync/contract/quiz-authoring.ts';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route, refusal } from '#tests/fixtures/auth-service.ts';

const WRONG: AnalyzedQuestion = {
  ...{ id: 2, place: 2, questionText: 'Which results mean a new scan?', people: 135, rightPercent: 38 },
  discrimination: 4,
  answers: [
    { id: 21, answerText: 'Coverage 91 percent', isCorrect: true, chosenPercent: 53 },
    { id: 22, answerText: 'Loop error 1.5 cm', isCorrect: false, chosenPercent: 47 },
  ],
};
const NEW: AnalyzedQuestion = { ...WRONG, id: 3, place: 1, people: 0, rightPercent: 0, discrimination: null };
const ALL: QuizAnalysis = { lesson: { id: 18, title: 'Quiz: Scan Quality', courseId: 4 }, questions: [WRONG, NEW] };

async function open(analysis: Route, at = '/admin/quiz-analytics?lessonId=18') {
  const page = (
    <>
      <ChosenQuiz organizationId="o" />
      <p>The page</p>
    </>
  );
  const { asked } = await openForAdmin(page, { 'GET /api/admin/lessons/18/quiz/analysis': analysis }, at);
  return asked;
}

test('the hardest question comes first, with what is chosen instead of the right answer and the way to edit it', async () => {
  const asked = await open(() => answer(200, ALL));
  const region = within(await screen.findByRole('region', { name: 'Quiz: Scan Quality' }));
  expect(region.getByRole('link', { name: 'Edit questions' }).getAttribute('href')).toBe(
    '/admin/courses/4#lesson-18-panel',
  );
  expect(region.getByRole('link', { name: 'Edit question 2' }).getAttribute('href')).toBe(
    '/admin/courses/4?question=2#lesson-18-panel',
  );
  region.getByText('38%');
  region.getByText('By 135 people. 47% choose "Loop error 1.5 cm", which is wrong.');
  region.getByText("Doesn't tell strong and weak learners apart");
  region.getByText(/about as often \(4 points apart\)\. Check its wording/);
  region.getByText('No one has answered it since its last change.');
  expect(asked).toContain('GET /api/admin/lessons/18/quiz/analysis?organizationId=o');
});

test('of a course that one only follows the questions have their shares, and no answers and nothing to edit', async () => {
  const questions = ALL.questions.map((one) => ({ ...one, answers: [], discrimination: null }));
  await open(() => answer(200, { ...ALL, canEdit: false, questions }));
  const region = within(await screen.findByRole('region', { name: 'Quiz: Scan Quality' }));
  region.getByText('38%');
  region.getByText('By 135 people.');
  expect(region.queryByRole('link')).toBeNull();
  expect(region.queryByRole('list', { name: 'Answers' })).toBeNull();
});

test('a quiz that is out of reach says so', async () => {
  await open(() => refusal(404, 'lesson_not_found', 'Lesson not found'));
  await screen.findByText(/This quiz can't be seen/);
});

test('nothing is asked for before a quiz is chosen', async () => {
  const asked = await open(() => answer(200, ALL), '/admin/quiz-analytics');
  await screen.findByText('The page');
  expect(asked).toEqual([]);
});
