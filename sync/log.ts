import type { Entry } from './entry.ts';
import type { Store } from './store.ts';

const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;

/**
 * Y5: ended entries stay 90 days before the last sync, and at most 5,000. A restored server will need what was done (Y20),
 * and any clock may go wrong: only what is old by this device's clock and by the server's is forgotten. What has no
 * time of the server's, as work that was discarded, counts as new.
 */
export async function forgetOldLog(store: Store): Promise<void> {
  await store.change({ states: ['done', 'discarded'], limit: Number.POSITIVE_INFINITY }, ({ entries, meta }) => {
    const lastAnswer = entries.reduce((last, { answeredAt = '' }) => (answeredAt > last ? answeredAt : last), '');
    const isOld = ({ endedAt, answeredAt }: Entry) =>
      isLongBefore(meta.lastSyncAt, endedAt) && isLongBefore(lastAnswer, answeredAt);
    const gone = entries.filter((entry, place) => place < entries.length - LOG_LIMIT || isOld(entry));
    return { forgottenEntries: gone.map((entry) => entry.seq) };
  });
}

/** False where either time (ISO 8601) is not known. */
const isLongBefore = (last: string | null, at: string | undefined) =>
  Date.parse(last ?? '') - Date.parse(at ?? '') > LOG_DAYS * 86_400_000;
