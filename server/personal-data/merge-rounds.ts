// The rounds of two accounts that become one (decisions 189 and 196).
import { and, eq, inArray } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { startRound } from '../learning/rounds.ts';
import { betterRound, betterUnit } from './better-of-both.ts';
import { type Merge, moveRows } from './move-rows.ts';

/**
 * Brings both accounts into the same round of each course, by beginning the rounds that one of them lacks, and gives the rounds
 * that are over to the account that stays. What was done before a renewal never completes the round after it.
 */
export function* mergeRounds(tx: TxContext, { from, into, at }: Merge & { at: Date }): Steps<void> {
  const { courseProgress, pastRounds, pastUnits } = tx.tables;
  const enrolled = function* (userId: string): Steps<Map<number, number>> {
    const rows = yield* run(tx.select().from(courseProgress).where(eq(courseProgress.userId, userId)));
    return new Map(rows.map(({ courseId, round }) => [courseId, round]));
  };
  const [theirs, mine] = [yield* enrolled(from), yield* enrolled(into)];
  yield* catchUp(tx, { userId: from, rounds: theirs, wanted: mine, at });
  yield* catchUp(tx, { userId: into, rounds: mine, wanted: theirs, at });
  yield* moveRows(tx, pastRounds, { from, into, key: ['courseId', 'round'], combine: betterRound });
  yield* moveRows(tx, pastUnits, { from, into, key: ['lessonId', 'round'], combine: betterUnit });
}

interface CatchUp {
  userId: string;
  /** The round of each course that the person takes. */
  rounds: Map<number, number>;
  wanted: Map<number, number>;
  at: Date;
}

function* catchUp(tx: TxContext, { userId, rounds, wanted, at }: CatchUp): Steps<void> {
  const { courseProgress, unitProgress } = tx.tables;
  const units = yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, userId)));
  const worked = new Set(units.map(({ courseId }) => courseId));
  // Work in a course that they do not take is of its first round; an enrollment lets that end as any other.
  const lent = [...wanted].flatMap(([courseId, round]) =>
    round > 1 && !rounds.has(courseId) && worked.has(courseId) ? [courseId] : [],
  );
  for (const courseId of lent) yield* run(tx.insert(courseProgress).values({ userId, courseId, enrolledAt: at }));
  for (const [courseId, last] of wanted) {
    const first = lent.includes(courseId) ? 1 : (rounds.get(courseId) ?? last);
    for (let round = first; round < last; round += 1) yield* startRound(tx, { userId, courseId, at });
  }
  const isLent = and(eq(courseProgress.userId, userId), inArray(courseProgress.courseId, lent));
  yield* run(tx.delete(courseProgress).where(isLent));
}
