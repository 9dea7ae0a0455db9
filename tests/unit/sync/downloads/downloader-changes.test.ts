import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playFromCache } from '#sync/downloads/answer-media.ts';
import { pause } from '#sync/downloads/download-requests.ts';
import { captionsAddress } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';
import { aVideo, DownloadSetup, MAREN } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(() => setup.close());

/** What the next pull of the course brings into the replica. */
const lookAgain = () =>
  setup.replica.saveContent({ course: setup.course, lessonsOf: { courseId: 4, lessons: setup.lessons } });

async function downloaded(id: number, size: number, captions: string | null = null) {
  await setup.keep([setup.addVideo(id, size, { captions })]);
  const downloader = setup.start();
  await setup.until(() => setup.isComplete(`video-${id}`));
  await setup.until(async () => (await setup.statusKind()) === 'idle');
  setup.requests.length = 0;
  return downloader;
}

test('edited captions come with the next pull, and the video stays', async () => {
  await downloaded(1, 30, '1');
  setup.videos.set('video-1', aVideo(30, { captions: '2' }));
  setup.lessons.splice(0, 1, { ...setup.addVideo(1, 30, { captions: '2' }) });
  await lookAgain();
  await setup.until(async () => (await setup.row('video-1'))?.captionsHere === '2');
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts(), 'no byte of the video comes again').toEqual([]);
  expect(await (await setup.cache.match(captionsAddress('video-1', '2')))?.text()).toBe('2');
  expect(setup.requests.filter((path) => path.endsWith('/parts'))).toHaveLength(1);
});

test('the video plays from here while new captions are fetched', async () => {
  await downloaded(1, 30, '1');
  await setup.device.downloads.update('video-1', { isComplete: false });
  const video = { path: '/media/video-1', version: null, range: 'bytes=0-9', userId: MAREN, now: setup.now };
  expect((await playFromCache(setup.device, setup.cache, video))?.status).toBe(206);
});

test('a replaced video comes with the next pull, and the old one leaves the device', async () => {
  await downloaded(1, 30);
  setup.videos.set('video-9', aVideo(20));
  const [lesson] = setup.lessons;
  if (!lesson) throw new Error('There is a lesson.');
  setup.lessons[0] = { ...lesson, videoUrl: '/media/video-9', videoBytes: 20 };
  await lookAgain();
  await setup.until(() => setup.isComplete('video-9'));
  expect(await setup.row('video-1')).toBeUndefined();
  await setup.until(() => [...setup.cache.entries.keys()].every((address) => address.includes('video-9')));
});

test('[O10] the pictures of a text are downloaded, including one that is added later', async () => {
  for (const name of ['first', 'second']) setup.videos.set(name, aVideo(5));
  const text = aLesson({ id: 7, courseId: 4, title: 'Text', videoUrl: null, body: '![a](/media/first#10x10)' });
  setup.lessons.push(text);
  await setup.keep([text]);
  setup.start();
  await setup.until(() => setup.isComplete('first'));
  setup.lessons[0] = { ...text, body: `${text.body}\n\n![b](/media/second#10x10)` };
  await lookAgain();
  await setup.until(() => setup.isComplete('second'));
  expect(setup.parts()).toEqual(['/api/media/first/parts/0', '/api/media/second/parts/0']);
});

test('changes of a paused lesson wait with it', async () => {
  await downloaded(1, 30, '1');
  await pause(setup.device, { userId: MAREN, courseId: 4 });
  setup.lessons.splice(0, 1, setup.addVideo(1, 30, { captions: '2' }));
  await lookAgain();
  await setup.until(async () => (await setup.row('video-1'))?.askedAt === null);
  setup.advance(60_000);
  await setup.rest();
  expect(setup.requests).toEqual([]);
});

test.each([
  ['too short', 7],
  ['too long', 12],
])('[Y10] a part that was re-encoded on the way and is %s does not stay', async (_, size) => {
  await setup.keep([setup.addVideo(1, 30)]);
  let isBroken = true;
  setup.overrideResponse = (path) =>
    isBroken && path.endsWith('/1')
      ? new Response('x'.repeat(size), { headers: { 'X-Groundwork-Api': '1', ETag: '"one"' } })
      : undefined;
  setup.start();
  await setup.until(async () => (await setup.statusKind()) === 'later');
  expect([...setup.cache.entries.keys()].filter((address) => address.includes('/parts/1'))).toEqual([]);
  isBroken = false;
  await setup.until(() => setup.isComplete('video-1'));
  const part = [...setup.cache.entries].find(([address]) => address.includes('/parts/1'))?.[1];
  expect((await part?.clone().arrayBuffer())?.byteLength).toBe(10);
});
