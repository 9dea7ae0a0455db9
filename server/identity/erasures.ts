// The people who were erased. Only a hash of the id is kept: it answers 'was this person erased?' and names nobody.
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { TxContext } from '../db/client.ts';

const hashOf = (userId: string) => createHash('sha256').update(userId.toLowerCase()).digest('hex');

export async function isErased({ queries, tables: { erasures } }: TxContext, userId: string): Promise<boolean> {
  const rows = await queries
    .select({ at: erasures.erasedAt })
    .from(erasures)
    .where(eq(erasures.personHash, hashOf(userId)));
  return rows.length > 0;
}

/** The query that remembers it, as a step of the unit that erases the person. */
export function rememberErasure({ queries, tables: { erasures } }: TxContext, userId: string, at: Date) {
  return queries
    .insert(erasures)
    .values({ personHash: hashOf(userId), erasedAt: at })
    .onConflictDoNothing();
}
