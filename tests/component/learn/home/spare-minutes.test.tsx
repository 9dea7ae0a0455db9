// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { newDownload } from '#sync/store/media-ledger.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => ({ partner: null }) }));

const course = aCourse({ id: 4, title: 'Certified Inspector', lessonCount: 5 });
const lesson = (id: number, minutes: number, more = {}) =>
  aLesson({ id, orderIndex: id - 100, title: `Lesson ${id}`, duration: minutes * 60, ...more });
const lessons = [
  lesson(101, 3),
  lesson(102, 4),
  lesson(103, 5),
  lesson(104, 2, { title: 'Quiz: Scan quality', questionCount: 3 }),
  lesson(105, 6, { videoUrl: '/media/film' }),
];

let opened: Awaited<ReturnType<typeof openApp>>;
// The search inside lessons.
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ lessons: [] })));
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all([device.downloads.clear(), device.grants.clear()]);
  await opened.close();
});

/** Lesson 1 was begun. */
async function begin(count = 5) {
  const lessonsOf = { courseId: 4, lessons: lessons.slice(0, count) };
  const content = [{ catalog: [{ ...course, lessonCount: count }] }, { lessonsOf }];
  opened = await openApp({ at: '/', content, screen: <HomePage /> });
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'in_progress' });
  await screen.findByText('I have 10 minutes');
}
const link = () => screen.getByRole('link', { name: /^I have \d+ minutes/ });
const choose = (minutes: number) => fireEvent.click(screen.getByRole('button', { name: `${minutes} min` }));

test('[H4] what fits into 5, 10 or 20 minutes is laid out in the order of the course, and opens without a network', async () => {
  await begin();
  expect(link().textContent).toBe('I have 10 minutesFinish lesson 1, then lesson 2 · 7 min');
  expect(link().getAttribute('href')).toBe('/course/4/lesson/101');
  choose(5);
  expect(link().textContent).toBe('I have 5 minutesFinish lesson 1 · 3 min');
  choose(20);
  expect(link().textContent, 'the quiz is not on this device').toBe(
    'I have 20 minutesFinish lesson 1, then 2 more · 12 min',
  );
});

test('[H4] a quiz and a video count once they are on this device', async () => {
  await begin();
  choose(20);
  await opened.engine.replica.quizzes.put({ lessonId: 104 } as never);
  await waitFor(() => expect(link().textContent).toMatch(/then 3 more · 14 min$/));
  await device.downloads.put({ ...newDownload('film'), isComplete: true });
  await device.grants.put({ userId: opened.engine.userId, assetId: 'film' });
  await waitFor(() => expect(link().textContent).toMatch(/then 4 more · 20 min$/));
});

test('[H4] where nothing is short enough it says so, and where nothing fits at all it is not there', async () => {
  await begin(2);
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  await waitFor(() => expect(link().textContent).toBe('I have 10 minutesLesson 2 · 4 min'));
  await opened.engine.replica.lessons.update(102, { duration: 400 });
  choose(5);
  await screen.findByText('No lesson on this device is that short');
  expect(screen.queryByRole('link', { name: /^I have/ })).toBeNull();
  await opened.engine.replica.lessons.update(102, { duration: 4000 });
  await waitFor(() => expect(screen.queryByText(/^I have/)).toBeNull());
  expect(within(screen.getByRole('main')).queryByRole('group', { name: 'How much time' })).toBeNull();
});
