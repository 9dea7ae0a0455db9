// The questions of a quiz as they were asked. Questions are edited in place, so each version that somebody may have answered is kept.
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { RegradedAttempt } from '#sync/contract/progress.ts';
import type { QuizSubmission } from '#sync/contract/quiz.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, pick, run, type Steps, type TxContext } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Regraded } from '../db/schema-progress.ts';
import { type Grade, gradeOf, isSame, keyOf } from './grade.ts';
import { quizVersion, type StoredQuestion } from './open-quiz.ts';

/** A question as `quiz_versions` stores it under its version. */
export interface VersionedQuestion
  extends Pick<StoredQuestion, 'id' | 'questionText' | 'questionType' | 'points' | 'explanation'> {
  answers: { id: number; answerText: string; isCorrect: boolean }[];
}

/** What was decided about the questions of a version, by their ids. */
export type Regrades = Readonly<Record<string, Regraded>> | null;

interface QuizNow {
  lessonId: number;
  questions: readonly StoredQuestion[];
}

/** Keeps the questions under their version; how they were kept before stays. */
export function* saveVersion({ queries, tables }: TxContext, { lessonId, questions }: QuizNow): Steps<void> {
  const content: VersionedQuestion[] = questions.map((question) => ({
    ...pick(question, 'id', 'questionText', 'questionType', 'points', 'explanation'),
    answers: question.answers.map((answer) => pick(answer, 'id', 'answerText', 'isCorrect')),
  }));
  const row = { lessonId, version: quizVersion(questions), content };
  yield* run(queries.insert(tables.quizVersions).values(row).onConflictDoNothing());
}

export interface KeptVersion {
  version: string;
  questions: VersionedQuestion[];
  regraded: Regrades;
}

/** The versions of a quiz that are kept, or the one of this name. */
export function* readVersions({ queries, tables }: TxContext, lessonId: number, name?: string): Steps<KeptVersion[]> {
  const { version, content, regraded, lessonId: of } = tables.quizVersions;
  const rows = yield* run(
    queries
      .select({ version, content, regraded })
      .from(tables.quizVersions)
      .where(and(eq(of, lessonId), name === undefined ? undefined : eq(version, name))),
  );
  return rows.map((row) => ({ ...row, questions: row.content as VersionedQuestion[] }));
}

/** Whether this answer counts as right: by the key of its time, or by what was decided since. */
export function countsAsRight(question: VersionedQuestion, chosen: readonly number[], regrades: Regrades): boolean {
  const { isForAll = false, keys = [] } = regrades?.[String(question.id)] ?? {};
  return isForAll || [keyOf(question), ...keys].some((key) => isSame(key, chosen));
}

/** The grade of an attempt that was made with this version; by what was decided since it only rises. */
export function gradeKept(
  { questions, regraded }: Omit<KeptVersion, 'version'>,
  answers: Readonly<Record<string, number[]>>,
): Grade {
  const judged = questions.map((question) => {
    const { id: questionId, points, explanation } = question;
    const chosen = answers[String(questionId)] ?? [];
    const isRight = countsAsRight(question, chosen, regraded);
    const correct = isRight ? chosen : (regraded?.[String(questionId)]?.keys.at(-1) ?? keyOf(question));
    const review = { questionId, chosenAnswerIds: chosen, correctAnswerIds: correct, explanation };
    return { points, isRight, review };
  });
  return gradeOf(judged);
}

/** The last attempts of a person at the quizzes of a course that count for more since they were graded again (Y13c). */
export async function listRegraded(db: Db, whose: { userId: string; courseId: number }): Promise<RegradedAttempt[]> {
  const rows = await findRegraded(db, whose);
  return rows.flatMap(({ opId, score, passed, answers, content, regraded }) => {
    const questions = content as VersionedQuestion[];
    const chosen = ({ id }: VersionedQuestion) => answers[String(id)] ?? [];
    const isRaised = questions.some(
      (one) => countsAsRight(one, chosen(one), regraded) && !isSame(keyOf(one), chosen(one)),
    );
    return opId && isRaised
      ? [{ opId, score, passed, review: gradeKept({ questions, regraded }, answers).review }]
      : [];
  });
}

const TOLD = 20;

const findRegraded = prepared<{ userId: string; courseId: number }>()(({ queries, tables }) => {
  const { quizAttempts, quizVersions, lessons } = tables;
  return queries
    .select({
      ...pick(quizAttempts, 'opId', 'score', 'passed', 'answers'),
      ...pick(quizVersions, 'content', 'regraded'),
    })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .innerJoin(
      quizVersions,
      and(eq(quizVersions.lessonId, quizAttempts.lessonId), eq(quizVersions.version, quizAttempts.quizVersion)),
    )
    .where(
      and(
        eq(quizAttempts.userId, sql.placeholder('userId')),
        eq(lessons.courseId, sql.placeholder('courseId')),
        isNotNull(quizVersions.regraded),
      ),
    )
    .orderBy(desc(quizAttempts.id))
    .limit(TOLD);
});

/**
 * The answers of a submission as answers to the present questions. Those to an earlier version count where the present questions were
 * all asked in the same words (Y13b); otherwise refuses `quiz_changed`.
 */
export function* answersNow(
  tx: TxContext,
  { lessonId, questions }: QuizNow,
  { answers, quizVersion: seen }: QuizSubmission,
): Steps<QuizSubmission['answers']> {
  if (seen === undefined || seen === quizVersion(questions)) return answers;
  const [kept] = yield* readVersions(tx, lessonId, seen);
  const asked = new Map(kept?.questions.map((question) => [question.id, question]));
  const isAsked = questions.every((question) => wordsOf(question) === wordsOf(asked.get(question.id)));
  if (!isAsked) throw new Refusal('quiz_changed');
  const ids = new Set(questions.map(({ id }) => String(id)));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
}

/** What a question asks: its words without its key. */
function wordsOf(question: VersionedQuestion | undefined): string | undefined {
  if (!question) return undefined;
  const { questionText, questionType, answers } = question;
  const texts = answers.map(({ id, answerText }) => ({ id, answerText })).sort((a, b) => a.id - b.id);
  return JSON.stringify([questionText, questionType, texts]);
}
