// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNavigate } from '#app/ui/router.ts';
import { dropSecondClicks } from '#app/ui/second-click.ts';
import { HAND } from '#app/ui/use-media-query.ts';
import type { Quiz } from '#sync/contract/quiz.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const quiz: Quiz = {
  lessonId: 301,
  quizVersion: 'v1',
  questions: ['Is it dry?', 'Is it up?', 'Is it red?'].map((words, n) =>
    aQuestion(n + 1, words, [`Yes to ${n + 1}`, `No to ${n + 1}`]),
  ),
};
const lessons = [aLesson({ id: 301, orderIndex: 1, title: 'Quiz: basics' })];
const content = [{ course: aCourse({ lessonCount: 1 }), lessonsOf: { courseId: 4, lessons }, quiz }];
function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  );
}
const pages = (
  <>
    {lessonPages}
    <Back />
  </>
);

dropSecondClicks();

let opened: Awaited<ReturnType<typeof openApp>>;
beforeEach(async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query === HAND ? 'all' : query));
  opened = await openApp({ content, screen: pages, at: '/course/4/lesson/301' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.getAllByRole('group');

test('[Q1] on a phone one question is shown, takes the focus and says which it is', async () => {
  await screen.findByText('Question 1 of 3');
  expect(shown()).toHaveLength(1);
  press('Next');
  const second = await screen.findByRole('group', { name: 'Question 2 of 3. Is it up?' });
  expect(document.activeElement).toBe(second);
  expect(shown()).toHaveLength(1);
  fireEvent.keyDown(second, { key: 'ArrowLeft', altKey: true });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Next' }), { key: 'ArrowLeft' });
  screen.getByText('Question 2 of 3');
  fireEvent.keyDown(second, { key: 'ArrowLeft' });
  await screen.findByRole('group', { name: 'Question 1 of 3. Is it dry?' });
  fireEvent.keyDown(screen.getByLabelText('Yes to 1'), { key: 'ArrowRight' });
  expect(screen.getByText('Question 1 of 3')).toBeTruthy();
});

test('[Q1] the review names what is missing first, leads there and back, and has Submit once nothing is', async () => {
  fireEvent.click(await screen.findByLabelText('Yes to 1'));
  press(/^1 of 3 answered/);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '2 questions left' }));
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(
    within(screen.getByRole('region', { name: 'Quiz' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['2Is it up?Not answered', '3Is it red?Not answered', '1Is it dry?Yes to 1']);
  press('Answer question 2');
  fireEvent.click(screen.getByLabelText('No to 2'));
  press('Review answers');
  await screen.findByRole('heading', { name: 'One question left' });
  press('Answer question 3');
  fireEvent.click(screen.getByLabelText('No to 3'));
  press('Review answers');
  await screen.findByRole('heading', { name: 'Ready to submit' });
  press('Submit');
  await screen.findByText('Saved. Your result appears when you are online.');
});

test('[Q1, Q2] what is needed to pass is said before the first question and before Submit, and nowhere between', async () => {
  await screen.findByText('Question 1 of 3');
  screen.getByText('You need 100% to pass this quiz.');
  press('Next');
  await screen.findByText('Question 2 of 3');
  expect(screen.queryByText(/You need 100%/)).toBeNull();
  press('Review');
  screen.getByText('You need 100% to pass this quiz.');
});

test('[Q1] the review shows each of several answers', async () => {
  const [first, ...others] = quiz.questions;
  if (!first) throw new Error('There is no question.');
  const several: Quiz = { ...quiz, questions: [{ ...first, question_type: 'multiple_choice' }, ...others] };
  await opened.engine.replica.quizzes.put(several);
  for (const answer of ['Yes to 1', 'No to 1']) fireEvent.click(await screen.findByRole('checkbox', { name: answer }));
  press('Review');
  const row = await screen.findByRole('button', { name: /Is it dry/ });
  expect(row.textContent).toContain('•Yes to 1•No to 1');
});

test('[Q1] a double tap neither submits unseen nor answers a question', async () => {
  const press = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }), { detail: 1 });
    fireEvent.click(
      document.activeElement?.closest('form')?.querySelector('[data-page-mark] [type=submit]') as Element,
      {
        detail: 2,
      },
    );
  };
  for (const [n, next] of ['Next', 'Next', 'Review answers'].entries()) {
    fireEvent.click(await screen.findByLabelText(`Yes to ${n + 1}`));
    press(next);
  }
  screen.getByRole('heading', { name: 'Ready to submit' });
  expect(await opened.engine.replica.outbox.count()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: /Is it dry/ }), { detail: 1 });
  fireEvent.click(await screen.findByLabelText('No to 1'), { detail: 2 });
  press('Review');
  await screen.findByText('Yes to 1');
});

test('[Q1] it begins at the first question without an answer, and with the review when there is none', async () => {
  const { engine, show } = opened;
  const reopen = async (answers: Record<string, string>) => {
    show(null, '/');
    const draft = { lessonId: 301, savedAt: '2999-01-01T00:00:00.000Z', asked: quiz.questions };
    await engine.replica.drafts.put({ ...draft, answers });
    show(pages, '/course/4/lesson/301');
  };
  await screen.findByText('Question 1 of 3');
  await reopen({ 1: '11' });
  await screen.findByText('Question 2 of 3');
  await reopen({ 1: '11', 2: '21', 3: '31' });
  await screen.findByRole('heading', { name: 'Ready to submit' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false));
});

test('[Q1] Back leads through the questions as they were shown, with every answer, and a reload keeps the question', async () => {
  const at = (question: string) => waitFor(() => expect(opened.query()).toBe(`?question=${question}`));
  fireEvent.click(await screen.findByLabelText('Yes to 1'));
  await at('1');
  press('Next');
  fireEvent.click(await screen.findByLabelText('No to 2'));
  press('Next');
  await at('3');
  press('Back');
  await screen.findByRole('group', { name: /^Question 2/ });
  await at('2');
  expect(screen.getByLabelText('No to 2')).toHaveProperty('checked', true);
  // The button of the page goes back, too: it adds nothing to go back through.
  press('Previous question');
  await screen.findByRole('group', { name: /^Question 1/ });
  expect(screen.getByLabelText('Yes to 1')).toHaveProperty('checked', true);
  opened.show(null, '/');
  opened.show(pages, '/course/4/lesson/301?question=2');
  await screen.findByRole('group', { name: /^Question 2/ });
});

test('[Q1] once it is submitted, Back leads out of the quiz', async () => {
  fireEvent.click(await screen.findByLabelText('Yes to 1'));
  press('Next');
  fireEvent.click(await screen.findByLabelText('No to 2'));
  press('Next');
  fireEvent.click(await screen.findByLabelText('No to 3'));
  press('Review answers');
  press('Submit');
  await screen.findByText('Saved. Your result appears when you are online.');
  await waitFor(() => expect(opened.query()).toBe('?question=1'));
});
