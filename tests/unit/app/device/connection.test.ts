import { describe, expect, test } from 'vitest';
import { describeConnection, workLabel } from '#app/device/connection.ts';
import { agoWords } from '#app/ui/labels.ts';
import type { SyncStatus } from '#sync/store/reads.ts';

const quiet: SyncStatus = {
  waiting: 0,
  sending: 0,
  attention: 0,
  oldestUnsentAt: null,
  lastSyncAt: '2026-01-02T03:04:05.000Z',
  pausedReason: null,
  reachable: true,
};
const here = { isBrowserOnline: true, isVisitor: false, wasOffline: false };
const words = (status: Partial<SyncStatus>, facts = here) =>
  workLabel(describeConnection({ ...quiet, ...status }, facts).work);

describe('the two facts', () => {
  test('[Y28] all work sent only when nothing is queued, sending or blocked', () => {
    expect(words({})).toBe('All work sent');
    expect(words({ waiting: 1 })).toBe('1 change waiting');
    expect(words({ sending: 1 })).toBe('Syncing…');
    expect(words({ attention: 1 })).toBe('1 needs attention');
    expect(words({ attention: 2 })).toBe('2 need attention');
  });

  test('[O9] what was being sent when the network went still counts as waiting', () => {
    expect(words({ waiting: 1, sending: 1, reachable: false })).toBe('2 changes waiting');
    expect(words({ waiting: 1, sending: 1 }, { ...here, isBrowserOnline: false })).toBe('2 changes waiting');
  });

  test('[O9] offline when the last contact failed, whatever the browser says, and the other way round', () => {
    const isOffline = (reachable: boolean | null, isBrowserOnline: boolean) =>
      describeConnection({ ...quiet, reachable }, { ...here, isBrowserOnline }).isOffline;
    expect(isOffline(false, true)).toBe(true);
    expect(isOffline(true, false)).toBe(true);
    expect(isOffline(null, true)).toBe(false);
    expect(isOffline(true, true)).toBe(false);
  });

  test('[O9] until the first contact of a page, what the last page knew holds', () => {
    const isOffline = (reachable: boolean | null) =>
      describeConnection({ ...quiet, reachable }, { ...here, wasOffline: true }).isOffline;
    expect(isOffline(null)).toBe(true);
    expect(isOffline(true)).toBe(false);
  });

  test("[O9] a visitor's work is never called waiting: nobody sends it", () => {
    expect(words({ waiting: 3 }, { ...here, isVisitor: true })).toBe('Kept on this device');
  });

  test('[Y28] somebody who has just signed out with unsent work is not told that all work is sent', () => {
    expect(words({}, { ...here, isVisitor: true })).toBe('Not signed in');
  });
});

test('[Y28] ages read as people say them, and a clock that runs ahead says just now', () => {
  const now = Date.parse('2026-01-02T12:00:00.000Z');
  expect(agoWords('2026-01-02T11:59:30.000Z', now)).toBe('just now');
  expect(agoWords('2026-01-02T11:55:00.000Z', now)).toBe('5 minutes ago');
  expect(agoWords('2026-01-02T10:00:00.000Z', now)).toBe('2 hours ago');
  expect(agoWords('2025-12-30T12:00:00.000Z', now)).toBe('3 days ago');
  expect(agoWords('2026-01-02T12:05:00.000Z', now)).toBe('just now');
});
