// Rate limits and growing waits: rows in the database, so that several server processes share them.

import { lt, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Http, RateLimitRule, RateLimits, SlowdownRule } from '../deps.ts';
import { clientNetwork } from './client-ip.ts';

/** Counts one try; one too many is refused with `rate_limited` and the seconds to wait. */
export async function limitCalls(
  { rateLimits }: { rateLimits: RateLimits },
  rule: RateLimitRule,
  key: string,
): Promise<void> {
  const retryAfterSeconds = await rateLimits.count(rule, key);
  if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
}

const WRONG_TOKENS: SlowdownRule = {
  name: 'wrong tokens by network',
  free: 60,
  waits: [5, 15, 30, 60],
  forgetSeconds: 900,
};

/** After a token of another program was wrong. The right ones of its network are not held up: they are too long to be guessed. */
export async function limitWrongTokens<E extends Http>(c: Context<E>): Promise<void> {
  const retryAfterSeconds = await c.var.deps.rateLimits.slowDown(WRONG_TOKENS, clientNetwork(c));
  if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
}

/** By so much the clocks of two processes may differ. What ends later than any rule allows was written before a clock was set back. */
const SKEW_SECONDS = 300;

/** `factor` multiplies every limit, and the free tries before a wait (RATE_LIMIT_FACTOR). */
export function createRateLimits(db: Db, factor: number, now: () => Date): RateLimits {
  const { rateLimits } = db.tables;
  const keyOf = (rule: { name: string }, key: string) => `${rule.name}: ${key.slice(0, 320)}`;
  const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
  const secondsUntil = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));
  const hasEnded = (at: Date, longest: Date) => {
    const latest = later(longest, SKEW_SECONDS);
    const { windowEndsAt } = rateLimits;
    return sql`(${windowEndsAt} <= ${sql.param(at, windowEndsAt)} or ${windowEndsAt} > ${sql.param(latest, windowEndsAt)})`;
  };

  async function dropEnded(at: Date) {
    if (Math.random() < 0.01) await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, at));
  }

  async function waitLeft(rule: SlowdownRule, key: string): Promise<number> {
    const at = now();
    const here = sql`${rateLimits.key} = ${keyOf(rule, key)}`;
    const [row] = await db.select({ until: rateLimits.blockedUntil }).from(rateLimits).where(here);
    const latest = later(at, Math.max(...rule.waits) + SKEW_SECONDS);
    return row?.until && row.until > at && row.until <= latest ? secondsUntil(row.until, at) : 0;
  }

  /** When the try after this many may come: `case` by the count, because simultaneous tries must not see the same one. */
  function blockedUntil({ free, waits }: SlowdownRule, tries: SQL, at: Date): SQL {
    const steps = waits.map((seconds, step) => {
      const until = sql.param(later(at, seconds), rateLimits.blockedUntil);
      return sql`when ${tries} >= ${Math.ceil(free * factor) + step} then ${until}`;
    });
    // A null of the column's own type, which PostgreSQL asks for.
    const never = sql`nullif(${rateLimits.blockedUntil}, ${rateLimits.blockedUntil})`;
    return sql`case ${sql.join(steps.reverse(), sql` `)} else ${never} end`;
  }

  return {
    async count(rule, key) {
      const at = now();
      const end = later(at, rule.windowSeconds);
      const [row] = await db
        .insert(rateLimits)
        .values({ key: keyOf(rule, key), hits: 1, windowEndsAt: end })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            hits: sql`case when ${hasEnded(at, end)} then 1 else ${rateLimits.hits} + 1 end`,
            windowEndsAt: sql`case when ${hasEnded(at, end)} then ${sql.param(end, rateLimits.windowEndsAt)} else ${rateLimits.windowEndsAt} end`,
          },
        })
        .returning();
      await dropEnded(at);
      if (!row || row.hits <= rule.limit * factor) return 0;
      return secondsUntil(row.windowEndsAt, at);
    },

    waitLeft,

    async slowDown(rule, key) {
      const at = now();
      const end = later(at, Math.max(rule.forgetSeconds, ...rule.waits));
      const afterFirst = rule.free * factor <= 1 ? later(at, rule.waits[0] ?? 0) : null;
      const tries = sql`case when ${hasEnded(at, end)} then 1 else ${rateLimits.hits} + 1 end`;
      const mayTry = sql`${rateLimits.blockedUntil} <= ${sql.param(at, rateLimits.blockedUntil)}`;
      const counted = await db
        .insert(rateLimits)
        .values({ key: keyOf(rule, key), hits: 1, windowEndsAt: end, blockedUntil: afterFirst })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: { hits: tries, windowEndsAt: end, blockedUntil: blockedUntil(rule, tries, at) },
          setWhere: or(hasEnded(at, end), sql`${rateLimits.blockedUntil} is null`, mayTry),
        })
        .returning({ hits: rateLimits.hits });
      await dropEnded(at);
      return counted.length > 0 ? 0 : waitLeft(rule, key);
    },

    async reset(rule, key) {
      await db.delete(rateLimits).where(sql`${rateLimits.key} = ${keyOf(rule, key)}`);
    },
  };
}
