import { eq } from 'drizzle-orm';
import type { AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { tellQuiz } from './admin-quiz.ts';
import { noteQuizAct, requireQuiz } from './editable-quiz.ts';
import { readQuestions } from './open-quiz.ts';

/**
 * Puts the questions of a quiz in this order, numbered from 1. An order that does not name each of them exactly once is
 * refused whole, `order_not_whole`, also that of an author who has not seen a question of another one. Else `lesson_not_found`.
 */
export function orderQuestions(
  db: Db,
  acting: Acting,
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
