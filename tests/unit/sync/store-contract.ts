// The contract of every store: the suite runs on the simulation's store and on the replica.
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntryState } from '#sync/store/entry.ts';
import { type ChangeScope, INITIAL_META, type Store } from '#sync/store/store.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { AT, anEnrollEntry, aQuizEntry, aUnitEntry, opId } from './entries.ts';

const fresh = (n: number, lessonId = 101, state: EntryState = 'queued') =>
  aUnitEntry(0, { lessonId }, { opId: opId(n), state });

/** Runs the suite on stores from `open`, which must be empty. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`[Y3] ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    const everything = () =>
      store
        .change({ states: ['queued', 'sending', 'done', 'blocked', 'discarded'] }, (view) => ({ entries: [], view }))
        .then(({ view }) => view);

    test('is empty at first', async () => {
      expect(await everything()).toEqual({ entries: [], units: new Map(), meta: INITIAL_META });
    });

    test('numbers appended entries in order, and returns the numbers', async () => {
      const { entries } = await store.change({}, () => ({ entries: [fresh(1), fresh(2)] }));
      const [first, second] = entries ?? [];
      expect(second?.seq).toBeGreaterThan(first?.seq ?? Number.NaN);
      expect((await everything()).entries).toEqual(entries);
    });

    test('never reuses a number, even after its entry was forgotten', async () => {
      const { entries } = await store.change({}, () => ({ entries: [fresh(1)] }));
      const seq = entries?.[0]?.seq ?? 0;
      await store.change({}, () => ({ forgottenEntries: [seq] }));
      const { entries: next } = await store.change({}, () => ({ entries: [fresh(2)] }));
      expect(next?.[0]?.seq).toBeGreaterThan(seq);
      expect((await everything()).entries).toHaveLength(1);
    });

    test('[Y9] stores an operation id only once', async () => {
      await store.change({}, () => ({ entries: [fresh(1)] }));
      await expect(store.change({}, () => ({ entries: [fresh(1)], units: [aUnit()] }))).rejects.toThrow();
      expect((await everything()).entries).toHaveLength(1);
    });

    test('writes nothing when a change fails', async () => {
      await store.change({}, () => ({ entries: [fresh(1)], meta: { dataEpoch: 'e1' } }));
      const failing = store.change({ states: ['queued'] }, () => {
        throw new Error('No.');
      });
      await expect(failing).rejects.toThrow('No.');
      const again = store.change({}, () => ({
        units: [aUnit({ rev: 1 })],
        meta: { dataEpoch: 'e2' },
        entries: [fresh(2), fresh(1)],
      }));
      await expect(again).rejects.toThrow();
      const { view } = await store.change({ states: ['queued'], lessons: [101] }, (view) => ({ entries: [], view }));
      expect(view.entries).toHaveLength(1);
      expect(view.units.size).toBe(0);
      expect(view.meta.dataEpoch).toBe('e1');
    });

    test('reads the pending entries of subjects and the named states and seqs, without duplicates and in order', async () => {
      const { entries } = await store.change({}, () => ({
        entries: [
          fresh(1),
          fresh(2, 101, 'done'),
          fresh(3, 101, 'sending'),
          fresh(4, 101, 'blocked'),
          fresh(5, 102),
          { ...aQuizEntry(0, { lessonId: 102 }), opId: opId(6) },
          { ...anEnrollEntry(0), opId: opId(7) },
          ...(['queued', 'done', 'sending'] as const).map((state, at) =>
            aUnitEntry(0, { lessonId: 103, status: 'not_started', seenRev: at }, { opId: opId(8 + at), state }),
          ),
        ],
      }));
      const ids = entries?.map((entry) => entry.seq) ?? [];
      const seen = async (ask: Parameters<Store['change']>[0]) => {
        const { view } = await store.change(ask, (view) => ({ entries: [], view }));
        return view.entries.map((entry) => ids.indexOf(entry.seq) + 1);
      };
      expect(await seen({})).toEqual([]);
      expect(await seen({ subjects: ['lesson:101'] })).toEqual([1, 3]);
      expect(await seen({ subjects: ['lesson:101', 'course:4'] })).toEqual([1, 3, 7]);
      expect(await seen({ states: ['queued', 'sending'] })).toEqual([1, 3, 5, 6, 7, 8, 10]);
      expect(await seen({ states: ['queued', 'done'], limit: 2 })).toEqual([1, 2, 5, 9]);
      expect(await seen({ resets: true })).toEqual([8, 10]);
      expect(await seen({ seqs: ids.slice(1, 5) })).toEqual([2, 3, 4, 5]);
      expect(await seen({ seqs: [ids[1] ?? 0, ids[3] ?? 0] }), 'not what lies between').toEqual([2, 4]);
      expect(await seen({ states: ['blocked'], seqs: [ids[1] ?? 0, ids[3] ?? 0, 9_999] })).toEqual([2, 4]);
      expect(await seen({ subjects: ['lesson:101'], states: ['queued'], limit: Number.POSITIVE_INFINITY })).toEqual([
        1, 3, 5, 6, 7, 8,
      ]);
    });

    test('replaces entries in place', async () => {
      const { entries } = await store.change({}, () => ({ entries: [fresh(1), fresh(2)] }));
      await store.change({ states: ['queued'] }, (view) => ({
        entries: view.entries.slice(0, 1).map((entry) => ({ ...entry, state: 'done', endedAt: AT })),
      }));
      expect((await everything()).entries).toEqual([{ ...entries?.[0], state: 'done', endedAt: AT }, entries?.[1]]);
    });

    test('stores snapshots, and deletes them before writing new ones', async () => {
      await store.change({}, () => ({ units: [aUnit({ rev: 1 }), aUnit({ lessonId: 102, rev: 4 })] }));
      await store.change({}, () => ({ forgetUnits: true, units: [aUnit({ rev: 2 })] }));
      const { view } = await store.change({ lessons: [101, 102] }, (view) => ({ entries: [], view }));
      expect(view.units).toEqual(new Map([[101, aUnit({ rev: 2 })]]));
    });

    test('merges the meta of patches', async () => {
      await store.change({}, () => ({ meta: { dataEpoch: 'e1' } }));
      await store.change({}, () => ({ meta: { pausedReason: 'auth' } }));
      expect((await everything()).meta).toEqual({ ...INITIAL_META, dataEpoch: 'e1', pausedReason: 'auth' });
    });

    test('runs concurrent changes one after the other', async () => {
      const add = (n: number) =>
        store.change({ subjects: ['lesson:101'] }, (view) => ({
          entries: view.entries.length === 0 ? [fresh(n)] : [],
        }));
      await Promise.all([add(1), add(2)]);
      expect((await everything()).entries).toHaveLength(1);
    });

    test('knows titles and courses from what was pulled', async () => {
      const titleOf = async (title: ChangeScope['title']) =>
        (await store.change({ title }, (view) => ({ entries: [], view }))).view.title;
      expect(await titleOf({ courseId: 4, lessonId: 101 })).toBeUndefined();
      await store.saveContent({ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } });
      expect(await titleOf({ courseId: 4, lessonId: 101 })).toBe('Reading a floor plan');
      expect(await titleOf({ courseId: 4, lessonId: null })).toBe('Certified Field Inspector');
      expect(await store.downloadedCourseIds()).toEqual([4]);
    });
  });
}
