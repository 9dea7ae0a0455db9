import { eq } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import type { Person } from '../../permissions.ts';
import { requireEditableLesson } from '../editable.ts';

// Access to a quiz: authors reach lessons, questions and answers through a course they may edit (decisions 13 and 14).

/** A lesson whose quiz may be edited, with its present questions. */
export interface EditableQuiz {
  lesson: { id: number; title: string; courseId: number; organizationId: string | null };
  questions: StoredQuestion[];
}

/** The quiz of a lesson that this person may edit; everything else is `lesson_not_found`. */
export function* requireQuiz(tx: TxContext, actor: Person, lessonId: number): Steps<EditableQuiz> {
  return yield* reachQuiz(tx, { actor, lessonId, missing: 'lesson_not_found' });
}

/** The quiz with the question of this id; `question_not_found` when it is missing, retired or not theirs. */
export function* requireQuestion(
  tx: TxContext,
  actor: Person,
  questionId: number,
): Steps<EditableQuiz & { question: StoredQuestion }> {
  const { quizQuestions } = tx.tables;
  const missing = 'question_not_found';
  const [row] = yield* run(
    tx.select({ lessonId: quizQuestions.lessonId }).from(quizQuestions).where(eq(quizQuestions.id, questionId)),
  );
  if (!row) throw new Refusal(missing);
  const quiz = yield* reachQuiz(tx, { actor, lessonId: row.lessonId, missing });
  const question = quiz.questions.find(({ id }) => id === questionId);
  if (!question) throw new Refusal(missing);
  return { ...quiz, question };
}

/** The same by the id of one of its answers, or `answer_not_found`. */
export function* requireAnswer(
  tx: TxContext,
  actor: Person,
  answerId: number,
): Steps<EditableQuiz & { question: StoredQuestion }> {
  const { quizAnswers, quizQuestions } = tx.tables;
  const missing = 'answer_not_found';
  const [row] = yield* run(
    tx
      .select({ lessonId: quizQuestions.lessonId })
      .from(quizAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, quizAnswers.questionId))
      .where(eq(quizAnswers.id, answerId)),
  );
  if (!row) throw new Refusal(missing);
  const quiz = yield* reachQuiz(tx, { actor, lessonId: row.lessonId, missing });
  const question = quiz.questions.find(({ answers }) => answers.some(({ id }) => id === answerId));
  if (!question) throw new Refusal(missing);
  return { ...quiz, question };
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

/** The part of a question's text that the audit log records. */
export function excerpt(questionText: string): string {
  return questionText.length > EXCERPT_LENGTH ? `${questionText.slice(0, EXCERPT_LENGTH).trimEnd()}...` : questionText;
}
