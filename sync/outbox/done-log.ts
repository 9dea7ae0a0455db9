import type { Entry } from '../store/entry.ts';
import type { Store } from '../store/store.ts';

const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;

/**
 * Y5: ended entries stay 90 days before the last sync, and at most 5,000. A restored server will need what was done (Y20),
 * and a clock may go wrong, here or there: only what is old by both is forgotten, and what lies before such an entry and is
 * old by the only clock that can tell. Never the newer work of a lesson before the older: sent again alone, that would stand.
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
  /** Ended in what is still the future here: this clock was ahead then, or is behind now. */
  const isUntold = ({ endedAt = '' }: Entry) => lastSyncAt !== null && endedAt > lastSyncAt;
  const isOld = (entry: Entry) =>
    entry.answeredAt === undefined ? isOldHere(entry) : isOldThere(entry) && (isOldHere(entry) || isUntold(entry));
  return { isOldHere, isOldThere, isOld };
}

/** False where either time (ISO 8601) is not known. */
const isLongBefore = (last: string | null | undefined, at: string | undefined) =>
  Date.parse(last ?? '') - Date.parse(at ?? '') > LOG_DAYS * 86_400_000;
