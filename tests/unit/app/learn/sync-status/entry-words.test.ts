import { expect, test } from 'vitest';
import { changesOf } from '#app/learn/sync-status/entry-words.ts';
import { aUnitEntry } from '#tests/unit/sync/entries.ts';

test('[Y28] of what was done several times with a lesson the last act is told last', () => {
  const [done, reset] = ['completed', 'not_started'] as const;
  const waiting = [done, reset, done, reset, done].map((status, at) => aUnitEntry(at + 1, { status }));
  expect(changesOf(waiting).map(({ words }) => words)).toEqual(['Reset, completed']);
  expect(changesOf(waiting.slice(0, 4)).map(({ words }) => words)).toEqual(['Completed, reset']);
});
