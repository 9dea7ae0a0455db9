import { eq } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { readerOf } from '../../catalog/facts.ts';
import { findCourseFacts } from '../../catalog/open-course.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import { may, type Person } from '../../permissions.ts';

// Whose quiz this is: an author reaches lessons, questions and answers by the course they may edit (decisions 13 and 14).

/** A lesson whose quiz may be edited, with its questions as they are asked now. */
export interface EditableQuiz {
  lesson: { id: number; title: string; courseId: number; organizationId: string | null };
  questions: StoredQuestion[];
}

/** The quiz of a lesson that this person may edit; everything else is `lesson_not_found`. */
export function* requireQuiz(source: TxContext, actor: Person, lessonId: number): Steps<EditableQuiz> {
  return yield* reach(source, { actor, lessonId, missing: 'lesson_not_found' });
}

/** The quiz with the question that has this id; `question_not_found` when it is not there, retired or not theirs. */
export function* requireQuestion(
  source: TxContext,
  actor: Person,
  questionId: number,
): Steps<EditableQuiz & { question: StoredQuestion }> {
  const { quizQuestions } = source.tables;
  const missing = 'question_not_found';
  const [row] = yield* run(
    source.select({ lessonId: quizQuestions.lessonId }).from(quizQuestions).where(eq(quizQuestions.id, questionId)),
  );
  if (!row) throw new Refusal(missing);
  const quiz = yield* reach(source, { actor, lessonId: row.lessonId, missing });
  const question = quiz.questions.find(({ id }) => id === questionId);
  if (!question) throw new Refusal(missing);
  return { ...quiz, question };
}

/** The same by the id of one of its answers, or `answer_not_found`. */
export function* requireAnswer(
  source: TxContext,
  actor: Person,
  answerId: number,
): Steps<EditableQuiz & { question: StoredQuestion }> {
  const { quizAnswers, quizQuestions } = source.tables;
  const missing = 'answer_not_found';
  const [row] = yield* run(
    source
      .select({ lessonId: quizQuestions.lessonId })
      .from(quizAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, quizAnswers.questionId))
      .where(eq(quizAnswers.id, answerId)),
  );
  if (!row) throw new Refusal(missing);
  const quiz = yield* reach(source, { actor, lessonId: row.lessonId, missing });
  const question = quiz.questions.find(({ answers }) => answers.some(({ id }) => id === answerId));
  if (!question) throw new Refusal(missing);
  return { ...quiz, question };
}

type Reached = { actor: Person; lessonId: number; missing: RefusalCode };

function* reach(source: TxContext, { actor, lessonId, missing }: Reached): Steps<EditableQuiz> {
  const { queries, tables } = source;
  const [lesson] = yield* run(queries.select().from(tables.lessons).where(eq(tables.lessons.id, lessonId)));
  if (!lesson || lesson.retiredAt !== null) throw new Refusal(missing);
  const { courseId, title } = lesson;
  const [course] = yield* run(findCourseFacts(source, { ...readerOf(actor), courseId }));
  if (!course || !may(actor, 'edit_course', course.facts)) throw new Refusal(missing);
  const { organizationId } = course.facts;
  const questions = yield* readQuestions(source, lessonId);
  return { lesson: { id: lessonId, title, courseId, organizationId }, questions };
}

/** The query that notes what was done to a quiz; the audit log tells it under the name of its course. */
export function noteQuizAct(
  source: TxContext,
  acting: AuditActor,
  { lesson, action, details }: Pick<EditableQuiz, 'lesson'> & { action: string; details?: Record<string, unknown> },
) {
  const { courseId, organizationId, title } = lesson;
  return auditLog(source, {
    ...auditColumns(acting),
    organizationId,
    subject: String(courseId),
    action: `course.${action}`,
    details: { lesson: title, ...details },
  });
}

const MOST_NOTED = 120;

/** As much of a question's text as the audit log keeps. */
export function noted(questionText: string): string {
  return questionText.length > MOST_NOTED ? `${questionText.slice(0, MOST_NOTED).trimEnd()}...` : questionText;
}
