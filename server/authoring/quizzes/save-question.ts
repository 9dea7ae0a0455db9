import { and, eq, inArray, isNull } from 'drizzle-orm';
import { MOST_ANSWERS, type NewQuestion } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';

// What makes a question valid (section 5), on plain data. Every change is judged by its result, so that no order of calls
// leaves a question that cannot be answered.

/** A question as its author wants it; an answer without an id is new. */
export interface QuestionDraft
  extends Pick<StoredQuestion, 'questionText' | 'questionType' | 'points' | 'explanation'> {
  answers: { id?: number | undefined; answerText: string; isCorrect: boolean }[];
}

/** A new question as a draft, without answers that have no text. */
export function draftOf({ questionText, questionType, points, explanation, answers }: NewQuestion): QuestionDraft {
  return {
    questionText,
    questionType,
    points,
    explanation: explanation || null,
    answers: answers
      .map(({ text, isCorrect }) => ({ answerText: text.trim(), isCorrect }))
      .filter(({ answerText }) => answerText !== ''),
  };
}

export const NONE_CORRECT = 'Please mark at least one answer as correct.';
export const TOO_FEW = 'A question needs at least 2 answers.';
export const TOO_MANY = `A question may have at most ${MOST_ANSWERS} answers.`;
export const ONE_CORRECT = 'Only one answer of this question can be correct.';

/** Why a question is not valid, in a sentence; undefined for a valid one. */
export function questionFault({
  questionType,
  answers,
}: Pick<QuestionDraft, 'questionType' | 'answers'>): string | undefined {
  if (answers.length < 2) return TOO_FEW;
  if (answers.length > MOST_ANSWERS) return TOO_MANY;
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  if (correct === 0) return NONE_CORRECT;
  return correct > 1 && hasOneCorrect(questionType) ? ONE_CORRECT : undefined;
}

/** Throws `validation_failed` naming `field` for a question that is not valid. */
export function requireValidQuestion(draft: QuestionDraft, field: string): void {
  const reason = questionFault(draft);
  if (reason) throw new Refusal('validation_failed', { field }, reason);
}

/** True for the types with exactly one correct answer. */
export function hasOneCorrect(type: QuestionDraft['questionType']): boolean {
  return type !== 'multiple_choice';
}

/** The answers with this one alone marked as correct; those of a multiple choice stay as they are. */
export function markOnly<A extends { isCorrect: boolean }>(
  type: QuestionDraft['questionType'],
  answers: readonly A[],
  marked: A | undefined,
): A[] {
  if (!hasOneCorrect(type) || !marked) return [...answers];
  return answers.map((answer) => ({ ...answer, isCorrect: answer === marked }));
}

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
  const updatedAt = later(before, now);
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
  yield* addAnswers(tx, { questionId: before.id, answers: after.answers, now });
  return yield* readAgain(tx, question.lessonId, before.id);
}

/** Appends new questions in the order given and returns them. The caller has validated each. */
export function* addQuestions(
  tx: TxContext,
  {
    lessonId,
    present,
    drafts,
    now,
  }: { lessonId: number; present: readonly StoredQuestion[]; drafts: QuestionDraft[]; now: Date },
): Steps<StoredQuestion[]> {
  const first = nextIndex(present);
  const ids: number[] = [];
  for (const [at, { answers, ...question }] of drafts.entries()) {
    const row = { ...question, lessonId, orderIndex: first + at, createdAt: now, updatedAt: now };
    const { quizQuestions } = tx.tables;
    const [made] = yield* run(tx.insert(quizQuestions).values(row).returning({ id: quizQuestions.id }));
    if (!made) throw new Error('The question was not stored.');
    ids.push(made.id);
    yield* addAnswers(tx, { questionId: made.id, answers, now });
  }
  const all = yield* readQuestions(tx, lessonId);
  return all.filter(({ id }) => ids.includes(id));
}

/** Removes a question from its quiz; attempts that answered it stay readable. */
export function* retireQuestion({ queries, tables }: TxContext, questionId: number, now: Date): Steps<void> {
  const { quizQuestions } = tables;
  const isThere = and(eq(quizQuestions.id, questionId), isNull(quizQuestions.retiredAt));
  yield* run(queries.update(quizQuestions).set({ retiredAt: now, updatedAt: now }).where(isThere));
}

type Added = { questionId: number; answers: QuestionDraft['answers']; now: Date };

function* addAnswers({ queries, tables }: TxContext, { questionId, answers, now }: Added): Steps<void> {
  const rows = answers.flatMap(({ id, answerText, isCorrect }, at) =>
    id === undefined ? { questionId, answerText, isCorrect, orderIndex: at + 1, createdAt: now } : [],
  );
  if (rows.length > 0) yield* run(queries.insert(tables.quizAnswers).values(rows));
}

function* readAgain(tx: TxContext, lessonId: number, questionId: number): Steps<StoredQuestion> {
  const questions = yield* readQuestions(tx, lessonId);
  const question = questions.find(({ id }) => id === questionId);
  if (!question) throw new Refusal('question_not_found');
  return question;
}

/** Only this time makes the quiz's version show a changed key, so no two changes may share it, whatever the clock says. */
function later({ updatedAt }: StoredQuestion, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}

const nextIndex = (questions: readonly StoredQuestion[]) =>
  Math.max(0, ...questions.map(({ orderIndex }) => orderIndex)) + 1;

function readsTheSame(before: StoredQuestion, after: QuestionDraft): boolean {
  const plain = ({ questionText, questionType, points, explanation, answers }: StoredQuestion | QuestionDraft) =>
    JSON.stringify([
      [questionText, questionType, points, explanation],
      answers.map(({ id, answerText, isCorrect }) => [id ?? null, answerText, isCorrect]),
    ]);
  return plain(before) === plain(after);
}
