import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Quiz } from '#sync/contract/quiz.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readQuizWords } from '../catalog/words.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Person } from '../permissions.ts';
import type { KeyedQuestion } from './grade.ts';
import { openLearnerLesson } from './learner-lesson.ts';

/** A question as it is stored, with its correct answers and everything the learner may read. */
export interface StoredQuestion extends KeyedQuestion {
  questionText: string;
  orderIndex: number;
  updatedAt: Date;
  answers: { id: number; isCorrect: boolean; answerText: string; orderIndex: number }[];
}

/**
 * The quiz of a lesson without correct answers, and without explanations, which would reveal them (R-Q4).
 * Refuses `lesson_not_found`, and `quiz_not_found` for a lesson without questions.
 */
export function openQuiz(
  db: Db,
  learner: { person: Person; now: Date },
  lessonId: number,
  languages: readonly string[],
): Promise<Quiz> {
  return db.transact(function* (tx) {
    yield* openLearnerLesson({ ...tx, ...learner }, 'take_lesson', lessonId);
    const questions = yield* readQuestions(tx, lessonId);
    if (questions.length === 0) throw new Refusal('quiz_not_found');
    const words = yield* readQuizWords(tx, { lessonId, questions }, languages);
    return { lessonId, questions: questions.map(withoutKey), quizVersion: quizVersion(questions), ...words };
  });
}

/** The present questions of a lesson in their order, each with its answers in theirs. */
export function* readQuestions({ queries, tables }: TxContext, lessonId: number): Steps<StoredQuestion[]> {
  const { quizQuestions, quizAnswers } = tables;
  const rows = yield* run(
    queries
      .select({ question: quizQuestions, answer: quizAnswers })
      .from(quizQuestions)
      .leftJoin(quizAnswers, and(eq(quizAnswers.questionId, quizQuestions.id), isNull(quizAnswers.retiredAt)))
      .where(and(eq(quizQuestions.lessonId, lessonId), isNull(quizQuestions.retiredAt)))
      .orderBy(quizQuestions.orderIndex, quizQuestions.id, quizAnswers.orderIndex, quizAnswers.id),
  );
  const questions = new Map<number, StoredQuestion>();
  for (const { question, answer } of rows) {
    const known = questions.get(question.id) ?? { ...question, answers: [] };
    if (answer) known.answers.push(answer);
    questions.set(question.id, known);
  }
  return [...questions.values()];
}

/**
 * The name of exactly these questions and answers. Correctness is left out on purpose: a learner could test every key
 * against the name. A changed key shows by the question's `updatedAt`, so whoever changes an answer touches its question.
 */
export function quizVersion(questions: readonly StoredQuestion[]): string {
  const request = questions.map((question) => [withoutKey(question), question.updatedAt.getTime()]);
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 22);
}

function withoutKey(question: StoredQuestion): Quiz['questions'][number] {
  return {
    id: question.id,
    question_text: question.questionText,
    question_type: question.questionType,
    order_index: question.orderIndex,
    points: question.points,
    explanation: null,
    answers: question.answers.map((answer) => ({
      id: answer.id,
      answer_text: answer.answerText,
      order_index: answer.orderIndex,
    })),
  };
}
