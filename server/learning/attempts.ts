// Attempts at a quiz: a learner's own, and what all lists of attempts share.
import { and, desc, eq } from 'drizzle-orm';
import type { AttemptedQuestion, QuizAttemptRow } from '#sync/contract/quiz-authoring.ts';
import { type Db, run, type TxContext } from '../db/client.ts';
import type { Person } from '../permissions.ts';
import { isSame, keyOf } from './grade.ts';
import { openLearnerLesson } from './learner-lesson.ts';
import { countsAsRight, type VersionedQuestion } from './quiz-versions.ts';

const OWN_ATTEMPTS = 10;

/** The person's own last attempts, as they were asked then. Refuses `lesson_not_found`. */
export function listOwnAttempts(db: Db, { person, now }: { person: Person; now: Date }, lessonId: number) {
  return db.transact(function* (tx) {
    yield* openLearnerLesson({ ...tx, person, now }, 'take_lesson', lessonId);
    const { quizAttempts } = db.tables;
    const rows = yield* run(
      selectAttempts(tx)
        .where(and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.userId, person.id)))
        .orderBy(desc(quizAttempts.id))
        .limit(OWN_ATTEMPTS),
    );
    const attempts = rows.map((row) => {
      const { id, score, passed, submittedAt } = row.attempt;
      return { id, score, passed, submittedAt: submittedAt.toISOString(), questions: attemptedQuestions(row) };
    });
    return { attempts };
  });
}

/** The query of attempts with their people and the questions as they were asked. */
export function selectAttempts({ queries, tables }: TxContext) {
  const { quizAttempts, quizVersions, profiles } = tables;
  const isItsVersion = and(
    eq(quizVersions.lessonId, quizAttempts.lessonId),
    eq(quizVersions.version, quizAttempts.quizVersion),
  );
  return queries
    .select({
      attempt: quizAttempts,
      person: { fullName: profiles.fullName, email: profiles.email },
      content: quizVersions.content,
      regraded: quizVersions.regraded,
    })
    .from(quizAttempts)
    .innerJoin(profiles, eq(profiles.id, quizAttempts.userId))
    .leftJoin(quizVersions, isItsVersion);
}

type AttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number];

export function attemptRow({ attempt, person }: AttemptRow, currentVersion: string): QuizAttemptRow {
  const { id, userId, score, passed, durationMs, submittedAt, quizVersion: version } = attempt;
  const when = { durationMs, submittedAt: submittedAt.toISOString() };
  return { id, userId, ...person, score, passed, ...when, isCurrent: version === currentVersion };
}

/** The questions of an attempt as they were asked, with their correct and chosen answers; null when they are no longer known. */
export function attemptedQuestions({ attempt, content, regraded }: AttemptRow): AttemptedQuestion[] | null {
  if (content === null) return null;
  return (content as VersionedQuestion[]).map((question) => {
    const chosen = attempt.answers[String(question.id)] ?? [];
    const answers = question.answers.map((answer) => ({ ...answer, isChosen: chosen.includes(answer.id) }));
    const isRight = countsAsRight(question, chosen, regraded);
    return { ...question, answers, isRight, isRegraded: isRight && !isSame(keyOf(question), chosen) };
  });
}
