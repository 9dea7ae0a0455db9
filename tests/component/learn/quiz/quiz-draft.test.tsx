// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import type { Quiz } from '#sync/contract/quiz.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const quiz: Quiz = {
  lessonId: 301,
  quizVersion: 'v1',
  questions: [aQuestion(2, 'What do you pack?', ['Scanner', 'Charger'], { id: 1, question_type: 'multiple_choice' })],
};
const lessons = [aLesson({ id: 301, orderIndex: 1, title: 'Quiz: basics' })];
const content = [{ course: aCourse({ lessonCount: 1 }), lessonsOf: { courseId: 4, lessons }, quiz }];
const at = '/course/4/lesson/301';

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async () => {
  opened = await openApp({ content, screen: lessonPages, at });
  return opened;
};
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
  localStorage.clear();
});

/** A write that its page does not live to see. */
const hang = () => vi.spyOn(opened.engine.replica.drafts, 'put').mockImplementation(() => new Dexie.Promise(() => {}));
const leave = () => dispatchEvent(new Event('pagehide'));
const keptBeside = () => Object.keys(localStorage).filter((key) => key.includes('draft'));
const written = async () => (await opened.engine.replica.drafts.get(301))?.answers;

test('[Q1] an answer is there again although the page was closed before it was written', async () => {
  const { show } = await open();
  const writing = hang();
  fireEvent.click(await screen.findByLabelText('Charger'));
  await waitFor(() => expect(writing).toHaveBeenCalled());
  leave();
  show(null, '/');
  writing.mockRestore();
  show(lessonPages, at);
  await waitFor(() => expect(screen.getByLabelText('Charger')).toHaveProperty('checked', true));
  await waitFor(async () => expect(await written()).toEqual({ 1: ['22'] }));
  expect(keptBeside()).toEqual([]);
});

test('[Q1, O11] answers that were written or handed in are not kept for the next time', async () => {
  const { show } = await open();
  fireEvent.click(await screen.findByLabelText('Charger'));
  await waitFor(async () => expect(await written()).toEqual({ 1: ['22'] }));
  leave();
  expect(keptBeside()).toEqual([]);
  const writing = hang();
  fireEvent.click(screen.getByLabelText('Scanner'));
  // As with a page that comes back from the browser's memory.
  leave();
  expect(keptBeside()).toHaveLength(1);
  writing.mockRestore();
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('Saved. Your result appears when you are online.');
  expect(keptBeside()).toEqual([]);
  show(null, '/');
  show(lessonPages, at);
  await screen.findByText('Saved. Your result appears when you are online.');
});

test('[Q1, Y26] what a closed page left is shown and said to be unkept while the database has no room', async () => {
  const { show } = await open();
  const writing = hang();
  fireEvent.click(await screen.findByLabelText('Charger'));
  await waitFor(() => expect(writing).toHaveBeenCalled());
  leave();
  show(null, '/');
  writing.mockImplementation(() => Dexie.Promise.reject(new DOMException('No room', 'QuotaExceededError')));
  show(lessonPages, at);
  await waitFor(() => expect(screen.getByLabelText('Charger')).toHaveProperty('checked', true));
  await screen.findByText(/could not be saved on this device/);
  show(null, '/');
  expect(keptBeside()).toHaveLength(1);
  writing.mockRestore();
  show(lessonPages, at);
  await waitFor(() => expect(screen.getByLabelText('Charger')).toHaveProperty('checked', true));
  await waitFor(async () => expect(await written()).toEqual({ 1: ['22'] }));
  expect(keptBeside()).toEqual([]);
});

test('[Q1] a page that hides while its answers are handed in does not make a draft of them', async () => {
  const { engine } = await open();
  fireEvent.click(await screen.findByLabelText('Charger'));
  await waitFor(async () => expect(await written()).toEqual({ 1: ['22'] }));
  const going = Promise.withResolvers<void>();
  const change = engine.replica.change.bind(engine.replica);
  vi.spyOn(engine.replica, 'change').mockImplementation(async (...given) => {
    const kept = await change(...given);
    await going.promise;
    return kept;
  });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(async () => expect(await written()).toBeUndefined());
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  leave();
  going.resolve();
  await screen.findByText('Saved. Your result appears when you are online.');
  expect([await written(), keptBeside()]).toEqual([undefined, []]);
});
