// The rules by which whoever joins an organization, or comes into a group of it, is enrolled in a course.
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ChangedRule } from '#sync/contract/due.ts';
import type { AutoEnrollment } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireAssignable } from '../catalog/editable.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireOrganization } from '../identity/require-organization.ts';
import { dueDateOf } from '../learning/enrollments.ts';
import { requireGroup } from '../people/groups.ts';
import type { Person } from '../permissions.ts';

type SavedRule = RulePlace & { due: { dueOn: string | null; dueInDays: number | null }; isNamed: boolean };

/** Without a due date that was named, a rule that is there stays as it is. */
export function* saveRule(
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

export function* hasRule({ queries, tables }: TxContext, place: RulePlace): Steps<boolean> {
  const { from, here } = ruleAt(tables, place);
  const rules = yield* run(queries.select({ courseId: from.courseId }).from(from).where(here));
  return rules.length > 0;
}

/** The organizations and groups whose new people are enrolled in this course, as far as the admin runs them. */
export function listAutoEnrollments(db: Db, actor: Person, id: number): Promise<AutoEnrollment[]> {
  const { autoEnrollments, groupEnrollments, organizations, groups } = db.tables;
  return db.transact(function* (tx) {
    const course = yield* requireAssignable(tx, actor, id);
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

type Rule = Omit<AutoEnrollment, 'createdAt'>;

/** The courses that enroll whoever joins this organization, or a group of it, with their rules; without one those of all organizations. */
export async function findAutomatic(db: Db, organizationId: string | undefined): Promise<Map<number, Rule[]>> {
  const { autoEnrollments, groupEnrollments, organizations, groups, courses } = db.tables;
  const columns = ({ courseId, dueOn, dueInDays }: typeof autoEnrollments | typeof groupEnrollments) => ({
    ...{ courseId, dueOn, dueInDays },
    organization: { id: organizations.id, name: organizations.name },
  });
  const isOf = and(
    isNull(courses.archivedAt),
    organizationId === undefined ? undefined : eq(organizations.id, organizationId),
  );
  const whole = await db
    .select(columns(autoEnrollments))
    .from(autoEnrollments)
    .innerJoin(courses, eq(courses.id, autoEnrollments.courseId))
    .innerJoin(organizations, eq(organizations.id, autoEnrollments.organizationId))
    .where(isOf)
    .orderBy(asc(organizations.name));
  const ofGroups = await db
    .select({ ...columns(groupEnrollments), group: { id: groups.id, name: groups.name } })
    .from(groupEnrollments)
    .innerJoin(courses, eq(courses.id, groupEnrollments.courseId))
    .innerJoin(groups, eq(groups.id, groupEnrollments.groupId))
    .innerJoin(organizations, eq(organizations.id, groups.organizationId))
    .where(isOf)
    .orderBy(asc(organizations.name), asc(groups.nameKey));
  const found = new Map<number, Rule[]>();
  for (const { courseId, ...rule } of [...whole.map((row) => ({ ...row, group: null })), ...ofGroups])
    found.set(courseId, [...(found.get(courseId) ?? []), rule]);
  return found;
}

/**
 * Changes until when those who join from now on have to complete the course; who is enrolled keeps their due date. Refuses
 * `enrollment_not_found` where there is no such rule, and `due_date_past`.
 */
export function changeAutoEnrollment(db: Db, caller: AuditActor, request: ChangedRule & { courseId: number }) {
  return db.transact(function* (tx) {
    const { id: courseId, title } = yield* requireAssignable(tx, caller.actor, request.courseId);
    const { id: organizationId, name } = yield* requireOrganization(tx, caller.actor, request.organizationId);
    const { groupId, dueOn = null, dueInDays = null } = request;
    const group = groupId ? yield* requireGroup(tx, { organizationId, groupId: groupId.toLowerCase() }) : undefined;
    dueDateOf(request, caller.today);
    const { from, here } = ruleAt(tx.tables, { courseId, organizationId, groupId: group?.id });
    const due = { dueOn, dueInDays };
    const changed = yield* run(tx.update(from).set(due).where(here).returning());
    if (changed.length === 0) throw new Refusal('enrollment_not_found');
    const details = { ...due, ...(group && { group: group.name }) };
    const about = { organizationId, subject: String(courseId), details };
    yield* audit(tx, caller, { action: 'course.auto_enrollment_changed', ...about });
    return { message: `People who join ${group?.name ?? name} from now on get the new due date in ${title}.` };
  });
}

/** Ends it for those who join from now on: whoever is enrolled stays. Without one nothing changes. */
export function endAutoEnrollment(db: Db, caller: AuditActor, request: RulePlace) {
  return db.transact(function* (tx) {
    const { id: courseId, title } = yield* requireAssignable(tx, caller.actor, request.courseId);
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
