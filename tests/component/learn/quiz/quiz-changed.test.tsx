// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { freshUnit } from '#sync/contract/progress.ts';
import type { Quiz } from '#sync/contract/quiz.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

const question = (id: number, words: string) => aQuestion(id, words, [`Yes to ${id}`, `No to ${id}`]);
const quiz: Quiz = {
  lessonId: 301,
  quizVersion: 'v1',
  questions: [question(1, 'Is it dry?'), question(2, 'Is it up?')],
};
const newer: Quiz = { ...quiz, quizVersion: 'v2', questions: [question(1, 'Is it dry?'), question(2, 'Is it down?')] };
const content = [
  {
    course: aCourse({ lessonCount: 1 }),
    lessonsOf: { courseId: 4, lessons: [aLesson({ id: 301, title: 'Quiz' })] },
    quiz,
  },
];

/** A pass of the engine may be under way already; the next one takes what was handed in. */
const PATIENCE = { timeout: 12_000 };

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async () => {
  opened = await openApp({ content, screen: lessonPages, at: '/course/4/lesson/301' });
  return opened;
};
afterEach(() => opened.close());

const submit = () => screen.getByRole('button', { name: 'Submit' });
/** Answers both questions and presses Submit; the network is away. */
const answerAndSubmit = async () => {
  fireEvent.click(await screen.findByLabelText('Yes to 1'));
  fireEvent.click(screen.getByLabelText('Yes to 2'));
  fireEvent.click(submit());
  await screen.findByText(/^Saved\./);
};
/** A server that holds the newer quiz, takes only its version, and lets everybody pass. */
const server = (request: TransportRequest) => {
  if (request.path === '/api/lessons/301/quiz') return { body: newer };
  if (request.path !== '/api/lessons/301/quiz/submit') return undefined;
  const { quizVersion } = request.body as { quizVersion: string };
  if (quizVersion !== 'v2') return refused('quiz_changed');
  const unit = { ...freshUnit(301), status: 'completed', rev: 1 };
  return { body: { score: 100, passed: true, review: [], unit, changed: true, dataEpoch: 'e1' } };
};

test('a quiz changed meanwhile keeps what fits, marks the rest, and the second submission takes the first one’s place', async () => {
  const { engine, setNetwork } = await open();
  await answerAndSubmit();
  setNetwork(server);
  await engine.syncNow();
  await screen.findByText('This quiz was changed while you were answering.');
  await screen.findByText('Changed question', {}, PATIENCE);
  expect(screen.getByRole('group', { name: /Is it down/ }).textContent).toContain('Changed question');
  expect(screen.getByLabelText('Yes to 1')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Yes to 2')).toHaveProperty('checked', false);
  expect(submit()).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByLabelText('No to 2'));
  expect(screen.queryByText('Changed question')).toBeNull();
  fireEvent.click(submit());
  await screen.findByText(/^Saved\./);
  await engine.syncNow();
  await screen.findByText('Perfect Score!', {}, PATIENCE);
  const states = (await engine.replica.outbox.toArray()).map((entry) => entry.state);
  expect(states).toEqual(['discarded', 'done']);
}, 30_000);

test('the questions are not on the device yet: it says so, keeps the answers, and asks again', async () => {
  const { engine, setNetwork } = await open();
  await answerAndSubmit();
  setNetwork((request) => (request.path.endsWith('/quiz') ? undefined : server(request)));
  await engine.syncNow();
  await screen.findByText(/Your answers are saved. Connect to the internet/);
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  setNetwork(server);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Changed question');
  expect(screen.getByLabelText('Yes to 1')).toHaveProperty('checked', true);
});

test('a change that was taken back is no trap: the same answers go again', async () => {
  const { engine, setNetwork } = await open();
  await answerAndSubmit();
  setNetwork((request) => (request.path.endsWith('/quiz') ? { body: quiz } : server(request)));
  await engine.syncNow();
  await screen.findByText('This quiz was changed while you were answering.');
  await waitFor(() => expect(submit()).toHaveProperty('disabled', false));
});

test('a quiz that changes before anything was answered is simply the new one', async () => {
  const { engine } = await open();
  await screen.findByText('Is it up?');
  await engine.replica.saveContent({ quiz: newer });
  await screen.findByText('Is it down?');
  expect(screen.queryByText('This quiz was changed while you were answering.')).toBeNull();
  fireEvent.click(screen.getByLabelText('Yes to 1'));
  await engine.replica.saveContent({ quiz });
  await screen.findByText('This quiz was changed while you were answering.');
});

test('another tab that was quicker is the one that counts', async () => {
  const { engine } = await open();
  fireEvent.click(await screen.findByLabelText('Yes to 1'));
  fireEvent.click(screen.getByLabelText('Yes to 2'));
  await engine.record({
    kind: 'quiz',
    courseId: 4,
    lessonId: 301,
    answers: { 1: '11', 2: '21' },
    quizVersion: 'v1',
  });
  // This page has not heard of it yet.
  fireEvent.click(submit());
  fireEvent.click(submit());
  await screen.findByText(/^Saved\./);
  expect(await engine.replica.outbox.toArray()).toMatchObject([{ body: { answers: { 1: '11', 2: '21' } } }]);
});
