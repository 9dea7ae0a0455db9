// Y20: the server was restored from a backup, so its word and our acknowledgements may be worth nothing.
import type { Entry } from './entry.ts';
import type { Patch, View } from './store.ts';

/**
 * What an answer's epoch means: 'current' may be believed, 'new' makes the device start over, 'late' was given before
 * the device started over and counts as no answer. `askedUnder` is the epoch this device knew when it asked.
 */
export function judgeEpoch(
  known: string | null,
  { askedUnder, answered }: { askedUnder: string | null; answered: string | null },
): 'current' | 'new' | 'late' {
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
  return { forgetUnits: true, meta: { dataEpoch: epoch }, entries: view.entries.map(unseen) };
}

function unseen(entry: Entry): Entry {
  const queued = { ...entry, state: 'queued', result: null } as Entry;
  if (queued.kind === 'unit' && queued.body.seenRev !== undefined) queued.body = { ...queued.body, seenRev: 0 };
  return queued;
}
