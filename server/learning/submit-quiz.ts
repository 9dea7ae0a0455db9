import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { QuizSubmission } from '#sync/contract/quiz.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { withTranslatedReview } from '../catalog/words.ts';
import { type Db, pick, run, type Steps } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import { announce } from '../events.ts';
import { applyOnce, type Sender } from './apply-once.ts';
import { type Grade, gradeQuiz } from './grade.ts';
import { type LearnerLesson, openLearnerLesson, storeUnit, touchCourse } from './learner-lesson.ts';
import { mergeUnit } from './merge-unit.ts';
import { quizVersion, readQuestions } from './open-quiz.ts';
import { answersNow, saveVersion } from './quiz-versions.ts';
import { type LearnerTx, recountCourse } from './recount-course.ts';
import { mergePast, roundOf } from './rounds.ts';

/**
 * Grades and stores one submission; a pass completes the lesson in the same transaction (Y13, P-19). Refuses
 * `lesson_not_found`, `quiz_not_found`, `quiz_changed`, `validation_failed` naming the answer, and those of `applyOnce`.
 */
export function submitQuiz(
  db: Db,
  sender: Sender,
  { lessonId, submission }: { lessonId: number; submission: QuizSubmission },
) {
  return applyOnce(db, sender, {
    operation: { kind: 'quiz', lessonId, body: submission },
    *effect(learner) {
      const lesson = yield* openLearnerLesson(learner, 'submit_quiz', lessonId);
      const questions = yield* readQuestions(learner, lessonId);
      if (questions.length === 0) throw new Refusal('quiz_not_found');
      const answers = yield* answersNow(learner, { lessonId, questions }, submission);
      const graded = gradeQuiz(questions, answers);
      const review = yield* withTranslatedReview(learner, { lessonId, questions }, graded.review);
      const grade = { ...graded, review };
      const version = quizVersion(questions);
      yield* saveVersion(learner, { lessonId, questions });
      const round = yield* roundOf(learner, lesson, submission.round);
      const attempt = { lessonId, version, submission, grade, round, opId: sender.key };
      const isNew = yield* saveAttempt(learner, attempt);
      if (isNew && lesson.counts) yield* announceAttempt(learner, lesson, attempt);
      if (isNew && !grade.passed) yield* noteFailure(learner, lesson);
      if (round < lesson.round) {
        const change = { lessonId, status: 'completed' } as const;
        if (grade.passed) yield* mergePast(learner, lesson, { round, change });
        return { status: 200, body: { ...grade, unit: lesson.unit, changed: false } };
      }
      const { unit, changed } = grade.passed ? yield* complete(learner, lesson) : { unit: lesson.unit, changed: false };
      return { status: 200, body: { ...grade, unit, changed } };
    },
  });
}

/** Whoever tries takes the course and is not inactive; a pass says so by itself. */
function* noteFailure(learner: LearnerTx, { courseId, isEnrolled, counts }: LearnerLesson): Steps<void> {
  if (isEnrolled) yield* touchCourse(learner, courseId);
  else if (counts) yield* recountCourse(learner, courseId);
}

/** Completing a completed lesson is no conflict here: the person practised again. */
function* complete(
  learner: LearnerTx,
  lesson: LearnerLesson,
): Steps<{ unit: LearnerLesson['unit']; changed: boolean }> {
  const { row, changed } = mergeUnit(lesson.unit, { lessonId: lesson.id, status: 'completed' }, learner.now);
  return { unit: changed ? yield* storeUnit(learner, lesson, row) : row, changed };
}

interface NewAttempt {
  lessonId: number;
  version: string;
  submission: QuizSubmission;
  grade: Grade;
  round?: number;
  opId: string | undefined;
}

export function* announceAttempt(
  learner: LearnerTx,
  { courseId, title }: LearnerLesson,
  attempt: Omit<NewAttempt, 'version' | 'submission'> & { submission: Pick<QuizSubmission, 'durationMs'> },
): Steps<void> {
  const { lessonId, grade, submission, round, opId } = attempt;
  const data = { lessonId, lessonTitle: title, ...pick(grade, 'score', 'passed'), durationMs: submission.durationMs };
  const people = [{ userId: learner.person.id, key: opId ?? randomUUID(), round, data }];
  yield* announce(learner, { type: 'quiz.attempted', courseId, at: learner.now, doneAt: learner.workedAt, people });
}

/**
 * Stores an attempt and adds it to the person's figures of this quiz, which is all that analytics read. An attempt that is
 * already stored, although its result was forgotten after so long (Y9), counts once: false.
 */
export function* saveAttempt(learner: LearnerTx, attempt: NewAttempt): Steps<boolean> {
  const { queries, tables, person, now } = learner;
  const { lessonId, version, submission, grade, round = 1, opId } = attempt;
  const answers = Object.fromEntries(grade.review.map((one) => [String(one.questionId), one.chosenAnswerIds]));
  const { quizAttempts } = tables;
  const fresh = yield* run(
    queries
      .insert(quizAttempts)
      .values({
        userId: person.id,
        lessonId,
        ...pick(grade, 'score', 'passed'),
        answers,
        quizVersion: version,
        durationMs: submission.durationMs ?? null,
        opId: opId ?? null,
        round,
        submittedAt: now,
      })
      .onConflictDoNothing({ target: [quizAttempts.userId, quizAttempts.opId] })
      .returning({ id: quizAttempts.id }),
  );
  const isNew = fresh.length > 0;
  if (isNew) yield* addUp(learner, attempt);
  return isNew;
}

function* addUp({ queries, tables: { quizFigures }, person, now }: LearnerTx, attempt: NewAttempt): Steps<void> {
  const { attempts, passed, scoreSum, durationMsSum, timedAttempts, lastAttemptAt } = quizFigures;
  const { durationMs } = attempt.submission;
  yield* run(
    queries
      .insert(quizFigures)
      .values({
        userId: person.id,
        lessonId: attempt.lessonId,
        attempts: 1,
        passed: attempt.grade.passed ? 1 : 0,
        scoreSum: attempt.grade.score,
        durationMsSum: durationMs ?? 0,
        timedAttempts: durationMs === undefined ? 0 : 1,
        lastAttemptAt: now,
        firstAttemptAt: now,
        firstPassed: attempt.grade.passed,
      })
      .onConflictDoUpdate({
        target: [quizFigures.userId, quizFigures.lessonId],
        set: {
          attempts: sql`${attempts} + 1`,
          passed: sql`${passed} + ${excluded(passed)}`,
          scoreSum: sql`${scoreSum} + ${excluded(scoreSum)}`,
          durationMsSum: sql`${durationMsSum} + ${excluded(durationMsSum)}`,
          timedAttempts: sql`${timedAttempts} + ${excluded(timedAttempts)}`,
          lastAttemptAt: excluded(lastAttemptAt),
        },
      }),
  );
}
