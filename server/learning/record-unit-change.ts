import { and, desc, eq } from 'drizzle-orm';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import type { UnitAnswer, UnitChange } from '#sync/contract/progress.ts';
import { REFUSALS, Refusal, type RefusalBody } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps } from '../db/client.ts';
import { applyOnce, type Sender } from './apply-once.ts';
import { type LearnerLesson, openLearnerLesson, storeUnit } from './learner-lesson.ts';
import { mergeUnit } from './merge-unit.ts';
import type { LearnerTx } from './recount-course.ts';
import { mergePast, roundOf } from './rounds.ts';

/** A 409 carries the unit as well, so that the device learns the state it met. */
type UnitBody = Omit<UnitAnswer, 'dataEpoch'> & Partial<RefusalBody>;

/**
 * Records that a person started, completed or reset a lesson (Y9 to Y14). The result is 200, or our 409 for completing
 * what is completed. Refuses `lesson_not_found`, `quiz_not_passed`, `key_reuse` and `data_epoch_changed`.
 */
export function recordUnitChange(db: Db, sender: Sender, change: UnitChange) {
  return applyOnce<UnitBody>(db, sender, {
    operation: { kind: 'unit', body: change },
    *effect(learner) {
      const lesson = yield* openLearnerLesson(learner, 'record_lesson', change.lessonId);
      const round = yield* roundOf(learner, lesson, change.round);
      if (round < lesson.round) return yield* recordPast(learner, lesson, { round, change });
      const { row, changed, outcome } = mergeUnit(lesson.unit, change, sender.now);
      const completesNow = row.status === 'completed' && lesson.unit.status !== 'completed';
      if (completesNow) yield* demandPassedAttempt(learner, lesson, round);
      const unit = changed ? yield* storeUnit(learner, lesson, row) : row;
      if (outcome === 'already_completed') return { status: 409, body: alreadyCompleted(unit) };
      const superseded = outcome === 'superseded' ? { superseded: true } : {};
      return { status: 200, body: { unit, changed, ...superseded } };
    },
  });
}

function alreadyCompleted(unit: UnitBody['unit']): UnitBody {
  const message = REFUSALS.already_completed[1];
  return { error: message, message, code: 'already_completed', unit, changed: false };
}

/** Work of a round that is over (Y31c): the answer tells the present unit, which it does not change. */
function* recordPast(
  learner: LearnerTx,
  lesson: LearnerLesson,
  { round, change }: { round: number; change: UnitChange },
): Steps<{ status: 200 | 409; body: UnitBody }> {
  const { unit } = lesson;
  if (change.status === 'completed') yield* demandPassedAttempt(learner, lesson, round);
  const outcome = yield* mergePast(learner, lesson, { round, change });
  if (outcome === 'already_completed') return { status: 409, body: alreadyCompleted(unit) };
  const superseded = outcome === 'superseded' ? { superseded: true } : {};
  return { status: 200, body: { unit, changed: false, ...superseded } };
}

/** A quiz or exam is completed only by passing it in the same round (Y13). */
function* demandPassedAttempt(
  { queries, tables, person }: LearnerTx,
  lesson: LearnerLesson,
  round: number,
): Steps<void> {
  if (!needsPassedAttempt(lesson)) return;
  const { quizAttempts } = tables;
  const [best] = yield* run(
    queries
      .select({ passed: quizAttempts.passed, score: quizAttempts.score })
      .from(quizAttempts)
      .where(
        and(eq(quizAttempts.userId, person.id), eq(quizAttempts.lessonId, lesson.id), eq(quizAttempts.round, round)),
      )
      .orderBy(desc(quizAttempts.passed), desc(quizAttempts.score))
      .limit(1),
  );
  if (best?.passed) return;
  throw new Refusal('quiz_not_passed', { failed: true, currentScore: best?.score ?? 0 });
}
