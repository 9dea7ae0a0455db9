import { expect, test } from 'vitest';
import { downloadPercent, stateOf, totalAmountOf } from '#sync/downloads/download-status.ts';
import { nextDownloadStep, stepName } from '#sync/downloads/planner.ts';
import {
  type Download,
  type KeptLesson,
  neededFiles,
  newDownload,
  withCompleteness,
  withFile,
  withoutMissing,
} from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';

const NOW = 1_000_000_000;
const DAY = 86_400_000;

const file = { etag: '"x"', contentType: 'video/mp4', sizeBytes: 25, partBytes: 10, parts: 3, captions: null };

const kept = (lessonId: number, fields: Partial<KeptLesson> = {}): KeptLesson => ({
  userId: 'maren',
  courseId: 4,
  lessonId,
  courseTitle: 'Inspector',
  title: `Lesson ${lessonId}`,
  orderIndex: lessonId,
  files: [{ assetId: `video-${lessonId}`, bytes: 25 }],
  isPaused: false,
  wantedAt: NOW,
  checkedAt: NOW,
  refusal: null,
  ...fields,
});

const row = (assetId: string, fields: Partial<Download> = {}): Download => ({
  ...newDownload(assetId),
  file,
  askedAt: NOW,
  ...fields,
});

const complete = (assetId: string) => row(assetId, { here: [0, 1, 2], isComplete: true });
const ledger = (lessons: KeptLesson[], ...downloads: Download[]) => ({
  kept: lessons,
  downloads: new Map(downloads.map((download) => [download.assetId, download])),
});
const NOBODY = new Set<string>();
const ONLINE = { status: { kind: 'working' as const, at: NOW }, isOffline: false };

test('content comes before videos; a video is described first, then fetched part by part', () => {
  const fresh = kept(1, { checkedAt: null });
  expect(nextDownloadStep(ledger([fresh]), NOBODY, NOW)).toEqual({ do: 'content', courseId: 4 });
  expect(nextDownloadStep(ledger([kept(1)]), NOBODY, NOW)).toEqual({ do: 'info', assetId: 'video-1' });
  const part = (here: number[]) => nextDownloadStep(ledger([kept(1)], row('video-1', { here })), NOBODY, NOW);
  expect(part([])).toEqual({ do: 'part', assetId: 'video-1', n: 0 });
  expect(part([0, 2])).toEqual({ do: 'part', assetId: 'video-1', n: 1 });
  expect(part([2, 0, 1])).toBeUndefined();
  expect(nextDownloadStep(ledger([kept(1)], complete('video-1')), NOBODY, NOW)).toBeUndefined();
});

test('captions belong to a video: without them it is not complete', () => {
  const spoken = row('video-1', { here: [0, 1, 2], file: { ...file, captions: 'words' } });
  expect(nextDownloadStep(ledger([kept(1)], spoken), NOBODY, NOW)).toMatchObject({ do: 'captions', name: 'words' });
  expect(withCompleteness(spoken).isComplete).toBe(false);
  const read = withCompleteness({ ...spoken, captionsHere: 'words' });
  expect(read.isComplete).toBe(true);
  expect(nextDownloadStep(ledger([kept(1)], read), NOBODY, NOW)).toBeUndefined();
  const silent = withFile(read, file, NOW);
  expect(silent.isComplete, 'captions that the author took away are not missed').toBe(true);
});

test('a running step is not started twice', () => {
  const two = ledger([kept(1)], row('video-1', { here: [0] }));
  const first = nextDownloadStep(two, NOBODY, NOW);
  const second = nextDownloadStep(two, new Set([first ? stepName(first) : '']), NOW);
  expect([first, second]).toMatchObject([{ n: 1 }, { n: 2 }]);
});

test('the oldest request goes first, then the order of the course', () => {
  const later = kept(1, { wantedAt: NOW + 1 });
  expect(nextDownloadStep(ledger([later, kept(3), kept(2)]), NOBODY, NOW)).toEqual({ do: 'info', assetId: 'video-2' });
});

test.each([
  ['paused', kept(1, { isPaused: true }), row('video-1')],
  ['refused', kept(1, { refusal: 'No.' }), row('video-1')],
  ['deleted by the browser', kept(1), row('video-1', { isLost: true })],
  ['refused as a file', kept(1), row('video-1', { refusal: 'Gone.' })],
])('nothing is fetched for a lesson that is %s', (_, lesson, download) => {
  expect(nextDownloadStep(ledger([lesson], download), NOBODY, NOW)).toBeUndefined();
});

test('a lesson and its video are checked once a day, after everything that is missing', () => {
  const old = ledger([kept(1, { checkedAt: NOW - DAY - 1 }), kept(2)], complete('video-1'));
  expect(nextDownloadStep(old, NOBODY, NOW)).toEqual({ do: 'info', assetId: 'video-2' });
  expect(nextDownloadStep(old, new Set(['info video-2']), NOW)).toEqual({ do: 'content', courseId: 4 });
  const stale = ledger([kept(1)], { ...complete('video-1'), askedAt: NOW - DAY - 1 });
  expect(nextDownloadStep(stale, NOBODY, NOW)).toEqual({ do: 'info', assetId: 'video-1' });
});

test('another etag is another file: all parts start over; the same one keeps them', () => {
  const half = row('video-1', { here: [0, 1] });
  expect(withFile(half, { ...file }, NOW).here).toEqual([0, 1]);
  const whole = complete('video-1');
  expect(withFile(whole, { ...file, etag: '"y"' }, NOW)).toMatchObject({ here: [], isComplete: false });
  expect(withFile(whole, { ...file, captions: 'new' }, NOW)).toMatchObject({ here: [0, 1, 2], isComplete: false });
});

test('missing parts make a complete video lost, and an incomplete one smaller', () => {
  expect(withoutMissing(complete('video-1'), { parts: [1], captions: false })).toMatchObject({
    here: [0, 2],
    isComplete: false,
    isLost: true,
  });
  const half = row('video-1', { here: [0, 1] });
  expect(withoutMissing(half, { parts: [1], captions: false })).toMatchObject({ here: [0], isLost: false });
});

test('a course counts each video once, and reaches 100 percent only at the end', () => {
  const shared = kept(2, { files: [{ assetId: 'video-1', bytes: 25 }] });
  const downloads = ledger([], row('video-1', { here: [0, 1] })).downloads;
  expect(totalAmountOf([kept(1), shared], downloads)).toEqual({ here: 20, total: 25 });
  expect(downloadPercent({ here: 20, total: 25 })).toBe(80);
  expect(downloadPercent({ here: 25, total: 25 })).toBe(99);
  expect(downloadPercent({ here: 0, total: null })).toBe(0);
});

test('before the server responds, a lesson knows its video’s size; a course with unknown lessons does not', () => {
  expect(totalAmountOf([kept(1)], new Map())).toEqual({ here: 0, total: 25 });
  expect(totalAmountOf([kept(0, { files: [], checkedAt: null })], new Map()).total).toBeNull();
});

test.each([
  ['absent', [], []],
  ['here', [kept(1)], [complete('video-1')]],
  ['here', [kept(1, { files: [] })], []],
  ['loading', [kept(1), kept(2)], [complete('video-1'), row('video-2')]],
  ['loading', [kept(1, { checkedAt: null })], [complete('video-1')]],
  ['paused', [kept(1, { isPaused: true })], [row('video-1')]],
  ['lost', [kept(1), kept(2)], [complete('video-1'), row('video-2', { isLost: true })]],
  ['failed', [kept(1)], [row('video-1', { refusal: 'Gone.' })]],
  ['failed', [kept(1, { refusal: 'No such course.' })], []],
] as const)('lessons are %s', (kind, lessons, rows) => {
  expect(stateOf(lessons, ledger([], ...rows).downloads, ONLINE).kind).toBe(kind);
});

test('a picture that the server no longer has does not count as missing', () => {
  const files = [
    { assetId: 'video-1', bytes: 25 },
    { assetId: 'picture', bytes: null },
  ];
  const { downloads } = ledger([], complete('video-1'), row('picture', { refusal: 'Gone.' }));
  expect(stateOf([kept(1, { files })], downloads, ONLINE).kind).toBe('here');
});

test('the obstacle is reported: the network, the sign-in, no room', () => {
  const { downloads } = ledger([], row('video-1'));
  const said = (kind: 'offline' | 'auth' | 'full' | 'idle', isOffline = false) =>
    stateOf([kept(1)], downloads, { status: { kind, at: NOW }, isOffline }).kind;
  expect([said('offline'), said('auth'), said('full'), said('idle')]).toEqual(['offline', 'auth', 'full', 'waiting']);
  expect(said('idle', true)).toBe('offline');
});

test('a lesson needs its video first, then the picture of it, those of its text and of its course, each once', () => {
  const body =
    'A ![plan](/media/pic-1) and ![one](/media/pic-1#640x480), ![far](https://elsewhere.example/x.png)\n\n![r][r]\n\n[r]: /media/pic-2';
  const lesson = aLesson({ videoUrl: '/media/video', videoBytes: 9, posterUrl: '/media/still', body });
  expect(neededFiles(lesson, { thumbnail: '/media/cover' })).toEqual([
    { assetId: 'video', bytes: 9 },
    { assetId: 'still', bytes: null },
    { assetId: 'pic-1', bytes: null },
    { assetId: 'pic-2', bytes: null },
    { assetId: 'cover', bytes: null },
  ]);
  expect(neededFiles(aLesson(), { thumbnail: 'https://elsewhere.example/x.png' })).toEqual([]);
});

test('entries from a clock that was ahead are checked again, and not considered fresh for years', () => {
  const ahead = { checkedAt: NOW + 700 * DAY };
  expect(nextDownloadStep(ledger([kept(1, ahead)], complete('video-1')), NOBODY, NOW)).toEqual({
    do: 'content',
    courseId: 4,
  });
  const video = { ...complete('video-1'), askedAt: NOW + 700 * DAY };
  expect(nextDownloadStep(ledger([kept(1)], video), NOBODY, NOW)).toEqual({ do: 'info', assetId: 'video-1' });
});
