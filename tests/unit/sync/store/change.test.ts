// Changes as transactions of the replica, beyond the contract of a store.
import 'fake-indexeddb/auto';
import Dexie, { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entry } from '#sync/store/entry.ts';
import { type Replica, replicaName } from '#sync/store/replica.ts';
import type { ChangeScope, StorePatch, StoreView } from '#sync/store/store.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { anEnrollEntry, aUnitEntry, opId } from '../entries.ts';
import { openReplica, USER } from '../replicas.ts';

const fresh = (n: number, lessonId = 101) => aUnitEntry(0, { lessonId }, { opId: opId(n) });

let replica: Replica;
beforeEach(async () => {
  replica = await openReplica();
});
afterEach(() => void vi.restoreAllMocks());

const add = (...entries: Entry[]) => replica.change({}, () => ({ entries }));

describe('[Y7] one transaction', () => {
  test('uses strict durability', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await (await openReplica()).change({}, () => ({ entries: [fresh(1)] }));
    expect(begun).toHaveBeenLastCalledWith(expect.arrayContaining(['outbox', 'units']), 'readwrite', {
      durability: 'strict',
    });
  });

  test('resolves after the commit, not before', async () => {
    const happened: string[] = [];
    const begin = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      const transaction = begin.apply(this, given);
      if (given[1] === 'readwrite') transaction.addEventListener('complete', () => happened.push('committed'));
      return transaction;
    });
    const watched = await openReplica();
    await watched.change({}, () => ({ entries: [fresh(1)] })).then(() => happened.push('said'));
    expect(happened).toEqual(['committed', 'said']);
  });

  test('returns appended entries with their seqs, among known ones', async () => {
    const { entries: [known] = [] } = await add(fresh(1));
    const { entries = [] } = await replica.change({ seqs: [known?.seq ?? 0] }, ({ entries: [seen] }) => ({
      entries: [fresh(2), { ...seen, state: 'done' } as Entry, fresh(3)],
    }));
    expect(entries.map(({ seq }) => seq)).toEqual([2, 1, 3]);
    expect(await replica.outbox.toArray()).toEqual([...entries].sort((a, b) => a.seq - b.seq));
  });

  test('reads adjacent and distant keys, and nothing else', async () => {
    await replica.change({}, () => ({ units: [1, 2, 3, 4, 900].map((lessonId) => aUnit({ lessonId })) }));
    const read = async (lessons: number[]) => {
      const ask: ChangeScope = { lessons };
      return [...(await replica.change(ask, (view): StorePatch & { view: StoreView } => ({ view }))).view.units.keys()];
    };
    expect(await read([1, 2, 4])).toEqual([1, 2, 4]);
    expect(await read([2, 900, 77])).toEqual([2, 900]);
    expect(await read([4, 4])).toEqual([4]);
    expect(await read([])).toEqual([]);
  });

  test('reads a state without a limit, too', async () => {
    await add(fresh(1), fresh(2, 102), fresh(3, 103));
    const countOf = async (limit: number) => {
      const ask: ChangeScope = { states: ['queued'], limit };
      return (await replica.change(ask, ({ entries }): StorePatch & { count: number } => ({ count: entries.length })))
        .count;
    };
    expect([await countOf(Number.POSITIVE_INFINITY), await countOf(2)]).toEqual([3, 2]);
  });

  test('writes a rating to a course on the device only', async () => {
    await replica.saveContent({ catalog: [aCourse({ id: 4, title: 'Floor plans' })] });
    const ratings = [
      { courseId: 4, stars: 5 },
      { courseId: 9, stars: 1 },
    ];
    await replica.change({ ratings: true }, () => ({ ratings }));
    expect(await replica.courses.toArray()).toMatchObject([{ id: 4, title: 'Floor plans', ownStars: 5 }]);
  });

  test('a due date that the server no longer sends leaves the device', async () => {
    await replica.saveContent({ course: aCourse({ id: 4, dueOn: '2026-12-03', percentComplete: 20 }) });
    await replica.saveContent({ course: aCourse({ id: 4 }) });
    expect(await replica.courses.get(4)).toMatchObject({ percentComplete: 20 });
    expect(await replica.courses.get(4)).not.toHaveProperty('dueOn');
  });

  test('reads a course’s title together with its ratings', async () => {
    await replica.saveContent({ catalog: [aCourse({ id: 4, title: 'Floor plans' })] });
    const ask = { title: { courseId: 4, lessonId: null }, ratings: true };
    const { shown } = await replica.change(ask, ({ title }) => ({ entries: [anEnrollEntry(0)], shown: title }));
    expect(shown).toBe('Floor plans');
  });
});

describe('[Y7, Y26] what fails', () => {
  test('an unreadable title does not cost the work', async () => {
    await replica.saveContent({ lessonsOf: { courseId: 4, lessons: [aLesson({ id: 101 })] } });
    const { get } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      // A failing request: the row exists already.
      return this.name === 'lessons' ? this.add(aLesson({ id: 101 })) : get.call(this, key);
    });
    const { shown } = await replica.change({ title: { courseId: 4, lessonId: 101 } }, (view) => ({
      entries: [fresh(1)],
      shown: 'title' in view,
    }));
    expect(shown).toBe(false);
    expect(await replica.outbox.count()).toBe(1);
  });

  test('a failing read ends it with its own error', async () => {
    await replica.change({}, () => ({ units: [aUnit({ lessonId: 101 })] }));
    const { get } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      return this.name === 'units' ? this.add(aUnit({ lessonId: 101 })) : get.call(this, key);
    });
    const decide = vi.fn(() => ({ entries: [fresh(1)] }));
    await expect(replica.change({ lessons: [101] }, decide)).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(decide).not.toHaveBeenCalled();
    expect(await replica.outbox.count()).toBe(0);
  });

  test('a failing write undoes all others and reports why', async () => {
    await add(fresh(1));
    const failing = replica.change({}, () => ({ entries: [fresh(2), fresh(1)], units: [aUnit()], meta: { round: 7 } }));
    await expect(failing).rejects.toThrow(/already exists|ConstraintError/);
    expect([await replica.outbox.count(), await replica.units.count(), await replica.meta.count()]).toEqual([1, 0, 0]);
  });

  test('what cannot be stored is rejected before anything is written', async () => {
    const odd = { ...fresh(1), title: (() => {}) as unknown as string };
    await expect(add(fresh(2), odd)).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await replica.outbox.count()).toBe(0);
  });

  test('a transaction that the browser ends silently is tried once more', async () => {
    let tries = 0;
    const begin = IDBDatabase.prototype.transaction;
    const begun: IDBTransaction[] = [];
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      const transaction = begin.apply(this, given);
      begun.push(transaction);
      return transaction;
    });
    const watched = await openReplica();
    const { entries } = await watched.change({}, () => {
      tries += 1;
      if (tries === 1) queueMicrotask(() => begun.at(-1)?.abort());
      return { entries: [fresh(1)] };
    });
    expect(tries).toBe(2);
    expect(await replica.outbox.toArray()).toEqual(entries);
  });
});

describe('[Y4] screens are notified', () => {
  test('of changes by this and other connections, but not of unchanged tables', async () => {
    const other = await openReplica();
    const [counts, unitsRead]: [number[], number[]] = [[], []];
    const counting = liveQuery(() => other.outbox.count()).subscribe((count) => counts.push(count));
    const reading = liveQuery(() => other.units.count()).subscribe((count) => unitsRead.push(count));
    await expect.poll(() => [counts, unitsRead]).toEqual([[0], [0]]);
    await add(fresh(1));
    await expect.poll(() => counts).toEqual([0, 1]);
    await replica.change({ seqs: [1] }, () => ({ forgottenEntries: [1] }));
    await expect.poll(() => counts).toEqual([0, 1, 0]);
    counting.unsubscribe();
    reading.unsubscribe();
    expect(unitsRead).toEqual([0]);
  });

  test('but not of a change that altered nothing', async () => {
    const told = vi.fn();
    Dexie.on.storagemutated.subscribe(told);
    await replica.change({ states: ['queued'] }, () => ({ entries: [], units: [], meta: {} }));
    expect(told).not.toHaveBeenCalled();
    await replica.change({}, () => ({ meta: { round: 1 } }));
    expect(told).toHaveBeenCalledOnce();
    Dexie.on.storagemutated.unsubscribe(told);
  });
});

describe('[Y27] the connection', () => {
  test('that was closed for good stays closed', async () => {
    await add(fresh(1));
    replica.close();
    await expect(add(fresh(2))).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(replica.isOpen()).toBe(false);
  });

  test('that was dropped is reopened', async () => {
    await add(fresh(1));
    replica.close({ disableAutoOpen: false });
    await add(fresh(2));
    expect(await replica.outbox.count()).toBe(2);
  });

  test('that was dropped, and finds a newer version when reopened, writes nothing', async () => {
    await add(fresh(1));
    replica.close({ disableAutoOpen: false });
    await new Promise<void>((resolve, reject) => {
      const raised = indexedDB.open(replicaName(USER), 40);
      raised.onsuccess = () => resolve(raised.result.close());
      raised.onerror = reject;
    });
    const reading = replica.outbox.count().catch((error: unknown) => error);
    await expect(add(fresh(2))).rejects.toThrow('newer version');
    await reading;
    const newer = await new Dexie(replicaName(USER)).open();
    expect(await newer.table('outbox').count()).toBe(1);
    newer.close();
  });

  test('that is closed for good just before a change stays closed, whenever that is', async () => {
    await add(fresh(1));
    for (let turns = 0; turns < 12; turns += 1) {
      const closing = await openReplica();
      const adding = closing.change({}, () => ({ meta: { round: turns } })).catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      closing.close();
      await adding;
      expect(closing.isOpen(), `after ${turns} turns`).toBe(false);
    }
  });

  test('that is being reopened is not used before its version was checked', async () => {
    await add(fresh(1));
    const right = Promise.withResolvers<void>();
    replica.on('ready', () => right.promise, true);
    replica.close({ disableAutoOpen: false });
    const reading = replica.outbox.count();
    await expect.poll(() => replica.backendDB()).toBeTruthy();
    const writing = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const adding = add(fresh(2));
    // As many turns as a whole change of another database takes.
    const other = new Dexie('another');
    other.version(1).stores({ rows: '' });
    await other.table('rows').count();
    other.close();
    expect(writing).not.toHaveBeenCalledWith(expect.anything(), 'readwrite', expect.anything());
    right.resolve();
    await Promise.all([reading, adding]);
    expect(await replica.outbox.count()).toBe(2);
  });
});
