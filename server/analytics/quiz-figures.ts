// How people do in quizzes: from the figures that are added up with each attempt, so that the number of attempts does not matter.
import { and, desc, eq, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { LessonQuizFigures, QuizFigures, UserQuizFigures } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { badCursor, CURSOR_UUID, cut, DEFAULT_PAGE } from '../http/pages.ts';
import { type Scope, within } from './scope.ts';

/** Attempts, and the person. */
const PERSON_CURSOR = new RegExp(`^(\\d{1,15})_${CURSOR_UUID}$`);

/**
 * `lessonId` or `courseId` narrow it to one quiz, or to those of one course as it is now. A quiz that was deleted is no
 * longer one of the course, but what people answered in it counts in all others.
 */
export interface QuizQuestion extends Scope {
  lessonId?: number | undefined;
  courseId?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

interface Sums {
  attempts: number;
  passed: number;
  scoreSum: number;
  durationMsSum: number;
  timedAttempts: number;
}

/** Whole sums, divided in JavaScript, so that both engines give the same figures. */
function sums({ quizFigures }: Tables) {
  const sumOf = (column: SQL | (typeof quizFigures)['attempts' | 'scoreSum']) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  return {
    attempts: sumOf(quizFigures.attempts),
    passed: sumOf(quizFigures.passed),
    scoreSum: sumOf(quizFigures.scoreSum),
    durationMsSum: sumOf(quizFigures.durationMsSum),
    timedAttempts: sumOf(quizFigures.timedAttempts),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

function figuresOf({ attempts, passed, scoreSum, durationMsSum, timedAttempts }: Sums): QuizFigures {
  return {
    totalAttempts: attempts,
    averageScore: attempts === 0 ? 0 : Math.round(scoreSum / attempts),
    passRate: share(passed, attempts),
    averageDurationMs: timedAttempts === 0 ? 0 : Math.round(durationMsSum / timedAttempts),
  };
}

function narrowing(tables: Tables, question: QuizQuestion): SQL | undefined {
  const { quizFigures, lessons } = tables;
  return and(
    within(tables, question),
    question.lessonId === undefined ? undefined : eq(quizFigures.lessonId, question.lessonId),
    question.courseId === undefined
      ? undefined
      : and(eq(lessons.courseId, question.courseId), isNull(lessons.retiredAt)),
  );
}

/** Each quiz that somebody answered, the most answered first, and all of them together. */
export async function summarizeQuizzes(
  db: Db,
  question: QuizQuestion,
): Promise<{ summary: QuizFigures; lessons: LessonQuizFigures[] }> {
  const { quizFigures, lessons, courses, profiles } = db.tables;
  const query = db
    .select({ lessonId: lessons.id, lessonTitle: lessons.title, courseTitle: courses.title, ...sums(db.tables) })
    .from(quizFigures)
    .innerJoin(lessons, eq(lessons.id, quizFigures.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId));
  const scoped =
    question.organizationId === null ? query : query.innerJoin(profiles, eq(profiles.id, quizFigures.userId));
  const rows = await scoped
    .where(narrowing(db.tables, question))
    .groupBy(lessons.id, lessons.title, courses.title)
    .orderBy(desc(sql`sum(${quizFigures.attempts})`), lessons.id);
  const all: Sums = { attempts: 0, passed: 0, scoreSum: 0, durationMsSum: 0, timedAttempts: 0 };
  for (const row of rows) for (const name of Object.keys(all) as (keyof Sums)[]) all[name] += row[name];
  return {
    summary: figuresOf(all),
    lessons: rows.map(({ lessonId, lessonTitle, courseTitle, ...row }) => {
      return { lessonId, lessonTitle, courseTitle, ...figuresOf(row) };
    }),
  };
}

/** Each person who answered a quiz, most attempts first; pages follow that order. */
export async function listQuizPeople(
  db: Db,
  question: QuizQuestion,
): Promise<{ users: UserQuizFigures[]; nextCursor: string | null }> {
  const { quizFigures, lessons, profiles } = db.tables;
  const { limit = DEFAULT_PAGE } = question;
  const attempts = sql<number>`sum(${quizFigures.attempts})`.mapWith(Number);
  const query = db
    .select({
      userId: profiles.id,
      fullName: profiles.fullName,
      email: profiles.email,
      ...sums(db.tables),
      lessonsAttempted: sql<number>`count(*)`.mapWith(Number),
      lastAttemptAt: max(quizFigures.lastAttemptAt),
    })
    .from(quizFigures)
    .innerJoin(profiles, eq(profiles.id, quizFigures.userId));
  const joined =
    question.courseId === undefined ? query : query.innerJoin(lessons, eq(lessons.id, quizFigures.lessonId));
  const rows = await joined
    .where(narrowing(db.tables, question))
    .groupBy(profiles.id, profiles.fullName, profiles.email)
    .having(afterCursor(db.tables, question.cursor))
    .orderBy(desc(attempts), profiles.id)
    .limit(limit + 1);
  const { page, nextCursor } = cut(rows, limit, (row) => `${row.attempts}_${row.userId}`);
  return {
    users: page.map(({ userId, fullName, email, lessonsAttempted, lastAttemptAt, ...row }) => {
      const { averageDurationMs: _, ...figures } = figuresOf(row);
      return {
        userId,
        fullName,
        email,
        ...figures,
        lessonsAttempted,
        lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
      };
    }),
    nextCursor,
  };
}

function afterCursor({ quizFigures, profiles }: Tables, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const place = PERSON_CURSOR.exec(cursor);
  if (!place) throw badCursor();
  const attempts = sql`sum(${quizFigures.attempts})`;
  const id = sql.param(place[2], profiles.id);
  return sql`(${attempts} < ${Number(place[1])} or (${attempts} = ${Number(place[1])} and ${profiles.id} > ${id}))`;
}
