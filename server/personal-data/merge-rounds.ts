// The rounds of two accounts that become one (decisions 189 and 196).
import { eq, getTableColumns } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { allExcluded } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { startRound } from '../learning/rounds.ts';

interface Rounds {
  from: string;
  into: string;
  at: Date;
  /** The better progress of both in one lesson. */
  better: (kept: UnitRow, gone: UnitRow) => UnitRow;
}

type UnitRow = Tables['unitProgress']['$inferSelect'];

/**
 * Brings both accounts into the same round of each course, by beginning the rounds that one of them lacks, and gives the rounds
 * that are over to the account that stays. What was done before a renewal never completes the round after it.
 */
export function* mergeRounds(tx: TxContext, { from, into, at, better }: Rounds): Steps<void> {
  const { courseProgress, pastRounds, pastUnits } = tx.tables;
  const enrolled = (userId: string) => run(tx.select().from(courseProgress).where(eq(courseProgress.userId, userId)));
  const rounds = new Map((yield* enrolled(into)).map(({ courseId, round }) => [courseId, round]));
  for (const { courseId, round: theirs } of yield* enrolled(from)) {
    const own = rounds.get(courseId) ?? theirs;
    for (let round = theirs; round < own; round += 1) yield* startRound(tx, { userId: from, courseId, at });
    for (let round = own; round < theirs; round += 1) yield* startRound(tx, { userId: into, courseId, at });
  }
  for (const row of yield* run(tx.select().from(pastRounds).where(eq(pastRounds.userId, from)))) {
    const given = tx.insert(pastRounds).values({ ...row, userId: into });
    yield* run(given.onConflictDoNothing());
  }
  yield* run(tx.delete(pastRounds).where(eq(pastRounds.userId, from)));
  const units = (userId: string) => run(tx.select().from(pastUnits).where(eq(pastUnits.userId, userId)));
  const known = new Map((yield* units(into)).map((unit) => [`${unit.lessonId} ${unit.round}`, unit]));
  const { userId, lessonId, courseId: _, round, ...changing } = getTableColumns(pastUnits);
  for (const unit of yield* units(from)) {
    const mine = known.get(`${unit.lessonId} ${unit.round}`);
    const row = { ...unit, ...(mine && better(mine, unit)), userId: into };
    const given = tx.insert(pastUnits).values(row);
    yield* run(given.onConflictDoUpdate({ target: [userId, lessonId, round], set: allExcluded(changing) }));
  }
  yield* run(tx.delete(pastUnits).where(eq(pastUnits.userId, from)));
}
