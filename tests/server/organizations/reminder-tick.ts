// The days, and what a server process does each few minutes, of the tests of automatic reminders.
import type { Db } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { sendAutoReminders } from '#server/reminders/auto-remind.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';

const today = dayOf(new Date(), 'UTC');
export const inDays = (days: number) => addDays(today, days);
/** An hour of the day so many days from now, UTC. */
export const at = (days: number, hour = 8) => new Date(`${inDays(days)}T${String(hour).padStart(2, '0')}:30:00Z`);

/** What one server process does each few minutes, at this moment; it dies before it sends what it has queued. */
export function tick(db: Db, when: Date, variables: Record<string, string> = {}) {
  const log = { info: () => undefined };
  const queue = { wake: () => undefined };
  const env = readEnv({ PUBLIC_URL: 'https://learn.example', ...variables });
  const deps = { db, env, queue, log, now: () => when } as unknown as Parameters<typeof sendAutoReminders>[0];
  return sendAutoReminders(deps);
}

/** A server that dies before it commits its second unit: the first one is about the key of the links. */
export function dying(db: Db): Db {
  let units = 0;
  const transact: Db['transact'] = (work, key) =>
    db.transact(function* (tx) {
      const result = yield* work(tx);
      if (++units > 1) throw new Error('killed');
      return result;
    }, key);
  return { ...db, transact };
}
