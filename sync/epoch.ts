// Y20: the server was restored from a backup, so its word and our acknowledgements may be worth nothing.
import type { Entry } from './entry.ts';
import type { Meta, Patch, View } from './store.ts';

/** What a device knew of the server's history when it asked; it goes along with every request (`historyHeaders`). */
export type Known = {
  epoch: string | null;
  /** How often this device had started over. */
  round: number;
  /** The operation of its own that the server acknowledged last, and when, by the server's clock. */
  lastDone: Meta['lastDone'];
};

export const knownNow = ({ dataEpoch, round, lastDone }: Meta): Known => ({ epoch: dataEpoch, round, lastDone });

/**
 * Y14, Y20: a server that has another epoch, or lacks the operation, refuses to go on. It says itself, by its own clock,
 * whether it may have forgotten the operation rightly: the clock of a device proves nothing.
 */
export function historyHeaders({ epoch, lastDone }: Known): Record<string, string> {
  return {
    ...(epoch !== null && { 'X-Data-Epoch': epoch }),
    ...(lastDone !== null && { 'X-Last-Op': lastDone.opId, 'X-Last-Op-At': lastDone.at }),
  };
}

/**
 * What an answer's epoch means: 'current' may be believed, 'new' makes the device start over, 'late' was given before
 * the device started over and counts as no answer.
 */
export function judgeEpoch(
  { dataEpoch: known, round }: Pick<Meta, 'dataEpoch' | 'round'>,
  { asked, answered }: { asked: Known; answered: string | null },
): 'current' | 'new' | 'late' {
  const askedUnder = asked.epoch;
  if (askedUnder === known && asked.round !== round) return 'late';
  if (answered === null) return askedUnder === known ? 'current' : 'late';
  if (known === null || known === answered) return 'current';
  return askedUnder === known ? 'new' : 'late';
}

/**
 * The device under a new epoch: no snapshot, every done entry queued again with its id, and no Reset that claims to
 * have seen a rev of the old history; the acknowledgement of an own earlier entry raises it again (Y11). `view` holds
 * the queued, sending and done entries.
 */
export function startOver(view: View, epoch: string | null): Patch {
  const meta = { dataEpoch: epoch, round: view.meta.round + 1, lastDone: null };
  return { forgetUnits: true, meta, entries: view.entries.map(unseen) };
}

function unseen(entry: Entry): Entry {
  const queued = { ...entry, state: 'queued', result: null } as Entry;
  if (queued.kind === 'unit' && queued.body.seenRev !== undefined) queued.body = { ...queued.body, seenRev: 0 };
  return queued;
}
