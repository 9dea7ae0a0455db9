// Admins begin the next round of a course that people have completed (decision 189).
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type CertificatesEnding, haveEnded } from '#sync/contract/certificate.ts';
import { addDays, dayOf, type Enrolling } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireAssignable, requireOpen } from '../catalog/editable.ts';
import { isEnding } from '../certificates/ends.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import { announce } from '../events.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireActive } from '../identity/require-organization.ts';
import { dueDateOf } from '../learning/enrollments.ts';
import { startRound } from '../learning/rounds.ts';
import { readPersonRow } from '../people/search-people.ts';
import { type JobTx, leftOut, onEach, type RowOutcome, type RowsKind } from '../queue/job-kinds.ts';
import { countOfPeople } from '../queue/start-job.ts';
import { mailAssigned } from '../reminders/mail-assigned.ts';
import { auditedIn, isTheirs, leftReason } from './enroll-people.ts';

/**
 * Begins the next round for a person who has completed the course, under the key of their own changes: their device may be sending.
 * Without a due date it is due when the certificate runs out, but not within a week. Refuses what `enrollPeople` refuses, and with the
 * reason what cannot be renewed.
 */
export async function renewPerson(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { courseId, userId, sendEmail, ...due }: Enrolling & { courseId: number; userId: string },
): Promise<{ message: string }> {
  const dueOn = dueDateOf(due, caller.today);
  const answer = await db.transact(function* (tx) {
    const course = yield* requireOpen(tx, caller.actor, courseId);
    const one = yield* readPersonRow(tx, userId);
    if (!isTheirs(caller.actor, one)) throw leftOut(leftReason(caller.actor));
    yield* renew(tx, caller, { course, userId, dueOn, organizationId: auditedIn(one, course) });
    if (sendEmail) yield* mailAssigned({ ...tx, env }, caller, userId, [{ courseId }]);
    return { message: `${course.title} was renewed for ${countOfPeople(1)}.` };
  }, userId);
  queue.wake('mails');
  return answer;
}

/**
 * Renews for people of an organization the courses, or the one named, whose certificates have ended or will (decision 188), in which the
 * caller may enroll people. Refuses `organization_not_found`, `organization_inactive` and `due_date_past`.
 */
export const renewKind: RowsKind<'renew'> = {
  kind: 'renew',
  // A renewal copies all units of a course.
  most: 10,
  takesLocks: true,
  *title(tx, { actor }, { act: { certificates, courseId } }) {
    if (courseId !== undefined) return `Renew ${(yield* requireAssignable(tx, actor, courseId)).title}`;
    return haveEnded(certificates) ? 'Renew what has expired' : `Renew what expires within ${certificates} days`;
  },
  *perform(tx, caller, { act, organizationId, rows }) {
    const { id } = yield* requireActive(tx, caller.actor, organizationId ?? '');
    const dueOn = dueDateOf(act, caller.today);
    return yield* onEach(rows, ({ userId }) =>
      renewEnding(tx, caller, { ...act, dueOn, userId: userId ?? '', organizationId: id }),
    );
  },
};

interface EndingRenewal {
  userId: string;
  organizationId: string;
  certificates: CertificatesEnding;
  courseId?: number | undefined;
  dueOn: string | null | undefined;
  sendEmail?: boolean | undefined;
}

function* renewEnding(tx: JobTx, caller: AuditActor, ending: EndingRenewal): Steps<Partial<RowOutcome>> {
  const { userId, organizationId, courseId: only, dueOn } = ending;
  const { certificates, profiles } = tx.tables;
  const isTheirs = and(
    eq(certificates.userId, userId),
    eq(profiles.organizationId, organizationId),
    only === undefined ? undefined : eq(certificates.courseId, only),
  );
  const held = yield* run(
    tx
      .select({ courseId: certificates.courseId, title: certificates.courseTitle })
      .from(certificates)
      .innerJoin(profiles, eq(profiles.id, certificates.userId))
      .where(and(isTheirs, isEnding(tx.tables, ending.certificates, dayOf(caller.now, tx.env.timeZone))))
      .orderBy(certificates.courseId),
  );
  if (held.length === 0) throw leftOut('No certificate of this person matches any more.');
  const told: Told[] = [];
  const given: { courseId: number }[] = [];
  for (const { courseId, title } of held) {
    const course = courseId === null ? undefined : yield* findOpen(tx, caller, courseId);
    if (!course) told.push({ title, reason: "Can't be renewed any more." });
    else {
      const [done] = yield* onEach([course], () => renew(tx, caller, { course, userId, dueOn, organizationId }));
      told.push({ title: course.title, reason: done?.reason ?? null });
      if (done?.isChanged) given.push({ courseId: course.id });
    }
  }
  if (given.length === 0) throw leftOut(inWords(told));
  const mailId = ending.sendEmail ? yield* mailAssigned(tx, caller, userId, given) : undefined;
  return { reason: inWords(told), ...(mailId !== undefined && { mailId }) };
}

/** What became of one course of a person; the reason says why its next round has not begun. */
type Told = { title: string; reason: string | null };

/** 'Renewed: Roofs, Ladders. “Cellars”: Has not completed this course.' */
function inWords(told: readonly Told[]): string {
  const renewed = told.filter(({ reason }) => reason === null).map(({ title }) => title);
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

function* renew(
  tx: TxContext,
  caller: AuditActor,
  { course, userId, dueOn, organizationId }: Renewal,
): Steps<undefined> {
  const { id: courseId } = course;
  const { courseProgress } = tx.tables;
  const [enrolled] = yield* run(
    tx
      .select({ completedAt: courseProgress.completedAt, round: courseProgress.round })
      .from(courseProgress)
      .where(and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId))),
  );
  if (!enrolled?.completedAt)
    throw leftOut(
      enrolled && enrolled.round > 1
        ? 'Was renewed before and has not completed the course since.'
        : 'Has not completed this course.',
    );
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
