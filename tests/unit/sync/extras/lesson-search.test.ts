// Search inside the lessons of a device: texts from the replica, captions from the media cache.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LessonHit, searchedWords } from '#sync/contract/search.ts';
import { mergeHits, readLessons, searchLessons, withCaptions } from '#sync/extras/lesson-search.ts';
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

const titleOf = (courseId: number) => (courseId === 4 ? 'Certified Field Inspector' : undefined);

async function search(text: string, userId = MAREN): Promise<LessonHit[]> {
  const { replica, device, cache } = setup;
  const lessons = await withCaptions(await readLessons(replica), { device, cache, userId });
  return searchLessons(lessons, { words: searchedWords(text), titleOf });
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

test('a few are the best ones, and a course that the device does not know has no title', async () => {
  const lessons = await readLessons(setup.replica);
  await setup.replica.lessons.put(aLesson({ id: 9, courseId: 4, title: 'Mirrors', body: '', orderIndex: 9 }));
  const wanted = { words: ['mirror'], titleOf: () => undefined, limit: 1 };
  expect(searchLessons(lessons, wanted)).toMatchObject([{ lessonId: 8, courseTitle: '' }]);
  expect(searchLessons(await readLessons(setup.replica), wanted)).toMatchObject([{ lessonId: 9 }]);
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
