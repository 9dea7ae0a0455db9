// The figures of one course (P-6, decision 198, R-Z11): how far people come, where they stop, and how long they take. An org
// admin sees only their own people.
import { and, desc, eq, gte, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { type CourseAnalytics, TIMED_COMPLETIONS, type TimeToComplete } from '#sync/contract/analytics.ts';
import { daysBefore } from '#sync/contract/due.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import { numberAt } from '../catalog/lessons.ts';
import { number, type TxContext } from '../db/client.ts';
import { hasCompleted } from '../learning/rounds.ts';
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
  const { lessons, courses, courseModules, unitProgress } = db.tables;
  const rows = await db
    .select({
      lessonId: lessons.id,
      title: lessons.title,
      at: lessons.orderIndex,
      windowFrom: courses.windowFrom,
      module: sql<string | null>`(select ${courseModules.title} from ${courseModules}
        where ${courseModules.courseId} = ${lessons.courseId}
        and ${lessons.orderIndex} between ${courseModules.startLessonIndex} and ${courseModules.endLessonIndex})`,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.courseId, courseId), isVisibleLesson(db.tables)))
    .orderBy(lessons.orderIndex, lessons.id);
  const isDone = sql`${unitProgress.status} = 'completed'`;
  // By the lessons: with status and person they stand in an index, and no unit is read.
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
  const people = db
    .select({ furthest: sql<number | null>`max(case when ${isDone} then ${lessons.orderIndex} end)`.as('furthest') })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .where(isBegun)
    .groupBy(unitProgress.userId)
    .as('people');
  const ends = await db
    .select({ furthest: people.furthest, people: number(sql`count(*)`) })
    .from(people)
    .groupBy(people.furthest);
  const { courseProgress } = db.tables;
  const isHere = and(eq(courseProgress.courseId, courseId), isOf(db.tables, courseProgress.userId, scope));
  const [began] = await db
    .select({ people: number(sql`count(*)`) })
    .from(courseProgress)
    .where(and(isHere, hasBegun(db.tables)));
  const known = new Map(begun.map((row) => [row.lessonId, row]));
  const sum = (counts: readonly { people: number }[]) => counts.reduce((all, { people }) => all + people, 0);
  return {
    began: began?.people ?? 0,
    lessons: rows.map(({ at, windowFrom, ...row }, place) => {
      const { started = 0, completed = 0 } = known.get(row.lessonId) ?? {};
      const reached = sum(ends.filter(({ furthest }) => furthest !== null && furthest >= at));
      return { ...row, orderIndex: numberAt({ windowFrom }, place), started, completed, reached };
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
