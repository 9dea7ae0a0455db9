// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { answer, aSession, CONFIG, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { pass } from '#tests/fixtures/clock.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const DEMO = { id: 'o', name: 'Demo Inspections' };
const course = {
  ...{ ...aCourse(), rev: 1, createdAt: '2026-01-01T00:00:00.000Z', isEditable: true },
  ...{ organizationId: 'o', organization: DEMO },
};
const sent: AdminLesson = {
  ...aLesson({ videoUrl: '/media/a', videoBytes: 90e6 }),
  ...{
    rev: 1,
    isHidden: false,
    isPlaceSeen: true,
    isVisible: true,
    videoName: 'walk.mov',
    videoType: 'video/quicktime',
  },
  ...{ isPlayable: true, videoCodec: null, rendition: 'waiting' },
};
const made: AdminLesson = {
  ...{ ...sent, videoUrl: '/media/b', videoBytes: 9e6, videoName: 'walk.mp4', videoType: 'video/mp4' },
  ...{ videoCodec: 'h264', rendition: 'ready' },
};
const OUTLINE = '/api/admin/courses/4/lessons';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
let isVisible = true;

/** The course page with one lesson, whose panel is open; `answers` is what the server says of it now. */
async function open(answers: { lesson: AdminLesson; isDown?: boolean }) {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/config': () => answer(200, { ...CONFIG, convertsVideos: true }),
    'GET /api/auth/profile': () =>
      answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization: DEMO }),
    'GET /api/admin/courses/4': () => answer(200, { course }),
    [`GET ${OUTLINE}`]: () =>
      answers.isDown
        ? answer(500, { code: 'internal_error', message: 'Something went wrong' })
        : answer(200, { course, lessons: [answers.lesson], modules: [], outlineRev: 1 }),
    'GET /api/enterprise/admin/organizations/o/bulk-jobs': () => answer(200, { jobs: [] }),
  });
  opened = await openOnDevice({
    at: '/admin/courses/4#lesson-101-panel',
    path: '/admin/courses/:courseId',
    screen: <AdminCoursePage />,
  });
  return () => network.asked.filter((call) => call === `GET ${OUTLINE}`).length;
}

beforeEach(async () => {
  isVisible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  adminClient.clear();
  await seatLena();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await opened.close();
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
