import { eq } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { requireEditableLesson } from '../../catalog/editable.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import { saveVersion } from '../../learning/quiz-versions.ts';
import type { Person } from '../../permissions.ts';

// Access to a quiz: authors reach lessons, questions and answers through a course they may edit (P-13 and P-14).

/** A lesson whose quiz may be edited, with its present questions. */
export interface EditableQuiz {
  lesson: { id: number; title: string; courseId: number; organizationId: string | null };
  questions: StoredQuestion[];
}

/** The quiz of a lesson that this person may edit; everything else is `lesson_not_found`. */
export function* requireQuiz(tx: TxContext, actor: Person, lessonId: number): Steps<EditableQuiz> {
  return yield* reachQuiz(tx, { actor, lessonId, missing: 'lesson_not_found' });
}

type EditableQuestion = EditableQuiz & { question: StoredQuestion };

/**
 * The quiz with the question of this id, which is about to be changed: as it is asked until then it is kept, for answers that are
 * still on their way (Y13b). `missing` when it is not there, retired or not theirs.
 */
export function* requireQuestion(
  tx: TxContext,
  actor: Person,
  questionId: number,
  missing: RefusalCode = 'question_not_found',
): Steps<EditableQuestion> {
  const { quizQuestions } = tx.tables;
  const { id, lessonId } = quizQuestions;
  const [row] = yield* run(tx.select({ lessonId }).from(quizQuestions).where(eq(id, questionId)));
  if (!row) throw new Refusal(missing);
  const quiz = yield* reachQuiz(tx, { actor, lessonId: row.lessonId, missing });
  const question = quiz.questions.find((one) => one.id === questionId);
  if (!question) throw new Refusal(missing);
  yield* saveVersion(tx, { lessonId: row.lessonId, questions: quiz.questions });
  return { ...quiz, question };
}

/** The same by the id of one of its answers, or `answer_not_found`. */
export function* requireAnswer(tx: TxContext, actor: Person, answerId: number): Steps<EditableQuestion> {
  const { quizAnswers } = tx.tables;
  const missing = 'answer_not_found';
  const { id, questionId } = quizAnswers;
  const [row] = yield* run(tx.select({ questionId }).from(quizAnswers).where(eq(id, answerId)));
  if (!row) throw new Refusal(missing);
  const found = yield* requireQuestion(tx, actor, row.questionId, missing);
  if (!found.question.answers.some((answer) => answer.id === answerId)) throw new Refusal(missing);
  return found;
}

type QuizPath = { actor: Person; lessonId: number; missing: RefusalCode };

function* reachQuiz(tx: TxContext, { actor, lessonId, missing }: QuizPath): Steps<EditableQuiz> {
  const { lesson, course } = yield* requireEditableLesson(tx, actor, { lessonId }, new Refusal(missing));
  const { courseId, title } = lesson;
  const { organizationId } = course;
  const questions = yield* readQuestions(tx, lessonId);
  return { lesson: { id: lessonId, title, courseId, organizationId }, questions };
}

/** Logs an act on a quiz; the audit log shows it under the name of its course. */
export function logQuizAct(
  tx: TxContext,
  caller: AuditActor,
  { lesson, action, details }: Pick<EditableQuiz, 'lesson'> & { action: string; details?: Record<string, unknown> },
): Steps<void> {
  const { courseId, organizationId, title } = lesson;
  const act = { action: `course.${action}`, organizationId, subject: String(courseId) };
  return audit(tx, caller, { ...act, details: { lesson: title, ...details } });
}

const EXCERPT_LENGTH = 120;

/** Logs an act on a question, with the beginning of its text. */
export function logQuestion(
  tx: TxContext,
  caller: AuditActor,
  { question: { questionText: text }, ...act }: Pick<EditableQuestion, 'lesson' | 'question'> & { action: string },
): Steps<void> {
  const question = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}...` : text;
  return logQuizAct(tx, caller, { ...act, details: { question } });
}
