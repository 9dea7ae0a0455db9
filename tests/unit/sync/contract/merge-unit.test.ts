// `applyChange`, which both sides share, and the server's merge on top of it.
import { describe, expect, test } from 'vitest';
import { mergeUnit } from '#server/learning/merge-unit.ts';
import {
  applyChange,
  mergeRanges,
  type UnitChange,
  WATCHED_RANGES_LIMIT,
  type WatchedRanges,
} from '#sync/contract/progress.ts';
import { aUnit } from '#tests/factories.ts';

const NOW = new Date('2026-03-01T08:00:00.000Z');
const at = NOW.toISOString();
const completed = aUnit({
  status: 'completed',
  completedAt: at,
  rev: 5,
  positionSeconds: 90,
  watched: [[0, 90]],
  reflection: 'Mine',
});
const change = (fields: Partial<UnitChange>): UnitChange => ({ lessonId: 101, status: 'in_progress', ...fields });

describe('[Y11] the merge', () => {
  test.each<[string, Parameters<typeof mergeUnit>[0], Partial<UnitChange>, object]>([
    ['starting raises', aUnit(), {}, { outcome: 'applied', changed: true, row: { status: 'in_progress', rev: 1 } }],
    [
      'starting what is started changes nothing',
      aUnit({ status: 'in_progress', rev: 1 }),
      {},
      { outcome: 'unchanged', changed: false, row: { rev: 1 } },
    ],
    [
      'starting what is completed changes nothing',
      completed,
      { positionSeconds: 3, watched: [[200, 300]] },
      { outcome: 'unchanged', changed: false, row: completed },
    ],
    [
      'completing raises',
      aUnit({ status: 'in_progress', rev: 1 }),
      { status: 'completed' },
      { outcome: 'applied', row: { status: 'completed', completedAt: at, rev: 2 } },
    ],
    [
      'completing what is completed is our 409',
      completed,
      { status: 'completed' },
      { outcome: 'already_completed', changed: false, row: completed },
    ],
    [
      'a Reset that saw the completion goes down',
      completed,
      { status: 'not_started', seenRev: 5 },
      { outcome: 'applied', row: { status: 'not_started', completedAt: null, rev: 6 } },
    ],
    [
      'a Reset that saw an older rev is superseded',
      completed,
      { status: 'not_started', seenRev: 4 },
      { outcome: 'superseded', changed: false, row: completed },
    ],
    [
      'a Reset that does not say what it saw goes down',
      completed,
      { status: 'not_started' },
      { outcome: 'applied', row: { status: 'not_started', rev: 6 } },
    ],
    [
      'a Reset of what is only started is never superseded',
      aUnit({ status: 'in_progress', rev: 3 }),
      { status: 'not_started', seenRev: 0 },
      { outcome: 'applied', row: { status: 'not_started', rev: 4 } },
    ],
    [
      'a Reset of what was never started changes nothing',
      aUnit(),
      { status: 'not_started', seenRev: 0 },
      { outcome: 'unchanged', changed: false },
    ],
  ])('%s', (_, row, fields, expected) => {
    expect(mergeUnit(row, change(fields), NOW)).toMatchObject(expected);
  });

  test('a Reset starts the video over and keeps the reflection', () => {
    expect(mergeUnit(completed, change({ status: 'not_started' }), NOW).row).toEqual(
      aUnit({ rev: 6, reflection: 'Mine' }),
    );
  });

  test('another reflection on a completed lesson is stored under the 409, and leaves the rev that a Reset has seen', () => {
    const merged = mergeUnit(completed, change({ status: 'completed', reflection: 'Better' }), NOW);
    expect(merged).toEqual({
      outcome: 'already_completed',
      changed: true,
      row: { ...completed, reflection: 'Better' },
    });
    expect(mergeUnit(merged.row, change({ status: 'not_started', seenRev: 5 }), NOW).outcome).toBe('applied');
  });
});

describe('[Y12] watching', () => {
  test('adds up what was watched and keeps the last position', () => {
    const started = aUnit({ status: 'in_progress', rev: 1, positionSeconds: 10, watched: [[0, 10]] });
    expect(
      mergeUnit(
        started,
        change({
          positionSeconds: 4,
          watched: [
            [5, 20],
            [40, 50],
          ],
        }),
        NOW,
      ).row,
    ).toMatchObject({
      positionSeconds: 4,
      watched: [
        [0, 20],
        [40, 50],
      ],
      rev: 2,
    });
  });

  test('keeps what a report does not name', () => {
    const started = aUnit({ status: 'in_progress', rev: 1, positionSeconds: 10, watched: [[0, 10]] });
    expect(applyChange(started, change({ status: 'completed' }), at)).toMatchObject({
      positionSeconds: 10,
      watched: [[0, 10]],
    });
  });

  test('never has more ranges than a report may carry; the shortest are dropped', () => {
    const crumbs: WatchedRanges = Array.from({ length: WATCHED_RANGES_LIMIT }, (_, i) => [i * 10, i * 10 + 1]);
    const merged = mergeRanges(crumbs, [[9_000, 9_500]]);
    expect(merged).toHaveLength(WATCHED_RANGES_LIMIT);
    expect(merged.at(-1)).toEqual([9_000, 9_500]);
    expect(merged).toEqual([...merged].sort((x, y) => x[0] - y[0]));
  });
});
