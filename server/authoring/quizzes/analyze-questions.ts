// Which questions of a quiz are hard, and which answers are chosen instead of the right ones.
import { and, desc, eq } from 'drizzle-orm';
import { roundedPercent } from '#sync/contract/fields.ts';
import {
  ANALYZED_ATTEMPTS,
  type AnalyzedQuestion,
  LEAST_FOR_DISCRIMINATION,
  type QuizAnalysis,
} from '#sync/contract/quiz-authoring.ts';
import { type Scope, within } from '../../analytics/scope.ts';
import { isVisibleLesson, readerOf } from '../../catalog/facts.ts';
import { findCourseFacts } from '../../catalog/open-course.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import { may, type Person } from '../../permissions.ts';
import { requireQuiz } from './editable-quiz.ts';

/**
 * The analysis of a quiz that this person may edit, over the attempts of the scope. Of a course whose learners they only follow it has the
 * questions, which their people have read, and how many were right: no answers, whose shares would tell the key. Refuses `lesson_not_found`.
 */
export function analyzeQuestions(db: Db, actor: Person, { lessonId, ...scope }: Scope & { lessonId: number }) {
  return db.transact(function* (tx): Steps<QuizAnalysis> {
    const { lesson, questions, canEdit } = yield* readQuiz(tx, actor, lessonId);
    const { quizAttempts, profiles } = tx.tables;
    const { id, userId, score, answers, submittedAt } = quizAttempts;
    const latest = yield* run(
      tx.queries
        .select({ userId, score, answers, submittedAt })
        .from(quizAttempts)
        .innerJoin(profiles, eq(profiles.id, userId))
        .where(and(eq(quizAttempts.lessonId, lessonId), within(tx.tables, scope)))
        .orderBy(desc(submittedAt), desc(id))
        .limit(ANALYZED_ATTEMPTS),
    );
    const attempts = latest.reverse();
    const analyzed = questions.map((question, at) => analyzeQuestion(question, at + 1, attempts));
    const hardestFirst = analyzed.sort((a, b) => a.rightPercent - b.rightPercent || a.place - b.place);
    const { title, courseId } = lesson;
    const shown = canEdit ? hardestFirst : hardestFirst.map((one) => ({ ...one, discrimination: null, answers: [] }));
    return { lesson: { id: lessonId, title, courseId }, canEdit, questions: shown };
  });
}

function* readQuiz(tx: TxContext, actor: Person, lessonId: number) {
  const { lessons } = tx.tables;
  const isThere = and(eq(lessons.id, lessonId), isVisibleLesson(tx.tables));
  const { title, courseId } = lessons;
  const [lesson] = yield* run(
    tx
      .select({ title, courseId })
      .from(lessons)
      .innerJoin(tx.tables.courses, eq(tx.tables.courses.id, courseId))
      .where(isThere),
  );
  const [course] = lesson ? yield* run(findCourseFacts(tx, { ...readerOf(actor), courseId: lesson.courseId })) : [];
  const isFollowed = course && may(actor, 'assign_course', course.facts) && may(actor, 'see_course', course.facts);
  if (lesson && isFollowed && !may(actor, 'edit_course', course.facts))
    return { lesson, canEdit: false, questions: yield* readQuestions(tx, lessonId) };
  return { ...(yield* requireQuiz(tx, actor, lessonId)), canEdit: true };
}

interface Attempt {
  userId: string;
  score: number;
  answers: Record<string, number[]>;
  submittedAt: Date;
}

/** `attempts` in the order in which they were submitted. */
function analyzeQuestion(question: StoredQuestion, place: number, attempts: readonly Attempt[]): AnalyzedQuestion {
  const { id, questionText, updatedAt } = question;
  const correct = question.answers.filter(({ isCorrect }) => isCorrect);
  const firstTries = new Map<string, { score: number; chosen: number[]; isRight: boolean }>();
  for (const { userId, score, answers, submittedAt } of attempts) {
    const chosen = answers[String(id)];
    // What was answered before the last change was another question.
    if (!chosen || submittedAt < updatedAt || firstTries.has(userId)) continue;
    const isRight = chosen.length === correct.length && correct.every((answer) => chosen.includes(answer.id));
    firstTries.set(userId, { score, chosen, isRight });
  }
  const tries = [...firstTries.values()];
  const rightPercent = percentRight(tries);
  return {
    ...{ id, place, questionText, people: tries.length, rightPercent },
    discrimination: tries.length < LEAST_FOR_DISCRIMINATION ? null : discriminationOf(tries),
    answers: question.answers.map(({ id, answerText, isCorrect }) => {
      const times = tries.filter(({ chosen }) => chosen.includes(id)).length;
      return { id, answerText, isCorrect, chosenPercent: roundedPercent(times, tries.length) };
    }),
  };
}

const percentRight = (tries: readonly { isRight: boolean }[]) =>
  roundedPercent(tries.filter(({ isRight }) => isRight).length, tries.length);

/** The share of the tries at either end of the scores that is compared, as is usual in item analysis. */
const END_SHARE = 0.27;

function discriminationOf(tries: readonly { score: number; isRight: boolean }[]): number {
  const byScore = tries.toSorted((a, b) => a.score - b.score);
  const count = Math.ceil(tries.length * END_SHARE);
  return percentRight(byScore.slice(-count)) - percentRight(byScore.slice(0, count));
}
