// Rate limits: fixed windows in the database, so that several server processes share them.

import { lt, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { RateLimitRule, RateLimits } from '../deps.ts';

/** Counts one try; one too many is refused with `rate_limited` and the seconds to wait. */
export async function limitCalls(
  { rateLimits }: { rateLimits: RateLimits },
  rule: RateLimitRule,
  key: string,
): Promise<void> {
  const retryAfterSeconds = await rateLimits.count(rule, key);
  if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
}

/** `factor` multiplies every limit (RATE_LIMIT_FACTOR). */
export function createRateLimits(db: Db, factor: number, now: () => Date): RateLimits {
  const { rateLimits } = db.tables;
  const keyOf = (rule: RateLimitRule, key: string) => `${rule.name}: ${key.slice(0, 320)}`;

  async function dropEnded(at: Date) {
    await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, at));
  }

  return {
    async count(rule, key) {
      const at = now();
      const end = new Date(at.getTime() + rule.windowSeconds * 1000);
      const hasEnded = sql`${rateLimits.windowEndsAt} <= ${sql.param(at, rateLimits.windowEndsAt)}`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key: keyOf(rule, key), hits: 1, windowEndsAt: end })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            hits: sql`case when ${hasEnded} then 1 else ${rateLimits.hits} + 1 end`,
            windowEndsAt: sql`case when ${hasEnded} then ${sql.param(end, rateLimits.windowEndsAt)} else ${rateLimits.windowEndsAt} end`,
          },
        })
        .returning();
      if (Math.random() < 0.01) await dropEnded(at);
      if (!row || row.hits <= rule.limit * factor) return 0;
      return Math.max(1, Math.ceil((row.windowEndsAt.getTime() - at.getTime()) / 1000));
    },

    async reset(rule, key) {
      await db.delete(rateLimits).where(sql`${rateLimits.key} = ${keyOf(rule, key)}`);
    },
  };
}
