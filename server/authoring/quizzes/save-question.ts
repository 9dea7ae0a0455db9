import { and, eq, inArray, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import type { QuestionDraft } from './question-draft.ts';

// Writing questions: only what differs is written, and nothing is ever deleted.

interface QuestionToSave {
  before: StoredQuestion;
  after: QuestionDraft;
  lessonId: number;
  now: Date;
}

/**
 * Makes a stored question equal `after` and returns it as it is stored then: first the question itself, then each answer
 * by its position, then the new answers. An answer that `after` leaves out is retired.
 */
export function* saveQuestion(tx: TxContext, question: QuestionToSave): Steps<StoredQuestion> {
  const { before, after, now } = question;
  const { queries, tables } = tx;
  const { quizQuestions, quizAnswers } = tables;
  if (readsTheSame(before, after)) return before;
  const { questionText, questionType, points, explanation } = after;
  // Only this time makes the quiz's version show a changed key, so no two changes may share it, whatever the clock says.
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
  const change = { questionText, questionType, points, explanation, updatedAt };
  yield* run(queries.update(quizQuestions).set(change).where(eq(quizQuestions.id, before.id)));
  const known = new Map(before.answers.map((answer) => [answer.id, answer]));
  for (const [at, { id, answerText, isCorrect }] of after.answers.entries()) {
    const orderIndex = at + 1;
    const old = id === undefined ? undefined : known.get(id);
    if (!old) continue;
    known.delete(old.id);
    if (old.answerText === answerText && old.isCorrect === isCorrect && old.orderIndex === orderIndex) continue;
    const wanted = { answerText, isCorrect, orderIndex };
    yield* run(queries.update(quizAnswers).set(wanted).where(eq(quizAnswers.id, old.id)));
  }
  const left = [...known.keys()];
  if (left.length > 0)
    yield* run(queries.update(quizAnswers).set({ retiredAt: now }).where(inArray(quizAnswers.id, left)));
  const added = answerRows({ questionId: before.id, answers: after.answers, now });
  if (added.length > 0) yield* run(queries.insert(quizAnswers).values(added));
  const saved = (yield* readQuestions(tx, question.lessonId)).find(({ id }) => id === before.id);
  if (!saved) throw new Refusal('question_not_found');
  return saved;
}

interface Asked {
  lessonId: number;
  /** Of which its lesson has no other. */
  orderIndex: number;
  draft: QuestionDraft;
}

/** Questions that follow the present ones of their lesson. */
export function asNext(present: readonly StoredQuestion[], lessonId: number, drafts: QuestionDraft[]): Asked[] {
  const first = Math.max(0, ...present.map(({ orderIndex }) => orderIndex)) + 1;
  return drafts.map((draft, at) => ({ lessonId, orderIndex: first + at, draft }));
}

/** Inserts new questions of any number of lessons with their answers, many rows at a time; returns their ids. */
export function* insertQuestions(tx: TxContext, asked: readonly Asked[], now: Date): Steps<Set<number>> {
  const { quizQuestions, quizAnswers } = tx.tables;
  const all = new Set<number>();
  for (const part of inBatches(asked)) {
    const rows = part.map(({ draft: { answers: _, ...question }, lessonId, orderIndex }) => {
      return { ...question, lessonId, orderIndex, createdAt: now, updatedAt: now };
    });
    const { id, lessonId, orderIndex } = quizQuestions;
    const made = yield* run(tx.insert(quizQuestions).values(rows).returning({ id, lessonId, orderIndex }));
    const ids = new Map(made.map((one) => [`${one.lessonId} ${one.orderIndex}`, one.id]));
    const answers = part.flatMap(({ draft, lessonId, orderIndex }) => {
      const questionId = ids.get(`${lessonId} ${orderIndex}`);
      if (questionId === undefined) throw new Error('The question was not stored.');
      return answerRows({ questionId, answers: draft.answers, now });
    });
    for (const some of inBatches(answers)) yield* run(tx.insert(quizAnswers).values(some));
    for (const one of ids.values()) all.add(one);
  }
  return all;
}

/** Removes a question from its quiz; attempts that answered it stay readable. */
export function* retireQuestion({ queries, tables }: TxContext, questionId: number, now: Date): Steps<void> {
  const { quizQuestions } = tables;
  const isThere = and(eq(quizQuestions.id, questionId), isNull(quizQuestions.retiredAt));
  yield* run(queries.update(quizQuestions).set({ retiredAt: now, updatedAt: now }).where(isThere));
}

type Added = { questionId: number; answers: QuestionDraft['answers']; now: Date };

const answerRows = ({ questionId, answers, now }: Added) =>
  answers.flatMap(({ id, answerText, isCorrect }, at) =>
    id === undefined ? { questionId, answerText, isCorrect, orderIndex: at + 1, createdAt: now } : [],
  );

function readsTheSame(before: StoredQuestion, after: QuestionDraft): boolean {
  const plain = ({ questionText, questionType, points, explanation, answers }: StoredQuestion | QuestionDraft) =>
    JSON.stringify([
      [questionText, questionType, points, explanation],
      answers.map(({ id, answerText, isCorrect }) => [id ?? null, answerText, isCorrect]),
    ]);
  return plain(before) === plain(after);
}
