import { sql } from 'drizzle-orm';
import type { QuizSubmission } from '#sync/contract/quiz.ts';
import { run, type Steps } from '../db/client.ts';
import { incoming } from '../db/prepared.ts';
import type { Desk } from '../progress/recount-course.ts';
import type { Grade } from './grade.ts';

interface Attempt {
  lessonId: number;
  version: string;
  submission: QuizSubmission;
  grade: Grade;
  opId: string | undefined;
}

/**
 * Stores an attempt and adds it to the person's figures of this quiz, which is all that analytics read. One that is stored
 * already, though its answer was forgotten after so long (Y9), counts once.
 */
export function* keepAttempt(desk: Desk, attempt: Attempt): Steps<void> {
  const { queries, tables, person, now } = desk;
  const { lessonId, version, submission, grade, opId } = attempt;
  const answers = Object.fromEntries(grade.review.map((one) => [String(one.questionId), one.chosenAnswerIds]));
  const { quizAttempts } = tables;
  const fresh = yield* run(
    queries
      .insert(quizAttempts)
      .values({
        userId: person.id,
        lessonId,
        score: grade.score,
        passed: grade.passed,
        answers,
        quizVersion: version,
        durationMs: submission.durationMs ?? null,
        opId: opId ?? null,
        submittedAt: now,
      })
      .onConflictDoNothing({ target: [quizAttempts.userId, quizAttempts.opId] })
      .returning({ id: quizAttempts.id }),
  );
  if (fresh.length > 0) yield* addUp(desk, attempt);
}

function* addUp({ queries, tables: { quizFigures }, person, now }: Desk, attempt: Attempt): Steps<void> {
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
      })
      .onConflictDoUpdate({
        target: [quizFigures.userId, quizFigures.lessonId],
        set: {
          attempts: sql`${attempts} + 1`,
          passed: sql`${passed} + ${incoming(passed)}`,
          scoreSum: sql`${scoreSum} + ${incoming(scoreSum)}`,
          durationMsSum: sql`${durationMsSum} + ${incoming(durationMsSum)}`,
          timedAttempts: sql`${timedAttempts} + ${incoming(timedAttempts)}`,
          lastAttemptAt: incoming(lastAttemptAt),
        },
      }),
  );
}
