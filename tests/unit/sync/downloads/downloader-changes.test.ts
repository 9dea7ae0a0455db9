import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playFromCache } from '#sync/downloads/answer-media.ts';
import { pause } from '#sync/downloads/download-requests.ts';
import { captionsAddress } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';
import { aFilm, Depot, MAREN } from './download-setup.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(() => depot.close());

/** What the next online look at the course brings into the replica. */
const lookAgain = () =>
  depot.replica.saveContent({ course: depot.course, lessonsOf: { courseId: 4, lessons: depot.lessons } });

async function downloaded(id: number, size: number, captions: string | null = null) {
  await depot.keep([depot.addFilm(id, size, { captions })]);
  const downloader = depot.start();
  await depot.until(() => depot.isComplete(`film-${id}`));
  await depot.until(async () => (await depot.standing()) === 'idle');
  depot.asked.length = 0;
  return downloader;
}

test('[V5] captions that an author edits come with the next online look, and the film stays', async () => {
  await downloaded(1, 30, '1');
  depot.films.set('film-1', aFilm(30, { captions: '2' }));
  depot.lessons.splice(0, 1, { ...depot.addFilm(1, 30, { captions: '2' }) });
  await lookAgain();
  await depot.until(async () => (await depot.row('film-1'))?.captionsHere === '2');
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.parts(), 'no byte of the film comes again').toEqual([]);
  expect(await (await depot.shelf.match(captionsAddress('film-1', '2')))?.text()).toBe('2');
  expect(depot.asked.filter((path) => path.endsWith('/parts'))).toHaveLength(1);
});

test('[V5] while new captions are on their way the film plays from here', async () => {
  await downloaded(1, 30, '1');
  await depot.device.downloads.update('film-1', { isComplete: false });
  const film = { path: '/media/film-1', version: null, range: 'bytes=0-9', userId: MAREN, now: depot.now };
  expect((await playFromCache(depot.device, depot.shelf, film))?.status).toBe(206);
});

test('[V5] another film of a lesson comes with the next online look, and the old one leaves the device', async () => {
  await downloaded(1, 30);
  depot.films.set('film-9', aFilm(20));
  const [lesson] = depot.lessons;
  if (!lesson) throw new Error('There is a lesson.');
  depot.lessons[0] = { ...lesson, videoUrl: '/media/film-9', videoBytes: 20 };
  await lookAgain();
  await depot.until(() => depot.isComplete('film-9'));
  expect(await depot.row('film-1')).toBeUndefined();
  await depot.until(() => [...depot.shelf.kept.keys()].every((address) => address.includes('film-9')));
});

test('[O10] pictures of a text come with it, also one that is written into it later', async () => {
  for (const name of ['first', 'second']) depot.films.set(name, aFilm(5));
  const text = aLesson({ id: 7, courseId: 4, title: 'Text', videoUrl: null, body: '![a](/media/first#10x10)' });
  depot.lessons.push(text);
  await depot.keep([text]);
  depot.start();
  await depot.until(() => depot.isComplete('first'));
  depot.lessons[0] = { ...text, body: `${text.body}\n\n![b](/media/second#10x10)` };
  await lookAgain();
  await depot.until(() => depot.isComplete('second'));
  expect(depot.parts()).toEqual(['/api/media/first/parts/0', '/api/media/second/parts/0']);
});

test('what changes in a paused lesson waits with it', async () => {
  await downloaded(1, 30, '1');
  await pause(depot.device, { userId: MAREN, courseId: 4 });
  depot.lessons.splice(0, 1, depot.addFilm(1, 30, { captions: '2' }));
  await lookAgain();
  await depot.until(async () => (await depot.row('film-1'))?.askedAt === null);
  depot.pass(60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(depot.asked).toEqual([]);
});

test.each([
  ['too short', 7],
  ['too long', 12],
])('[Y10] a part that somebody on the way packed anew and that is %s does not stay', async (_, size) => {
  await depot.keep([depot.addFilm(1, 30)]);
  let isBroken = true;
  depot.instead = (path) =>
    isBroken && path.endsWith('/1')
      ? new Response('x'.repeat(size), { headers: { 'X-Groundwork-Api': '1', ETag: '"one"' } })
      : undefined;
  depot.start();
  await depot.until(async () => (await depot.standing()) === 'later');
  expect([...depot.shelf.kept.keys()].filter((address) => address.includes('/parts/1'))).toEqual([]);
  isBroken = false;
  await depot.until(() => depot.isComplete('film-1'));
  const part = [...depot.shelf.kept].find(([address]) => address.includes('/parts/1'))?.[1];
  expect((await part?.clone().arrayBuffer())?.byteLength).toBe(10);
});
