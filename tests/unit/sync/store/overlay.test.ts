import { expect, test } from 'vitest';
import { overlay } from '#sync/store/entry.ts';
import { aUnit } from '#tests/factories.ts';
import { AT, aQuizEntry, aUnitEntry } from '../entries.ts';

test('[Y4] the overlay is the snapshot with the pending entries applied, in the order of recording', () => {
  const entries = [
    aUnitEntry(1, { status: 'completed' }),
    aUnitEntry(2, { status: 'not_started', seenRev: 4 }),
    aUnitEntry(3, { positionSeconds: 12, watched: [[0, 12]] }, { state: 'sending', attempts: 1 }),
  ];
  expect(overlay(aUnit({ status: 'in_progress', positionSeconds: 80, rev: 4 }), 101, entries)).toEqual(
    aUnit({ status: 'in_progress', positionSeconds: 12, watched: [[0, 12]], rev: 4 }),
  );
  expect(overlay(undefined, 101, entries.slice(0, 1))).toEqual(aUnit({ status: 'completed', completedAt: AT }));
});

test('[Y4] blocked, discarded and done entries are not in the overlay; a quiz is not before it is graded', () => {
  const snapshot = aUnit({ status: 'in_progress', rev: 2 });
  const entries = (['blocked', 'discarded', 'done'] as const).map((state, i) =>
    aUnitEntry(i + 1, { status: 'completed' }, { state }),
  );
  expect(overlay(snapshot, 101, [...entries, aQuizEntry(9)])).toBe(snapshot);
});

test('[Y31c] the overlay leaves out work of a round that is over, and shows that of this round', () => {
  const snapshot = aUnit({ status: 'not_started', rev: 5, round: 2 });
  const completed = (round: number) => aUnitEntry(1, { status: 'completed', round });
  expect(overlay(snapshot, 101, [completed(1)])).toBe(snapshot);
  expect(overlay(snapshot, 101, [completed(2)])).toMatchObject({ status: 'completed' });
});
