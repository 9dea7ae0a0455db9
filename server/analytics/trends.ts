import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { TREND_RANGES, Trends } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';
import { type Scope, within } from './scope.ts';

type Range = (typeof TREND_RANGES)[number];

/** The beginnings of the periods of a range, oldest first, and the end of the last: whole days, weeks or months in UTC. */
export function periodsOf(range: Range, now: Date): Date[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const back = (count: number, at: (n: number) => Date) =>
    Array.from({ length: count + 1 }, (_, n) => at(n - count + 1));
  if (range === '30d') return back(30, (n) => new Date(Date.UTC(year, month, day + n)));
  if (range === '90d') return back(13, (n) => new Date(Date.UTC(year, month, day + 1 + 7 * (n - 1))));
  return back(12, (n) => new Date(Date.UTC(year, month + n, 1)));
}

/** Enrollments and completions by day (30d), week (90d) or month (1y); periods without any are 0. */
export async function readTrends(db: Db, scope: Scope, { range, now }: { range: Range; now: Date }): Promise<Trends> {
  const { courseProgress, profiles } = db.tables;
  const periods = periodsOf(range, now);
  const first = periods[0] ?? now;
  const countBy = async (at: typeof courseProgress.enrolledAt | typeof courseProgress.completedAt) => {
    const counts: Record<string, SQL.Aliased<number> | SQL<number>> = {};
    for (const [n, from] of periods.slice(0, -1).entries()) {
      const inside = and(gte(at, from), lt(at, periods[n + 1] ?? now));
      counts[`p${n}`] = sql<number>`count(*) filter (where ${inside})`.mapWith(Number);
    }
    const [row] = await db
      .select(counts)
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
      .where(and(within(db.tables, scope), gte(at, first)));
    return (n: number) => Number(row?.[`p${n}`] ?? 0);
  };
  const enrollments = await countBy(courseProgress.enrolledAt);
  const completions = await countBy(courseProgress.completedAt);
  const points = periods.slice(0, -1).map((from, n) => {
    return { from: from.toISOString(), enrollments: enrollments(n), completions: completions(n) };
  });
  return { range, points };
}
