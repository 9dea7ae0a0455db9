// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { DownloadsPage } from '#app/learn/downloads/downloads-page.tsx';
import { LEFT_HERE, newDownload } from '#sync/store/media-ledger.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
beforeEach(async () => {
  const cache = { keys: async () => [], delete: async () => true, match: async () => undefined };
  vi.stubGlobal('caches', { open: async () => cache });
  const file = {
    etag: '"1"',
    contentType: 'video/mp4',
    sizeBytes: 1_300_000,
    partBytes: 8_388_608,
    parts: 1,
    captions: null,
  };
  await device.downloads.put({ ...newDownload('film'), file, here: [0], isComplete: true });
  await device.grants.put({ userId: LEFT_HERE, assetId: 'film' });
  const files = [{ assetId: 'film', bytes: 1_300_000 }];
  const titles = { courseTitle: 'Ropes', title: 'Knots', orderIndex: 1 };
  const facts = { isPaused: false, wantedAt: 1, checkedAt: 1, refusal: null };
  await device.keptLessons.put({ userId: LEFT_HERE, courseId: 4, lessonId: 101, files, ...titles, ...facts });
  await seatLena();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened?.close();
});
const open = async () => {
  opened = await openOnDevice({ at: '/downloads', path: '/downloads', screen: <DownloadsPage /> });
};
const removal = { name: /^Remove what was left for the next person \(1\.3.MB\)$/ };

test('[Y23] what was left for the next person is no one’s, takes room, and can be removed', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', removal));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', removal)).toBeNull());
  expect([await device.downloads.count(), await device.keptLessons.count()]).toEqual([0, 0]);
});

test('[Y23a] it is not offered for removal while somebody uses it', async () => {
  await device.grants.put({ userId: LENA.id, assetId: 'film' });
  await open();
  await screen.findByText('Nothing is downloaded yet');
  expect(screen.queryByRole('button', removal)).toBeNull();
  await device.grants.delete([LENA.id, 'film']);
  await screen.findByRole('button', removal);
});

test('[O10] offline and empty, it says what downloading needs and offers what opens now', async () => {
  const catalog = [aCourse({ lessonCount: 1 })];
  const lessonsOf = { courseId: 4, lessons: [aLesson({ id: 101, title: 'Reading a floor plan', duration: 60 })] };
  const page = await openApp({ at: '/downloads', content: [{ catalog }, { lessonsOf }], screen: <DownloadsPage /> });
  await page.engine.checkReachable();
  await screen.findByText(/^You're offline, and downloading needs a connection\./);
  expect(screen.queryByRole('link', { name: 'Browse courses' })).toBeNull();
  const row = await screen.findByRole('link', { name: /Reading a floor plan/ });
  expect(row.getAttribute('href')).toBe('/course/4/lesson/101');
  await page.close();
});
