// Enrolling people by hand (R-M14), which opens a private course to them (P-13), and giving them a due date.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Enrolling, EveryoneEnrollment } from '#sync/contract/due.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Rest } from '../../db/schema-jobs.ts';
import type { ActDeps, Deps } from '../../deps.ts';
import { divideNamed, endSlice, findRests, leaveNamed, type Slice, takeNamed } from '../../leave-rest.ts';
import { countOfPeople, findPeople, type PersonRow } from '../../organizations/change-members.ts';
import { endAssignments } from '../../organizations/end-assignments.ts';
import { changeDueDates, dueDateOf, findAssigned, saveEnrollments } from '../../organizations/enrollments.ts';
import { requireGroup } from '../../organizations/groups.ts';
import { mailAssigned } from '../../organizations/mail-assigned.ts';
import { requireActive } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { type CourseRecord, requireAssignable, requireOpen } from '../editable.ts';
import { hasCourse, hasRule, saveRule } from './enrollment-rules.ts';

/**
 * Enrolls people in a course: org admins only people of their own organization, super admins anybody. A due date is given to
 * those who are enrolled already too. Whoever is left out comes with a reason. Of many the rest is enrolled by a job. Refuses `course_not_found`,
 * `course_archived` and `due_date_past`.
 */
export async function enrollPeople(
  { db, env, mailer, runJobs }: ActDeps & Pick<Deps, 'env' | 'mailer'>,
  caller: AuditActor,
  request: EnrollRequest,
): Promise<BulkOutcome> {
  const { waiting: _, ...told } = await db.transact((tx) => enrollPeopleSteps({ ...tx, env }, caller, request));
  runJobs();
  mailer.flush();
  return told;
}

/** What enrolls people may write to them. */
type Enrolls = TxContext & Pick<Deps, 'env'>;

type EnrollRequest = Enrolling & { courseId: number; userIds: string[] };

/** `enrollPeople` inside a unit; `waiting` are those whom a job is still to enroll. */
export function* enrollPeopleSteps(
  tx: Enrolls,
  caller: AuditActor,
  request: EnrollRequest,
): Steps<BulkOutcome & { waiting: string[] }> {
  const { actor } = caller;
  const course = yield* requireOpen(tx, caller.actor, request.courseId);
  const ids = [...new Set(request.userIds.map((id) => id.toLowerCase()))];
  const found = yield* findPeople(tx, ids);
  const ending = yield* findEndedGrants(tx, course.id);
  const left: BulkOutcome['left'] = [];
  const theirs = ids.filter((userId) => {
    const one = found.get(userId);
    const isEnding = one?.organizationId && ending.has(one.organizationId);
    if (isTheirs(actor, one) && !isEnding) return true;
    left.push({ userId, reason: isEnding ? REFUSALS.grant_ending[1] : leftReason(actor) });
    return false;
  });
  const plan = yield* planEnrollments(tx, {
    courseId: course.id,
    userIds: theirs,
    dueOn: dueDateOf(request, caller.today),
  });
  const { dueOn, fresh, changed, same } = plan;
  const { sendEmail } = request;
  const people = [...fresh, ...changed];
  const { some, others } = divideNamed(people);
  const organizationId = actor.isSuperAdmin ? course.organizationId : actor.organizationId;
  yield* enrollAudited(tx, caller, { course, plan: { ...plan, sendEmail }, people: some, found });
  const before = (yield* findRests(tx, { courseId: course.id, organizationId })).flatMap(({ rest }) =>
    rest.kind === 'enroll-people' ? [rest.dueOn ?? null] : [],
  );
  yield* leaveNamed<'enroll-people'>(tx, caller, {
    rest: {
      ...{ kind: 'enroll-people', courseId: course.id, at: caller.now.toISOString(), by: actor.id },
      ...{ organizationId: actor.isSuperAdmin ? null : organizationId, ...(dueOn !== undefined && { dueOn }) },
      ...(sendEmail && { sendEmail }),
      awaited: [...new Set(before)],
    },
    ...{ title: `Enroll in ${course.title}`, organizationId },
    done: some.map((userId) => ({ userId, reason: null })),
    others: others.map((id) => (plan.already.has(id) ? [id, plan.already.get(id) ?? null] : [id])),
  });
  left.push(...same.map((userId) => ({ userId, reason: ALREADY })));
  const message = `${countOfPeople(fresh.length)} enrolled in ${course.title}.${changedWords(changed)}`;
  return { message, changed: people.length, left, waiting: others };
}

/** The next of those whom `enrollPeople` has left to a job, as far as they may still be enrolled. */
export function* enrollSlice(
  tx: Enrolls,
  caller: AuditActor,
  { rest, jobId }: { rest: Extract<Rest, { kind: 'enroll-people' }>; jobId: string },
): Steps<Slice> {
  const { courses } = tx.tables;
  const { id, deletedAt } = courses;
  const [course] = yield* run(
    tx
      .select({ id, organizationId: courses.organizationId, visibility: courses.visibility })
      .from(courses)
      .where(and(eq(id, rest.courseId), isNull(deletedAt))),
  );
  const { some: taken, ...place } = yield* takeNamed(tx, { id: jobId, kind: rest.kind });
  // The release before wrote ids alone.
  const some = taken.map((one) => (typeof one === 'string' ? ([one] as [id: string]) : one));
  const found = yield* findPeople(
    tx,
    some.map(([userId]) => userId),
  );
  // Whoever was erased meanwhile is nobody more.
  const here = some.filter(([userId]) => found.has(userId));
  if (!course) {
    const outcomes = here.map(([userId]) => ({ userId, reason: 'The course was deleted.' }));
    return yield* endSlice(tx, jobId, { ...place, outcomes });
  }
  if (rest.organizationId !== null && !(yield* hasCourse(tx, course, rest.organizationId))) {
    const outcomes = here.map(([userId]) => ({ userId, reason: 'The organization no longer has this course.' }));
    return yield* endSlice(tx, jobId, { ...place, outcomes });
  }
  const ending = yield* findEndedGrants(tx, course.id);
  const already = yield* findAssigned(tx, { courseId: course.id, userIds: here.map(([userId]) => userId) });
  const outcomes = here.map(([userId, ...was]) => {
    const home = found.get(userId)?.organizationId ?? null;
    if (home !== null && ending.has(home)) return { userId, reason: REFUSALS.grant_ending[1] };
    if (rest.organizationId !== null && home !== rest.organizationId)
      return { userId, reason: 'Has left the organization.' };
    return {
      userId,
      reason: changedMeanwhile({ rest, was, is: already.has(userId) ? [already.get(userId) ?? null] : [] }),
    };
  });
  const userIds = outcomes.flatMap(({ userId, reason }) => (reason === null ? userId : []));
  const plan = yield* planEnrollments(tx, { courseId: course.id, userIds, dueOn: rest.dueOn });
  const { profiles } = tx.tables;
  // Whoever enrolled them may have been erased meanwhile.
  const [maker] = yield* run(
    tx.queries.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, caller.actor.id)),
  );
  const byMaker = { ...plan, sendEmail: rest.sendEmail, enrolledBy: maker?.id ?? null };
  yield* enrollAudited(tx, caller, { course, plan: byMaker, people: userIds, found });
  return yield* endSlice(tx, jobId, { ...place, outcomes });
}

const ALREADY = 'Already enrolled by an admin.';

interface Meanwhile {
  rest: Extract<Rest, { kind: 'enroll-people' }>;
  /** The due date of an enrollment, if there is one, when it was judged and now. */
  was: (string | null)[];
  is: (string | null)[];
}

/** Why somebody is left as they are: what another admin did to them since is newer than this act. */
function changedMeanwhile({ rest, was: [before], is: [now] }: Meanwhile): string | null {
  if (now === undefined) return before === undefined ? null : 'Taken out of the course meanwhile.';
  if (now === rest.dueOn) return ALREADY;
  const isAsJudged = now === before || rest.awaited?.includes(now);
  if (isAsJudged) return rest.dueOn === undefined ? ALREADY : null;
  return before === undefined ? 'Enrolled by someone else meanwhile.' : 'Their due date was changed meanwhile.';
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
  const same = userIds.filter((id) => already.has(id) && !isOther(id));
  return { courseId, dueOn, fresh, changed, same, already };
}

interface EnrollmentPlan {
  courseId: number;
  dueOn: string | null | undefined;
  fresh: string[];
  changed: string[];
  sendEmail?: boolean | undefined;
  /** The caller, unless another is named. */
  enrolledBy?: string | null;
}

/** Enrolls those who are not, and changes the due date of those who are and have another one. */
function* enroll(
  tx: Enrolls,
  caller: AuditActor,
  { courseId, dueOn, fresh, changed, sendEmail, enrolledBy = caller.actor.id }: EnrollmentPlan,
): Steps<void> {
  yield* saveEnrollments(tx, { courseId, userIds: fresh, enrolledBy, now: caller.now, dueOn });
  if (dueOn !== undefined) yield* changeDueDates(tx, { courseId, userIds: changed, dueOn, now: caller.now });
  // Of a due date that is taken away there is nothing to tell.
  if (!sendEmail) return;
  const moved = { courseId, userIds: dueOn ? changed : [], isMoved: true };
  yield* mailAssigned(tx, caller, [{ courseId, userIds: fresh }, moved]);
}

interface EnrolledPeople {
  course: Pick<CourseRecord, 'id' | 'organizationId'>;
  plan: EnrollmentPlan;
  people: string[];
  found: Map<string, PersonRow>;
}

/** Whose audit log has what was done to this person in the course: that of their own organization, of a guest that of the course. */
export const auditedIn = (one: PersonRow | undefined, course: Pick<CourseRecord, 'organizationId'>): string | null =>
  one?.organizationId ?? course.organizationId;

/** Does what is planned for these people, with an entry in the audit log for each. */
function* enrollAudited(tx: Enrolls, caller: AuditActor, { course, plan, people, found }: EnrolledPeople): Steps<void> {
  const { dueOn } = plan;
  const wanted = new Set(people);
  const fresh = plan.fresh.filter((id) => wanted.has(id));
  const changed = plan.changed.filter((id) => wanted.has(id));
  yield* enroll(tx, caller, { ...plan, fresh, changed });
  const acts = (action: string, those: string[], details: object) =>
    those.map((subject) => ({
      action,
      organizationId: auditedIn(found.get(subject), course),
      subject,
      details: { courseId: course.id, ...details },
    }));
  yield* audit(tx, caller, [
    ...acts('course.person_enrolled', fresh, dueOn ? { dueOn } : {}),
    ...acts('course.due_date_changed', changed, { dueOn: dueOn ?? 'none' }),
  ]);
}

const changedWords = (changed: readonly string[]) =>
  changed.length > 0 ? ` The due date of ${countOfPeople(changed.length)} was changed.` : '';

export function isTheirs(actor: Person, one: PersonRow | undefined): boolean {
  return one !== undefined && (actor.isSuperAdmin || one.organizationId === actor.organizationId);
}

/** Why somebody who is not theirs is left out. */
export const leftReason = (actor: Person) =>
  actor.isSuperAdmin ? 'This person is not here.' : 'This person is not in your organization.';

/**
 * Enrolls all members of an organization or of one of its groups, and with `andLater` whoever joins it from now on. Sent again
 * with a due date it changes theirs. Of more than `most` members none is enrolled: that is left to a job. Refuses what
 * `enrollPeople` refuses, `organization_not_found`, `organization_inactive` and `grant_ending`, and `nobody_matches` where nobody is
 * or will be enrolled.
 */
export function* enrollEveryone(
  tx: Enrolls,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number; most: number },
): Steps<{ message: string; changed: number; isLeft: boolean }> {
  const course = yield* requireOpen(tx, caller.actor, request.courseId);
  const { id: organizationId, name } = yield* requireActive(tx, caller.actor, request.organizationId);
  if ((yield* findEndedGrants(tx, course.id)).has(organizationId)) throw new Refusal('grant_ending');
  const { andLater, groupId, dueOn = null, dueInDays = null, most } = request;
  const group = groupId ? yield* requireGroup(tx, { organizationId, groupId: groupId.toLowerCase() }) : undefined;
  const where = group?.name ?? name;
  const userIds = yield* findMembers(tx, organizationId, { groupId: group?.id, most: most + 1 });
  if (userIds.length === 0 && !andLater) {
    const field = group ? 'groupId' : 'organizationId';
    throw new Refusal('nobody_matches', { field }, `No one is in ${where} yet.`);
  }
  const isLeft = userIds.length > most;
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
  return { message, changed: fresh.length + changed.length, isLeft };
}

function* findMembers(
  { queries, tables }: TxContext,
  organizationId: string,
  { groupId, most }: { groupId?: string | undefined; most?: number } = {},
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
  const all = queries.select({ id: profiles.id }).from(profiles).where(isMember);
  const members = yield* run(most === undefined ? all : all.limit(most));
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
