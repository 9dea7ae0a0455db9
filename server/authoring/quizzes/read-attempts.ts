import { and, desc, eq, lt } from 'drizzle-orm';
import type { QuizAttempt, QuizAttemptList } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { scopeOf, within } from '../../analytics/scope.ts';
import { type Db, run } from '../../db/client.ts';
import { cut, DEFAULT_PAGE, numberCursor, type Page } from '../../http/pages.ts';
import { attemptedQuestions, attemptRow, selectAttempts } from '../../learning/attempts.ts';
import { quizVersion } from '../../learning/open-quiz.ts';
import type { Person } from '../../permissions.ts';
import { requireQuiz } from './editable-quiz.ts';

/** Submissions of a quiz, newest first. An org admin is told those of their own organization's people. Refuses `lesson_not_found`. */
export function listAttempts(
  db: Db,
  actor: Person,
  { lessonId, cursor, limit = DEFAULT_PAGE }: Page & { lessonId: number },
): Promise<QuizAttemptList> {
  const before = numberCursor(cursor);
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    const current = quizVersion(questions);
    const { quizAttempts } = db.tables;
    const isOlder = before === undefined ? undefined : lt(quizAttempts.id, before);
    const rows = yield* run(
      selectAttempts(source)
        .where(and(eq(quizAttempts.lessonId, lessonId), within(db.tables, scopeOf(actor)), isOlder))
        .orderBy(desc(quizAttempts.id))
        .limit(limit + 1),
    );
    const { page, nextCursor } = cut(rows, limit, ({ attempt }) => String(attempt.id));
    return { attempts: page.map((row) => attemptRow(row, current)), nextCursor };
  });
}

/** One of them with the wording of its version. Refuses `lesson_not_found` and `not_found`. */
export function readAttempt(
  db: Db,
  actor: Person,
  { lessonId, attemptId }: { lessonId: number; attemptId: number },
): Promise<QuizAttempt> {
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    const { quizAttempts } = db.tables;
    const isAsked = and(eq(quizAttempts.id, attemptId), eq(quizAttempts.lessonId, lessonId));
    const [row] = yield* run(selectAttempts(source).where(and(isAsked, within(db.tables, scopeOf(actor)))));
    if (!row) throw new Refusal('not_found', { field: 'attemptId' }, 'This attempt is not here.');
    return { attempt: attemptRow(row, quizVersion(questions)), questions: attemptedQuestions(row) };
  });
}
