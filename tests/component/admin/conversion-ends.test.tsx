// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { aCourse } from '#tests/factories.ts';
import { DEMO, OF_DEMO, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, CONFIG } from '#tests/fixtures/auth-service.ts';
import { pass } from '#tests/fixtures/clock.ts';
import { anAdminLesson } from '#tests/unit/app/admin/lessons/outline.ts';

const course = {
  ...{ ...aCourse(), rev: 1, createdAt: '2026-01-01T00:00:00.000Z', isEditable: true },
  ...{ organizationId: 'o', organization: DEMO },
};
const sent = anAdminLesson({
  ...{ videoUrl: '/media/a', videoBytes: 90e6, videoName: 'walk.mov', videoType: 'video/quicktime' },
  ...{ isPlayable: true, rendition: 'waiting' },
});
const made: AdminLesson = {
  ...{ ...sent, videoUrl: '/media/b', videoBytes: 9e6, videoName: 'walk.mp4', videoType: 'video/mp4' },
  ...{ videoCodec: 'h264', rendition: 'ready' },
};
const PAGE = (
  <Routes>
    <Route path="/admin/courses/:courseId" element={<AdminCoursePage />} />
  </Routes>
);
const OUTLINE = '/api/admin/courses/4/lessons';

let isVisible = true;

/** The course page with one lesson, whose panel is open; `answers` is what the server says of it now. */
async function open(answers: { lesson: AdminLesson; isDown?: boolean }) {
  const routes: Record<string, Answer> = {
    'GET /api/config': () => answer(200, { ...CONFIG, convertsVideos: true }),
    'GET /api/admin/courses/4': () => answer(200, { course }),
    [`GET ${OUTLINE}`]: () =>
      answers.isDown
        ? answer(500, { code: 'internal_error', message: 'Something went wrong' })
        : answer(200, { course, lessons: [answers.lesson], modules: [], outlineRev: 1 }),
    'GET /api/enterprise/admin/organizations/o/bulk-jobs': () => answer(200, { jobs: [] }),
  };
  const { asked } = await openWithRights(OF_DEMO, PAGE, routes, '/admin/courses/4#lesson-101-panel');
  return () => asked.filter((call) => call === `GET ${OUTLINE}`).length;
}

beforeEach(() => {
  isVisible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the page of a course shows that a video was converted, and asks no more', async () => {
  const answers = { lesson: sent };
  const asked = await open(answers);
  await screen.findByText(/A smaller version for phones is being made/);
  expect(screen.getByText('walk.mov')).toBeTruthy();
  answers.lesson = made;
  await pass(9000);
  const before = asked();
  await pass(1500);
  await screen.findByText('The version for phones is ready.');
  expect(screen.getByText('walk.mp4')).toBeTruthy();
  expect(asked()).toBe(before + 1);
  await pass(60_000);
  expect(asked()).toBe(before + 1);
});

test('the page of a course shows that a video could not be converted', async () => {
  const answers = { lesson: sent };
  await open(answers);
  await screen.findByText(/A smaller version for phones is being made/);
  answers.lesson = { ...sent, rendition: 'failed' };
  await pass(10_500);
  await screen.findByText(/This video could not be converted/);
});

test('a look that fails is told nowhere, and the next one tells the end', async () => {
  const answers: Parameters<typeof open>[0] = { lesson: sent };
  await open(answers);
  await screen.findByText(/A smaller version for phones is being made/);
  answers.isDown = true;
  await pass(10_500);
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['']);
  expect(screen.getByText('walk.mov')).toBeTruthy();
  Object.assign(answers, { isDown: false, lesson: made });
  await pass(10_500);
  await screen.findByText('walk.mp4');
});

test('a page that is out of sight asks nothing', async () => {
  const asked = await open({ lesson: sent });
  await screen.findByText(/A smaller version for phones is being made/);
  isVisible = false;
  const before = asked();
  await pass(60_000);
  expect(asked()).toBe(before);
  isVisible = true;
  await pass(10_500);
  await waitFor(() => expect(asked()).toBe(before + 1));
});
