// Admins begin the next round of a course that people have completed (decision 189).
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Due } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { startRound } from '../../learning/rounds.ts';
import { countOfPeople, findPeople } from '../../organizations/change-members.ts';
import { dueDateOf } from '../../organizations/enrollments.ts';
import { isTheirs, leftReason, requireOpen } from './enroll-people.ts';

/**
 * Begins the next round for people who have completed the course, each in a unit of their own: their devices may be sending.
 * Without a due date it is due when the certificate runs out. Refuses what `enrollPeople` refuses.
 */
export async function renewPeople(
  db: Db,
  caller: AuditActor,
  request: Due & { courseId: number; userIds: string[] },
): Promise<BulkOutcome> {
  const { courseId, userIds, ...due } = request;
  const dueOn = dueDateOf(due, caller.today);
  const { title } = await db.transact((tx) => requireOpen(tx, caller, courseId));
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const left: BulkOutcome['left'] = [];
  for (const userId of ids) {
    const reason = await db.transact((tx) => renew(tx, caller, { courseId, userId, dueOn }), userId);
    if (reason) left.push({ userId, reason });
  }
  const changed = ids.length - left.length;
  const message = `${title} was renewed for ${countOfPeople(changed)}.`;
  return { message, changed, left };
}

interface Renewal {
  courseId: number;
  userId: string;
  dueOn: string | null | undefined;
}

/** Returns why the person was left out; undefined when the round has begun. */
function* renew(tx: TxContext, caller: AuditActor, { courseId, userId, dueOn }: Renewal): Steps<string | undefined> {
  const { id, organizationId } = yield* requireOpen(tx, caller, courseId);
  const found = yield* findPeople(tx, [userId]);
  if (!isTheirs(caller.actor, found.get(userId))) return leftReason(caller.actor);
  const { courseProgress } = tx.tables;
  const [enrolled] = yield* run(
    tx
      .select({ completedAt: courseProgress.completedAt, round: courseProgress.round })
      .from(courseProgress)
      .where(and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, id))),
  );
  if (!enrolled?.completedAt) return 'Has not completed this course.';
  const { round } = enrolled;
  const end = dueOn === undefined ? yield* findEnd(tx, { userId, courseId, round, today: caller.today }) : dueOn;
  const enrollment = { isAssigned: true, enrolledBy: caller.actor.id, dueOn: end } as const;
  yield* startRound(tx, { userId, courseId, at: caller.now, enrollment });
  const details = { courseId, round: round + 1, ...(end && { dueOn: end }) };
  yield* audit(tx, caller, { action: 'course.person_renewed', organizationId, subject: userId, details });
  return undefined;
}

interface RoundPlace {
  userId: string;
  courseId: number;
  round: number;
  today: string;
}

/** The last day of the round's certificate, unless that is over. */
function* findEnd({ queries, tables: { certificates } }: TxContext, place: RoundPlace): Steps<string | null> {
  const { validUntil, issue, revokedAt } = certificates;
  const isOfRound = and(
    eq(certificates.userId, place.userId),
    eq(certificates.courseId, place.courseId),
    eq(certificates.round, place.round),
    isNull(revokedAt),
  );
  const [held] = yield* run(
    queries.select({ validUntil }).from(certificates).where(isOfRound).orderBy(desc(issue)).limit(1),
  );
  return held?.validUntil && held.validUntil >= place.today ? held.validUntil : null;
}
