import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evictMedia, keepLessons } from '#sync/downloads/download-requests.ts';
import { DownloadSetup, MAREN } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await setup.close();
});

async function keptOneAfterTheOther(...ids: number[]): Promise<void> {
  for (const id of ids) {
    await setup.keep([setup.addVideo(id, 30)]);
    setup.now += 60_000;
  }
  setup.start();
  for (const id of ids) await setup.until(() => setup.isComplete(`video-${id}`));
}

const letGo = (watched: number[]) =>
  evictMedia(setup.device, setup.cache, async ({ lessonId }) => watched.includes(lessonId));

test('[Y26] when work finds no room, videos are evicted one by one: watched lessons first, then the oldest requests', async () => {
  await keptOneAfterTheOther(1, 2, 3);
  const order: string[][] = [];
  for await (const gone of letGo([3])) order.push(gone);
  expect(order).toEqual([['video-3'], ['video-1'], ['video-2']]);
  expect(setup.cache.entries.size).toBe(0);
});

test('[Y26] each step evicts one video, and the caller decides whether to continue', async () => {
  await keptOneAfterTheOther(1, 2);
  for await (const gone of letGo([])) {
    expect(gone).toEqual(['video-1']);
    break;
  }
  expect([await setup.isComplete('video-1'), await setup.isComplete('video-2')]).toEqual([false, true]);
  expect(await setup.stateNow()).toMatchObject({ kind: 'lost' });
});

test('[Y26] an incomplete video is evicted too, and does not come back on its own', async () => {
  setup.gate = (path) => (path.endsWith('/2') ? new Promise(() => {}) : Promise.resolve());
  await setup.keep([setup.addVideo(1, 60)]);
  const tab = setup.start();
  await setup.until(async () => ((await setup.row('video-1'))?.here.length ?? 0) > 1);
  tab.stop();
  for await (const _ of letGo([]));
  await setup.until(() => setup.cache.entries.size === 0);
  setup.gate = async () => {};
  setup.requests.length = 0;
  setup.start();
  setup.signal('online');
  for (let glance = 0; glance < 40; glance += 1) {
    setup.advance(500);
    await setup.rest();
  }
  expect(setup.parts()).toEqual([]);
  await keepLessons(setup.device, MAREN, { courseId: 4, course: setup.course, lessons: setup.lessons }, setup.now);
  await setup.until(() => setup.isComplete('video-1'));
});

test('[Y26] a part that is being fetched when its video is evicted does not stay', async () => {
  const sent = Promise.withResolvers<void>();
  setup.gate = (path) => (path.endsWith('/2') ? sent.promise : Promise.resolve());
  await setup.keep([setup.addVideo(1, 30)]);
  setup.start();
  await setup.until(async () => (await setup.row('video-1'))?.here.length === 2);
  const left = vi.spyOn(setup.cache, 'remove');
  for await (const _ of letGo([]));
  expect(setup.cache.entries.size).toBe(0);
  left.mockClear();
  sent.resolve();
  await setup.until(() => left.mock.calls.length === 1);
  expect(setup.cache.entries.size).toBe(0);
  expect(await setup.row('video-1')).toMatchObject({ here: [], isLost: true });
});

test('[Y26] captions that are being fetched when their video is evicted do not stay', async () => {
  const sent = Promise.withResolvers<void>();
  setup.gate = (path) => (path.endsWith('/captions') ? sent.promise : Promise.resolve());
  await setup.keep([setup.addVideo(1, 30, { captions: 'WEBVTT' })]);
  setup.start();
  await setup.until(async () => (await setup.row('video-1'))?.here.length === 3);
  for await (const _ of letGo([]));
  const left = vi.spyOn(setup.cache, 'remove');
  sent.resolve();
  await setup.until(() => left.mock.calls.length === 1);
  expect(setup.cache.entries.size).toBe(0);
  expect(await setup.row('video-1')).toMatchObject({ captionsHere: null, isLost: true });
});

test('[Y26] a device without room for the record of it writes it once there is room', async () => {
  await keptOneAfterTheOther(1);
  const fail = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const writing = vi.spyOn(setup.device, 'transaction').mockImplementationOnce(fail).mockImplementationOnce(fail);
  for await (const _ of letGo([]));
  expect(writing).toHaveBeenCalledTimes(3);
  expect(await setup.row('video-1')).toMatchObject({ here: [], isLost: true });
});
