import type { Entry } from '../store/entry.ts';
import type { Store } from '../store/store.ts';

const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;

/**
 * Y5b: ended entries are kept for 90 days before the last sync, at most 5,000 of them, because a restored server needs
 * them again (Y20). Either clock may be wrong, so an entry is forgotten only when it is old by both the device's and
 * the server's clock, or precedes such an entry and is old by the one clock that has a time for it. A lesson's newer
 * work is never forgotten before its older work, which would win if it were sent again alone.
 */
export async function forgetOldLog(store: Store): Promise<void> {
  await store.change({ states: ['done', 'discarded'] }, ({ entries, meta }) => {
    const age = agesIn(entries, meta.lastSyncAt);
    const lastOld = entries.findLastIndex((entry) => age.isOldHere(entry) && age.isOldThere(entry));
    const held = new Set<string>();
    const isGone = (entry: Entry, place: number) => {
      if (place < entries.length - LOG_LIMIT) return true;
      if (place > lastOld || !age.isOld(entry)) held.add(entry.subject);
      return !held.has(entry.subject);
    };
    return { forgottenEntries: entries.filter(isGone).map((entry) => entry.seq) };
  });
}

function agesIn(entries: readonly Entry[], lastSyncAt: string | null) {
  const lastAnswer = entries.findLast(({ answeredAt }) => answeredAt !== undefined)?.answeredAt;
  const isOldHere = ({ endedAt }: Entry) => isLongBefore(lastSyncAt, endedAt);
  const isOldThere = ({ answeredAt }: Entry) => isLongBefore(lastAnswer, answeredAt);
  /** It ended in what is still the future here: this clock was ahead then, or is behind now. */
  const endedInFuture = ({ endedAt = '' }: Entry) => lastSyncAt !== null && endedAt > lastSyncAt;
  const isOld = (entry: Entry) =>
    entry.answeredAt === undefined ? isOldHere(entry) : isOldThere(entry) && (isOldHere(entry) || endedInFuture(entry));
  return { isOldHere, isOldThere, isOld };
}

/** False when either time (ISO 8601) is unknown. */
const isLongBefore = (last: string | null | undefined, at: string | undefined) =>
  Date.parse(last ?? '') - Date.parse(at ?? '') > LOG_DAYS * 86_400_000;
