// Y20: after the server was restored from a backup, its state and our acknowledgements may be out of step.
import type { Entry } from '../store/entry.ts';
import type { LastDone, Meta, Store, StorePatch, StoreView } from '../store/store.ts';

/** What a device knew of the server's history when it sent a request; sent along with it (`historyHeaders`). */
export type KnownHistory = {
  epoch: string | null;
  /** How often this device has started over. */
  round: number;
  /** Its own operation that the server acknowledged last. */
  lastDone: Pick<LastDone, 'opId' | 'answeredAt'> | null;
};

/** Well below the 400 days for which the server keeps an operation (Y9). */
const SURELY_KEPT_MS = 300 * 86_400_000;

/**
 * Whether the server may have forgotten the operation is its own decision, by its own clock. The device's clock decides
 * only when the acknowledgement had no time.
 */
export function historyOf({ dataEpoch, round, lastDone }: Meta, now: number): KnownHistory {
  const isKept = lastDone?.answeredAt !== undefined || Math.abs(now - Date.parse(lastDone?.at ?? '')) < SURELY_KEPT_MS;
  return { epoch: dataEpoch, round, lastDone: isKept ? lastDone : null };
}

/** Y14, Y20: a server with another epoch, or without the operation, refuses the request. */
export function historyHeaders({ epoch, lastDone }: KnownHistory): Record<string, string> {
  return {
    ...(epoch !== null && { 'X-Data-Epoch': epoch }),
    ...(lastDone !== null && { 'X-Last-Op': lastDone.opId }),
    ...(lastDone?.answeredAt !== undefined && { 'X-Last-Op-At': lastDone.answeredAt }),
  };
}

/**
 * Y20c: true when an operation was acknowledged after `last`, so that the device names it from now on. A request that
 * named `last` was answered after it; for two concurrent requests the server's time decides. A late response to older
 * work must not hide that newer work was lost.
 */
export function isLaterThan(last: LastDone | null, history: KnownHistory, answeredAt: string | undefined): boolean {
  if (last === null || history.lastDone?.opId === last.opId) return true;
  return answeredAt !== undefined && answeredAt >= (last.answeredAt ?? '');
}

/**
 * What a response's epoch means: 'current' counts; 'new' makes the device start over; 'stale' was given before the
 * device started over and does not count.
 */
export function classifyEpoch(
  { dataEpoch: known, round }: Pick<Meta, 'dataEpoch' | 'round'>,
  { history, responseEpoch }: { history: KnownHistory; responseEpoch: string | null },
): 'current' | 'new' | 'stale' {
  const requestEpoch = history.epoch;
  if (requestEpoch === known && history.round !== round) return 'stale';
  if (responseEpoch === null) return requestEpoch === known ? 'current' : 'stale';
  if (known === null || known === responseEpoch) return 'current';
  return requestEpoch === known ? 'new' : 'stale';
}

/**
 * Starts over once per restore: only the first tab to learn of it still finds the known history in place. The epoch
 * stays the same when a server lost work without saying so.
 */
export async function adoptEpoch(
  { store, rules }: { store: Store; rules: { startOver: typeof startOver } },
  history: KnownHistory,
  epoch: string | null,
): Promise<void> {
  await store.change({ states: ['queued', 'sending', 'done'] }, (view) => {
    const isFirst = view.meta.dataEpoch === history.epoch && view.meta.round === history.round;
    return isFirst ? rules.startOver(view, epoch) : {};
  });
}

/**
 * The patch that starts over under a new epoch: no snapshots, every done entry queued again with its id, and no Reset
 * that claims to have seen a rev of the lost history; acknowledgements raise it again (Y11c). `view` holds the queued,
 * sending and done entries.
 */
export function startOver(view: StoreView, epoch: string | null): StorePatch {
  const meta = { dataEpoch: epoch, round: view.meta.round + 1, lastDone: null, courseRounds: {} };
  return { forgetUnits: true, meta, entries: view.entries.map(requeueUnderNewEpoch) };
}

function requeueUnderNewEpoch(entry: Entry): Entry {
  const queued = { ...entry, state: 'queued', result: null, answeredAt: undefined } as Entry;
  if (queued.kind === 'unit' && queued.body.seenRev !== undefined) queued.body = { ...queued.body, seenRev: 0 };
  return queued;
}
