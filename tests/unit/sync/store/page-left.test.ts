// A page that goes into the back/forward cache must not block later pages with its open transactions (Y26b).
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '#sync/outbox/outbox.ts';
import { leavePage, returnToPage, warnOfBackgroundWork } from '#sync/store/database.ts';
import type { Entry } from '#sync/store/entry.ts';
import { Replica, replicaName } from '#sync/store/replica.ts';
import { aUnitEntry, opId } from '../entries.ts';
import { openReplica, USER } from '../replicas.ts';

const row = (n: number) => {
  const { seq: _, ...entry } = aUnitEntry(0, { lessonId: 100 + n }, { opId: opId(n) });
  return entry as Entry;
};

/** One change, as the engine makes it. */
const tap = (replica: Replica) =>
  replica.change({ subjects: ['lesson:101'], lessons: [101] }, (view) =>
    enqueue(
      view,
      { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' },
      { opId: opId(1), at: '2026-03-01T08:00:00.000Z', title: '' },
    ),
  );

/** What a later page finds, with plain IndexedDB; it writes, so that it waits for every open transaction. */
function laterPage(write = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(replicaName(USER));
    opening.onerror = reject;
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['outbox', 'drafts'], 'readwrite');
      const counting = transaction.objectStore('outbox').count();
      if (write) transaction.objectStore('outbox').add(row(9));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

let replica: Replica;
beforeEach(async () => {
  replica = await openReplica();
});
afterEach(() => {
  vi.restoreAllMocks();
  returnToPage();
});

test('[Y26] a transaction with steps left blocks no later page, is undone, and runs again as a whole', async () => {
  let isFrozen = true;
  let hasBegun = false;
  const done = replica.transaction('rw', replica.outbox, async () => {
    await replica.outbox.add(row(1));
    hasBegun = true;
    while (isFrozen) await replica.outbox.count();
    await replica.outbox.add(row(2));
  });
  await vi.waitFor(() => expect(hasBegun).toBe(true), 15_000);
  leavePage();
  expect(await laterPage()).toBe(0);
  isFrozen = false;
  returnToPage();
  await done;
  expect(await replica.outbox.count()).toBe(2);
});

test('[Y7, Y26] work that is still reading when the page is left is not saved, nor reported as saved, until the page is back', async () => {
  const happened: string[] = [];
  const { get } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (this: IDBObjectStore, key) {
    queueMicrotask(leavePage);
    return get.call(this, key);
  });
  const saved = tap(replica).then(({ entries }) => {
    happened.push('said');
    return entries;
  });
  await vi.waitFor(async () => expect(await laterPage(true)).toBe(0), 15_000);
  expect(await laterPage()).toBe(1);
  expect(happened).toEqual([]);
  returnToPage();
  expect(await saved).toMatchObject([{ opId: opId(1), seq: expect.any(Number) }]);
  expect((await replica.outbox.toArray()).map((entry) => entry.opId).sort()).toEqual([opId(1), opId(9)]);
});

test('[Y7, Y26] work whose writes are pending when the page is left is saved once the page is back', async () => {
  const { add } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, value, key) {
    queueMicrotask(leavePage);
    return add.call(this, value, key);
  });
  const saved = tap(replica);
  await vi.waitFor(() => expect(IDBObjectStore.prototype.add).toHaveBeenCalled(), 15_000);
  expect(await laterPage()).toBe(0);
  returnToPage();
  expect((await saved).entries).toMatchObject([{ opId: opId(1) }]);
  expect(await replica.outbox.count()).toBe(1);
});

test('[Y26] a single read or write in progress is aborted with the page, and rejects', async () => {
  const operations = [replica.drafts.put({ lessonId: 101, savedAt: '' }), replica.drafts.toArray()];
  const ended = operations.map((operation) => expect(operation).rejects.toMatchObject({ name: 'AbortError' }));
  // As browsers do outside a transaction's callbacks.
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(() => {
    throw new DOMException('The transaction is inactive.', 'InvalidStateError');
  });
  await vi.waitFor(() => expect(replica.isOpen()).toBe(true), 15_000);
  leavePage();
  await Promise.all(ended);
  returnToPage();
  expect(await replica.drafts.count()).toBe(0);
});

test("[Y26] background work that ends with the page is no warning; the next page's is", async () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await vi.waitFor(() => expect(replica.isOpen()).toBe(true), 15_000);
  const read = replica.drafts.toArray().then(undefined, warnOfBackgroundWork);
  leavePage();
  await read;
  expect(warning).not.toHaveBeenCalled();
  returnToPage();
  replica.close();
  await replica.drafts.toArray().then(undefined, warnOfBackgroundWork);
  expect(warning).toHaveBeenCalledOnce();
});

test('[Y26] no database opens while the page is away: a connection would block a newer version', async () => {
  leavePage();
  const opened = vi.spyOn(IDBFactory.prototype, 'open');
  const counting = replica.outbox.count();
  await indexedDB.databases();
  expect(opened).not.toHaveBeenCalled();
  returnToPage();
  expect(await counting).toBe(0);
});

test('[Y26, Y27] a database closed for good before the page was left stays closed', async () => {
  replica.close();
  leavePage();
  returnToPage();
  await expect(tap(replica)).rejects.toMatchObject({ name: 'DatabaseClosedError' });
});

test('[Y26] a scope with an error of its own fails once, even when the page was left before', async () => {
  leavePage();
  returnToPage();
  const scope = vi.fn(async () => {
    throw new RangeError('No.');
  });
  await expect(replica.transaction('rw', replica.outbox, scope)).rejects.toThrow('No.');
  expect(scope).toHaveBeenCalledOnce();
});

test('[Y26] a database that is being created when the page is left blocks no later page, and is created once the page is back', async () => {
  const { createObjectStore } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementationOnce(function (this: IDBDatabase, ...given) {
    queueMicrotask(leavePage);
    return createObjectStore.apply(this, given);
  });
  const created = new Replica('somebody-new');
  const counted = created.withWatchdog(() => created.outbox.count());
  await vi.waitFor(() => expect(IDBDatabase.prototype.createObjectStore).toHaveBeenCalled(), 15_000);
  // A later page reads and writes: the creation would be over by then.
  await laterPage();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(replicaName('somebody-new'));
  returnToPage();
  expect(await counted).toBe(0);
});
