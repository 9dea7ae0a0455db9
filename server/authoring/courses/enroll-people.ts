// Enrolling people by hand (M14), which opens a private course to them (decision 13), and giving them a due date.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Due } from '#sync/contract/due.ts';
import type { AutoEnrollment, BulkOutcome, EveryoneEnrollment } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { countOfPeople, findPeople, type PersonRow } from '../../organizations/change-members.ts';
import { endAssignments } from '../../organizations/end-assignments.ts';
import { changeDueDates, dueDateOf, findAssigned, saveEnrollments } from '../../organizations/enrollments.ts';
import { requireGroup } from '../../organizations/groups.ts';
import { requireActive, requireOrganization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { type CourseRecord, requireEditable } from '../editable.ts';

/**
 * Enrolls people in a course: org admins only people of their own organization, super admins anybody. A due date is given to
 * those who are enrolled already too. Whoever is left out comes with a reason. Refuses `course_not_found`,
 * `course_archived` and `due_date_past`.
 */
export function enrollPeople(db: Db, caller: AuditActor, request: EnrollRequest): Promise<BulkOutcome> {
  return db.transact((tx) => enrollPeopleSteps(tx, caller, request));
}

type EnrollRequest = Due & { courseId: number; userIds: string[] };

/** `enrollPeople` inside a unit. */
export function* enrollPeopleSteps(tx: TxContext, caller: AuditActor, request: EnrollRequest): Steps<BulkOutcome> {
  const { actor } = caller;
  const course = yield* requireOpen(tx, caller, request.courseId);
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
  const { enrolled, changed, same } = yield* enroll(tx, caller, { course, userIds: theirs, due: request });
  const acts = (action: string, people: string[], details: object) =>
    people.map((subject) => ({
      action,
      organizationId: course.organizationId,
      subject,
      details: { courseId: course.id, ...details },
    }));
  const { dueOn } = enrolled;
  yield* audit(tx, caller, [
    ...acts('course.person_enrolled', enrolled.userIds, dueOn ? { dueOn } : {}),
    ...acts('course.due_date_changed', changed, { dueOn: dueOn ?? 'none' }),
  ]);
  left.push(...same.map((userId) => ({ userId, reason: 'Already enrolled by an admin.' })));
  const message = `${countOfPeople(enrolled.userIds.length)} enrolled in ${course.title}.${changedWords(changed)}`;
  return { message, changed: enrolled.userIds.length + changed.length, left };
}

export function* requireOpen(tx: TxContext, { actor }: AuditActor, courseId: number): Steps<CourseRecord> {
  const course = yield* requireEditable(tx, actor, courseId);
  if (course.archivedAt) throw new Refusal('course_archived', { field: 'courseId' });
  return course;
}

/** The organizations from which the course was taken back, while their members' enrollments are still being ended. */
function* findEndedGrants({ queries, tables: { endedGrants } }: TxContext, courseId: number): Steps<Set<string>> {
  const { organizationId } = endedGrants;
  const rows = yield* run(
    queries.select({ organizationId }).from(endedGrants).where(eq(endedGrants.courseId, courseId)),
  );
  return new Set(rows.map((row) => row.organizationId));
}

/** Enrolls those who are not, and changes the due date of those who are and have another one. */
function* enroll(
  tx: TxContext,
  { actor, now, today }: AuditActor,
  { course, userIds, due }: { course: CourseRecord; userIds: string[]; due: Due },
) {
  const courseId = course.id;
  const dueOn = dueDateOf(due, today);
  const already = yield* findAssigned(tx, { courseId, userIds });
  const fresh = userIds.filter((id) => !already.has(id));
  const isOther = (id: string) => already.has(id) && dueOn !== undefined && already.get(id) !== dueOn;
  const changed = userIds.filter(isOther);
  yield* saveEnrollments(tx, { courseId, userIds: fresh, enrolledBy: actor.id, now, dueOn });
  if (dueOn !== undefined) yield* changeDueDates(tx, { courseId, userIds: changed, dueOn });
  const same = userIds.filter((id) => already.has(id) && !isOther(id));
  return { enrolled: { userIds: fresh, dueOn }, changed, same };
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
  tx: TxContext,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number; most: number },
): Steps<{ message: string; changed: number; isLeft: boolean }> {
  const course = yield* requireOpen(tx, caller, request.courseId);
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
  const { enrolled, changed } = yield* enroll(tx, caller, { course, userIds: now, due: request });
  const due = { dueOn, dueInDays };
  const place = { courseId: course.id, organizationId, groupId: group?.id };
  const isNamed = request.dueOn !== undefined || request.dueInDays !== undefined;
  if (andLater) yield* saveRule(tx, caller, { ...place, due, isNamed });
  const count = isLeft ? 'everyone' : enrolled.userIds.length;
  const details = { enrolled: count, andLater, ...due, ...(group && { group: group.name }) };
  const act = { action: 'course.everyone_enrolled', organizationId, subject: String(course.id), details };
  yield* audit(tx, caller, act);
  const isKept = !andLater && (yield* hasRule(tx, place));
  const done = isLeft
    ? `Everyone in ${where} is being enrolled in ${course.title}${andLater ? ';' : '.'}`
    : enrolled.userIds.length === 0
      ? `Everyone in ${where} was already enrolled in ${course.title}${andLater ? ';' : '.'}`
      : `${countOfPeople(enrolled.userIds.length)} enrolled in ${course.title}${andLater ? ' now;' : '.'}`;
  const later = andLater ? ' all who join later will be too.' : '';
  const kept = isKept ? ' People who join later are still enrolled automatically, as before.' : '';
  const nobody = `No one is in ${where} yet. Everyone who joins it will be enrolled in ${course.title}.`;
  const message = userIds.length === 0 ? nobody : `${done}${later}${changedWords(changed)}${kept}`;
  return { message, changed: enrolled.userIds.length + changed.length, isLeft };
}

type SavedRule = RulePlace & { due: { dueOn: string | null; dueInDays: number | null }; isNamed: boolean };

/** Without a due date that was named, a rule that is there stays as it is. */
function* saveRule(
  tx: TxContext,
  { actor, now }: AuditActor,
  { courseId, organizationId, groupId, due, isNamed }: SavedRule,
): Steps<void> {
  const { autoEnrollments, groupEnrollments } = tx.tables;
  const rule = { courseId, createdBy: actor.id, createdAt: now, ...due };
  if (groupId) {
    const target = [groupEnrollments.groupId, groupEnrollments.courseId];
    const added = tx.insert(groupEnrollments).values({ groupId, ...rule });
    yield* run(isNamed ? added.onConflictDoUpdate({ target, set: due }) : added.onConflictDoNothing());
  } else {
    const target = [autoEnrollments.organizationId, autoEnrollments.courseId];
    const added = tx.insert(autoEnrollments).values({ organizationId, ...rule });
    yield* run(isNamed ? added.onConflictDoUpdate({ target, set: due }) : added.onConflictDoNothing());
  }
}

/** The rule of an organization, or of one of its groups, for one course. */
interface RulePlace {
  courseId: number;
  organizationId: string;
  groupId?: string | undefined;
}

/** The table of the rule, and which row it is. */
function ruleAt({ autoEnrollments, groupEnrollments }: Tables, { courseId, organizationId, groupId }: RulePlace) {
  return groupId
    ? {
        from: groupEnrollments,
        here: and(eq(groupEnrollments.courseId, courseId), eq(groupEnrollments.groupId, groupId)),
      }
    : {
        from: autoEnrollments,
        here: and(eq(autoEnrollments.courseId, courseId), eq(autoEnrollments.organizationId, organizationId)),
      };
}

function* hasRule({ queries, tables }: TxContext, place: RulePlace): Steps<boolean> {
  const { from, here } = ruleAt(tables, place);
  const rules = yield* run(queries.select({ courseId: from.courseId }).from(from).where(here));
  return rules.length > 0;
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

/** The organizations and groups whose new people are enrolled in this course, as far as the admin runs them. */
export function listAutoEnrollments(db: Db, actor: Person, id: number): Promise<AutoEnrollment[]> {
  const { autoEnrollments, groupEnrollments, organizations, groups } = db.tables;
  return db.transact(function* (tx) {
    const course = yield* requireEditable(tx, actor, id);
    const own = actor.isSuperAdmin ? undefined : eq(organizations.id, actor.organizationId ?? '');
    const organization = { id: organizations.id, name: organizations.name };
    const columns = ({ dueOn, dueInDays, createdAt }: typeof autoEnrollments | typeof groupEnrollments) => {
      return { organization, dueOn, dueInDays, createdAt };
    };
    const whole = yield* run(
      tx
        .select(columns(autoEnrollments))
        .from(autoEnrollments)
        .innerJoin(organizations, eq(organizations.id, autoEnrollments.organizationId))
        .where(and(eq(autoEnrollments.courseId, course.id), own))
        .orderBy(asc(organizations.name)),
    );
    const ofGroups = yield* run(
      tx
        .select({ ...columns(groupEnrollments), group: { id: groups.id, name: groups.name } })
        .from(groupEnrollments)
        .innerJoin(groups, eq(groups.id, groupEnrollments.groupId))
        .innerJoin(organizations, eq(organizations.id, groups.organizationId))
        .where(and(eq(groupEnrollments.courseId, course.id), own))
        .orderBy(asc(organizations.name), asc(groups.nameKey)),
    );
    const rules = [...whole.map((row) => ({ ...row, group: null })), ...ofGroups];
    return rules.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  });
}

/** Ends it for those who join from now on: whoever is enrolled stays. Without one nothing changes. */
export function endAutoEnrollment(db: Db, caller: AuditActor, request: RulePlace) {
  return db.transact(function* (tx) {
    const { id: courseId, title } = yield* requireEditable(tx, caller.actor, request.courseId);
    const { id: organizationId, name } = yield* requireOrganization(tx, caller.actor, request.organizationId);
    const { groupId } = request;
    const group = groupId ? yield* requireGroup(tx, { organizationId, groupId }) : undefined;
    yield* dropRule(tx, caller, { courseId, organizationId, group });
    return { message: `People who join ${group?.name ?? name} from now on are not enrolled in ${title}.` };
  });
}

/**
 * Ends the rules of organizations, and of their groups, that have the course no more: it is not their own, not public, and not
 * granted to them.
 */
export function* dropLostRules(tx: TxContext, caller: AuditActor, id: number): Steps<void> {
  const { autoEnrollments, groupEnrollments, groups, courses, courseGrants } = tx.tables;
  const { visibility, organizationId: owner } = courses;
  const [course] = yield* run(tx.select({ visibility, owner }).from(courses).where(eq(courses.id, id)));
  if (!course || course.visibility === 'public') return;
  const { organizationId } = courseGrants;
  const grants = yield* run(tx.select({ organizationId }).from(courseGrants).where(eq(courseGrants.courseId, id)));
  const keep = new Set([course.owner, ...grants.map((grant) => grant.organizationId)]);
  const whole = yield* run(
    tx
      .select({ organizationId: autoEnrollments.organizationId })
      .from(autoEnrollments)
      .where(eq(autoEnrollments.courseId, id)),
  );
  const ofGroups = yield* run(
    tx
      .select({ organizationId: groups.organizationId, group: { id: groups.id, name: groups.name } })
      .from(groupEnrollments)
      .innerJoin(groups, eq(groups.id, groupEnrollments.groupId))
      .where(eq(groupEnrollments.courseId, id)),
  );
  for (const rule of [...whole, ...ofGroups])
    if (!keep.has(rule.organizationId)) yield* dropRule(tx, caller, { courseId: id, ...rule });
}

interface DroppedRule {
  courseId: number;
  organizationId: string;
  group?: { id: string; name: string } | undefined;
}

function* dropRule(tx: TxContext, caller: AuditActor, { group, ...place }: DroppedRule): Steps<void> {
  const { from, here } = ruleAt(tx.tables, { ...place, groupId: group?.id });
  const [gone] = yield* run(tx.delete(from).where(here).returning());
  const { courseId, organizationId } = place;
  const about = { organizationId, subject: String(courseId), ...(group && { details: { group: group.name } }) };
  if (gone) yield* audit(tx, caller, { action: 'course.auto_enrollment_ended', ...about });
}

/**
 * Withdraws an enrollment by hand, whoever made it and wherever the person is now; progress in the course is kept.
 * Refuses `course_not_found` and `enrollment_not_found`.
 */
export function unenrollPerson(db: Db, caller: AuditActor, request: { courseId: number; userId: string }) {
  return db.transact(function* (tx) {
    const { id: courseId, title } = yield* requireEditable(tx, caller.actor, request.courseId);
    const ended = yield* endAssignments(tx, caller, { courseId, userIds: [request.userId] });
    if (ended === 0) throw new Refusal('enrollment_not_found');
    return { message: `The person is no longer enrolled in ${title}.` };
  });
}
