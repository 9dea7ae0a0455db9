// Rounds of a course (decision 189): the live tables hold the present one, `past_rounds` and `past_units` those before.
import { and, asc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import { freshUnit, type UnitChange } from '#sync/contract/progress.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { allExcluded } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { type LearnerLesson, toUnit } from './learner-lesson.ts';
import { type MergeOutcome, mergeUnit } from './merge-unit.ts';
import { announceLesson, type LearnerTx } from './recount-course.ts';

/** Has completed the course: whoever is in a later round has done so before (decision 287). For queries that have `course_progress`. */
export const hasCompleted = ({ courseProgress: { completedAt, round } }: Tables): SQL =>
  sql`(${completedAt} is not null or ${round} > 1)`;

/** What decides about the round of a piece of work. `ended`: when each round before the present one ended, in order. */
interface RoundFacts {
  named: number | undefined;
  workedAt: Date | undefined;
  ended: readonly Date[];
}

/**
 * Y31a: the round that work counts for: the one that its device names, at most the present one; for a device that names none
 * the one in which the person did it, by its age; without an age the present one.
 */
export function countedRound({ named, workedAt, ended }: RoundFacts): number {
  const present = ended.length + 1;
  if (named !== undefined) return Math.min(named, present);
  const over = workedAt === undefined ? -1 : ended.findIndex((endedAt) => workedAt < endedAt);
  return over < 0 ? present : over + 1;
}

/** `countedRound` for a change of this lesson. */
export function* roundOf(
  { queries, tables: { pastRounds }, person, workedAt }: LearnerTx,
  { courseId, round }: LearnerLesson,
  named: number | undefined,
): Steps<number> {
  if (round === 1) return 1;
  const rows = yield* run(
    queries
      .select({ endedAt: pastRounds.endedAt })
      .from(pastRounds)
      .where(and(eq(pastRounds.userId, person.id), eq(pastRounds.courseId, courseId)))
      .orderBy(asc(pastRounds.round)),
  );
  return countedRound({ named, workedAt, ended: rows.map(({ endedAt }) => endedAt) });
}

/** Merges a change into the unit of a past round, by the same rule. A Reset changes nothing there (Y31c). */
export function* mergePast(
  learner: LearnerTx,
  { id: lessonId, courseId, title, counts }: LearnerLesson,
  { round, change }: { round: number; change: UnitChange },
): Steps<MergeOutcome> {
  const { queries, tables, person, now, acceptedAt = now } = learner;
  const { pastUnits } = tables;
  if (change.status === 'not_started') return 'superseded';
  const ofRound = and(eq(pastUnits.userId, person.id), eq(pastUnits.lessonId, lessonId), eq(pastUnits.round, round));
  const [known] = yield* run(queries.select().from(pastUnits).where(ofRound));
  const { row, changed, outcome } = mergeUnit(known ? toUnit(known) : freshUnit(lessonId), change, acceptedAt);
  if (changed) {
    const { status, rev, positionSeconds, watched, reflection } = row;
    const completedAt = row.completedAt === null ? null : new Date(row.completedAt);
    const work = { status, rev, completedAt, positionSeconds, watched, reflection, updatedAt: now };
    yield* run(
      queries
        .insert(pastUnits)
        .values({ userId: person.id, lessonId, round, courseId, ...work })
        .onConflictDoUpdate({ target: [pastUnits.userId, pastUnits.lessonId, pastUnits.round], set: work }),
    );
  }
  const completesNow = row.status === 'completed' && known?.status !== 'completed';
  if (completesNow && counts) yield* announceLesson(learner, courseId, { id: lessonId, title, rev: row.rev, round });
  return outcome;
}

/** Whether the person has completed the course in a round that is over. */
export function* hasCompletedBefore(
  { queries, tables: { pastRounds }, person }: LearnerTx,
  courseId: number,
): Steps<boolean> {
  const isTheirs = and(eq(pastRounds.userId, person.id), eq(pastRounds.courseId, courseId));
  const [past] = yield* run(
    queries
      .select({ round: pastRounds.round })
      .from(pastRounds)
      .where(and(isTheirs, isNotNull(pastRounds.completedAt)))
      .limit(1),
  );
  return past !== undefined;
}

interface NextRound {
  userId: string;
  courseId: number;
  at: Date;
  /** What becomes of the enrollment. */
  enrollment?: { isAssigned: true; enrolledBy: string; dueOn: string | null };
}

/**
 * Begins the next round of an enrolled person's course: their progress becomes history, and every unit starts anew with a
 * higher rev, so that devices of every release take it for news (Y31b). Run it in a unit with the person's id as its key.
 */
export function* startRound(tx: TxContext, { userId, courseId, at, enrollment }: NextRound): Steps<void> {
  const { courseProgress, unitProgress, pastRounds, pastUnits } = tx.tables;
  const isEnrollment = and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId));
  const [enrolled] = yield* run(tx.select().from(courseProgress).where(isEnrollment));
  if (!enrolled) return;
  const { round, percent, pointsEarned, totalPoints, enrolledAt, completedAt, lastActivityAt } = enrolled;
  const figures = { percent, pointsEarned, totalPoints, enrolledAt, completedAt, lastActivityAt };
  yield* run(tx.insert(pastRounds).values({ userId, courseId, round, ...figures, endedAt: at }));
  yield* run(
    tx
      .update(courseProgress)
      .set({
        round: round + 1,
        percent: 0,
        pointsEarned: 0,
        status: 'in_progress',
        completedAt: null,
        enrolledAt: at,
        dueOn: null,
        remindedAt: null,
        reminderId: null,
        ...enrollment,
      })
      .where(isEnrollment),
  );
  const isUnit = and(eq(unitProgress.userId, userId), eq(unitProgress.courseId, courseId));
  const units = yield* run(tx.select().from(unitProgress).where(isUnit));
  if (units.length === 0) return;
  yield* run(tx.insert(pastUnits).values(units.map((unit) => ({ ...unit, round }))));
  const {
    status,
    rev,
    completedAt: doneAt,
    positionSeconds,
    watched,
    reflection,
    updatedAt,
  } = getTableColumns(unitProgress);
  const anew = { completedAt: null, positionSeconds: null, watched: [], reflection: null, updatedAt: at };
  yield* run(
    tx
      .insert(unitProgress)
      .values(units.map((unit) => ({ ...unit, ...anew, status: 'not_started' as const, rev: unit.rev + 1 })))
      .onConflictDoUpdate({
        target: [unitProgress.userId, unitProgress.lessonId],
        set: allExcluded({ status, rev, completedAt: doneAt, positionSeconds, watched, reflection, updatedAt }),
      }),
  );
}
