// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { RunDownloads } from '#app/learn/downloads/run-downloads.tsx';
import { newDownload, partAddress } from '#sync/store/media-ledger.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

test('the browser is asked to keep the storage when work waits to be sent, and when the app is installed', async () => {
  const persist = vi.fn(async () => false);
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist, persisted: async () => false } });
  await seatLena();
  opened = await openOnDevice({ at: '/', path: '/', screen: <RunDownloads /> });
  const engine = opened.engineOf(LENA.id);
  expect(persist).not.toHaveBeenCalled();
  await act(() => engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' }));
  await waitFor(() => expect(persist).toHaveBeenCalledOnce());
  window.dispatchEvent(new Event('appinstalled'));
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(2));
});

/** Somebody else has downloaded a lesson of course 4 here; Lena has just signed in. */
async function afterSignIn(hasCourse: boolean) {
  const file = {
    etag: '"1"',
    contentType: 'video/mp4',
    sizeBytes: 1_300_000,
    partBytes: 8_388_608,
    parts: 1,
    captions: null,
  };
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => [{ url: `https://app.example${partAddress('film', file, 0)}` }],
      delete: async () => true,
      match: async () => undefined,
    }),
  });
  await device.downloads.put({ ...newDownload('film'), file, here: [0], isComplete: true, askedAt: Date.now() });
  await device.grants.put({ userId: 'somebody', assetId: 'film' });
  const files = [{ assetId: 'film', bytes: 1_300_000 }];
  const facts = {
    courseTitle: 'Ropes',
    title: 'Knots',
    orderIndex: 1,
    isPaused: false,
    wantedAt: 1,
    checkedAt: 1,
    refusal: null,
  };
  await device.keptLessons.put({ userId: 'somebody', courseId: 4, lessonId: 101, files, ...facts });
  await seatLena();
  await device.people.update(LENA.id, { takesWhatIsHere: true });
  const course = aCourse({ id: 4, title: 'Operating the 3D Scanner', thumbnail: null });
  const lessons = [aLesson({ id: 101, videoUrl: '/media/film', captionsUrl: null, body: '' })];
  const answers: Record<string, unknown> = {
    '/api/courses/4': course,
    '/api/courses/4/lessons': { lessons },
    '/api/progress/enhanced/4': {
      courseProgress: { percentComplete: 0, pointsEarned: 0, totalPoints: 10, completedAt: null },
      unitProgress: [],
      certificate: null,
      round: 1,
      dataEpoch: 'e1',
    },
  };
  const refused = { status: 404, body: { error: 'x', message: 'No such course.', code: 'course_not_found' } };
  opened = await openOnDevice({
    at: '/',
    path: '/',
    screen: <RunDownloads />,
    network: ({ path }) => {
      if (path === '/api/health') return { body: {} };
      if (!hasCourse) return refused;
      return answers[path] ? { body: answers[path] } : refused;
    },
  });
  await act(() => opened.engineOf(LENA.id).checkReachable());
}

test('[Y23a] whoever has signed in is told what lies here for them, once', async () => {
  await afterSignIn(true);
  await screen.findByText('Already on this device');
  await screen.findByText(/^Operating the 3D Scanner \(1\.3.MB\)$/);
  expect(await device.grants.get([LENA.id, 'film'])).toBeDefined();
  await waitFor(async () => expect((await device.people.get(LENA.id))?.takesWhatIsHere).toBe(false));
});

test('[Y23a, O7] whom the server refuses the course is granted and told nothing', async () => {
  await afterSignIn(false);
  await waitFor(async () => expect((await device.people.get(LENA.id))?.takesWhatIsHere).toBe(false));
  expect(await device.grants.get([LENA.id, 'film'])).toBeUndefined();
  expect(screen.queryByText('Already on this device')).toBeNull();
});
