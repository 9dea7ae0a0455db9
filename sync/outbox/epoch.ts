// Y20: the server was restored from a backup, so its word and our acknowledgements may be worth nothing.
import type { Entry } from '../store/entry.ts';
import type { LastDone, Meta, Store, StorePatch, StoreView } from '../store/store.ts';

/** What a device knew of the server's history when it asked; it goes along with every request (`historyHeaders`). */
export type KnownHistory = {
  epoch: string | null;
  /** How often this device had started over. */
  round: number;
  /** The operation of its own that the server acknowledged last. */
  lastDone: Pick<LastDone, 'opId' | 'answeredAt'> | null;
};

/** Well below the 400 days for which the server knows an operation (Y9). */
const SURELY_KEPT_MS = 300 * 86_400_000;

/**
 * What goes along. Whether the server may have forgotten the operation rightly it says itself, by its own clock; only where
 * its answer bore no time has this device's clock to do.
 */
export function historyOf({ dataEpoch, round, lastDone }: Meta, now: number): KnownHistory {
  const isKept = lastDone?.answeredAt !== undefined || Math.abs(now - Date.parse(lastDone?.at ?? '')) < SURELY_KEPT_MS;
  return { epoch: dataEpoch, round, lastDone: isKept ? lastDone : null };
}

/** Y14, Y20: a server that has another epoch, or lacks the operation, refuses to go on. */
export function historyHeaders({ epoch, lastDone }: KnownHistory): Record<string, string> {
  return {
    ...(epoch !== null && { 'X-Data-Epoch': epoch }),
    ...(lastDone !== null && { 'X-Last-Op': lastDone.opId }),
    ...(lastDone?.answeredAt !== undefined && { 'X-Last-Op-At': lastDone.answeredAt }),
  };
}

/**
 * Y20c: whether an operation was acknowledged after the one that the device names, so that it is named from now on. A
 * request that named the last one was answered after it; of two under way at once the server's time tells. A late answer to
 * an older operation must not hide that the server has lost a newer one.
 */
export function isLaterThan(last: LastDone | null, history: KnownHistory, answeredAt: string | undefined): boolean {
  if (last === null || history.lastDone?.opId === last.opId) return true;
  return answeredAt !== undefined && answeredAt >= (last.answeredAt ?? '');
}

/**
 * What an answer's epoch means: 'current' may be believed, 'new' makes the device start over, 'stale' was given before
 * the device started over and counts as no answer.
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
 * Once for each restore: only the first to hear of it, in whatever tab, finds what was known still in place. The epoch
 * stays the same where a server has lost our work without saying so.
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
 * The device under a new epoch: no snapshot, every done entry queued again with its id, and no Reset that claims to
 * have seen a rev of the old history; the acknowledgement of an own earlier entry raises it again (Y11). `view` holds
 * the queued, sending and done entries.
 */
export function startOver(view: StoreView, epoch: string | null): StorePatch {
  const meta = { dataEpoch: epoch, round: view.meta.round + 1, lastDone: null };
  return { forgetUnits: true, meta, entries: view.entries.map(requeueUnderNewEpoch) };
}

function requeueUnderNewEpoch(entry: Entry): Entry {
  const queued = { ...entry, state: 'queued', result: null, answeredAt: undefined } as Entry;
  if (queued.kind === 'unit' && queued.body.seenRev !== undefined) queued.body = { ...queued.body, seenRev: 0 };
  return queued;
}
