import { count, eq, sql } from 'drizzle-orm';
import type { AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { AuditActor } from '../../http/actor.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import type { Person } from '../../permissions.ts';
import { noteQuizAct, requireQuiz } from './editable-quiz.ts';

/** A quiz as its authors see it, with its key and how often it was answered. Refuses `lesson_not_found`. */
export function readAdminQuiz(db: Db, actor: Person, lessonId: number): Promise<AdminQuiz> {
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    return yield* tellQuiz(source, lessonId, questions);
  });
}

/** The same for one whose questions were just read. */
export function* tellQuiz(
  { queries, tables: { quizFigures } }: TxContext,
  lessonId: number,
  questions: readonly StoredQuestion[],
): Steps<AdminQuiz> {
  const [answered] = yield* run(
    queries
      .select({ attempts: sql<number>`coalesce(sum(${quizFigures.attempts}), 0)`.mapWith(Number), people: count() })
      .from(quizFigures)
      .where(eq(quizFigures.lessonId, lessonId)),
  );
  const { attempts = 0, people = 0 } = answered ?? {};
  return { lessonId, questions: questions.map(tellQuestion), attempts, people };
}

/** A stored question in the words of the contract. */
export function tellQuestion(question: StoredQuestion): AdminQuestion {
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
 * Puts the questions of a quiz in this order, numbered from 1. An order that does not name each of them exactly once is
 * refused whole, `order_not_whole`, also that of an author who has not seen a question of another one. Else `lesson_not_found`.
 */
export function orderQuestions(
  db: Db,
  acting: AuditActor,
  { lessonId, questionIds }: { lessonId: number; questionIds: number[] },
): Promise<AdminQuiz> {
  return db.transact(function* (source) {
    const { quizQuestions } = db.tables;
    const { lesson, questions } = yield* requireQuiz(source, acting.actor, lessonId);
    const known = new Map(questions.map((question) => [question.id, question]));
    const order = [...new Set(questionIds)].flatMap((id) => known.get(id) ?? []);
    if (order.length !== questionIds.length || order.length !== known.size) {
      throw new Refusal('order_not_whole', { field: 'questionIds' }, NOT_WHOLE);
    }
    const moved = order.map((question, at) => ({ ...question, to: at + 1 })).filter((one) => one.orderIndex !== one.to);
    for (const { id, to, updatedAt } of moved) {
      // Its time stays: the order is part of the quiz's version by itself, and nobody's unsaved question is late by it.
      yield* run(source.update(quizQuestions).set({ orderIndex: to, updatedAt }).where(eq(quizQuestions.id, id)));
    }
    if (moved.length > 0) yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_reordered' }));
    return yield* tellQuiz(source, lessonId, yield* readQuestions(source, lessonId));
  });
}

const NOT_WHOLE =
  'The order must name every question of this quiz exactly once. Somebody else may have changed the quiz.';
