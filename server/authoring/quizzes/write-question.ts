import {
  type AdminQuestion,
  type AnswerWritten,
  MOST_QUESTIONS,
  type NewQuestion,
  type QuestionChange,
} from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { AuditActor } from '../../http/actor.ts';
import type { StoredQuestion } from '../../learning/open-quiz.ts';
import { tellQuestion } from './admin-quiz.ts';
import { type EditableQuiz, noted, noteQuizAct, requireAnswer, requireQuestion, requireQuiz } from './editable-quiz.ts';
import {
  addQuestions,
  markOnly,
  type QuestionDraft,
  refuseBroken,
  retireQuestion,
  saveQuestion,
  takesOne,
} from './save-question.ts';

/**
 * Adds a question behind the last one; answers without text are dropped before it is judged. Refuses
 * `lesson_not_found`, and `validation_failed` naming what is missing.
 */
export function createQuestion(
  db: Db,
  acting: AuditActor,
  { lessonId, ...wanted }: NewQuestion & { lessonId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const { lesson, questions } = yield* requireQuiz(source, acting.actor, lessonId);
    const draft = draftOf(wanted);
    refuseBroken(draft, 'answers');
    if (questions.length >= MOST_QUESTIONS) throw new Refusal('validation_failed', {}, QUIZ_FULL);
    const [made] = yield* addQuestions(source, { lessonId, behind: questions, drafts: [draft], now: acting.now });
    if (!made) throw new Refusal('question_not_found');
    const details = { question: noted(draft.questionText) };
    yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_question_created', details }));
    return tellQuestion(made);
  });
}

export const QUIZ_FULL = `A quiz may have at most ${MOST_QUESTIONS} questions.`;

function draftOf({ questionText, questionType, points, explanation, answers }: NewQuestion): QuestionDraft {
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

/**
 * Changes a question, with `answers` all of it. Refuses `question_not_found`, `question_changed` to who is late,
 * `answer_not_found` for an answer that is not one of this question, and `validation_failed`.
 */
export function changeQuestion(
  db: Db,
  acting: AuditActor,
  { questionId, ...change }: QuestionChange & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const { lesson, question } = yield* requireQuestion(source, acting.actor, questionId);
    refuseLate(question, change.seenUpdatedAt);
    const after = changed(question, change);
    refuseBroken(after, 'answers');
    const kept = yield* saveQuestion(source, { before: question, after, lessonId: lesson.id, now: acting.now });
    if (kept === question) return tellQuestion(question);
    const details = { question: noted(kept.questionText) };
    yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_question_changed', details }));
    return tellQuestion(kept);
  });
}

/** Two authors at once: who saved later has seen the other's words first. */
export function refuseLate({ updatedAt }: StoredQuestion, seen: string | undefined): void {
  if (seen !== undefined && seen !== updatedAt.toISOString()) throw new Refusal('question_changed');
}

function changed(before: StoredQuestion, change: QuestionChange): QuestionDraft {
  const { questionText = before.questionText, points = before.points, explanation = before.explanation } = change;
  const questionType = change.questionType ?? before.questionType;
  const answers = change.answers ? listed(before, change.answers) : narrowed(before, questionType);
  return { questionText, questionType, points, explanation: explanation || null, answers };
}

function listed(before: StoredQuestion, answers: NonNullable<QuestionChange['answers']>): QuestionDraft['answers'] {
  const free = new Set(before.answers.map(({ id }) => id));
  return answers.map(({ id, text, isCorrect }, at) => {
    // One id twice is refused like a foreign one.
    if (id !== undefined && !free.delete(id)) throw new Refusal('answer_not_found', { field: `answers.${at}.id` });
    return { id, answerText: text, isCorrect };
  });
}

/**
 * The question's answers under another kind. The first call of the specified order changes the kind alone, its answers
 * follow one by one; in between, a single choice keeps the first of its marks.
 */
function narrowed(before: StoredQuestion, questionType: QuestionDraft['questionType']): QuestionDraft['answers'] {
  if (questionType === before.questionType) return before.answers;
  const first = before.answers.find(({ isCorrect }) => isCorrect);
  return markOnly(questionType, before.answers, first);
}

/** Takes a question out of its quiz. Refuses `question_not_found`. */
export function deleteQuestion(db: Db, acting: AuditActor, questionId: number): Promise<void> {
  return db.transact(function* (source) {
    const { lesson, question } = yield* requireQuestion(source, acting.actor, questionId);
    yield* retireQuestion(source, questionId, acting.now);
    const details = { question: noted(question.questionText) };
    yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_question_deleted', details }));
  });
}

// The single calls of the call table. An author's client sends them one after the other (first the question, then each
// answer by its position, then new ones), so each leaves a question that can be asked.

/** Adds an answer behind the last one. Refuses `question_not_found`, `question_changed` and `validation_failed`. */
export function addAnswer(
  db: Db,
  acting: AuditActor,
  { questionId, answerText, isCorrect }: AnswerWritten & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireQuestion(source, acting.actor, questionId);
    const added = { answerText, isCorrect };
    const all = [...quiz.question.answers, added];
    const answers = isCorrect ? markOnly(quiz.question.questionType, all, added) : all;
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_added', field: 'answerText' });
  });
}

/**
 * Changes the text and the mark of one answer. Refuses `answer_not_found`, and `validation_failed` naming `isCorrect` when
 * a multiple choice would have no mark left.
 */
export function changeAnswer(
  db: Db,
  acting: AuditActor,
  { answerId, answerText, isCorrect }: AnswerWritten & { answerId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireAnswer(source, acting.actor, answerId);
    const answers = rewritten(quiz.question, { id: answerId, answerText, isCorrect });
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_changed', field: 'isCorrect' });
  });
}

/** Of a single choice the mark moves: it leaves the answer that holds it when another one takes it, and not before. */
function rewritten(question: StoredQuestion, wanted: { id: number; answerText: string; isCorrect: boolean }) {
  const old = question.answers.find(({ id }) => id === wanted.id);
  const holdsTheMark = takesOne(question.questionType) && old?.isCorrect === true;
  const written = { ...wanted, isCorrect: wanted.isCorrect || holdsTheMark };
  const answers: QuestionDraft['answers'] = question.answers.map((answer) =>
    answer.id === wanted.id ? written : answer,
  );
  return wanted.isCorrect ? markOnly(question.questionType, answers, written) : answers;
}

/** Takes an answer out of its question. Refuses `answer_not_found`, and `validation_failed` naming `answers`. */
export function deleteAnswer(db: Db, acting: AuditActor, answerId: number): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireAnswer(source, acting.actor, answerId);
    const answers = quiz.question.answers.filter(({ id }) => id !== answerId);
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_deleted', field: 'answers' });
  });
}

interface Keeping {
  quiz: EditableQuiz & { question: StoredQuestion };
  answers: QuestionDraft['answers'];
  action: string;
  /** The field named by a refusal. */
  field: string;
}

function* keepAnswers(source: TxContext, acting: AuditActor, keeping: Keeping): Steps<AdminQuestion> {
  const { quiz, answers, action, field } = keeping;
  const before = quiz.question;
  const after = { ...before, answers };
  refuseBroken(after, field);
  const kept = yield* saveQuestion(source, { before, after, lessonId: quiz.lesson.id, now: acting.now });
  if (kept === before) return tellQuestion(before);
  const details = { question: noted(before.questionText) };
  yield* run(noteQuizAct(source, acting, { lesson: quiz.lesson, action, details }));
  return tellQuestion(kept);
}
