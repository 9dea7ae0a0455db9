// Admins begin the next round of a course that people have completed (decision 189).
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { CertificatesEnding } from '#sync/contract/certificate.ts';
import { addDays, dayOf, type Enrolling } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { isEnding } from '../../certificates/ends.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { announce } from '../../events.ts';
import { startRound } from '../../learning/rounds.ts';
import { countOfPeople, findPeople } from '../../organizations/change-members.ts';
import { dueDateOf } from '../../organizations/enrollments.ts';
import { mailAssigned } from '../../organizations/mail-assigned.ts';
import { requireActive } from '../../organizations/require-organization.ts';
import { type CourseRecord, requireOpen } from '../editable.ts';
import { auditedIn, isTheirs, leftReason } from './enroll-people.ts';

/**
 * Begins the next round for people who have completed the course, each in a unit of their own: their devices may be sending.
 * Without a due date it is due when the certificate runs out, but not within a week. Refuses what `enrollPeople` refuses.
 */
export async function renewPeople(
  { db, env, queue }: Pick<Deps, 'db' | 'env' | 'queue'>,
  caller: AuditActor,
  request: Enrolling & { courseId: number; userIds: string[] },
): Promise<BulkOutcome> {
  const { courseId, userIds, sendEmail, ...due } = request;
  const dueOn = dueDateOf(due, caller.today);
  const { title } = await db.transact((tx) => requireOpen(tx, caller.actor, courseId));
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const left: BulkOutcome['left'] = [];
  for (const userId of ids) {
    const reason = await db.transact(function* (tx) {
      const course = yield* requireOpen(tx, caller.actor, courseId);
      const found = yield* findPeople(tx, [userId]);
      const one = found.get(userId);
      if (!isTheirs(caller.actor, one)) return leftReason(caller.actor);
      const organizationId = auditedIn(one, course);
      const left = yield* renew(tx, caller, { course, userId, dueOn, organizationId });
      if (sendEmail && !left) yield* mailAssigned({ ...tx, env }, caller, [{ courseId, userIds: [userId] }]);
      return left;
    }, userId);
    if (reason) left.push({ userId, reason });
  }
  queue.wake('mails');
  const changed = ids.length - left.length;
  const message = `${title} was renewed for ${countOfPeople(changed)}.`;
  return { message, changed, left };
}

/**
 * Renews for these people of an organization the courses, or the one named, whose certificates have ended or will (decision 188), in which
 * the caller may enroll people. Run it with the ids as its keys. Refuses `organization_not_found`, `organization_inactive` and `due_date_past`.
 */
export function* renewEndingSteps(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  caller: AuditActor,
  {
    organizationId,
    userIds,
    when,
    courseId: only,
    sendEmail,
    ...due
  }: Enrolling & { organizationId: string; userIds: string[]; when: CertificatesEnding; courseId?: number | undefined },
): Steps<BulkOutcome> {
  const organization = yield* requireActive(tx, caller.actor, organizationId);
  const dueOn = dueDateOf(due, caller.today);
  const { certificates, profiles } = tx.tables;
  const isTheirs = and(
    inArray(certificates.userId, userIds),
    eq(profiles.organizationId, organization.id),
    only === undefined ? undefined : eq(certificates.courseId, only),
  );
  const ending = yield* run(
    tx
      .select({ userId: profiles.id, courseId: certificates.courseId, title: certificates.courseTitle })
      .from(certificates)
      .innerJoin(profiles, eq(profiles.id, certificates.userId))
      .where(and(isTheirs, isEnding(tx.tables, when, dayOf(caller.now, env.timeZone))))
      .orderBy(certificates.courseId),
  );
  const told: Told[] = [];
  const renewed = new Map<number, string[]>();
  for (const [courseId, holders] of Map.groupBy(ending, (row) => row.courseId)) {
    const course = courseId === null ? undefined : yield* findOpen(tx, caller, courseId);
    for (const { userId, title } of holders) {
      const reason = course
        ? yield* renew(tx, caller, { course, userId, dueOn, organizationId: organization.id })
        : "Can't be renewed any more.";
      told.push({ userId, title: course?.title ?? title, reason });
      if (course && !reason) renewed.set(course.id, [...(renewed.get(course.id) ?? []), userId]);
    }
  }
  const changed = new Set([...renewed.values()].flat());
  const given = [...renewed].map(([id, some]) => ({ courseId: id, userIds: some }));
  if (sendEmail) yield* mailAssigned({ ...tx, env }, caller, given);
  const ofEach = Map.groupBy(told, ({ userId }) => userId);
  const left = userIds
    .filter((id) => !changed.has(id))
    .map((userId) => ({
      userId,
      reason: inWords(ofEach.get(userId)) || 'No certificate of this person matches any more.',
    }));
  const notes = [...changed].map((userId) => ({ userId, note: inWords(ofEach.get(userId)) }));
  return { message: `Renewed for ${countOfPeople(changed.size)}.`, changed: changed.size, left, notes };
}

/** What became of one course of a person; the reason says why its next round has not begun. */
type Told = { userId: string; title: string; reason: string | undefined };

/** 'Renewed: Roofs, Ladders. “Cellars”: Has not completed this course.' */
function inWords(told: readonly Told[] = []): string {
  const renewed = told.filter(({ reason }) => reason === undefined).map(({ title }) => title);
  const left = told.flatMap(({ title, reason }) => (reason ? `“${title}”: ${reason}` : []));
  return [...(renewed.length > 0 ? [`Renewed: ${renewed.join(', ')}.`] : []), ...left].join(' ');
}

/** The course, where the caller may renew it. */
function* findOpen(tx: TxContext, caller: AuditActor, courseId: number): Steps<CourseRecord | undefined> {
  try {
    return yield* requireOpen(tx, caller.actor, courseId);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface Renewal {
  course: CourseRecord;
  userId: string;
  dueOn: string | null | undefined;
  /** Whose audit log has it. */
  organizationId: string | null;
}

/** Returns why the person was left out; undefined when the round has begun. */
function* renew(
  tx: TxContext,
  caller: AuditActor,
  { course, userId, dueOn, organizationId }: Renewal,
): Steps<string | undefined> {
  const { id: courseId } = course;
  const { courseProgress } = tx.tables;
  const [enrolled] = yield* run(
    tx
      .select({ completedAt: courseProgress.completedAt, round: courseProgress.round })
      .from(courseProgress)
      .where(and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId))),
  );
  if (!enrolled?.completedAt)
    return enrolled && enrolled.round > 1
      ? 'Was renewed before and has not completed the course since.'
      : 'Has not completed this course.';
  const { round } = enrolled;
  const end = dueOn === undefined ? yield* findEnd(tx, { userId, courseId, round, today: caller.today }) : dueOn;
  const enrollment = { isAssigned: true, enrolledBy: caller.actor.id, dueOn: end } as const;
  yield* startRound(tx, { userId, courseId, at: caller.now, enrollment });
  const people = [{ userId, key: `round ${round + 1}`, data: { dueOn: end ?? null, isAssigned: true } }];
  yield* announce(tx, { type: 'course.enrolled', courseId, at: caller.now, people });
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

/** Whoever has to take a course again gets so many days at least. */
const RENEWAL_DAYS = 7;

/** The last day of the round's certificate, or a day in a week if that is later; none where it is over. */
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
  if (!held?.validUntil || held.validUntil < place.today) return null;
  const soonest = addDays(place.today, RENEWAL_DAYS);
  return held.validUntil > soonest ? held.validUntil : soonest;
}
