import type { Entry } from './entry.ts';
import type { Store } from './store.ts';

const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;

/**
 * Y5: ended entries stay 90 days before the last sync, and at most 5,000. A restored server will need what was done (Y20),
 * and any clock may go wrong. So nothing is forgotten that lies behind the last entry that is old by this device's clock
 * and by the server's; before it the server's time decides, and the device's where the server gave none. Never the newer
 * work of a lesson before the older: sent again, that would stand.
 */
export async function forgetOldLog(store: Store): Promise<void> {
  await store.change({ states: ['done', 'discarded'], limit: Number.POSITIVE_INFINITY }, ({ entries, meta }) => {
    const lastAnswer = entries.findLast(({ answeredAt }) => answeredAt !== undefined)?.answeredAt;
    const isOldHere = ({ endedAt }: Entry) => isLongBefore(meta.lastSyncAt, endedAt);
    const isOldThere = ({ answeredAt }: Entry) => isLongBefore(lastAnswer, answeredAt);
    const lastOld = entries.findLastIndex((entry) => isOldHere(entry) && isOldThere(entry));
    const isOld = (entry: Entry) => (entry.answeredAt === undefined ? isOldHere(entry) : isOldThere(entry));
    const isGone = (entry: Entry, place: number) =>
      place < entries.length - LOG_LIMIT || (place <= lastOld && isOld(entry));
    return { forgottenEntries: entries.filter(isGone).map((entry) => entry.seq) };
  });
}

/** False where either time (ISO 8601) is not known. */
const isLongBefore = (last: string | null | undefined, at: string | undefined) =>
  Date.parse(last ?? '') - Date.parse(at ?? '') > LOG_DAYS * 86_400_000;
