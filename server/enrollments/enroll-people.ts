// Enrolling people by hand (R-M14), which opens a private course to them (P-13), and giving them a due date.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Enrolling, EveryoneEnrollment } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireAssignable, requireOpen } from '../catalog/editable.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Payloads } from '../db/schema-jobs.ts';
import type { ActDeps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireActive } from '../identity/require-organization.ts';
import { endAssignments } from '../learning/end-assignments.ts';
import {
  changeDueDate,
  dueDateOf,
  type EnrollingCourse,
  findAssigned,
  openEnrolling,
  saveEnrollment,
} from '../learning/enrollments.ts';
import { requireGroup } from '../people/groups.ts';
import { type PersonRow, readPersonRow } from '../people/search-people.ts';
import type { Person } from '../permissions.ts';
import {
  type JobTx,
  leftOut,
  type NewRow,
  onEach,
  type RowOutcome,
  type RowsKind,
  rowsOf,
} from '../queue/job-kinds.ts';
import { actOnPeople, countOfPeople } from '../queue/start-job.ts';
import { mailAssigned } from '../reminders/mail-assigned.ts';
import { hasRule, saveRule } from './enrollment-rules.ts';

/**
 * Enrolls people in a course: org admins only people of their own organization, super admins anybody. A due date is given to
 * those who are enrolled already too. Whoever is left out comes with a reason. Refuses `course_not_found`, `course_archived` and
 * `due_date_past`.
 */
export async function enrollPeople(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { courseId, userIds, sendEmail, ...due }: Enrolling & { courseId: number; userIds: string[] },
): Promise<BulkOutcome> {
  const outcome = await db.transact(function* (tx) {
    const course = yield* requireOpen(tx, caller.actor, courseId);
    const dueOn = dueDateOf(due, caller.today);
    const rows = rowsOf(userIds);
    return yield* startEnrolling({ ...tx, env }, caller, { course, dueOn, sendEmail, rows, sentence: inWords(course) });
  });
  queue.wake('jobs');
  queue.wake('mails');
  return outcome;
}

interface StartedEnrolling {
  course: CourseRecord;
  /** The only organization whose people are enrolled; else the caller's own, and for super admins none. */
  organizationId?: string;
  rows: NewRow<'enroll'>[];
  /** Undefined: whoever is enrolled keeps theirs. A row may name another one. */
  dueOn?: string | null | undefined;
  sendEmail?: boolean | undefined;
  sentence: (outcomes: RowOutcome[]) => string;
}

/** Enrolls people who were named. */
export function startEnrolling(
  tx: JobTx,
  caller: AuditActor,
  { course, dueOn, sendEmail, ...job }: StartedEnrolling,
): Steps<BulkOutcome> {
  const within = job.organizationId ?? homeOf(caller.actor);
  return actOnPeople(tx, caller, enrollKind, {
    act: {
      ...{ kind: 'enroll', courseId: course.id, within },
      ...(dueOn !== undefined && { dueOn }),
      ...(sendEmail && { sendEmail }),
    },
    ...job,
    organizationId: within ?? course.organizationId,
    within,
  });
}

/** The only organization whose people this person enrolls; null where it may be anybody. */
const homeOf = ({ isSuperAdmin, organizationId }: Person) => (isSuperAdmin ? null : organizationId);

export const enrollKind: RowsKind<'enroll'> = {
  kind: 'enroll',
  *title(tx, { actor }, { act }) {
    return `Enroll in ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
  },
  *perform(tx, caller, { act, organizationId, rows }) {
    const course = yield* requireOpen(tx, caller.actor, act.courseId);
    const about = {
      course,
      enrolling: yield* openEnrolling(tx, course.id),
      ending: yield* findEndedGrants(tx, course.id),
      within: act.within === undefined ? organizationId : (act.within ?? homeOf(caller.actor)),
      sendEmail: act.sendEmail,
    };
    return yield* onEach(rows, ({ userId, payload }) =>
      enroll(tx, caller, about, { userId: userId ?? '', ...pickDue(act), ...payload }),
    );
  },
};

const pickDue = ({ dueOn }: Payloads['enroll']): Payloads['enroll'] => (dueOn === undefined ? {} : { dueOn });

const DATED = 'Due date changed.';
const isDated = ({ isChanged, reason }: RowOutcome) => isChanged && reason === DATED;

interface EnrollingIn {
  course: CourseRecord;
  enrolling: EnrollingCourse;
  ending: ReadonlySet<string>;
  within: string | null;
  sendEmail: boolean | undefined;
}

/** Enrolls a person, or gives them another due date. */
function* enroll(
  tx: JobTx,
  caller: AuditActor,
  { course, enrolling, ending, within, sendEmail }: EnrollingIn,
  { userId, dueOn }: Payloads['enroll'] & { userId: string },
): Steps<Partial<RowOutcome>> {
  const one = yield* readPersonRow(tx, userId);
  if (!one || (within !== null && one.organizationId !== within)) throw leftOut(leftReason(caller.actor));
  if (one.organizationId !== null && ending.has(one.organizationId)) throw new Refusal('grant_ending');
  const place = { courseId: course.id, userId };
  const had = yield* findAssigned(tx, place);
  if (had && (dueOn === undefined || dueOn === had.dueOn)) throw leftOut('Already enrolled by an admin.');
  if (had && dueOn !== undefined) yield* changeDueDate(tx, { ...place, dueOn, now: caller.now });
  else yield* saveEnrollment(tx, enrolling, { userId, enrolledBy: caller.actor.id, now: caller.now, dueOn });
  // Of a due date that is taken away there is nothing to tell.
  const given = [{ courseId: course.id, isMoved: had !== undefined }];
  const mailId = sendEmail && (!had || dueOn) ? yield* mailAssigned(tx, caller, userId, given) : undefined;
  const about = { organizationId: auditedIn(one, course), subject: userId };
  const details = { courseId: course.id, ...(had ? { dueOn: dueOn ?? 'none' } : dueOn && { dueOn }) };
  yield* audit(tx, caller, { action: had ? 'course.due_date_changed' : 'course.person_enrolled', ...about, details });
  return { ...(had && { reason: DATED }), ...(mailId !== undefined && { mailId }) };
}

/** '3 people enrolled in Roofs. The due date of 1 person was changed.' */
const inWords = (course: CourseRecord) => (outcomes: RowOutcome[]) => {
  const dated = outcomes.filter(isDated).length;
  const fresh = outcomes.filter(({ isChanged }) => isChanged).length - dated;
  return `${countOfPeople(fresh)} enrolled in ${course.title}.${dated > 0 ? ` ${datedWords(dated)}` : ''}`;
};

const datedWords = (people: number) => `The due date of ${countOfPeople(people)} was changed.`;

/** The organizations from which the course was taken back, while their members' enrollments are still being ended. */
export function* findEndedGrants(
  { queries, tables: { endedGrants } }: TxContext,
  courseId: number,
): Steps<Set<string>> {
  const { organizationId } = endedGrants;
  const rows = yield* run(
    queries.select({ organizationId }).from(endedGrants).where(eq(endedGrants.courseId, courseId)),
  );
  return new Set(rows.map((row) => row.organizationId));
}

/** Whose audit log has what was done to this person in the course: that of their own organization, of a guest that of the course. */
export const auditedIn = (one: PersonRow | undefined, course: Pick<CourseRecord, 'organizationId'>): string | null =>
  one?.organizationId ?? course.organizationId;

export function isTheirs(actor: Person, one: PersonRow | undefined): boolean {
  return one !== undefined && (actor.isSuperAdmin || one.organizationId === actor.organizationId);
}

/** Why somebody who is not theirs is left out. */
export const leftReason = (actor: Person) =>
  actor.isSuperAdmin ? 'This person is not here.' : 'This person is not in your organization.';

/**
 * Enrolls all members of an organization or of one of its groups, and with `andLater` whoever joins it from now on. Sent again
 * with a due date it changes theirs. Refuses what `enrollPeople` refuses, `organization_not_found`, `organization_inactive` and
 * `grant_ending`, and `nobody_matches` where nobody is or will be enrolled.
 */
export async function enrollEveryone(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number },
): Promise<BulkOutcome> {
  const outcome = await db.transact(function* (tx) {
    const course = yield* requireOpen(tx, caller.actor, request.courseId);
    const { id: organizationId, name } = yield* requireActive(tx, caller.actor, request.organizationId);
    if ((yield* findEndedGrants(tx, course.id)).has(organizationId)) throw new Refusal('grant_ending');
    const { andLater, groupId, sendEmail } = request;
    const group = groupId ? yield* requireGroup(tx, { organizationId, groupId: groupId.toLowerCase() }) : undefined;
    const where = group?.name ?? name;
    const rows = rowsOf(yield* findMembers(tx, organizationId, group?.id));
    if (rows.length === 0 && !andLater) {
      const field = group ? 'groupId' : 'organizationId';
      throw new Refusal('nobody_matches', { field }, `No one is in ${where} yet.`);
    }
    const dueOn = dueDateOf(request, caller.today);
    const due = { dueOn: request.dueOn ?? null, dueInDays: request.dueInDays ?? null };
    const place = { courseId: course.id, organizationId, groupId: group?.id };
    if (andLater) yield* saveRule(tx, caller, { ...place, due, isNamed: dueOn !== undefined });
    const isKept = !andLater && (yield* hasRule(tx, place));
    const sentence = (outcomes: RowOutcome[]) => everyoneWords(outcomes, { course, where, andLater, isKept });
    const everyone = { course, organizationId, dueOn, sendEmail, rows, sentence };
    const done = yield* startEnrolling({ ...tx, env }, caller, everyone);
    const enrolled = done.waiting ? 'everyone' : done.changed - (done.notes?.length ?? 0);
    const details = { enrolled, andLater, ...due, ...(group && { group: group.name }) };
    const act = { action: 'course.everyone_enrolled', organizationId, subject: String(course.id), details };
    yield* audit(tx, caller, act);
    return done;
  });
  queue.wake('jobs');
  queue.wake('mails');
  return outcome;
}

interface Everyone {
  course: CourseRecord;
  where: string;
  andLater: boolean;
  /** A rule of before goes on. */
  isKept: boolean;
}

function everyoneWords(outcomes: RowOutcome[], { course, where, andLater, isKept }: Everyone): string {
  if (outcomes.length === 0)
    return `No one is in ${where} yet. Everyone who joins it will be enrolled in ${course.title}.`;
  const dated = outcomes.filter(isDated).length;
  const fresh = outcomes.filter(({ isChanged }) => isChanged).length - dated;
  const done =
    fresh === 0
      ? `Everyone in ${where} was already enrolled in ${course.title}${andLater ? ';' : '.'}`
      : `${countOfPeople(fresh)} enrolled in ${course.title}${andLater ? ' now;' : '.'}`;
  return [
    done,
    andLater && 'all who join later will be too.',
    dated > 0 && datedWords(dated),
    isKept && 'People who join later are still enrolled automatically, as before.',
  ]
    .filter(Boolean)
    .join(' ');
}

function* findMembers(
  { queries, tables }: TxContext,
  organizationId: string,
  groupId: string | undefined,
): Steps<string[]> {
  const { profiles, groupMembers } = tables;
  const inGroup = queries
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId ?? ''));
  const isMember = and(
    eq(profiles.organizationId, organizationId),
    isNull(profiles.erasedAt),
    groupId ? inArray(profiles.id, inGroup) : undefined,
  );
  const members = yield* run(queries.select({ id: profiles.id }).from(profiles).where(isMember));
  return members.map(({ id }) => id);
}

/**
 * Withdraws an enrollment by hand, whoever made it; progress in the course is kept. Whoever may edit the course withdraws anybody's,
 * wherever the person is now, another admin those of their own people. Refuses `course_not_found` and `enrollment_not_found`.
 */
export function unenrollPerson(db: Db, caller: AuditActor, { courseId, userId }: { courseId: number; userId: string }) {
  return db.transact(function* (tx) {
    const course = yield* requireAssignable(tx, caller.actor, courseId);
    yield* unenroll(tx, caller, { course, userId });
    return { message: `The person is no longer enrolled in ${course.title}.` };
  });
}

function* unenroll(
  tx: TxContext,
  caller: AuditActor,
  { course, userId }: { course: CourseRecord; userId: string },
): Steps<undefined> {
  const { actor } = caller;
  const one = yield* readPersonRow(tx, userId);
  const isOwn = actor.isSuperAdmin || course.organizationId === actor.organizationId;
  if (!isOwn && !isTheirs(actor, one)) throw new Refusal('enrollment_not_found', {}, leftReason(actor));
  const ended = yield* endAssignments(tx, caller, { courseId: course.id, userId, auditedIn: auditedIn(one, course) });
  if (ended === 0) throw new Refusal('enrollment_not_found', {}, 'Not enrolled by an admin.');
  return undefined;
}

export const unenrollKind: RowsKind<'unenroll'> = {
  kind: 'unenroll',
  *title(tx, { actor }, { act }) {
    return `Remove from ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
  },
  *perform(tx, caller, { act, rows }) {
    const course = yield* requireAssignable(tx, caller.actor, act.courseId);
    return yield* onEach(rows, ({ userId }) => unenroll(tx, caller, { course, userId: userId ?? '' }));
  },
};
