// What the replica's own way past Dexie must do beyond the contract of a store.
import 'fake-indexeddb/auto';
import Dexie, { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entry } from '#sync/entry.ts';
import { Replica, replicaName, type WhenFree } from '#sync/replica.ts';
import { isConnectionLost } from '#sync/storage-errors.ts';
import type { Ask, Patch, View } from '#sync/store.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { anEnrollEntry, aUnitEntry, opId } from './entries.ts';

const USER = 'maren';
const fresh = (n: number, lessonId = 101) => aUnitEntry(0, { lessonId }, { opId: opId(n) });

let replica: Replica;
const opened: Replica[] = [];
function open(whenFree?: WhenFree): Replica {
  const made = new Replica(USER, () => {}, whenFree);
  opened.push(made);
  return made;
}
beforeEach(async () => {
  replica = open();
  await replica.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of opened.splice(0)) each.close();
  await Dexie.delete(replicaName(USER));
});

const add = (...entries: Entry[]) => replica.change({}, () => ({ entries }));

describe('[Y7] one transaction', () => {
  test('is asked for with strict durability', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await add(fresh(1));
    expect(begun).toHaveBeenLastCalledWith(expect.arrayContaining(['outbox', 'units']), 'readwrite', {
      durability: 'strict',
    });
  });

  test('resolves after the commit, not before', async () => {
    const happened: string[] = [];
    const begin = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      const transaction = begin.apply(this, given);
      transaction.addEventListener('complete', () => happened.push('committed'));
      return transaction;
    });
    await add(fresh(1)).then(() => happened.push('said'));
    expect(happened).toEqual(['committed', 'said']);
  });

  test('gives appended entries their numbers among known ones', async () => {
    const { entries: [known] = [] } = await add(fresh(1));
    const { entries = [] } = await replica.change({ seqs: [known?.seq ?? 0] }, ({ entries: [seen] }) => ({
      entries: [fresh(2), { ...seen, state: 'done' } as Entry, fresh(3)],
    }));
    expect(entries.map(({ seq }) => seq)).toEqual([2, 1, 3]);
    expect(await replica.outbox.toArray()).toEqual([...entries].sort((a, b) => a.seq - b.seq));
  });

  test('reads many keys that lie together, or far apart, and those alone', async () => {
    await replica.change({}, () => ({ units: [1, 2, 3, 4, 900].map((lessonId) => aUnit({ lessonId })) }));
    const read = async (lessons: number[]) => {
      const ask: Ask = { lessons };
      return [...(await replica.change(ask, (view): Patch & { view: View } => ({ view }))).view.units.keys()];
    };
    expect(await read([1, 2, 4])).toEqual([1, 2, 4]);
    expect(await read([2, 900, 77])).toEqual([2, 900]);
    expect(await read([4, 4])).toEqual([4]);
    expect(await read([])).toEqual([]);
  });

  test('reads a state without a limit, too', async () => {
    await add(fresh(1), fresh(2, 102), fresh(3, 103));
    const countOf = async (limit: number) => {
      const ask: Ask = { states: ['queued'], limit };
      return (await replica.change(ask, ({ entries }): Patch & { count: number } => ({ count: entries.length }))).count;
    };
    expect([await countOf(Number.POSITIVE_INFINITY), await countOf(2)]).toEqual([3, 2]);
  });

  test('writes a rating to a course that is here, and leaves others alone', async () => {
    await replica.keep({ catalog: [aCourse({ id: 4, title: 'Floor plans' })] });
    const ratings = [
      { courseId: 4, stars: 5 },
      { courseId: 9, stars: 1 },
    ];
    await replica.change({ ratings: true }, () => ({ ratings }));
    expect(await replica.courses.toArray()).toMatchObject([{ id: 4, title: 'Floor plans', ownStars: 5 }]);
  });

  test('reads the title of a course beside its ratings', async () => {
    await replica.keep({ catalog: [aCourse({ id: 4, title: 'Floor plans' })] });
    const ask = { title: { courseId: 4, lessonId: null }, ratings: true };
    const { shown } = await replica.change(ask, ({ title }) => ({ entries: [anEnrollEntry(0)], shown: title }));
    expect(shown).toBe('Floor plans');
  });
});

describe('[Y7, Y26] what fails', () => {
  test('a title that cannot be read does not cost the tap', async () => {
    await replica.keep({ lessonsOf: { courseId: 4, lessons: [aLesson({ id: 101 })] } });
    const { get } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      // A request that fails: the row is there already.
      return this.name === 'lessons' ? this.add(aLesson({ id: 101 })) : get.call(this, key);
    });
    const { shown } = await replica.change({ title: { courseId: 4, lessonId: 101 } }, (view) => ({
      entries: [fresh(1)],
      shown: 'title' in view,
    }));
    expect(shown).toBe(false);
    expect(await replica.outbox.count()).toBe(1);
  });

  test('a read that fails ends it, by its own name', async () => {
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

  test('a write that fails takes all others along, and says why', async () => {
    await add(fresh(1));
    const failing = replica.change({}, () => ({ entries: [fresh(2), fresh(1)], units: [aUnit()], meta: { round: 7 } }));
    await expect(failing).rejects.toMatchObject({ name: 'ConstraintError' });
    expect([await replica.outbox.count(), await replica.units.count(), await replica.meta.count()]).toEqual([1, 0, 0]);
  });

  test('what no database can hold is refused before anything is written', async () => {
    const odd = { ...fresh(1), title: (() => {}) as unknown as string };
    await expect(add(fresh(2), odd)).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await replica.outbox.count()).toBe(0);
  });

  test('a transaction that the browser ends without a word is tried once more', async () => {
    let tries = 0;
    const begin = IDBDatabase.prototype.transaction;
    const begun: IDBTransaction[] = [];
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      const transaction = begin.apply(this, given);
      begun.push(transaction);
      return transaction;
    });
    const { entries } = await replica.change({}, () => {
      tries += 1;
      if (tries === 1) queueMicrotask(() => begun.at(-1)?.abort());
      return { entries: [fresh(1)] };
    });
    expect(tries).toBe(2);
    expect(await replica.outbox.toArray()).toEqual(entries);
  });

  test('and counts as a lost connection', () => {
    expect(isConnectionLost(new DOMException('The browser ended the transaction.', 'AbortError'))).toBe(true);
  });
});

describe('[Y27] the connection', () => {
  test('that was closed for good stays closed', async () => {
    await add(fresh(1));
    replica.close();
    await expect(add(fresh(2))).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(replica.isOpen()).toBe(false);
  });

  test('that was dropped is opened again', async () => {
    await add(fresh(1));
    replica.close({ disableAutoOpen: false });
    await add(fresh(2));
    expect(await replica.outbox.count()).toBe(2);
  });

  test('that was dropped, and finds a newer version when it is opened again, writes nothing', async () => {
    await add(fresh(1));
    replica.close({ disableAutoOpen: false });
    await new Promise<void>((resolve, reject) => {
      const raised = indexedDB.open(replicaName(USER), 30);
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
});

describe('[Y4] screens hear of it', () => {
  const heardOf = async (query: () => PromiseLike<unknown>, patch: Patch, from = replica) => {
    const heard: unknown[] = [];
    const listening = liveQuery(query).subscribe((value) => heard.push(value));
    await expect.poll(() => heard).toHaveLength(1);
    await from.change({ ratings: true }, () => patch);
    await expect.poll(() => heard).toHaveLength(2);
    listening.unsubscribe();
    return heard;
  };

  test('a count, an index, one key, and what was deleted', async () => {
    expect(await heardOf(() => replica.outbox.count(), { entries: [fresh(1)] })).toEqual([0, 1]);
    const ofState = () => replica.outbox.where('[state+seq]').between(['queued'], ['queued', Dexie.maxKey]).count();
    expect(await heardOf(ofState, { entries: [fresh(2)] })).toEqual([1, 2]);
    expect(await heardOf(() => replica.outbox.get(1), { forgottenEntries: [1] })).toMatchObject([
      { seq: 1 },
      undefined,
    ]);
    expect(await heardOf(() => replica.meta.get('round'), { meta: { round: 3 } })).toMatchObject([
      undefined,
      { value: 3 },
    ]);
    expect(await heardOf(() => replica.units.count(), { units: [aUnit()] })).toEqual([0, 1]);
    expect(await heardOf(() => replica.units.toArray(), { forgetUnits: true })).toMatchObject([[{}], []]);
    await replica.drafts.put({ lessonId: 101, savedAt: '' });
    expect(await heardOf(() => replica.drafts.count(), { draftsDone: [101] })).toEqual([1, 0]);
    await replica.keep({ catalog: [aCourse({ id: 4 })] });
    const rated = await heardOf(() => replica.courses.get(4), { ratings: [{ courseId: 4, stars: 2 }] });
    expect(rated).toMatchObject([{}, { ownStars: 2 }]);
    const graded = { opId: opId(9), lessonId: 101, at: '', score: 50, passed: false, review: [] };
    expect(await heardOf(() => replica.quizResults.count(), { quizResults: [graded] })).toEqual([0, 1]);
  });

  test('of another connection, too, and not of tables that stayed as they were', async () => {
    const other = open();
    const asked = vi.fn(() => replica.units.count());
    const listening = liveQuery(asked).subscribe(() => {});
    await expect.poll(() => asked).toHaveBeenCalledTimes(1);
    expect(await heardOf(() => replica.outbox.count(), { entries: [fresh(1)] }, other)).toEqual([0, 1]);
    listening.unsubscribe();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('when there is time for it; the work is saved before', async () => {
    const later: (() => void)[] = [];
    const busy = open((work) => later.push(work));
    const heard: number[] = [];
    const listening = liveQuery(() => busy.outbox.count()).subscribe((count) => heard.push(count));
    await expect.poll(() => heard).toEqual([0]);
    await busy.change({}, () => ({ entries: [fresh(1)] }));
    expect(await replica.outbox.count()).toBe(1);
    expect([heard, later.length]).toEqual([[0], 1]);
    for (const work of later) work();
    await expect.poll(() => heard).toEqual([0, 1]);
    listening.unsubscribe();
  });

  test('and one that fails at it costs nobody their work', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const failing = () => {
      throw new Error('No.');
    };
    Dexie.on.storagemutated.subscribe(failing);
    const { entries } = await add(fresh(1));
    Dexie.on.storagemutated.unsubscribe(failing);
    expect(await replica.outbox.toArray()).toEqual(entries);
    expect(warned).toHaveBeenCalledOnce();
  });
});
