// A browser that leaves an open without an answer, as Chromium does now and then after a crash.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '#sync/store/database.ts';

class Kept extends Database {
  constructor() {
    super('kept');
    this.version(1).stores({ rows: 'id' });
  }
}
const rows = (database: Kept) => database.table('rows').toArray();

let opened: Kept[];
beforeEach(async () => {
  const first = new Kept();
  opened = [first];
  await first.table('rows').put({ id: 1 });
  first.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const database of opened) database.close();
  indexedDB.deleteDatabase('kept');
});

/** The next opens are asked, but what they answer comes when `answer` is called, or never. */
function holdOpens(count: number) {
  const real = IDBFactory.prototype.open;
  const held: (() => void)[] = [];
  const asked = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...how) {
    if (held.length >= count) return real.apply(this, how);
    const silent = Object.assign(new EventTarget(), { result: undefined, error: null, transaction: null });
    held.push(() => {
      const late = real.apply(this, how);
      late.onsuccess = () => {
        Object.assign(silent, { result: late.result });
        silent.dispatchEvent(new Event('success'));
      };
    });
    return silent as unknown as IDBOpenDBRequest;
  });
  return { asked, answer: () => held.map((each) => each()) };
}

test('[Y26] an open without an answer is asked for again after 5 s, and again', async () => {
  const { asked } = holdOpens(2);
  const database = new Kept();
  opened.push(database);
  const read = rows(database);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await read).toEqual([{ id: 1 }]);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('[Y26] a connection that comes late is closed, and holds up nobody', async () => {
  const { answer } = holdOpens(1);
  const database = new Kept();
  opened.push(database);
  const read = rows(database);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await read;
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await rows(database)).toEqual([{ id: 1 }]);
  database.close();
  // Nobody has it open any more.
  const deleting = indexedDB.deleteDatabase('kept');
  expect(
    await new Promise((resolve) =>
      Object.assign(deleting, { onsuccess: () => resolve('deleted'), onblocked: () => resolve('blocked') }),
    ),
  ).toBe('deleted');
});

test('an open that is answered is asked once', async () => {
  const { asked } = holdOpens(0);
  const database = new Kept();
  opened.push(database);
  const read = rows(database);
  vi.useRealTimers();
  await read;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveBeenCalledTimes(1);
});
