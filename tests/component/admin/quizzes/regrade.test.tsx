// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RegradeNotice } from '#app/admin/quizzes/regrade.tsx';
import type { QuizRegrade, RegradeOffer } from '#sync/contract/quiz-authoring.ts';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const NOTHING: RegradeOffer = { attempts: 0, questions: [], running: null };
const changed = { id: 1, questionText: 'How high?', wasCorrect: ['3 m'], isCorrect: ['4 m'], seen: 'now' };
const deleted = { id: 2, questionText: 'How wide?', wasCorrect: ['1 m'], isCorrect: null, seen: 'deleted' };

const PATH = '/api/admin/lessons/7/quiz/regrade';

async function open(first: RegradeOffer) {
  let offer = first;
  const { sent } = await openForAdmin(<RegradeNotice lesson={{ id: 7, courseId: 1, title: 'Module Quiz' }} />, {
    [`GET ${PATH}`]: () => answer(200, offer),
    [`POST ${PATH}`]: ({ body }) => {
      if (!(body as QuizRegrade).isPreview) offer = NOTHING;
      return answer(200, { attempts: 40, changed: 12, passing: 9 });
    },
  });
  return () => sent(`POST ${PATH}`);
}

test('an author is told, sees what a regrading changes, and starts it', async () => {
  const sent = await open({ attempts: 40, questions: [changed, deleted], running: null });
  expect(await screen.findByText('40 attempts were graded with the old answers.')).toBeTruthy();
  await press('Review grades');
  const [first, second] = screen.getAllByLabelText('For those who answered it before') as HTMLSelectElement[];
  expect([first?.value, second?.value], 'a deleted question gives points only when its author says so').toEqual([
    'key',
    'leave',
  ]);
  expect([...(second?.options ?? [])].map(({ value }) => value)).toEqual(['everyone', 'leave']);
  await press('Preview');
  expect(await screen.findByText(/Of 40 attempts, 12 scores rise, and 9 people pass now/)).toBeTruthy();
  // Another choice is another preview.
  if (second) fireEvent.change(second, { target: { value: 'everyone' } });
  await press('Preview');
  await press('Grade again');
  await waitFor(() => expect(sent()).toHaveLength(3));
  const questions = (by: string) => [
    { id: 1, seen: 'now', by: 'key' },
    { id: 2, seen: 'deleted', by },
  ];
  expect(sent()).toEqual([
    { questions: questions('leave'), isPreview: true },
    { questions: questions('everyone'), isPreview: true },
    { questions: questions('everyone'), isPreview: false },
  ]);
  await waitFor(() => expect(document.body.textContent).not.toContain('were graded with'));
});

test('grades are left as they are without a preview, and how far a regrading is is said', async () => {
  const sent = await open({ attempts: 1, questions: [deleted], running: { handled: 20, total: 40 } });
  expect(await screen.findByText('Grading again: 20 of 40 attempts.')).toBeTruthy();
  expect(screen.getByText('1 attempt was graded with a question that was deleted since.')).toBeTruthy();
  await press('Review grades');
  await press('Leave the grades');
  await waitFor(() => expect(sent()).toMatchObject([{ questions: [{ by: 'leave' }], isPreview: false }]));
});
