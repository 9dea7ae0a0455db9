import type { Entry } from './entry.ts';
import type { Store } from './store.ts';

const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;

/**
 * Y5: ended entries stay 90 days and at most 5,000. Counted from the last sync, not from now: a clock that has gone
 * wrong cannot reach the server over TLS, so it cannot empty the log that a restored server will need (Y20).
 */
export async function forgetOldLog(store: Store): Promise<void> {
  await store.change({ states: ['done', 'discarded'], limit: Number.POSITIVE_INFINITY }, ({ entries, meta }) => {
    if (meta.lastSyncAt === null) return {};
    const oldest = new Date(Date.parse(meta.lastSyncAt) - LOG_DAYS * 86_400_000).toISOString();
    const endOf = (entry: Entry) => entry.endedAt ?? entry.createdAt;
    const gone = entries.filter((entry, place) => place < entries.length - LOG_LIMIT || endOf(entry) < oldest);
    return { forgottenEntries: gone.map((entry) => entry.seq) };
  });
}
