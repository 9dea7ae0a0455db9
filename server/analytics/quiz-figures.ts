// Quiz results, read from figures that each attempt adds to, so that the number of attempts does not matter.

import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  type LessonQuizRow,
  QUIZ_LEAST_ATTEMPTS,
  type QuizFigures,
  type QuizLessonOrder,
  type QuizLessonsQuery,
  TREND_STEP_DAYS,
  TREND_STEPS,
} from '#sync/contract/analytics.ts';
import { daysBefore } from '#sync/contract/due.ts';
import { MAX_ID, roundedPercent } from '#sync/contract/fields.ts';
import { number, pick, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { pageByKeys, textKey, textMatches } from '../http/pages.ts';
import { isOf, type Scope } from './scope.ts';

/**
 * `lessonId` or `courseId` narrow the figures to one quiz, or to the present quizzes of one course. A deleted quiz is no
 * longer part of its course, but its attempts count in all other figures.
 */
export interface QuizFiguresRequest extends Scope {
  lessonId?: number | undefined;
  courseId?: number | undefined;
}

type TrendRequest = QuizFiguresRequest & { now: Date };

export type Sums = Record<'attempts' | 'passed' | 'scoreSum' | 'durationMsSum' | 'timedAttempts', number>;

/** Sums of whole numbers, divided in JavaScript, so that both engines give the same figures. */
export function sums({ quizFigures }: Tables) {
  const sumOf = (column: SQL | (typeof quizFigures)['attempts' | 'scoreSum']) =>
    number(sql`coalesce(sum(${column}), 0)`);
  return {
    attempts: sumOf(quizFigures.attempts),
    passed: sumOf(quizFigures.passed),
    scoreSum: sumOf(quizFigures.scoreSum),
    durationMsSum: sumOf(quizFigures.durationMsSum),
    timedAttempts: sumOf(quizFigures.timedAttempts),
  };
}

export function figuresOf({ attempts, passed, scoreSum, durationMsSum, timedAttempts }: Sums): QuizFigures {
  return {
    totalAttempts: attempts,
    averageScore: attempts === 0 ? 0 : Math.round(scoreSum / attempts),
    passRate: roundedPercent(passed, attempts),
    averageDurationMs: timedAttempts === 0 ? 0 : Math.round(durationMsSum / timedAttempts),
  };
}

export function narrowing(tables: Tables, request: QuizFiguresRequest): SQL | undefined {
  const { quizFigures, lessons } = tables;
  return and(
    isOf(tables, quizFigures.userId, request),
    request.lessonId === undefined ? undefined : eq(quizFigures.lessonId, request.lessonId),
    request.courseId === undefined ? undefined : and(eq(lessons.courseId, request.courseId), isNull(lessons.retiredAt)),
  );
}

/** The figures of each answered quiz, the most answered first, and of all of them together. */
export async function summarizeQuizzes(db: TxContext, request: QuizFiguresRequest) {
  const { quizFigures, lessons, courses } = db.tables;
  const rows = await db
    .select({
      ...{ lessonId: lessons.id, lessonTitle: lessons.title, courseTitle: courses.title },
      ...sums(db.tables),
      ...firstTries(db.tables),
    })
    .from(quizFigures)
    .innerJoin(lessons, eq(lessons.id, quizFigures.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(narrowing(db.tables, request))
    .groupBy(lessons.id, courses.id)
    .orderBy(desc(sql`sum(${quizFigures.attempts})`), lessons.id);
  const all: Sums = { attempts: 0, passed: 0, scoreSum: 0, durationMsSum: 0, timedAttempts: 0 };
  for (const row of rows) for (const name of Object.keys(all) as (keyof Sums)[]) all[name] += row[name];
  return {
    summary: figuresOf(all),
    lessons: rows.map((row) => ({
      ...pick(row, 'lessonId', 'lessonTitle', 'courseTitle'),
      ...figuresOf(row),
      firstTryRate: roundedPercent(row.firstPassed, row.first),
    })),
  };
}

function firstTries({ quizFigures: { firstAttemptAt, firstPassed } }: Tables) {
  return {
    first: number(sql`count(${firstAttemptAt})`),
    firstPassed: number(sql`count(*) filter (where ${eq(firstPassed, true)})`),
  };
}

/** The same with the trend of each quiz. */
export async function listQuizResults(db: TxContext, request: TrendRequest) {
  const { summary, lessons } = await summarizeQuizzes(db, request);
  const trends = await readQuizTrends(db, request);
  const none = Array.from({ length: TREND_STEPS }, () => null);
  return {
    summary,
    lessons: lessons.map((lesson): LessonQuizRow => ({ ...lesson, trend: trends.get(lesson.lessonId) ?? none })),
  };
}

/**
 * A page of them. All quizzes are added up for it: the figures come from their people, and there are a few thousand quizzes at
 * most, which are ordered alike here on both engines.
 */
export async function listQuizLessons(
  db: TxContext,
  { search, sort, cursor, limit, ...request }: Omit<QuizLessonsQuery, 'organizationId'> & TrendRequest,
) {
  const { summary, lessons } = await listQuizResults(db, request);
  const found = search ? lessons.filter((row) => textMatches([row.lessonTitle, row.courseTitle], search)) : lessons;
  const { values, kinds } = sort ? BY[sort.replace('-', '') as QuizLessonOrder] : WORST_FIRST;
  const order = {
    keyOf: (row: LessonQuizRow) => [...values(row), row.lessonId],
    kinds: [...kinds, 'number' as const],
    isAscending: !sort?.startsWith('-'),
  };
  const page = pageByKeys(found, order, { cursor, limit });
  return { summary, lessons: page.page, nextCursor: page.nextCursor, ...(!cursor && { total: found.length }) };
}

type Values = { values: (row: LessonQuizRow) => (number | string)[]; kinds: ('number' | 'text')[] };

const byNumber = (...numbers: ((row: LessonQuizRow) => number)[]): Values => ({
  values: (row) => numbers.map((number) => number(row)),
  kinds: numbers.map(() => 'number'),
});
const byText = (text: (row: LessonQuizRow) => string): Values => ({
  values: (row) => [textKey(text(row))],
  kinds: ['text'],
});

const WORST_FIRST = byNumber(
  ({ totalAttempts }) => Number(totalAttempts < QUIZ_LEAST_ATTEMPTS),
  ({ passRate }) => passRate,
  // Of equal ones that with the most attempts.
  ({ totalAttempts }) => MAX_ID - totalAttempts,
);

const BY: Record<QuizLessonOrder, Values> = {
  lesson: byText(({ lessonTitle }) => lessonTitle),
  course: byText(({ courseTitle }) => courseTitle),
  attempts: byNumber(({ totalAttempts }) => totalAttempts),
  score: byNumber(({ averageScore }) => averageScore),
  pass: byNumber(({ passRate }) => passRate),
  first: byNumber(({ firstTryRate }) => firstTryRate),
  duration: byNumber(({ averageDurationMs }) => averageDurationMs),
};

/** The shares of passed first tries by quiz and step, from the people alone, whatever the number of their attempts. */
export async function readQuizTrends(db: TxContext, { now, ...request }: TrendRequest) {
  const { quizFigures, lessons } = db.tables;
  const { lessonId, firstAttemptAt } = quizFigures;
  const starts = Array.from({ length: TREND_STEPS }, (_, step) =>
    daysBefore(now, (TREND_STEPS - step) * TREND_STEP_DAYS),
  );
  const [first = now, ...later] = starts;
  const step = sql`case ${sql.join(
    later.map((start, at) => sql`when ${lt(firstAttemptAt, start)} then ${sql.raw(String(at))}`),
    sql` `,
  )} else ${sql.raw(String(later.length))} end`;
  const rows = await db
    .select({ lessonId, step: number(step).as('step'), ...firstTries(db.tables) })
    .from(quizFigures)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .where(and(narrowing(db.tables, request), gte(firstAttemptAt, first)))
    .groupBy(lessonId, sql`step`);
  const trends = new Map<number, (number | null)[]>();
  for (const row of rows) {
    const trend = trends.get(row.lessonId) ?? starts.map(() => null);
    trend[row.step] = roundedPercent(row.firstPassed, row.first);
    trends.set(row.lessonId, trend);
  }
  return trends;
}
