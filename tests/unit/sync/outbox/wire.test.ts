import { expect, test } from 'vitest';
import { BATCH_BYTES_LIMIT } from '#sync/contract/operation.ts';
import { batchCall, fitBatch, singleCall } from '#sync/outbox/wire.ts';
import { aUnitEntry } from '../entries.ts';

const NOTHING_KNOWN = { epoch: null, round: 0, lastDone: null };
const NOW = Date.parse('2026-06-30T12:00:00Z');
const entryOf = (createdAt: string, change = {}) => aUnitEntry(1, change, { createdAt });

test.each([
  ['2026-06-30T11:00:00Z', 3_600_000],
  ['2026-06-30T12:00:00Z', 0],
  // The clock was set back meanwhile.
  ['2026-07-01T12:00:00Z', 0],
  ['no time', 0],
])('[Y11d] work of %s travels with its age, alone and in a batch', (createdAt, age) => {
  const entry = entryOf(createdAt);
  expect(singleCall(entry, NOTHING_KNOWN, NOW).headers['X-Op-Age']).toBe(String(age));
  expect(batchCall([entry], NOTHING_KNOWN, NOW).body).toMatchObject({ operations: [{ ageMs: age }] });
});

test('[Y15] a batch of old work fits too', () => {
  const reflection = 'x'.repeat(900);
  const all = Array.from({ length: 600 }, () => entryOf('2000-01-01T00:00:00Z', { reflection }));
  const fitting = fitBatch(all);
  const sent = JSON.stringify(batchCall(fitting, NOTHING_KNOWN, NOW).body);
  expect(sent.length).toBeLessThanOrEqual(BATCH_BYTES_LIMIT);
  expect(fitting.length).toBeGreaterThan(400);
});
