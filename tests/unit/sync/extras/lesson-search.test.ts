// Search inside the lessons of a device: texts from the replica, captions from the media cache.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LessonHit, searchedWords } from '#sync/contract/search.ts';
import { mergeHits, readLessonIndex, searchDevice, withCaptions } from '#sync/extras/lesson-search.ts';
import { captionsAddress } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';
import { DownloadSetup, MAREN, OLE } from '../downloads/download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
  await setup.keep([setup.addVideo(1, 35, { captions: 'v1' })]);
  const downloader = setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  downloader.stop();
  const captions = 'WEBVTT\n\n00:42.000 --> 00:45.000\nMind the mirror.\n';
  setup.cache.entries.set(captionsAddress('video-1', 'v1'), new Response(captions));
  const text = aLesson({ id: 8, courseId: 4, title: 'Rooms', body: 'Cover each mirror.', orderIndex: 8 });
  await setup.replica.lessons.put(text);
});
afterEach(() => setup.close());

async function search(text: string, userId = MAREN): Promise<LessonHit[]> {
  const { replica, device, cache } = setup;
  const here = { device, cache, userId };
  const lessons = await withCaptions(await readLessonIndex(replica), here);
  return searchDevice(replica, here, { lessons, words: searchedWords(text) });
}

test('texts and captions are found without a network, with course, sentence and second', async () => {
  const [video, text] = await search('MIRROR');
  expect(video).toMatchObject({ lessonId: 1, courseId: 4, excerpt: 'Mind the mirror.', second: 42 });
  expect(video?.courseTitle).toBe('Certified Field Inspector');
  expect(text).toMatchObject({ lessonId: 8, title: 'Rooms', excerpt: 'Cover each mirror.', second: null });
});

test("captions that somebody else has downloaded are not found, and a search is no use of one's own", async () => {
  expect((await search('mirror', OLE)).map(({ lessonId }) => lessonId)).toEqual([8]);
  await setup.device.grants.put({ userId: MAREN, assetId: 'video-1', usedAt: 7 });
  expect(await search('mind')).toHaveLength(1);
  expect((await setup.device.grants.get([MAREN, 'video-1']))?.usedAt).toBe(7);
});

test('a lesson that has left the device meanwhile is left out', async () => {
  const { replica, device, cache } = setup;
  const lessons = await readLessonIndex(replica);
  await replica.lessons.delete(8);
  expect(await searchDevice(replica, { device, cache, userId: MAREN }, { lessons, words: ['cover'] })).toEqual([]);
});

test('what device and server both find is shown once, as it matches better', () => {
  const hit = (lessonId: number, score: number, excerpt = '') =>
    ({ lessonId, courseId: 4, title: '', courseTitle: '', excerpt, second: null, score }) satisfies LessonHit;
  const here = [hit(1, 3, 'here'), hit(2, 5, 'here')];
  const there = [hit(1, 6, 'there'), hit(2, 5, 'there'), hit(3, 4, 'there')];
  expect(mergeHits(here, there).map(({ lessonId, excerpt }) => [lessonId, excerpt])).toEqual([
    [1, 'there'],
    [2, 'here'],
    [3, 'there'],
  ]);
});
