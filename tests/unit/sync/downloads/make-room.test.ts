import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evictMedia, keepLessons } from '#sync/downloads/download-requests.ts';
import { Depot, MAREN } from './download-setup.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await depot.close();
});

async function keptOneAfterTheOther(...ids: number[]): Promise<void> {
  for (const id of ids) {
    await depot.keep([depot.addFilm(id, 30)]);
    depot.now += 60_000;
  }
  depot.start();
  for (const id of ids) await depot.until(() => depot.isComplete(`film-${id}`));
}

const letGo = (watched: number[]) =>
  evictMedia(depot.device, depot.shelf, async ({ lessonId }) => watched.includes(lessonId));

test('[Y26] for work without room films go one by one: of watched lessons first, then the oldest wishes', async () => {
  await keptOneAfterTheOther(1, 2, 3);
  const order: string[][] = [];
  for await (const gone of letGo([3])) order.push(gone);
  expect(order).toEqual([['film-3'], ['film-1'], ['film-2']]);
  expect(depot.shelf.kept.size).toBe(0);
});

test('[Y26] a step lets go of one film, and only whoever asks again goes on', async () => {
  await keptOneAfterTheOther(1, 2);
  for await (const gone of letGo([])) {
    expect(gone).toEqual(['film-1']);
    break;
  }
  expect([await depot.isComplete('film-1'), await depot.isComplete('film-2')]).toEqual([false, true]);
  expect(await depot.stateNow()).toMatchObject({ kind: 'lost' });
});

test('[Y26] a film that is only half here goes, too, and does not come back by itself', async () => {
  depot.gate = (path) => (path.endsWith('/2') ? new Promise(() => {}) : Promise.resolve());
  await depot.keep([depot.addFilm(1, 60)]);
  const tab = depot.start();
  await depot.until(async () => ((await depot.row('film-1'))?.here.length ?? 0) > 1);
  tab.stop();
  for await (const _ of letGo([]));
  await depot.until(() => depot.shelf.kept.size === 0);
  depot.gate = async () => {};
  depot.asked.length = 0;
  depot.start();
  depot.signal('online');
  for (let glance = 0; glance < 40; glance += 1) {
    depot.pass(500);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(depot.parts()).toEqual([]);
  await keepLessons(depot.device, MAREN, { courseId: 4, course: depot.course, lessons: depot.lessons }, depot.now);
  await depot.until(() => depot.isComplete('film-1'));
});

test('[Y26] a part that is on its way when its film is let go does not stay', async () => {
  const sent = Promise.withResolvers<void>();
  depot.gate = (path) => (path.endsWith('/2') ? sent.promise : Promise.resolve());
  await depot.keep([depot.addFilm(1, 30)]);
  depot.start();
  await depot.until(async () => (await depot.row('film-1'))?.here.length === 2);
  const left = vi.spyOn(depot.shelf, 'remove');
  for await (const _ of letGo([]));
  expect(depot.shelf.kept.size).toBe(0);
  left.mockClear();
  sent.resolve();
  await depot.until(() => left.mock.calls.length === 1);
  expect(depot.shelf.kept.size).toBe(0);
  expect(await depot.row('film-1')).toMatchObject({ here: [], isLost: true });
});

test('[Y26] captions that are on their way when their film is let go do not stay', async () => {
  const sent = Promise.withResolvers<void>();
  depot.gate = (path) => (path.endsWith('/captions') ? sent.promise : Promise.resolve());
  await depot.keep([depot.addFilm(1, 30, { captions: 'WEBVTT' })]);
  depot.start();
  await depot.until(async () => (await depot.row('film-1'))?.here.length === 3);
  for await (const _ of letGo([]));
  const left = vi.spyOn(depot.shelf, 'remove');
  sent.resolve();
  await depot.until(() => left.mock.calls.length === 1);
  expect(depot.shelf.kept.size).toBe(0);
  expect(await depot.row('film-1')).toMatchObject({ captionsHere: null, isLost: true });
});

test('[Y26] a device with no room even for the note of it notes it once there is room', async () => {
  await keptOneAfterTheOther(1);
  const fail = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const writing = vi.spyOn(depot.device, 'transaction').mockImplementationOnce(fail).mockImplementationOnce(fail);
  for await (const _ of letGo([]));
  expect(writing).toHaveBeenCalledTimes(3);
  expect(await depot.row('film-1')).toMatchObject({ here: [], isLost: true });
});
