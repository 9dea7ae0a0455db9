import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeAll } from '#sync/downloads/download-requests.ts';
import { DownloadSetup, MAREN, OLE } from './download-setup.ts';

let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
});
afterEach(() => {
  vi.restoreAllMocks();
  return setup.close();
});

test('[Y23] signing out in the middle of a download leaves nothing in the ledger or the cache', async () => {
  await setup.keep([setup.addVideo(1, 60)]);
  const maren = setup.start();
  await setup.until(() => setup.parts().length >= 3);
  maren.stop();
  await removeAll(setup.device, setup.cache, MAREN);
  await setup.rest();
  expect(await setup.ledger()).toEqual({ kept: [], downloads: new Map() });
  expect([await setup.device.grants.count(), setup.cache.entries.size]).toEqual([0, 0]);
});

test('[O7] when another person takes the tablet, only their downloads run, and the first person’s continue later', async () => {
  const [video, other] = [setup.addVideo(1, 60), setup.addVideo(2, 30)];
  await setup.keep([video], MAREN);
  await setup.keep([other], OLE);
  const maren = setup.start(MAREN);
  await setup.until(() => setup.parts().length >= 3);
  maren.stop();
  await setup.rest();
  const before = [...((await setup.row('video-1'))?.here ?? [])];
  setup.requests.length = 0;
  const ole = setup.start(OLE);
  await setup.until(() => setup.isComplete('video-2'));
  ole.stop();
  expect(setup.parts().every((path) => path.includes('video-2'))).toBe(true);
  expect((await setup.row('video-1'))?.here, 'what is here waits').toEqual(before);
  setup.start(MAREN);
  await setup.until(() => setup.isComplete('video-1'));
  for (const n of before) expect(setup.parts()).not.toContain(`/api/media/video-1/parts/${n}`);
});

test('[O7] a downloader stopped while it plans the next step starts none', async () => {
  await setup.keep([setup.addVideo(1, 60)]);
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.gate = (path) => (path.endsWith('/0') ? promise : new Promise(() => {}));
  const maren = setup.start();
  await setup.until(() => setup.parts().length === 2);
  const { downloads } = setup.device;
  const readRows = downloads.bulkGet.bind(downloads);
  vi.spyOn(downloads, 'bulkGet').mockImplementationOnce((ids) =>
    readRows(ids).then((rows) => {
      maren.stop();
      return rows;
    }),
  );
  resolve();
  await setup.until(async () => (await setup.row('video-1'))?.here.length === 1);
  await setup.rest();
  expect(setup.parts()).toHaveLength(2);
});

test.each([
  ['back', -2],
  ['ahead', 2],
])('[O10] a clock that is set two years %s delays nothing and fetches nothing twice', async (_, years) => {
  await setup.keep([setup.addVideo(1, 60)]);
  let isSet = false;
  setup.gate = async (path) => {
    if (!path.endsWith('/3') || isSet) return;
    isSet = true;
    setup.now += years * 365 * 86_400_000;
  };
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts().toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `/api/media/video-1/parts/${n}`));
});
