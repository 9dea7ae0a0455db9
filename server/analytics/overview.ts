// The four cards of /analytics, and how they changed against the 30 days before (P-5 and P-22).

import { and, count, countDistinct, desc, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AdminStats, AnalyticsOverview, TopCourses, TREND_RANGES, Trends } from '#sync/contract/analytics.ts';
import { daysBefore } from '#sync/contract/due.ts';
import { roundedPercent } from '#sync/contract/fields.ts';
import { isListedFor } from '../catalog/facts.ts';
import { number, pick, type TxContext } from '../db/client.ts';
import { hasCompleted } from '../learning/rounds.ts';
import { isOf, type Scope, within } from './scope.ts';

export async function readOverview(db: TxContext, scope: Scope, now: Date): Promise<AnalyticsOverview> {
  const [before, wayBefore] = [daysBefore(now, 30), daysBefore(now, 60)];
  const courses = await countCourses(db, scope, before);
  const completion = await countCompletions(db, scope, before);
  const ratings = await sumRatings(db, scope, before);
  const seen = await countSeen(db, scope, [wayBefore, before, now]);
  const rate = roundedPercent(completion.completed, completion.enrolled);
  const rating = average(ratings.stars, ratings.count);
  return {
    totalCourses: courses.now,
    activeLearners: await countActive(db, scope, before),
    completionRate: rate,
    averageRating: rating,
    changes: {
      totalCourses: growth(courses.now, courses.before),
      activeLearners: growth(seen.now, seen.before),
      completionRate:
        completion.enrolledBefore === 0
          ? null
          : rate - roundedPercent(completion.completedBefore, completion.enrolledBefore),
      averageRating:
        ratings.countBefore === 0 ? null : tenth(rating - average(ratings.starsBefore, ratings.countBefore)),
    },
  };
}

const tenth = (value: number) => Math.round(10 * value) / 10;
const average = (sum: number, count: number) => (count === 0 ? 0 : tenth(sum / count));
const growth = (now: number, before: number) => (before === 0 ? null : Math.round((100 * (now - before)) / before));

/** As many as the list of courses has. */
async function countCourses(db: TxContext, { organizationId }: Scope, before: Date) {
  const { courses, organizations } = db.tables;
  const [row] = await db
    .select({
      now: number(sql`count(*)`),
      before: number(sql`count(*) filter (where ${lte(courses.createdAt, before)})`),
    })
    .from(courses)
    // Joined for the names: in a query of one table drizzle writes `id`, which the subquery misreads.
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(
      and(isNull(courses.deletedAt), organizationId === null ? undefined : isListedFor(db.tables, organizationId)),
    );
  return row ?? { now: 0, before: 0 };
}

async function countCompletions(db: TxContext, scope: Scope, before: Date) {
  const { courseProgress, pastRounds } = db.tables;
  const { userId, courseId, round } = courseProgress;
  const isBefore = (at: 'enrolledAt' | 'completedAt') =>
    sql`(${lte(courseProgress[at], before)} or ${round} > 1 and exists (select 1 from ${pastRounds}
      where ${pastRounds.userId} = ${userId} and ${pastRounds.courseId} = ${courseId} and ${lte(pastRounds[at], before)}))`;
  const [row] = await db
    .select({
      enrolled: number(sql`count(*)`),
      completed: number(sql`count(*) filter (where ${hasCompleted(db.tables)})`),
      enrolledBefore: number(sql`count(*) filter (where ${isBefore('enrolledAt')})`),
      completedBefore: number(sql`count(*) filter (where ${isBefore('completedAt')})`),
    })
    .from(courseProgress)
    .where(isOf(db.tables, courseProgress.userId, scope));
  return row ?? { enrolled: 0, completed: 0, enrolledBefore: 0, completedBefore: 0 };
}

async function sumRatings(db: TxContext, scope: Scope, before: Date) {
  const { courseRatings } = db.tables;
  const { stars, createdAt } = courseRatings;
  const [row] = await db
    .select({
      count: number(sql`count(*)`),
      stars: number(sql`coalesce(sum(${stars}), 0)`),
      countBefore: number(sql`count(*) filter (where ${lte(createdAt, before)})`),
      starsBefore: number(sql`coalesce(sum(${stars}) filter (where ${lte(createdAt, before)}), 0)`),
    })
    .from(courseRatings)
    .where(isOf(db.tables, courseRatings.userId, scope));
  return row ?? { count: 0, stars: 0, countBefore: 0, starsBefore: 0 };
}

/** The number of people with any progress since then. */
export async function countActive(db: TxContext, scope: Scope, since: Date): Promise<number> {
  const { courseProgress } = db.tables;
  const [row] = await db
    .select({ people: countDistinct(courseProgress.userId) })
    .from(courseProgress)
    .where(and(isOf(db.tables, courseProgress.userId, scope), gte(courseProgress.lastActivityAt, since)));
  return row?.people ?? 0;
}

/**
 * Counts people who started a course, completed a lesson or answered a quiz in the last period and in the one before. These
 * acts leave a time that mostly stays, so that a past period can be compared with the present one. Only the last attempt at
 * a quiz is known: a person who failed one in both periods, and did nothing else, counts in the last period alone.
 */
async function countSeen(db: TxContext, scope: Scope, [from, turn, to]: [Date, Date, Date]) {
  const { courses, courseProgress, unitProgress, quizFigures } = db.tables;
  const { enrolledAt } = courseProgress;
  const { completedAt } = unitProgress;
  const { lastAttemptAt } = quizFigures;
  const at = (time: Date) => sql.param(time, enrolledAt);
  // Course by course, because the index of completed lessons is by course.
  const events = sql`
    select ${courseProgress.userId} as person, ${enrolledAt} as at from ${courseProgress}
      where ${and(gte(enrolledAt, from), isOf(db.tables, courseProgress.userId, scope))}
    union all
    select ${unitProgress.userId}, ${completedAt} from ${courses}
      cross join ${unitProgress}
      where ${and(eq(unitProgress.courseId, courses.id), gte(completedAt, from), isOf(db.tables, unitProgress.userId, scope))}
    union all
    select ${quizFigures.userId}, ${lastAttemptAt} from ${quizFigures}
      where ${and(gte(lastAttemptAt, from), isOf(db.tables, quizFigures.userId, scope))}`;
  // Grouped by person before counting: PostgreSQL sorts everything that it counts as distinct, and a busy month is long.
  const people = sql`
    select max(case when at >= ${at(turn)} then 1 else 0 end) as now, max(case when at < ${at(turn)} then 1 else 0 end) as before
      from (${events}) as events where at < ${at(to)} group by person`;
  const [row] = await db
    .select({ now: number(sql`coalesce(sum(seen.now), 0)`), before: number(sql`coalesce(sum(seen.before), 0)`) })
    .from(sql`(${people}) as seen`);
  return row ?? { now: 0, before: 0 };
}

/** Everything in this installation, including inactive organizations and draft courses. */
export async function countInstallation(db: TxContext): Promise<AdminStats> {
  const { organizations, profiles, courses } = db.tables;
  const rowsOf = async (table: typeof organizations | typeof profiles | typeof courses, where?: SQL) => {
    const [row] = await db.select({ rows: count() }).from(table).where(where);
    return row?.rows ?? 0;
  };
  const isReal = sql`exists (select 1 from ${organizations} as other where not other.is_sample)`;
  const isCounted = sql`not (${organizations.isSample} and ${isReal})`;
  return {
    organizations: await rowsOf(organizations, isCounted),
    users: await rowsOf(profiles, and(isNull(profiles.erasedAt), within(db.tables, { organizationId: null }))),
    courses: await rowsOf(courses, isNull(courses.deletedAt)),
  };
}

// Which courses and categories people choose.

const TOP = 10;

/** Shares of all enrollments in whole percent, the largest first. */
export async function shareByCategory(db: TxContext, scope: Scope) {
  const { courseProgress, courses } = db.tables;
  const enrollments = number(sql`count(*)`);
  const rows = await db
    .select({ category: courses.category, enrollments })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .where(and(isOf(db.tables, courseProgress.userId, scope), isNull(courses.deletedAt)))
    .groupBy(courses.category)
    .orderBy(desc(enrollments), courses.category);
  const all = rows.reduce((sum, row) => sum + row.enrollments, 0);
  return { categories: rows.map((row) => ({ ...row, percentage: roundedPercent(row.enrollments, all) })) };
}

/** The courses with the most enrollments. Ratings count everybody, as on the course page. */
export async function listTopCourses(db: TxContext, scope: Scope): Promise<TopCourses> {
  const { courseProgress, courses, courseRatings } = db.tables;
  const enrollments = number(sql`count(*)`);
  const stars = (what: string) =>
    number(sql`(select ${sql.raw(what)} from ${courseRatings} where ${courseRatings.courseId} = ${courses.id})`);
  const rows = await db
    .select({
      ...pick(courses, 'id', 'title', 'thumbnail', 'instructorName'),
      price: courses.priceCents,
      enrollments,
      completions: number(sql`count(*) filter (where ${hasCompleted(db.tables)})`),
      starsSum: stars('coalesce(sum(stars), 0)'),
      starsCount: stars('count(*)'),
    })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .where(and(isOf(db.tables, courseProgress.userId, scope), isNull(courses.deletedAt)))
    .groupBy(courses.id, courses.title, courses.thumbnail, courses.instructorName, courses.priceCents)
    .orderBy(desc(enrollments), courses.id)
    .limit(TOP);
  return {
    courses: rows.map(({ price, enrollments: count, completions, starsSum, starsCount, ...course }) => ({
      ...course,
      enrollmentCount: count,
      completionRate: roundedPercent(completions, count),
      rating: average(starsSum, starsCount),
      revenue: price * count,
    })),
  };
}

type TrendRange = (typeof TREND_RANGES)[number];

/** The starts of the periods of so many ranges, oldest first, and the end of the last one: whole days, weeks or months in UTC. */
export function periodsOf(range: TrendRange, now: Date, ranges = 1): Date[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const back = (count: number, at: (n: number) => Date) =>
    Array.from({ length: count + 1 }, (_, n) => at(n - count + 1));
  if (range === '30d') return back(30 * ranges, (n) => new Date(Date.UTC(year, month, day + n)));
  if (range === '90d') return back(13 * ranges, (n) => new Date(Date.UTC(year, month, day + 1 + 7 * (n - 1))));
  return back(12 * ranges, (n) => new Date(Date.UTC(year, month + n, 1)));
}

/** The periods of the range before. What the running one is compared with ends where that has come to. */
function periodsBefore(range: TrendRange, now: Date): Date[] {
  const all = periodsOf(range, now, 2);
  const count = (all.length - 1) / 2;
  const [start = now, end = now, running = now] = [all[count - 1], all[count], all[2 * count - 1]];
  const upTo = Math.min(end.getTime(), start.getTime() + now.getTime() - running.getTime());
  return [...all.slice(0, count), new Date(upTo)];
}

/** Enrollments, which renewals are not, and completions by day (30d), week (90d) or month (1y); periods without any are 0. */
export async function readTrends(
  db: TxContext,
  scope: Scope,
  { range, now }: { range: TrendRange; now: Date },
): Promise<Trends> {
  const { courseProgress, pastRounds } = db.tables;
  const countIn = async (
    rounds: typeof courseProgress | typeof pastRounds,
    by: 'enrolledAt' | 'completedAt',
    periods: Date[],
  ) => {
    const at = rounds[by];
    const counts: Record<string, SQL.Aliased<number> | SQL<number>> = {};
    for (const [n, from] of periods.slice(0, -1).entries()) {
      const inside = and(gte(at, from), lt(at, periods[n + 1] ?? now));
      counts[`p${n}`] = number(sql`count(*) filter (where ${inside})`);
    }
    const [row] = await db
      .select(counts)
      .from(rounds as typeof courseProgress)
      .where(
        and(
          isOf(db.tables, rounds.userId, scope),
          gte(at, periods[0] ?? now),
          lt(at, periods.at(-1) ?? now),
          by === 'enrolledAt' ? eq(rounds.round, 1) : undefined,
        ),
      );
    return (n: number) => Number(row?.[`p${n}`] ?? 0);
  };
  const countBy = async (by: 'enrolledAt' | 'completedAt', periods: Date[]) => {
    const [present, past] = [await countIn(courseProgress, by, periods), await countIn(pastRounds, by, periods)];
    return (n: number) => present(n) + past(n);
  };
  const [periods, before] = [periodsOf(range, now), periodsBefore(range, now)];
  const enrollments = await countBy('enrolledAt', periods);
  const completions = await countBy('completedAt', periods);
  const enrollmentsBefore = await countBy('enrolledAt', before);
  const points = periods.slice(0, -1).map((from, n) => {
    return { from: from.toISOString(), enrollments: enrollments(n), completions: completions(n) };
  });
  const earlier = before.slice(0, -1).map((from, n) => {
    return { from: from.toISOString(), enrollments: enrollmentsBefore(n) };
  });
  return { range, points, earlier };
}
