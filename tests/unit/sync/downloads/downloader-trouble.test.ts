import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stateOf } from '#sync/downloads/download-status.ts';
import { DownloadSetup, marked } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(() => {
  vi.restoreAllMocks();
  return setup.close();
});

test('[Y10] a captive portal’s page is no part of a video', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  setup.gate = async () => {
    setup.isPortal = true;
  };
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'offline');
  expect(setup.cache.entries.size).toBe(0);
});

test('a busy server is left alone for as long as it asks', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  let tries = 0;
  setup.overrideResponse = (path) => {
    if (!/parts\/\d/.test(path)) return undefined;
    tries += 1;
    return marked(503, {}, { 'Retry-After': '120' });
  };
  setup.start();
  await setup.until(async () => (await setup.statusKind()) === 'later');
  const before = tries;
  for (let glance = 0; glance < 20; glance += 1) {
    setup.advance(5_000);
    await setup.rest();
  }
  expect(tries).toBe(before);
  setup.overrideResponse = () => undefined;
  await setup.until(() => setup.isComplete('video-1'));
});

test('a refused video shows the server’s message, and the others are downloaded', async () => {
  const [first, second] = [setup.addVideo(1, 30), setup.addVideo(2, 30)];
  setup.videos.delete('video-1');
  await setup.keep([first, second]);
  setup.start();
  await setup.until(() => setup.isComplete('video-2'));
  const { kept, downloads } = await setup.ledger();
  const facts = { status: undefined, isOffline: false };
  expect(
    stateOf(
      kept.filter(({ lessonId }) => lessonId === 1),
      downloads,
      facts,
    ),
  ).toMatchObject({
    kind: 'failed',
    reason: 'No such media.',
  });
});

test('a lesson that was removed from its course leaves the device with the next pull', async () => {
  const [first] = [setup.addVideo(1, 30), setup.addVideo(2, 10)];
  await setup.keep(setup.lessons);
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'here');
  setup.lessons.splice(setup.lessons.indexOf(first), 1);
  setup.now += 2 * 86_400_000;
  await setup.until(async () => (await setup.row('video-1')) === undefined);
  expect([...setup.cache.entries.keys()].every((address) => address.includes('video-2'))).toBe(true);
});

test('[Y19] one tab downloads; a frozen one is passed over after a minute', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  setup.isLockFree = false;
  await setup.device.settings.put({ key: 'downloads', value: { kind: 'working', at: setup.now } });
  setup.start();
  for (let glance = 0; glance < 20; glance += 1) {
    setup.advance(1_000);
    await setup.rest();
  }
  expect([setup.steals, setup.parts().length]).toEqual([0, 0]);
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.steals).toBe(1);
});

test('[O10] a browser without AbortSignal.any, such as Safari 16, downloads too', async () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  await setup.keep([setup.addVideo(1, 30)]);
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
});

test('a part that takes longer than ten minutes is given up, and tried again later', async () => {
  let isSlow = true;
  setup.gate = (path) => (isSlow && path.endsWith('/1') ? new Promise(() => {}) : Promise.resolve());
  await setup.keep([setup.addVideo(1, 30)]);
  setup.start();
  await setup.until(async () => (await setup.row('video-1'))?.here.length === 2);
  setup.advance(11 * 60_000);
  await setup.until(async () => (await setup.statusKind()) === 'offline');
  isSlow = false;
  await setup.until(() => setup.isComplete('video-1'));
});
