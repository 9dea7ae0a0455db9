import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeAll } from '#sync/downloads/download-requests.ts';
import { Depot, MAREN, OLE } from './download-setup.ts';

let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
});
afterEach(() => {
  vi.restoreAllMocks();
  return depot.close();
});

test('[Y23] signing out in the middle of a download leaves nothing, neither in the ledger nor in the cache', async () => {
  await depot.keep([depot.addFilm(1, 60)]);
  const maren = depot.start();
  await depot.until(() => depot.parts().length >= 3);
  maren.stop();
  await removeAll(depot.device, depot.shelf, MAREN);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await depot.ledger()).toEqual({ kept: [], downloads: new Map() });
  expect([await depot.device.grants.count(), depot.shelf.kept.size]).toEqual([0, 0]);
});

test('[O7] [V7] when another person takes the tablet, only what they want comes, and the first goes on with theirs later', async () => {
  const [film, other] = [depot.addFilm(1, 60), depot.addFilm(2, 30)];
  await depot.keep([film], MAREN);
  await depot.keep([other], OLE);
  const maren = depot.start(MAREN);
  await depot.until(() => depot.parts().length >= 3);
  maren.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = [...((await depot.row('film-1'))?.here ?? [])];
  depot.asked.length = 0;
  const ole = depot.start(OLE);
  await depot.until(() => depot.isComplete('film-2'));
  ole.stop();
  expect(depot.parts().every((path) => path.includes('film-2'))).toBe(true);
  expect((await depot.row('film-1'))?.here, 'what is here waits').toEqual(before);
  depot.start(MAREN);
  await depot.until(() => depot.isComplete('film-1'));
  for (const n of before) expect(depot.parts()).not.toContain(`/api/media/film-1/parts/${n}`);
});

test('[O7] who is stopped while the next step is looked up begins none', async () => {
  await depot.keep([depot.addFilm(1, 60)]);
  const { promise, resolve } = Promise.withResolvers<void>();
  depot.gate = (path) => (path.endsWith('/0') ? promise : new Promise(() => {}));
  const maren = depot.start();
  await depot.until(() => depot.parts().length === 2);
  const { downloads } = depot.device;
  const readRows = downloads.bulkGet.bind(downloads);
  vi.spyOn(downloads, 'bulkGet').mockImplementationOnce((ids) =>
    readRows(ids).then((rows) => {
      maren.stop();
      return rows;
    }),
  );
  resolve();
  await depot.until(async () => (await depot.row('film-1'))?.here.length === 1);
  await new Promise((done) => setTimeout(done, 50));
  expect(depot.parts()).toHaveLength(2);
});

test.each([
  ['back', -2],
  ['ahead', 2],
])(
  '[O10] a clock that is set two years %s in the middle holds nothing up and fetches nothing twice',
  async (_, years) => {
    await depot.keep([depot.addFilm(1, 60)]);
    let isSet = false;
    depot.gate = async (path) => {
      if (!path.endsWith('/3') || isSet) return;
      isSet = true;
      depot.now += years * 365 * 86_400_000;
    };
    depot.start();
    await depot.until(() => depot.isComplete('film-1'));
    expect(depot.parts().toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `/api/media/film-1/parts/${n}`));
  },
);
