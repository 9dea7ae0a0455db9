// The rounds of two accounts that become one (decisions 189 and 196).
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { allExcluded } from '../db/prepared.ts';
import { startRound } from '../learning/rounds.ts';
import { betterRound, betterUnit } from './better-of-both.ts';

interface Rounds {
  from: string;
  into: string;
  at: Date;
}

/**
 * Brings both accounts into the same round of each course, by beginning the rounds that one of them lacks, and gives the rounds
 * that are over to the account that stays. What was done before a renewal never completes the round after it.
 */
export function* mergeRounds(tx: TxContext, { from, into, at }: Rounds): Steps<void> {
  const { courseProgress, pastRounds, pastUnits } = tx.tables;
  const enrolled = function* (userId: string): Steps<Map<number, number>> {
    const rows = yield* run(tx.select().from(courseProgress).where(eq(courseProgress.userId, userId)));
    return new Map(rows.map(({ courseId, round }) => [courseId, round]));
  };
  const [theirs, mine] = [yield* enrolled(from), yield* enrolled(into)];
  yield* catchUp(tx, { userId: from, rounds: theirs, wanted: mine, at });
  yield* catchUp(tx, { userId: into, rounds: mine, wanted: theirs, at });
  const over = (userId: string) => run(tx.select().from(pastRounds).where(eq(pastRounds.userId, userId)));
  const ended = new Map((yield* over(into)).map((row) => [`${row.courseId} ${row.round}`, row]));
  const { userId: _u, courseId: _c, round: _r, ...figures } = getTableColumns(pastRounds);
  for (const row of yield* over(from)) {
    const own = ended.get(`${row.courseId} ${row.round}`);
    const given = tx.insert(pastRounds).values({ ...(own ? betterRound(own, row) : row), userId: into });
    const target = [pastRounds.userId, pastRounds.courseId, pastRounds.round];
    yield* run(given.onConflictDoUpdate({ target, set: allExcluded(figures) }));
  }
  yield* run(tx.delete(pastRounds).where(eq(pastRounds.userId, from)));
  const units = (userId: string) => run(tx.select().from(pastUnits).where(eq(pastUnits.userId, userId)));
  const known = new Map((yield* units(into)).map((unit) => [`${unit.lessonId} ${unit.round}`, unit]));
  const { userId, lessonId, courseId: _, round, ...changing } = getTableColumns(pastUnits);
  for (const unit of yield* units(from)) {
    const own = known.get(`${unit.lessonId} ${unit.round}`);
    const row = { ...unit, ...(own && betterUnit(own, unit)), userId: into };
    const given = tx.insert(pastUnits).values(row);
    yield* run(given.onConflictDoUpdate({ target: [userId, lessonId, round], set: allExcluded(changing) }));
  }
  yield* run(tx.delete(pastUnits).where(eq(pastUnits.userId, from)));
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
