// The data epoch: the name of this history of the data. A restored backup gets another one, and every device that sees it
// sends again what the backup lacks (Y20).
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { prepared } from './prepared.ts';
import { type Db, run, type Steps, type TxContext } from './unit-of-work.ts';

/** Its key in `meta`. */
export const EPOCH_KEY = 'data_epoch';

/** The current epoch; created when there is none yet, once even when several servers start together. */
export async function readDataEpoch(db: Db): Promise<string> {
  const [known] = await findEpoch(db, {});
  return known?.value ?? db.transact(epochIn);
}

const findEpoch = prepared()(({ queries, tables: { meta } }) =>
  queries.select({ value: meta.value }).from(meta).where(eq(meta.key, EPOCH_KEY)),
);

/** The current epoch inside a unit of work, so that a result and its epoch belong together. */
export function* epochIn(tx: TxContext): Steps<string> {
  const [known] = yield* run(findEpoch(tx, {}));
  if (known) return known.value;
  const { meta } = tx.tables;
  const made = tx
    .insert(meta)
    .values({ key: EPOCH_KEY, value: randomUUID() })
    // Another unit's, when it was created just now.
    .onConflictDoUpdate({ target: meta.key, set: { value: meta.value } })
    .returning();
  const [row] = yield* run(made);
  if (!row) throw new Error('The data epoch could not be stored.');
  return row.value;
}

/** Starts a new epoch and returns it: to be called after a backup was restored, before the server starts. */
export function rotateDataEpoch(db: Db): Promise<string> {
  const value = randomUUID();
  return db.transact(function* (tx) {
    const { meta } = tx.tables;
    const row = { key: EPOCH_KEY, value };
    yield* run(tx.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: { value } }));
    return value;
  });
}
