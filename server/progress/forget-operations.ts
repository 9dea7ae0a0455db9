import { lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** A device sends an operation again for at most 90 days; the rest is for tablets that lay in a drawer (Y9). */
export const OPERATIONS_KEPT_DAYS = 400;

/** Forgets the answers to operations that no device will send again. */
export async function forgetOldOperations(db: Db, now: Date): Promise<void> {
  const { appliedOps } = db.tables;
  const oldest = new Date(now.getTime() - OPERATIONS_KEPT_DAYS * 86_400_000);
  await db.delete(appliedOps).where(lt(appliedOps.at, oldest));
}
