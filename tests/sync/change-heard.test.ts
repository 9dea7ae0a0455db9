// A change goes past Dexie: its live queries, here and in other tabs, must hear of it all the same.
import 'fake-indexeddb/auto';
import Dexie, { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Replica } from '#sync/replica.ts';
import type { Patch } from '#sync/store.ts';
import { aCourse, aUnit } from '#tests/factories.ts';
import { aUnitEntry, opId } from './entries.ts';
import { openReplica } from './replicas.ts';

const fresh = (n: number, lessonId = 101) => aUnitEntry(0, { lessonId }, { opId: opId(n) });

let replica: Replica;
beforeEach(async () => {
  replica = await openReplica();
});
afterEach(() => void vi.restoreAllMocks());

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
    const resets = () => replica.outbox.where('[state+seq]').between(['done'], ['done', Dexie.maxKey]).toArray();
    expect(await heardOf(resets, { entries: [{ ...fresh(3), state: 'done' }] })).toMatchObject([[], [{ seq: 3 }]]);
    expect(await heardOf(() => replica.outbox.toCollection().primaryKeys(), { forgottenEntries: [3] })).toEqual([
      [2, 3],
      [2],
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
    const other = await openReplica();
    const asked = vi.fn(() => replica.units.count());
    const listening = liveQuery(asked).subscribe(() => {});
    await expect.poll(() => asked).toHaveBeenCalledTimes(1);
    expect(await heardOf(() => replica.outbox.count(), { entries: [fresh(1)] }, other)).toEqual([0, 1]);
    listening.unsubscribe();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('when there is time for it; the work is saved before', async () => {
    const later: (() => void)[] = [];
    const busy = await openReplica((work) => later.push(work));
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

  test('and nobody hears of a change that altered nothing', async () => {
    const told = vi.fn();
    const idle = await openReplica(told);
    await idle.change({ states: ['queued'] }, () => ({ entries: [], units: [], meta: {} }));
    expect(told).not.toHaveBeenCalled();
    await idle.change({}, () => ({ meta: { round: 1 } }));
    expect(told).toHaveBeenCalledOnce();
  });

  test('and one that fails at it costs nobody their work', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const failing = () => {
      throw new Error('No.');
    };
    Dexie.on.storagemutated.subscribe(failing);
    const { entries } = await replica.change({}, () => ({ entries: [fresh(1)] }));
    Dexie.on.storagemutated.unsubscribe(failing);
    expect(await replica.outbox.toArray()).toEqual(entries);
    expect(warned).toHaveBeenCalledOnce();
  });
});
