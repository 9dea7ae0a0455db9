import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pause, remove, removeAll, resume } from '#sync/downloads/download-requests.ts';
import { reconcileWithCache } from '#sync/downloads/downloader.ts';
import { savePart } from '#sync/downloads/downloads-db.ts';
import { partAddress } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';
import { aVideo, DownloadSetup, MAREN, OLE } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(() => setup.close());

test('[O10] a lesson is downloaded in parts, each once, with its captions and content', async () => {
  const video = setup.addVideo(1, 35, { captions: 'words' });
  await setup.keep([video]);
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.requests.filter((path) => path.startsWith('course'))).toEqual(['course 4']);
  expect(setup.parts().toSorted()).toEqual([0, 1, 2, 3].map((n) => `/api/media/video-1/parts/${n}`));
  expect(setup.cache.entries.size).toBe(5);
  expect(await setup.replica.lessons.get(1)).toMatchObject({ title: 'Video 1' });
  await setup.until(async () => (await setup.statusKind()) === 'idle');
  expect(await setup.stateNow()).toEqual({ kind: 'here', here: 35, total: 35 });
});

test('[O10] a course with unknown lessons is downloaded with its texts, quizzes and videos', async () => {
  setup.addVideo(1, 20);
  setup.addVideo(2, 5);
  setup.lessons.push(aLesson({ id: 3, courseId: 4, title: 'Quiz: doors', orderIndex: 3 }));
  await setup.keep([]);
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'here');
  const { kept } = await setup.ledger();
  expect(kept.map(({ lessonId, title }) => [lessonId, title])).toEqual([
    [1, 'Video 1'],
    [2, 'Video 2'],
    [3, 'Quiz: doors'],
  ]);
  expect(setup.requests).toContain('quiz 3');
  expect(await setup.isComplete('video-2')).toBe(true);
});

test('at most two parts are fetched at a time', async () => {
  let [atOnce, most] = [0, 0];
  setup.gate = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await setup.rest();
    atOnce -= 1;
  };
  await setup.keep([setup.addVideo(1, 60), setup.addVideo(2, 60)]);
  setup.start();
  await setup.until(() => setup.isComplete('video-2'));
  expect(most).toBe(2);
});

test('[O10] offline it waits, and continues automatically with the missing parts', async () => {
  let answered = 0;
  setup.gate = async () => {
    answered += 1;
    if (answered > 3) setup.isOnline = false;
  };
  await setup.keep([setup.addVideo(1, 60)]);
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'offline');
  const here = (await setup.row('video-1'))?.here ?? [];
  expect(here.length).toBeGreaterThan(0);
  setup.requests.length = 0;
  setup.gate = async () => {};
  setup.isOnline = true;
  setup.signal('online');
  await setup.until(() => setup.isComplete('video-1'));
  for (const n of here) expect(setup.requests).not.toContain(`/api/media/video-1/parts/${n}`);
});

test('[O10] after a crash the next start fetches only what is missing', async () => {
  const video = setup.addVideo(1, 50);
  await setup.keep([video]);
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 50, partBytes: 10, parts: 5, captions: null };
  await setup.device.downloads.update('video-1', { file, here: [0, 2], askedAt: setup.now });
  await setup.device.keptLessons.toCollection().modify({ checkedAt: setup.now });
  // Part 1 was saved just before the crash, without the ledger; part 3 is incomplete.
  for (const n of [0, 1, 2]) await setup.cache.put(partAddress('video-1', file, n), new Response('0123456789'));
  await setup.cache.put(partAddress('video-1', file, 3), new Response('01234'));
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts().toSorted()).toEqual(['/api/media/video-1/parts/3', '/api/media/video-1/parts/4']);
  expect((await setup.cache.match(partAddress('video-1', file, 3)))?.headers.get('ETag')).toBe('"one"');
});

test('a part that is saved while the start reconciles does not count as lost', async () => {
  await setup.keep([setup.addVideo(1, 10)]);
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 10, partBytes: 10, parts: 1, captions: null };
  await setup.device.downloads.update('video-1', { file, askedAt: setup.now });
  const list = setup.cache.addresses;
  setup.cache.addresses = async () => {
    const before = await list();
    await setup.cache.put(partAddress('video-1', file, 0), new Response('0123456789'));
    await savePart(setup.device, 'video-1', { etag: file.etag, n: 0 });
    return before;
  };
  await reconcileWithCache(setup.device, setup.cache);
  expect(await setup.row('video-1')).toMatchObject({ here: [0], isComplete: true, isLost: false });
});

test('a video replaced in the middle starts over, and nothing of the old one stays', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  let isReplaced = false;
  setup.gate = async (path) => {
    if (!path.endsWith('/2') || isReplaced) return;
    isReplaced = true;
    setup.videos.set('video-1', aVideo(25, { etag: '"two"' }));
  };
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(await setup.row('video-1')).toMatchObject({ file: { etag: '"two"', sizeBytes: 25 } });
  await reconcileWithCache(setup.device, setup.cache);
  expect([...setup.cache.entries.keys()].every((address) => address.includes('two'))).toBe(true);
  expect(setup.cache.entries.size).toBe(3);
});

test('[Y17] an expired sign-in is renewed once, and the part fetched again', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  setup.gate = async (path) => {
    if (path.endsWith('/1') && setup.refreshes === 0) setup.isTokenOld = true;
  };
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.refreshes).toBe(1);
});

test('without a sign-in it waits for one', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  setup.isSignedIn = false;
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'auth');
  expect(setup.parts()).toEqual([]);
  setup.isSignedIn = true;
  setup.signal('session');
  await setup.until(() => setup.isComplete('video-1'));
});

test('a full device keeps what is there, stops trying, and continues when the person made room', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  setup.gate = async (path) => {
    if (path.endsWith('/1')) setup.cache.isFull = true;
  };
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'full');
  const before = (await setup.row('video-1'))?.here;
  const asked = setup.requests.length;
  for (let glance = 0; glance < 60; glance += 1) setup.advance(5_000);
  await setup.rest();
  expect(setup.requests.length, 'it does not hammer').toBe(asked);
  setup.gate = async () => {};
  setup.cache.isFull = false;
  await resume(setup.device, { userId: MAREN, courseId: 4 });
  await setup.until(() => setup.isComplete('video-1'));
  for (const n of before ?? []) expect(setup.parts().filter((path) => path.endsWith(`/${n}`))).toHaveLength(1);
});

test('[O10] pausing aborts running fetches and starts none; resuming continues', async () => {
  const video = setup.addVideo(1, 60);
  await setup.keep([video]);
  setup.gate = async (path) => {
    // The first parts arrive, the next ones never would.
    if (/[2-9]$/.test(path)) await new Promise(() => {});
  };
  setup.start();
  await setup.until(() => setup.parts().length === 4);
  await pause(setup.device, { userId: MAREN, courseId: 4 });
  await setup.until(async () => (await setup.statusKind()) === 'idle');
  expect((await setup.stateNow()).kind).toBe('paused');
  expect((await setup.row('video-1'))?.here.toSorted()).toEqual([0, 1]);
  setup.gate = async () => {};
  await resume(setup.device, { userId: MAREN, courseId: 4 });
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts().filter((path) => path.endsWith('/0'))).toHaveLength(1);
});

test('[O10] removing in the middle leaves nothing in the ledger or the cache', async () => {
  const video = setup.addVideo(1, 60);
  await setup.keep([video]);
  setup.start();
  await setup.until(() => setup.parts().length >= 3);
  await remove(setup.device, setup.cache, { userId: MAREN, courseId: 4 });
  await setup.until(async () => (await setup.statusKind()) === 'idle');
  expect(await setup.row('video-1')).toBeUndefined();
  expect(await setup.device.grants.count()).toBe(0);
  await setup.until(() => setup.cache.entries.size === 0);
});

test('a video that two people keep is fetched once, and deleted with the last grant', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video], MAREN);
  const maren = setup.start(MAREN);
  await setup.until(() => setup.isComplete('video-1'));
  maren.stop();
  await setup.keep([video], OLE);
  setup.start(OLE);
  await setup.until(async () => (await setup.stateNow(OLE)).kind === 'here');
  expect(setup.parts()).toHaveLength(3);
  await removeAll(setup.device, setup.cache, MAREN);
  expect(await setup.isComplete('video-1'), 'Ole still has it').toBe(true);
  await removeAll(setup.device, setup.cache, OLE);
  expect(await setup.row('video-1')).toBeUndefined();
  expect(setup.cache.entries.size).toBe(0);
});

test('what the browser has deleted is reported at the start, and fetched only on request', async () => {
  const video = setup.addVideo(1, 30);
  await setup.keep([video]);
  const first = setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  first.stop();
  const [gone = ''] = setup.cache.entries.keys();
  setup.cache.entries.delete(gone);
  setup.requests.length = 0;
  setup.start();
  await setup.until(async () => (await setup.stateNow()).kind === 'lost');
  setup.advance(60_000);
  await setup.rest();
  expect(setup.parts()).toEqual([]);
  await resume(setup.device, { userId: MAREN, courseId: 4 });
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts()).toHaveLength(1);
});
