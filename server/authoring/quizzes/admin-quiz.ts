import { count, eq, sql } from 'drizzle-orm';
import type { AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, number, run, type Steps, type TxContext } from '../../db/client.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import type { Person } from '../../permissions.ts';
import { logQuizAct, requireQuiz } from './editable-quiz.ts';

/** A quiz as its authors see it, with its correct answers and how often it was answered. Refuses `lesson_not_found`. */
export function readAdminQuiz(db: Db, actor: Person, lessonId: number): Promise<AdminQuiz> {
  return db.transact(function* (tx) {
    const { questions } = yield* requireQuiz(tx, actor, lessonId);
    return yield* toAdminQuiz(tx, lessonId, questions);
  });
}

/** The same for a quiz whose questions were just read. */
export function* toAdminQuiz(
  { queries, tables: { quizFigures } }: TxContext,
  lessonId: number,
  questions: readonly StoredQuestion[],
): Steps<AdminQuiz> {
  const [answered] = yield* run(
    queries
      .select({ attempts: number(sql`coalesce(sum(${quizFigures.attempts}), 0)`), people: count() })
      .from(quizFigures)
      .where(eq(quizFigures.lessonId, lessonId)),
  );
  const { attempts = 0, people = 0 } = answered ?? {};
  return { lessonId, questions: questions.map(toAdminQuestion), attempts, people };
}

export function toAdminQuestion(question: StoredQuestion): AdminQuestion {
  const { id, questionText, questionType, points, explanation, orderIndex, updatedAt, answers } = question;
  return {
    id,
    questionText,
    questionType,
    points,
    explanation,
    orderIndex,
    updatedAt: updatedAt.toISOString(),
    answers: answers.map((answer) => ({
      id: answer.id,
      answer_text: answer.answerText,
      is_correct: answer.isCorrect,
      order_index: answer.orderIndex,
    })),
  };
}

/**
 * Puts the questions of a quiz in this order, numbered from 1. An order that does not name each question exactly once is
 * refused, `order_not_whole`, also when its author has not seen a question added by another. Also `lesson_not_found`.
 */
export function orderQuestions(
  db: Db,
  caller: AuditActor,
  { lessonId, questionIds }: { lessonId: number; questionIds: number[] },
): Promise<AdminQuiz> {
  return db.transact(function* (tx) {
    const { quizQuestions } = db.tables;
    const { lesson, questions } = yield* requireQuiz(tx, caller.actor, lessonId);
    const known = new Map(questions.map((question) => [question.id, question]));
    const order = [...new Set(questionIds)].flatMap((id) => known.get(id) ?? []);
    if (order.length !== questionIds.length || order.length !== known.size) {
      throw new Refusal('order_not_whole', { field: 'questionIds' }, NOT_WHOLE);
    }
    const moved = order.map((question, at) => ({ ...question, to: at + 1 })).filter((one) => one.orderIndex !== one.to);
    for (const { id, to, updatedAt } of moved) {
      // Its time stays: the order is part of the quiz's version anyway, and nobody's unsaved edit becomes outdated.
      yield* run(tx.update(quizQuestions).set({ orderIndex: to, updatedAt }).where(eq(quizQuestions.id, id)));
    }
    if (moved.length > 0) yield* logQuizAct(tx, caller, { lesson, action: 'quiz_reordered' });
    return yield* toAdminQuiz(tx, lessonId, yield* readQuestions(tx, lessonId));
  });
}

const NOT_WHOLE =
  'The order must name every question of this quiz exactly once. Someone else may have changed the quiz.';
