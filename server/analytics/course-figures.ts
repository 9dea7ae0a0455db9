// The figures of one course (P-6, decision 198, R-Z11): how far people come, where they stop, and how long they take. An org
// admin sees only their own people.
import { and, desc, eq, gte, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { type CourseAnalytics, TIMED_COMPLETIONS, type TimeToComplete } from '#sync/contract/analytics.ts';
import { daysBefore } from '#sync/contract/due.ts';
import { numberAt } from '../catalog/lessons.ts';
import { number, type TxContext } from '../db/client.ts';
import { hasCompleted } from '../learning/rounds.ts';
import { furthestOf, lessonsInOrder } from '../people/drop-off.ts';
import { hasBegun } from '../people/standings.ts';
import { listQuizResults } from './quiz-figures.ts';
import { isOf, type Scope } from './scope.ts';

const ACTIVE_DAYS = 30;

export interface CourseQuery extends Scope {
  courseId: number;
  now: Date;
}

export async function readCourseAnalytics(db: TxContext, query: CourseQuery): Promise<CourseAnalytics> {
  const enrolled = await countEnrolled(db, query);
  const { lessons: quizzes } = await listQuizResults(db, query);
  const dropOff = await countDropOff(db, query);
  return { ...enrolled, ...dropOff, timeToComplete: await readTimeToComplete(db, query), quizzes };
}

async function countEnrolled(db: TxContext, { courseId, now, ...scope }: CourseQuery) {
  const { courseProgress } = db.tables;
  const isActive = gte(courseProgress.lastActivityAt, daysBefore(now, ACTIVE_DAYS));
  const [row] = await db
    .select({
      enrollments: number(sql`count(*)`),
      completions: number(sql`count(*) filter (where ${hasCompleted(db.tables)})`),
      percentSum: number(sql`coalesce(sum(${courseProgress.percent}), 0)`),
      activeLearners: number(sql`count(*) filter (where ${isActive})`),
    })
    .from(courseProgress)
    .where(and(eq(courseProgress.courseId, courseId), isOf(db.tables, courseProgress.userId, scope)));
  const { enrollments = 0, completions = 0, percentSum = 0, activeLearners = 0 } = row ?? {};
  const per = (sum: number) => (enrollments === 0 ? 0 : Math.round(sum / enrollments));
  return {
    enrollments,
    completions,
    completionRate: per(100 * completions),
    averagePercent: per(percentSum),
    activeLearners,
  };
}

/** How many started, completed and got past each lesson that learners see, in the order of the course. */
async function countDropOff(
  db: TxContext,
  { courseId, ...scope }: CourseQuery,
): Promise<Pick<CourseAnalytics, 'began' | 'lessons'>> {
  const { unitProgress, courseProgress, profiles } = db.tables;
  const rows = await lessonsInOrder(db, courseId);
  const isDone = sql`${unitProgress.status} = 'completed'`;
  const isBegun = and(
    inArray(
      unitProgress.lessonId,
      rows.map((row) => row.lessonId),
    ),
    ne(unitProgress.status, 'not_started'),
    isOf(db.tables, unitProgress.userId, scope),
  );
  const begun = await db
    .select({
      lessonId: unitProgress.lessonId,
      started: number(sql`count(*)`),
      completed: number(sql`count(*) filter (where ${isDone})`),
    })
    .from(unitProgress)
    .where(isBegun)
    .groupBy(unitProgress.lessonId);
  const isHere = and(eq(courseProgress.courseId, courseId), isOf(db.tables, courseProgress.userId, scope));
  const furthest = furthestOf(db, rows, isOf(db.tables, unitProgress.userId, scope));
  const ends = await db
    .select({
      furthest: furthest.at,
      people: number(sql`count(*)`),
      erased: number(sql`count(*) filter (where ${profiles.erasedAt} is not null)`),
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
    .leftJoin(furthest, eq(furthest.userId, courseProgress.userId))
    .where(and(isHere, hasBegun(db.tables)))
    .groupBy(furthest.at);
  const known = new Map(begun.map((row) => [row.lessonId, row]));
  /** How many have come so far, and how many of them are on no list any more. */
  const reach = (at: number | undefined) => {
    const there = ends.filter(({ furthest }) => at === undefined || (furthest !== null && furthest >= at));
    const sum = (of: 'people' | 'erased') => there.reduce((all, one) => all + one[of], 0);
    return { reached: sum('people'), erased: sum('erased') };
  };
  return {
    began: reach(undefined).reached,
    lessons: rows.map(({ at, windowFrom, ...row }, place) => {
      const { started = 0, completed = 0 } = known.get(row.lessonId) ?? {};
      const { reached, erased } = reach(at);
      const stoppedErased = reach(rows[place - 1]?.at).erased - erased;
      return { ...row, orderIndex: numberAt({ windowFrom }, place), started, completed, reached, stoppedErased };
    }),
  };
}

/** Null while no one has completed the course. */
async function readTimeToComplete(db: TxContext, { courseId, ...scope }: CourseQuery): Promise<TimeToComplete | null> {
  const { courseProgress, pastRounds } = db.tables;
  const latestOf = (rounds: typeof courseProgress | typeof pastRounds) => {
    const { enrolledAt, completedAt, userId } = rounds;
    return db
      .select({ enrolledAt, completedAt })
      .from(rounds as typeof courseProgress)
      .where(and(eq(rounds.courseId, courseId), isNotNull(completedAt), isOf(db.tables, userId, scope)))
      .orderBy(desc(completedAt), desc(userId))
      .limit(TIMED_COMPLETIONS);
  };
  // Work that was sent late can be older than its enrollment.
  const times = [...(await latestOf(courseProgress)), ...(await latestOf(pastRounds))]
    .map((row) => ({
      at: Number(row.completedAt),
      took: Math.max(0, Number(row.completedAt) - Number(row.enrolledAt)),
    }))
    .sort((a, b) => b.at - a.at)
    .slice(0, TIMED_COMPLETIONS)
    .map(({ took }) => took);
  if (times.length === 0) return null;
  times.sort((a, b) => a - b);
  const [lowerQuartile, median, upperQuartile] = [0.25, 0.5, 0.75].map((share) => quantile(times, share)) as Three;
  return { people: times.length, lowerQuartile, median, upperQuartile };
}

type Three = [number, number, number];

/** The value below which this share of the sorted values lies, between two values in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return Math.round(below + (above - below) * (place - Math.floor(place)));
}
