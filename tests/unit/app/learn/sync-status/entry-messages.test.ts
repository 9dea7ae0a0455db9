import { expect, test } from 'vitest';
import { pendingChanges, withoutRepeats } from '#app/learn/sync-status/entry-messages.ts';
import { aUnitEntry } from '#tests/unit/sync/entries.ts';

test('[Y28] of what was done several times with a lesson the last act is told last', () => {
  const [done, reset] = ['completed', 'not_started'] as const;
  const waiting = [done, reset, done, reset, done].map((status, at) => aUnitEntry(at + 1, { status }));
  expect(pendingChanges(waiting).map(({ label }) => label)).toEqual(['Reset, completed']);
  expect(pendingChanges(waiting.slice(0, 4)).map(({ label }) => label)).toEqual(['Completed, reset']);
});

test('[Y28] what waited as one change is one row once it is sent: the completion of a video covers its reports', () => {
  const report = { status: 'in_progress', positionSeconds: 5 } as const;
  const sent = [
    aUnitEntry(4, { lessonId: 2, ...report }),
    aUnitEntry(3, { lessonId: 1, status: 'completed' }),
    aUnitEntry(2, { lessonId: 1, ...report }),
    aUnitEntry(1, { lessonId: 2, ...report }),
  ];
  expect(withoutRepeats(sent).map(({ seq }) => seq)).toEqual([4, 3]);
});
