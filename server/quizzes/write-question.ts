import type { NewQuestion, QuestionChange } from '#sync/contract/quiz-authoring.ts';
import { type AdminQuestion, MOST_QUESTIONS } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { tellQuestion } from './admin-quiz.ts';
import { noted, noteQuizAct, requireQuestion, requireQuiz } from './editable-quiz.ts';
import { addQuestions, keepQuestion, retireQuestion } from './keep-question.ts';
import type { StoredQuestion } from './open-quiz.ts';
import { markOnly, type QuestionDraft, refuseBroken } from './question-rules.ts';

/**
 * Adds a question behind the last one; answers without text are dropped before it is judged. Refuses
 * `lesson_not_found`, and `validation_failed` naming what is missing.
 */
export function createQuestion(
  db: Db,
  acting: Acting,
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
  acting: Acting,
  { questionId, ...change }: QuestionChange & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const { lesson, question } = yield* requireQuestion(source, acting.actor, questionId);
    refuseLate(question, change.seenUpdatedAt);
    const after = changed(question, change);
    refuseBroken(after, 'answers');
    const kept = yield* keepQuestion(source, { before: question, after, lessonId: lesson.id, now: acting.now });
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
export function deleteQuestion(db: Db, acting: Acting, questionId: number): Promise<void> {
  return db.transact(function* (source) {
    const { lesson, question } = yield* requireQuestion(source, acting.actor, questionId);
    yield* retireQuestion(source, questionId, acting.now);
    const details = { question: noted(question.questionText) };
    yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_question_deleted', details }));
  });
}
