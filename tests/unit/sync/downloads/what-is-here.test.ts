import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playFromCache } from '#sync/downloads/answer-media.ts';
import type { ContentPuller } from '#sync/downloads/content.ts';
import { evictMedia, remove, removeAll } from '#sync/downloads/download-requests.ts';
import { grantWhatIsHere } from '#sync/downloads/what-is-here.ts';
import type { PullOutcome } from '#sync/remote/pull.ts';
import { LEFT_HERE } from '#sync/store/media-ledger.ts';
import { DownloadSetup, MAREN, OLE } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(() => setup.close());

/** Maren has downloaded video 1 and a half of video 2. */
async function downloadSome() {
  const [whole, half] = [setup.addVideo(1, 30), setup.addVideo(2, 60)];
  await setup.keep([whole, half], MAREN);
  setup.gate = (path) => (path === '/api/media/video-2/parts/3' ? new Promise(() => {}) : Promise.resolve());
  const maren = setup.start(MAREN);
  await setup.until(
    async () => (await setup.isComplete('video-1')) && ((await setup.row('video-2'))?.here.length ?? 0) >= 3,
  );
  maren.stop();
  await setup.rest();
  setup.requests.length = 0;
  return { whole, half };
}

/** What the server answers Ole: the course with its lessons, or a refusal. */
const puller = (answer: PullOutcome = { kind: 'fresh' }): ContentPuller => ({
  replica: setup.replica,
  pullQuiz: async () => ({ kind: 'fresh' }),
  pullCourse: async () => {
    if (answer.kind === 'fresh')
      await setup.replica.saveContent({ course: setup.course, lessonsOf: { courseId: 4, lessons: setup.lessons } });
    return answer;
  },
});

const plays = async (userId: string, assetId = 'video-1') =>
  (await playFromCache(setup.device, setup.cache, {
    path: `/media/${assetId}`,
    version: null,
    range: 'bytes=0-9',
    userId,
    now: null,
  })) !== undefined;

const grant = (answer?: PullOutcome) => grantWhatIsHere(setup.device, puller(answer), OLE, setup.now);

test('[Y23a, O7] whoever signs in has what another one downloaded here, and nothing is fetched for it', async () => {
  await downloadSome();
  expect(await plays(OLE)).toBe(false);
  expect(await grant()).toEqual([{ title: setup.course.title, bytes: 30 }]);
  expect(await plays(OLE)).toBe(true);
  expect(await plays(OLE, 'video-2'), 'what is not wholly here is not theirs').toBe(false);
  const ole = setup.start(OLE);
  await setup.until(async () => (await setup.stateNow(OLE)).kind === 'here');
  ole.stop();
  expect(setup.requests.filter((path) => path.includes('media'))).toEqual([]);
  expect(await grant(), 'a second time there is nothing new').toEqual([]);
});

test('[Y23a, O7] whom the server refuses the course is granted nothing of it, not a part', async () => {
  await downloadSome();
  expect(await grant({ kind: 'refused', status: 403, code: 'access_denied', message: 'No.' })).toEqual([]);
  expect(await plays(OLE)).toBe(false);
  expect(await setup.device.grants.where({ userId: OLE }).count()).toBe(0);
});

test('[Y23a] a lesson that the server does not give them, and one with another file by now, stay without a grant', async () => {
  await downloadSome();
  const [first] = setup.lessons.splice(0, 1);
  expect(await grant()).toEqual([]);
  if (first) setup.lessons.push({ ...first, videoUrl: '/media/video-9' });
  expect(await grant()).toEqual([]);
  expect(await plays(OLE)).toBe(false);
});

test.each<PullOutcome>([
  { kind: 'offline' },
  { kind: 'paused', reason: 'auth' },
  { kind: 'refused', status: 503, code: 'x', message: 'x' },
])('[Y23a] while the server cannot be asked ($kind) it stays to be done', async (answer) => {
  await downloadSome();
  expect(await grant(answer)).toBeUndefined();
  expect(await plays(OLE)).toBe(false);
});

test('[Y23, Y23a] downloads that were left at a sign-out open for nobody until the server gives them to whoever signs in', async () => {
  await downloadSome();
  await removeAll(setup.device, setup.cache, MAREN, true);
  expect([await plays(MAREN), await plays(OLE), await plays(LEFT_HERE)]).toEqual([false, false, true]);
  expect(await setup.row('video-2'), 'a half is of no use').toBeUndefined();
  expect((await setup.ledger(MAREN)).kept).toEqual([]);
  expect(await grant()).toHaveLength(1);
  expect(await plays(OLE)).toBe(true);
  await removeAll(setup.device, setup.cache, LEFT_HERE);
  expect(await plays(OLE), 'what was left may go, theirs stays').toBe(true);
});

test('[Y23, Y23a] who removes a download, or takes it along, frees the room that was held for the next person too', async () => {
  await downloadSome();
  await removeAll(setup.device, setup.cache, MAREN, true);
  await grant();
  await remove(setup.device, setup.cache, { userId: OLE, courseId: 4, lessonIds: [1] });
  expect([setup.cache.entries.size, await setup.device.grants.count()]).toEqual([0, 0]);

  await setup.keep([setup.addVideo(3, 30)], MAREN);
  const maren = setup.start(MAREN);
  await setup.until(() => setup.isComplete('video-3'));
  maren.stop();
  await removeAll(setup.device, setup.cache, MAREN, true);
  await grant();
  await removeAll(setup.device, setup.cache, OLE);
  expect([setup.cache.entries.size, await setup.device.keptLessons.count()]).toEqual([0, 0]);
});

test('[Y26a] work takes the room of what was left before that of a download', async () => {
  const { whole } = await downloadSome();
  await removeAll(setup.device, setup.cache, MAREN, true);
  const own = setup.addVideo(3, 30);
  setup.now -= 1_000;
  await setup.keep([own], OLE);
  const ole = setup.start(OLE);
  await setup.until(() => setup.isComplete('video-3'));
  ole.stop();
  await setup.rest();
  const first = await evictMedia(setup.device, setup.cache, async () => false).next();
  expect(first.value).toEqual([`video-${whole.id}`]);
});
