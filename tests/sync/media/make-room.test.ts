import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { letDownloadsGo } from '#sync/media/make-room.ts';
import { keepLessons } from '#sync/media/wishes.ts';
import { Depot, MAREN } from './depot.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(() => depot.close());

async function keptOneAfterTheOther(...ids: number[]): Promise<void> {
  for (const id of ids) {
    await depot.keep([depot.addFilm(id, 30)]);
    depot.now += 60_000;
  }
  depot.start();
  for (const id of ids) await depot.until(() => depot.isComplete(`film-${id}`));
}

const letGo = (watched: number[]) =>
  letDownloadsGo(depot.device, depot.shelf, async ({ lessonId }) => watched.includes(lessonId));

test('[Y26] for work without room films go one by one: of watched lessons first, then the oldest wishes', async () => {
  await keptOneAfterTheOther(1, 2, 3);
  const order: string[] = [];
  for await (const { assetId } of letGo([3])) order.push(assetId);
  expect(order).toEqual(['film-3', 'film-1', 'film-2']);
  expect(depot.shelf.kept.size).toBe(0);
});

test('[Y26] a step lets go of one film, and only whoever asks again goes on', async () => {
  await keptOneAfterTheOther(1, 2);
  for await (const { assetId } of letGo([])) {
    expect(assetId).toBe('film-1');
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
  expect(depot.shelf.kept.size).toBe(0);
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
