import { count, eq, sql } from 'drizzle-orm';
import type { AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import type { Person } from '../permissions.ts';
import { requireQuiz } from './editable-quiz.ts';
import type { StoredQuestion } from './open-quiz.ts';

/** A quiz as its authors see it, with its key and how often it was answered. Refuses `lesson_not_found`. */
export function readAdminQuiz(db: Db, actor: Person, lessonId: number): Promise<AdminQuiz> {
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    return yield* tellQuiz(source, lessonId, questions);
  });
}

/** The same for one whose questions were just read. */
export function* tellQuiz(
  { queries, tables: { quizFigures } }: Source,
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
