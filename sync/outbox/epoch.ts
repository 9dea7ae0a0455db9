// Y20: after the server was restored from a backup, its state and our acknowledgements may be out of step.
import type { Entry } from '../store/entry.ts';
import type { Meta, Store, StorePatch, StoreView } from '../store/store.ts';

/** What a device knew of the server's history when it sent a request; sent along with it (`historyHeaders`). */
export type KnownHistory = {
  epoch: string | null;
  /** How often this device has started over, and its own operation that the server acknowledged last. */
  round: Meta['round'];
  lastDone: Meta['lastDone'];
};

/** Well below the 400 days for which the server keeps an operation (Y9). */
const SURELY_KEPT_MS = 300 * 86_400_000;

export const historyOf = ({ dataEpoch, round, lastDone }: Meta): KnownHistory => ({
  epoch: dataEpoch,
  round,
  lastDone,
});

/**
 * Y14, Y20: a server with another epoch, or without the operation, refuses the request. Whether it may have forgotten the
 * operation is its own decision, by its own clock. The device's clock decides only when the acknowledgement had no time.
 */
export function historyHeaders({ epoch, lastDone }: KnownHistory, now: number): Record<string, string> {
  const { opId, at, answeredAt } = lastDone ?? {};
  const isKept = answeredAt !== undefined || Math.abs(now - Date.parse(at ?? '')) < SURELY_KEPT_MS;
  return {
    ...(epoch !== null && { 'X-Data-Epoch': epoch }),
    ...(opId !== undefined && isKept && { 'X-Last-Op': opId }),
    ...(answeredAt !== undefined && { 'X-Last-Op-At': answeredAt }),
  };
}

/**
 * Y20c: true when another request was acknowledged since this one left. The server may have been restored between the
 * two, and nobody asked it for both, so this response does not count.
 */
export const isOvertaken = ({ lastDone }: Pick<Meta, 'lastDone'>, history: KnownHistory): boolean =>
  lastDone?.opId !== history.lastDone?.opId;

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
