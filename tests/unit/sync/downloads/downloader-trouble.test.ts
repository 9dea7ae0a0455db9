import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stateOf } from '#sync/downloads/download-status.ts';
import { Depot, marked } from './download-setup.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(() => {
  vi.restoreAllMocks();
  return depot.close();
});

test('[Y10] a hotel page is no part of a film', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  depot.gate = async () => {
    depot.isPortal = true;
  };
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'offline');
  expect(depot.shelf.kept.size).toBe(0);
});

test('a busy server is left alone for as long as it says', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  let tries = 0;
  depot.instead = (path) => {
    if (!/parts\/\d/.test(path)) return undefined;
    tries += 1;
    return marked(503, {}, { 'Retry-After': '120' });
  };
  depot.start();
  await depot.until(async () => (await depot.standing()) === 'later');
  const before = tries;
  for (let glance = 0; glance < 20; glance += 1) {
    depot.pass(5_000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(tries).toBe(before);
  depot.instead = () => undefined;
  await depot.until(() => depot.isComplete('film-1'));
});

test('a film that the server does not give says so in its words, and the others come', async () => {
  const [first, second] = [depot.addFilm(1, 30), depot.addFilm(2, 30)];
  depot.films.delete('film-1');
  await depot.keep([first, second]);
  depot.start();
  await depot.until(() => depot.isComplete('film-2'));
  const { kept, downloads } = await depot.ledger();
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

test('a lesson that left its course leaves the device with the next look at it', async () => {
  const [first] = [depot.addFilm(1, 30), depot.addFilm(2, 10)];
  await depot.keep(depot.lessons);
  depot.start();
  await depot.until(async () => (await depot.stateNow()).kind === 'here');
  depot.lessons.splice(depot.lessons.indexOf(first), 1);
  depot.now += 2 * 86_400_000;
  await depot.until(async () => (await depot.row('film-1')) === undefined);
  expect([...depot.shelf.kept.keys()].every((address) => address.includes('film-2'))).toBe(true);
});

test('[Y19] one tab works; a frozen one is passed over after a minute', async () => {
  const film = depot.addFilm(1, 30);
  await depot.keep([film]);
  depot.isLockFree = false;
  await depot.device.settings.put({ key: 'downloads', value: { kind: 'working', at: depot.now } });
  depot.start();
  for (let glance = 0; glance < 20; glance += 1) {
    depot.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect([depot.steals, depot.parts().length]).toEqual([0, 0]);
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.steals).toBe(1);
});

test('[O10] a browser that cannot join two abort signals, as Safari 16, downloads all the same', async () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  await depot.keep([depot.addFilm(1, 30)]);
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
});

test('a part that takes longer than ten minutes is given up, and tried again later', async () => {
  let isSlow = true;
  depot.gate = (path) => (isSlow && path.endsWith('/1') ? new Promise(() => {}) : Promise.resolve());
  await depot.keep([depot.addFilm(1, 30)]);
  depot.start();
  await depot.until(async () => (await depot.row('film-1'))?.here.length === 2);
  depot.pass(11 * 60_000);
  await depot.until(async () => (await depot.standing()) === 'offline');
  isSlow = false;
  await depot.until(() => depot.isComplete('film-1'));
});
