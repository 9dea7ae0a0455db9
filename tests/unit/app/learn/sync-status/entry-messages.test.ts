import { expect, test } from 'vitest';
import { pendingChanges } from '#app/learn/sync-status/entry-messages.ts';
import { aUnitEntry } from '#tests/unit/sync/entries.ts';

test('[Y28] of what was done several times with a lesson the last act is told last', () => {
  const [done, reset] = ['completed', 'not_started'] as const;
  const waiting = [done, reset, done, reset, done].map((status, at) => aUnitEntry(at + 1, { status }));
  expect(pendingChanges(waiting).map(({ label }) => label)).toEqual(['Reset, completed']);
  expect(pendingChanges(waiting.slice(0, 4)).map(({ label }) => label)).toEqual(['Completed, reset']);
});
