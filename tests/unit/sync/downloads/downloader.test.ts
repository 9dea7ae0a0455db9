import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pause, remove, removeAll, resume } from '#sync/downloads/download-requests.ts';
import { reconcileWithCache } from '#sync/downloads/downloader.ts';
import { savePart } from '#sync/downloads/downloads-db.ts';
import { partAddress } from '#sync/store/media-ledger.ts';
import { aLesson } from '#tests/factories.ts';
import { aFilm, Depot, MAREN, OLE } from './download-setup.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(() => depot.close());

test('[O10] a lesson comes in parts, each asked for once, with its captions and its words', async () => {
  const film = depot.addFilm(1, 35, { captions: 'words' });
  await depot.keep([film]);
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.asked.filter((path) => path.startsWith('course'))).toEqual(['course 4']);
  expect(depot.parts().toSorted()).toEqual([0, 1, 2, 3].map((n) => `/api/media/film-1/parts/${n}`));
  expect(depot.shelf.kept.size).toBe(5);
  expect(await depot.replica.lessons.get(1)).toMatchObject({ title: 'Film 1' });
  await depot.until(async () => (await depot.standing()) === 'idle');
  expect(await depot.stateNow()).toEqual({ kind: 'here', here: 35, total: 35 });
});

test('[O10] a course whose lessons nobody knows here brings its texts, its quizzes and all its films', async () => {
  depot.addFilm(1, 20);
  depot.addFilm(2, 5);
  depot.lessons.push(aLesson({ id: 3, courseId: 4, title: 'Quiz: doors', orderIndex: 3 }));
  await depot.keep([]);
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'here');
  const { kept } = await depot.ledger();
  expect(kept.map(({ lessonId, title }) => [lessonId, title])).toEqual([
    [1, 'Film 1'],
    [2, 'Film 2'],
    [3, 'Quiz: doors'],
  ]);
  expect(depot.asked).toContain('quiz 3');
  expect(await depot.isComplete('film-2')).toBe(true);
});

test('never more than two parts are under way', async () => {
  let [atOnce, most] = [0, 0];
  depot.gate = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
  };
  await depot.keep([depot.addFilm(1, 60), depot.addFilm(2, 60)]);
  depot.start();
  await depot.until(() => depot.isComplete('film-2'));
  expect(most).toBe(2);
});

test('[O10] without a network it waits, and goes on by itself with the parts that are missing', async () => {
  let answered = 0;
  depot.gate = async () => {
    answered += 1;
    if (answered > 3) depot.isOnline = false;
  };
  await depot.keep([depot.addFilm(1, 60)]);
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'offline');
  const here = (await depot.row('film-1'))?.here ?? [];
  expect(here.length).toBeGreaterThan(0);
  depot.asked.length = 0;
  depot.gate = async () => {};
  depot.isOnline = true;
  depot.signal('online');
  await depot.until(() => depot.isComplete('film-1'));
  for (const n of here) expect(depot.asked).not.toContain(`/api/media/film-1/parts/${n}`);
});

test('[O10] after a kill the next start fetches what is not here whole, and nothing else', async () => {
  const film = depot.addFilm(1, 50);
  await depot.keep([film]);
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 50, partBytes: 10, parts: 5, captions: null };
  await depot.device.downloads.update('film-1', { file, here: [0, 2], askedAt: depot.now });
  await depot.device.keptLessons.toCollection().modify({ checkedAt: depot.now });
  // Part 1 came in the moment of the kill, before the ledger knew; part 3 came by half.
  for (const n of [0, 1, 2]) await depot.shelf.put(partAddress('film-1', file, n), new Response('0123456789'));
  await depot.shelf.put(partAddress('film-1', file, 3), new Response('01234'));
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.parts().toSorted()).toEqual(['/api/media/film-1/parts/3', '/api/media/film-1/parts/4']);
  expect((await depot.shelf.match(partAddress('film-1', file, 3)))?.headers.get('ETag')).toBe('"one"');
});

test('[V6] a part that is kept while the start compares is not taken for lost', async () => {
  await depot.keep([depot.addFilm(1, 10)]);
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 10, partBytes: 10, parts: 1, captions: null };
  await depot.device.downloads.update('film-1', { file, askedAt: depot.now });
  const list = depot.shelf.addresses;
  depot.shelf.addresses = async () => {
    const before = await list();
    await depot.shelf.put(partAddress('film-1', file, 0), new Response('0123456789'));
    await savePart(depot.device, 'film-1', { etag: file.etag, n: 0 });
    return before;
  };
  await reconcileWithCache(depot.device, depot.shelf);
  expect(await depot.row('film-1')).toMatchObject({ here: [0], isComplete: true, isLost: false });
});

test('[V5] a film that was replaced in the middle starts over, and nothing of the old one stays', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  let isReplaced = false;
  depot.gate = async (path) => {
    if (!path.endsWith('/2') || isReplaced) return;
    isReplaced = true;
    depot.films.set('film-1', aFilm(25, { etag: '"two"' }));
  };
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  expect(await depot.row('film-1')).toMatchObject({ file: { etag: '"two"', sizeBytes: 25 } });
  await reconcileWithCache(depot.device, depot.shelf);
  expect([...depot.shelf.kept.keys()].every((address) => address.includes('two'))).toBe(true);
  expect(depot.shelf.kept.size).toBe(3);
});

test('[Y17] a sign-in that ran out is renewed once and the part asked for again', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  depot.gate = async (path) => {
    if (path.endsWith('/1') && depot.refreshes === 0) depot.isTokenOld = true;
  };
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.refreshes).toBe(1);
});

test('without a sign-in it waits for one', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  depot.isSignedIn = false;
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'auth');
  expect(depot.parts()).toEqual([]);
  depot.isSignedIn = true;
  depot.signal('session');
  await depot.until(() => depot.isComplete('film-1'));
});

test('[V6] a full device keeps what is there, tries no more by itself, and goes on when the person made room', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  depot.gate = async (path) => {
    if (path.endsWith('/1')) depot.shelf.isFull = true;
  };
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'full');
  const before = (await depot.row('film-1'))?.here;
  const asked = depot.asked.length;
  for (let glance = 0; glance < 60; glance += 1) depot.pass(5_000);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(depot.asked.length, 'it does not hammer').toBe(asked);
  depot.gate = async () => {};
  depot.shelf.isFull = false;
  await resume(depot.device, { userId: MAREN, courseId: 4 });
  await depot.until(() => depot.isComplete('film-1'));
  for (const n of before ?? []) expect(depot.parts().filter((path) => path.endsWith(`/${n}`))).toHaveLength(1);
});

test('[O10] paused, what is under way breaks off and nothing more is asked for; resumed, it goes on', async () => {
  const film = depot.addFilm(1, 60);
  await depot.keep([film]);
  depot.gate = async (path) => {
    // The first parts arrive, the next ones never would.
    if (/[2-9]$/.test(path)) await new Promise(() => {});
  };
  depot.start();
  await depot.until(() => depot.parts().length === 4);
  await pause(depot.device, { userId: MAREN, courseId: 4 });
  await depot.until(async () => (await depot.standing()) === 'idle');
  expect((await depot.stateNow()).kind).toBe('paused');
  expect((await depot.row('film-1'))?.here.toSorted()).toEqual([0, 1]);
  depot.gate = async () => {};
  await resume(depot.device, { userId: MAREN, courseId: 4 });
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.parts().filter((path) => path.endsWith('/0'))).toHaveLength(1);
});

test('[O10] removed in the middle nothing is left, neither in the ledger nor in the cache', async () => {
  const film = depot.addFilm(1, 60);
  await depot.keep([film]);
  depot.start();
  await depot.until(() => depot.parts().length >= 3);
  await remove(depot.device, depot.shelf, { userId: MAREN, courseId: 4 });
  await depot.until(async () => (await depot.standing()) === 'idle');
  expect(await depot.row('film-1')).toBeUndefined();
  expect(await depot.device.grants.count()).toBe(0);
  await depot.until(() => depot.shelf.kept.size === 0);
});

test('[V7] a film that two people want is fetched once, and goes with the last grant', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film], MAREN);
  const maren = depot.start(MAREN);
  await depot.until(() => depot.isComplete('film-1'));
  maren.stop();
  await depot.keep([film], OLE);
  depot.start(OLE);
  await depot.until(async () => (await depot.stateNow(OLE)).kind === 'here');
  expect(depot.parts()).toHaveLength(3);
  await removeAll(depot.device, depot.shelf, MAREN);
  expect(await depot.isComplete('film-1'), 'Ole still has it').toBe(true);
  await removeAll(depot.device, depot.shelf, OLE);
  expect(await depot.row('film-1')).toBeUndefined();
  expect(depot.shelf.kept.size).toBe(0);
});

test('[V6] what the browser threw away is told at the start, and fetched only when the person says so', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  const first = depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  first.stop();
  const [gone = ''] = depot.shelf.kept.keys();
  depot.shelf.kept.delete(gone);
  depot.asked.length = 0;
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'lost');
  depot.pass(60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(depot.parts()).toEqual([]);
  await resume(depot.device, { userId: MAREN, courseId: 4 });
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.parts()).toHaveLength(1);
});
