// Enrolling people by hand (R-M14), which opens a private course to them (P-13), and giving them a due date.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Enrolling, EveryoneEnrollment } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { JobAct } from '../../db/schema-jobs.ts';
import type { ActDeps, Deps } from '../../deps.ts';
import type { JobRow, RowOutcome, RowsKind } from '../../jobs/job-kinds.ts';
import { findQueue, queueOf, restWords, startJob } from '../../jobs/start-job.ts';
import { countOfPeople, findPeople, type PersonRow } from '../../organizations/change-members.ts';
import { endAssignments } from '../../organizations/end-assignments.ts';
import { changeDueDates, dueDateOf, findAssigned, saveEnrollments } from '../../organizations/enrollments.ts';
import { requireGroup } from '../../organizations/groups.ts';
import { mailAssigned } from '../../organizations/mail-assigned.ts';
import { requireActive } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { type CourseRecord, requireAssignable, requireOpen } from '../editable.ts';
import { hasRule, saveRule } from './enrollment-rules.ts';

/**
 * Enrolls people in a course: org admins only people of their own organization, super admins anybody. A due date is given to
 * those who are enrolled already too. Whoever is left out comes with a reason. Refuses `course_not_found`, `course_archived` and
 * `due_date_past`.
 */
export async function enrollPeople(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  request: Enrolling & { courseId: number; userIds: string[] },
): Promise<BulkOutcome> {
  const { actor } = caller;
  const told = await db.transact(function* (unit) {
    const tx = { ...unit, env };
    const course = yield* requireOpen(tx, actor, request.courseId);
    const dueOn = dueDateOf(request, caller.today);
    const userIds = [...new Set(request.userIds.map((id) => id.toLowerCase()))];
    const people = userIds.map((userId) => ({ userId, ...(dueOn !== undefined && { dueOn }) }));
    const within = homeOf(actor);
    const judged = yield* judgeEnrollments(tx, { course, people, within, elsewhere: leftReason(actor) });
    const open = judged.filter(({ reason }) => reason === null);
    // Those who are not enrolled yet are the first.
    const [fresh, changed] = [open.filter(isFresh), open.filter((one) => !isFresh(one))];
    const { sendEmail } = request;
    const job = yield* startEnrolling(tx, caller, { course, people: [...fresh, ...changed], sendEmail });
    // Whom the act could have been for comes last.
    const [same, others] = [judged.filter(isSame), judged.filter((one) => !isSame(one))];
    const left = [...others, ...same].flatMap(({ userId, reason }) => (reason === null ? [] : { userId, reason }));
    const message = `${countOfPeople(fresh.length)} enrolled in ${course.title}.${changedWords(changed)}${restWords(job)}`;
    return { message, changed: open.length, left };
  });
  queue.wake('jobs');
  queue.wake('mails');
  return told;
}

/** What enrolls people may write to them. */
type Enrolls = TxContext & Pick<Deps, 'env'>;

interface Enrollee {
  userId: string;
  /** Undefined: theirs stays. */
  dueOn?: string | null;
}

interface StartedEnrolling {
  course: CourseRecord;
  people: readonly (Enrollee & Pick<Judged, 'had'>)[];
  sendEmail?: boolean | undefined;
}

/** Enrolls people who were judged, of many the others by a job. */
export function* startEnrolling(
  tx: Enrolls,
  caller: AuditActor,
  { course, people, sendEmail }: StartedEnrolling,
): Steps<JobRow | undefined> {
  const within = homeOf(caller.actor);
  const organizationId = caller.actor.isSuperAdmin ? course.organizationId : within;
  const about = { kind: 'enroll-people' as const, courseId: course.id, organizationId: within };
  const gives = [...new Set(people.flatMap(({ dueOn }) => (dueOn === undefined ? [] : dueOn)))];
  const queue = yield* findQueue(tx, queueOf({ act: { ...about, gives, awaited: [] }, organizationId }));
  const awaited = [...new Set(queue.flatMap(({ act }) => givenBy(act)))];
  return yield* startJob(tx, caller, enrollPeopleKind, {
    act: { ...about, gives, awaited, ...(sendEmail && { sendEmail }) },
    ...{ title: `Enroll in ${course.title}`, organizationId },
    rows: people.map(({ userId, dueOn, had }) => ({ userId, payload: { ...(dueOn !== undefined && { dueOn }), had } })),
  });
}

/** The due dates that a job gives. */
function givenBy(act: JobAct): (string | null)[] {
  if (act.kind === 'enroll-people') return act.gives;
  return act.kind === 'enroll' ? [act.dueOn ?? null] : [];
}

/** Those who were named, as far as they may still be enrolled. */
export const enrollPeopleKind: RowsKind<'enroll-people'> = {
  kind: 'enroll-people',
  perform(tx, caller, { act, rows }) {
    const people = rows.map(({ userId, payload }) => ({ userId: userId ?? '', ...payload }));
    return enrollRows(tx, caller, { ...act, within: act.organizationId ?? homeOf(caller.actor), people });
  },
};

interface EnrolledRows {
  courseId: number;
  people: (Enrollee & Partial<Pick<Judged, 'had'>>)[];
  within: string | null;
  awaited?: (string | null)[];
  sendEmail?: boolean | undefined;
}

/** Enrolls these people, and tells of each what became of them. Refuses what `enrollPeople` refuses. */
export function* enrollRows(
  tx: Enrolls,
  caller: AuditActor,
  { courseId, sendEmail, ...wanted }: EnrolledRows,
): Steps<RowOutcome[]> {
  const course = yield* requireOpen(tx, caller.actor, courseId);
  const judged = yield* judgeEnrollments(tx, { course, ...wanted, elsewhere: 'Has left the organization.' });
  const open = judged.filter(({ reason }) => reason === null);
  for (const [dueOn, some] of Map.groupBy(open, (one) => one.dueOn))
    yield* enrollAudited(tx, caller, { course, dueOn, sendEmail, people: some });
  return judged.map(({ reason }) => ({ isChanged: reason === null, reason }));
}

/** The only organization whose people this person enrolls; null where it may be anybody. */
const homeOf = ({ isSuperAdmin, organizationId }: Person) => (isSuperAdmin ? null : organizationId);

interface Judged extends Enrollee {
  /** Why they are left as they are. */
  reason: string | null;
  /** The due date that they have; null where nobody enrolled them. */
  had: { dueOn: string | null } | null;
  home: string | null;
}

const ALREADY = 'Already enrolled by an admin.';
const isSame = ({ reason }: Judged) => reason === ALREADY;
const isFresh = ({ had }: Judged) => had === null;

interface Enrolled extends Omit<EnrolledRows, 'courseId' | 'sendEmail'> {
  course: CourseRecord;
  /** The reason of whoever is not in the organization. */
  elsewhere: string;
}

function* judgeEnrollments(
  tx: TxContext,
  { course, people, within, awaited = [], elsewhere }: Enrolled,
): Steps<Judged[]> {
  const userIds = people.map(({ userId }) => userId);
  const found = yield* findPeople(tx, userIds);
  const ending = yield* findEndedGrants(tx, course.id);
  const assigned = yield* findAssigned(tx, { courseId: course.id, userIds });
  return people.map(({ had: before, ...one }) => {
    const person = found.get(one.userId);
    const home = person?.organizationId ?? null;
    const had = assigned.has(one.userId) ? { dueOn: assigned.get(one.userId) ?? null } : null;
    const because = (reason: string | null): Judged => ({ ...one, home, had, reason });
    if (!person || (within !== null && home !== within)) return because(elsewhere);
    if (home !== null && ending.has(home)) return because(REFUSALS.grant_ending[1]);
    if (!had) return because(before ? 'Taken out of the course meanwhile.' : null);
    if (one.dueOn === undefined || one.dueOn === had.dueOn) return because(ALREADY);
    // What another admin did to them since they were judged is newer than this act.
    const isAsJudged = before === undefined || before?.dueOn === had.dueOn || awaited.includes(had.dueOn);
    if (isAsJudged) return because(null);
    return because(before ? 'Their due date was changed meanwhile.' : 'Enrolled by someone else meanwhile.');
  });
}

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

/** Who is not enrolled yet, and whose due date is another one. */
function* planEnrollments(
  tx: TxContext,
  { courseId, userIds, dueOn }: { courseId: number; userIds: string[]; dueOn: string | null | undefined },
) {
  const already = yield* findAssigned(tx, { courseId, userIds });
  const fresh = userIds.filter((id) => !already.has(id));
  const isOther = (id: string) => already.has(id) && dueOn !== undefined && already.get(id) !== dueOn;
  const changed = userIds.filter(isOther);
  return { courseId, dueOn, fresh, changed };
}

interface EnrollmentPlan {
  courseId: number;
  dueOn: string | null | undefined;
  fresh: string[];
  changed: string[];
  sendEmail?: boolean | undefined;
}

/** Enrolls those who are not, and changes the due date of those who are and have another one. */
function* enroll(
  tx: Enrolls,
  caller: AuditActor,
  { courseId, dueOn, fresh, changed, sendEmail }: EnrollmentPlan,
): Steps<void> {
  yield* saveEnrollments(tx, { courseId, userIds: fresh, enrolledBy: caller.actor.id, now: caller.now, dueOn });
  if (dueOn !== undefined) yield* changeDueDates(tx, { courseId, userIds: changed, dueOn, now: caller.now });
  // Of a due date that is taken away there is nothing to tell.
  if (!sendEmail) return;
  const moved = { courseId, userIds: dueOn ? changed : [], isMoved: true };
  yield* mailAssigned(tx, caller, [{ courseId, userIds: fresh }, moved]);
}

interface EnrolledPeople {
  course: CourseRecord;
  people: readonly Judged[];
  dueOn: string | null | undefined;
  sendEmail: boolean | undefined;
}

/** Whose audit log has what was done to this person in the course: that of their own organization, of a guest that of the course. */
export const auditedIn = (one: PersonRow | undefined, course: Pick<CourseRecord, 'organizationId'>): string | null =>
  one?.organizationId ?? course.organizationId;

/** Enrolls these people, or gives them the due date, with an entry in the audit log for each. */
function* enrollAudited(
  tx: Enrolls,
  caller: AuditActor,
  { course, people, dueOn, sendEmail }: EnrolledPeople,
): Steps<void> {
  const [fresh, changed] = [people.filter(isFresh), people.filter((one) => !isFresh(one))];
  const idsOf = (some: Judged[]) => some.map(({ userId }) => userId);
  yield* enroll(tx, caller, { courseId: course.id, dueOn, sendEmail, fresh: idsOf(fresh), changed: idsOf(changed) });
  const acts = (action: string, those: Judged[], details: object) =>
    those.map(({ userId, home }) => ({
      ...{ action, organizationId: home ?? course.organizationId, subject: userId },
      details: { courseId: course.id, ...details },
    }));
  yield* audit(tx, caller, [
    ...acts('course.person_enrolled', fresh, dueOn ? { dueOn } : {}),
    ...acts('course.due_date_changed', changed, { dueOn: dueOn ?? 'none' }),
  ]);
}

const changedWords = ({ length }: readonly unknown[]) =>
  length > 0 ? ` The due date of ${countOfPeople(length)} was changed.` : '';

export function isTheirs(actor: Person, one: PersonRow | undefined): boolean {
  return one !== undefined && (actor.isSuperAdmin || one.organizationId === actor.organizationId);
}

/** Why somebody who is not theirs is left out. */
export const leftReason = (actor: Person) =>
  actor.isSuperAdmin ? 'This person is not here.' : 'This person is not in your organization.';

/** So many are enrolled at once. */
const ENROLLED_AT_ONCE = 500;

/**
 * Enrolls all members of an organization or of one of its groups, and with `andLater` whoever joins it from now on. Sent again
 * with a due date it changes theirs. Of more than ENROLLED_AT_ONCE members none is enrolled: they are `waiting` for a job. Refuses what
 * `enrollPeople` refuses, `organization_not_found`, `organization_inactive` and `grant_ending`, and `nobody_matches` where nobody is
 * or will be enrolled.
 */
export function* enrollEveryone(
  tx: Enrolls,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number },
): Steps<{ message: string; changed: number; waiting: string[] }> {
  const course = yield* requireOpen(tx, caller.actor, request.courseId);
  const { id: organizationId, name } = yield* requireActive(tx, caller.actor, request.organizationId);
  if ((yield* findEndedGrants(tx, course.id)).has(organizationId)) throw new Refusal('grant_ending');
  const { andLater, groupId, dueOn = null, dueInDays = null } = request;
  const group = groupId ? yield* requireGroup(tx, { organizationId, groupId: groupId.toLowerCase() }) : undefined;
  const where = group?.name ?? name;
  const userIds = yield* findMembers(tx, organizationId, group?.id);
  if (userIds.length === 0 && !andLater) {
    const field = group ? 'groupId' : 'organizationId';
    throw new Refusal('nobody_matches', { field }, `No one is in ${where} yet.`);
  }
  const isLeft = userIds.length > ENROLLED_AT_ONCE;
  const now = isLeft ? [] : userIds;
  const dueDate = dueDateOf(request, caller.today);
  const plan = yield* planEnrollments(tx, { courseId: course.id, userIds: now, dueOn: dueDate });
  yield* enroll(tx, caller, { ...plan, sendEmail: request.sendEmail });
  const { fresh, changed } = plan;
  const due = { dueOn, dueInDays };
  const place = { courseId: course.id, organizationId, groupId: group?.id };
  const isNamed = request.dueOn !== undefined || request.dueInDays !== undefined;
  if (andLater) yield* saveRule(tx, caller, { ...place, due, isNamed });
  const count = isLeft ? 'everyone' : fresh.length;
  const details = { enrolled: count, andLater, ...due, ...(group && { group: group.name }) };
  const act = { action: 'course.everyone_enrolled', organizationId, subject: String(course.id), details };
  yield* audit(tx, caller, act);
  const isKept = !andLater && (yield* hasRule(tx, place));
  const done = isLeft
    ? `Everyone in ${where} is being enrolled in ${course.title}${andLater ? ';' : '.'}`
    : fresh.length === 0
      ? `Everyone in ${where} was already enrolled in ${course.title}${andLater ? ';' : '.'}`
      : `${countOfPeople(fresh.length)} enrolled in ${course.title}${andLater ? ' now;' : '.'}`;
  const later = andLater ? ' all who join later will be too.' : '';
  const kept = isKept ? ' People who join later are still enrolled automatically, as before.' : '';
  const nobody = `No one is in ${where} yet. Everyone who joins it will be enrolled in ${course.title}.`;
  const message = userIds.length === 0 ? nobody : `${done}${later}${changedWords(changed)}${kept}`;
  return { message, changed: fresh.length + changed.length, waiting: isLeft ? userIds : [] };
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
 * Withdraws enrollments by hand, whoever made them; progress in the course is kept. Whoever may edit the course withdraws anybody's,
 * wherever the person is now, another admin those of their own people. Whoever is left out comes with a reason. Refuses
 * `course_not_found`.
 */
export function* unenrollPeopleSteps(
  tx: TxContext,
  caller: AuditActor,
  request: { courseId: number; userIds: string[] },
): Steps<BulkOutcome> {
  const { actor } = caller;
  const course = yield* requireAssignable(tx, actor, request.courseId);
  const isOwn = actor.isSuperAdmin || course.organizationId === actor.organizationId;
  const userIds = [...new Set(request.userIds.map((id) => id.toLowerCase()))];
  const found = yield* findPeople(tx, userIds);
  const assigned = yield* findAssigned(tx, { courseId: course.id, userIds });
  const left: BulkOutcome['left'] = [];
  const going: string[] = [];
  for (const userId of userIds) {
    if (!isOwn && !isTheirs(actor, found.get(userId))) left.push({ userId, reason: leftReason(actor) });
    else if (!assigned.has(userId)) left.push({ userId, reason: 'Not enrolled by an admin.' });
    else going.push(userId);
  }
  for (const [auditedAt, some] of Map.groupBy(going, (id) => auditedIn(found.get(id), course)))
    yield* endAssignments(tx, caller, { courseId: course.id, auditedIn: auditedAt, userIds: some });
  const message = `${countOfPeople(going.length)} removed from ${course.title}.`;
  return { message, changed: going.length, left };
}

/** The same for one person. Refuses `course_not_found` and `enrollment_not_found`. */
export function unenrollPerson(db: Db, caller: AuditActor, { courseId, userId }: { courseId: number; userId: string }) {
  return db.transact(function* (tx) {
    const { title } = yield* requireAssignable(tx, caller.actor, courseId);
    const { changed } = yield* unenrollPeopleSteps(tx, caller, { courseId, userIds: [userId] });
    if (changed === 0) throw new Refusal('enrollment_not_found');
    return { message: `The person is no longer enrolled in ${title}.` };
  });
}
