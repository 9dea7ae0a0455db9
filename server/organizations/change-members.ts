import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Assignment, BulkOutcome } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { type AuditActor, audit, auditColumns } from '../audit/audit-log.ts';
import { type Db, inBatches, isOneOf, run, type Steps, type TxContext } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import type { Payloads } from '../db/schema-jobs.ts';
import type { ActDeps } from '../deps.ts';
import { endInvitationsBack, endMadeBy } from '../end-invitations.ts';
import { idsOf, type JobTx, type ListedKind, outcomesOf, type RowsKind } from '../jobs/job-kinds.ts';
import { restWords, startJob } from '../jobs/start-job.ts';
import { may } from '../permissions.ts';
import { endAssignments, endGroups } from './end-assignments.ts';
import { enrollJoined } from './enrollments.ts';
import { tellOfToken } from './mail-admins.ts';
import { requireActive, requireOrganization } from './require-organization.ts';

interface Membership {
  organizationId: string;
  userId: string;
  isOrgAdmin: boolean;
}

/**
 * Makes a member an org admin, or an org admin a member. Refuses `user_not_found`, `cannot_change_self`, and for org
 * admins `last_admin`.
 */
export function changeMember(db: Db, caller: AuditActor, wanted: Membership) {
  return db.transact(function* (tx) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, wanted.organizationId);
    if (wanted.userId === caller.actor.id) throw new Refusal('cannot_change_self', { field: 'userId' });
    const one = (yield* findPeople(tx, [wanted.userId])).get(wanted.userId);
    const admins = wanted.isOrgAdmin ? Number.POSITIVE_INFINITY : yield* countAdmins(tx, organizationId);
    const code = removalRefusal({ one, organizationId, admins, caller });
    if (code) throw new Refusal(code, { field: 'userId' });
    if (one && one.isOrgAdmin !== wanted.isOrgAdmin) yield* setRole(tx, caller, { ...wanted, one });
    return { message: wanted.isOrgAdmin ? 'The person is now an admin.' : 'The person is now a member.' };
  });
}

function* setRole(
  tx: TxContext,
  caller: AuditActor,
  { userId, organizationId, isOrgAdmin, one }: Membership & { one: PersonRow },
): Steps<void> {
  const { profiles } = tx.tables;
  yield* run(tx.update(profiles).set({ isOrgAdmin }).where(eq(profiles.id, userId)));
  const act = { action: 'account.role_changed', organizationId, subject: userId, details: { isOrgAdmin } };
  yield* audit(tx, caller, act);
  if (isOrgAdmin) return;
  yield* endMadeBy(tx, [userId], auditColumns(caller));
  yield* endInvitationsBack(tx, { organizationId, people: [one] }, auditColumns(caller));
}

/**
 * Moves people into an organization, or with null out of theirs; a move clears is_org_admin (P-16). Refuses `organization_not_found`,
 * `organization_inactive`, and `user_not_found` when only that one person was named.
 */
export async function assignPeople(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  assignment: Assignment,
): Promise<BulkOutcome> {
  const ids = namedIn(assignment);
  const told = await db.transact((tx) => assign({ ...tx, env }, caller, { ...assignment, ids }));
  queue.wake('jobs');
  return told;
}

function* assign(tx: JobTx, caller: AuditActor, assignment: Assignment & { ids: string[] }): Steps<BulkOutcome> {
  const { ids } = assignment;
  const expected = placesIn(assignment);
  const to = assignment.organizationId?.toLowerCase() ?? null;
  const target = to === null ? null : yield* requireActive(tx, caller.actor, to);
  const found = yield* findPeople(tx, ids);
  if (assignment.userId && found.size === 0) throw new Refusal('user_not_found', { field: 'userId' });
  const left: BulkOutcome['left'] = [];
  const moving = yield* findMoving(tx);
  const moved = ids.flatMap((id) => {
    const one = found.get(id);
    const isMoving = moving.has(id) && one?.organizationId === moving.get(id);
    const isElsewhere = isMoving || (expected.has(id) && one?.organizationId !== expected.get(id));
    if (one && one.organizationId !== to && !isElsewhere) return one;
    const isThere = one?.organizationId === to;
    left.push({ userId: id, reason: one && !isThere ? MOVED_MEANWHILE : skipReason(one !== undefined, target?.name) });
    return [];
  });
  const job = yield* startJob(tx, caller, movePeopleKind, {
    act: { kind: 'move-people', to },
    ...{ title: target ? `Assign to ${target.name}` : 'Take out of their organization', organizationId: to },
    rows: moved.map(({ id, organizationId }) => ({ userId: id, payload: { from: organizationId } })),
  });
  const where = target ? `assigned to ${target.name}` : 'taken out of their organization';
  const message = `${countOfPeople(moved.length)} ${where}.${restWords(job)}`;
  return { message, changed: moved.length, left };
}

/** Whom a job is still about to move, with the organization where they are until then. */
function* findMoving({ queries, tables: { bulkJobs, bulkRows } }: TxContext): Steps<Map<string | null, string | null>> {
  const { userId, payload, isChanged, jobId } = bulkRows;
  const isMoving = and(eq(bulkJobs.state, 'running'), sql`${bulkJobs.act} ->> 'kind' = 'move-people'`);
  const rows = yield* run(
    queries
      .select({ userId, payload })
      .from(bulkJobs)
      .innerJoin(bulkRows, eq(jobId, bulkJobs.id))
      .where(and(isMoving, isNull(isChanged))),
  );
  return new Map(rows.map((row) => [row.userId, (row.payload as Payloads['move-people']).from]));
}

/** Those whom `assignPeople` has named, as far as they are still where they were. */
export const movePeopleKind: RowsKind<'move-people'> = {
  kind: 'move-people',
  *perform(tx, caller, { act: { to }, rows }) {
    if (!caller.actor.isSuperAdmin) throw new Refusal('access_denied');
    if (to !== null) yield* requireActive(tx, caller.actor, to);
    const found = yield* findPeople(
      tx,
      rows.flatMap(({ userId }) => userId ?? []),
    );
    const staying = rows.map(({ userId, payload }) => {
      const one = found.get(userId ?? '');
      return one && one.organizationId === payload?.from ? one : undefined;
    });
    yield* moveAudited(tx, caller, { people: staying.filter((one) => one !== undefined), to });
    return staying.map((one) => ({ isChanged: one !== undefined, reason: one ? null : MOVED_MEANWHILE }));
  },
};

function* moveAudited(
  tx: TxContext,
  caller: AuditActor,
  { people, to }: { people: PersonRow[]; to: string | null },
): Steps<void> {
  yield* movePeople(tx, caller, { people, to });
  const acts = people.map(({ id, organizationId: from, isOrgAdmin }) => ({
    action: to === null ? 'organization.person_removed' : 'organization.person_assigned',
    subject: id,
    organizationId: to ?? from,
    details: { from, to, ...(isOrgAdmin && { wasOrgAdmin: true }) },
  }));
  yield* audit(tx, caller, acts);
  if (to !== null) yield* enrollJoined(tx, caller, { organizationId: to, userIds: people.map(({ id }) => id) });
}

const MOVED_MEANWHILE = 'No longer in the organization that was shown. Please check again.';

function namedIn({ userId, userIds }: Assignment): string[] {
  const named = userIds ?? (userId ? [userId] : []);
  if (named.length === 0) throw new Refusal('validation_failed', { field: 'userId' }, 'Please choose a person.');
  return [...new Set(named.map((id) => id.toLowerCase()))];
}

/** Where these people were when it was decided, as far as it was said. */
function placesIn({ userId, userIds, fromOrganizationId, fromOrganizationIds }: Assignment) {
  const named = userIds ?? (userId ? [userId] : []);
  const places = fromOrganizationIds ?? (fromOrganizationId === undefined ? [] : named.map(() => fromOrganizationId));
  if ((fromOrganizationIds || places.length > 0) && places.length !== named.length)
    throw new Refusal(
      'validation_failed',
      { field: 'fromOrganizationIds' },
      'Please say of each person where they are.',
    );
  return new Map(places.map((from, at) => [named[at]?.toLowerCase(), from?.toLowerCase() ?? null]));
}

function skipReason(exists: boolean, organization: string | undefined): string {
  if (!exists) return 'This person is not here.';
  return organization ? `Already in ${organization}.` : 'Not in any organization.';
}

/**
 * Takes one member out of an organization; it cannot be undone, and clears is_org_admin. Refuses `user_not_found`,
 * `cannot_remove_self`, and for org admins `last_admin`.
 */
export function removeMember(db: Db, caller: AuditActor, at: { organizationId: string; userId: string }) {
  return db.transact(function* (tx) {
    const organization = yield* requireOrganization(tx, caller.actor, at.organizationId);
    const { left, admins } = yield* remove(tx, caller, { organizationId: organization.id, userIds: [at.userId] });
    const refused = left[0];
    if (refused) throw new Refusal(refused.code, { field: 'userId' });
    yield* tellOfToken(tx, caller, { organization, removed: admins });
    return { message: `The person was removed from ${organization.name}.` };
  });
}

/** The same for several people: whoever cannot be removed stays, with a reason. */
export async function removeMembers(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  at: { organizationId: string; userIds: string[] },
): Promise<BulkOutcome> {
  const told = await db.transact(function* (unit) {
    const tx = { ...unit, env };
    const { id: organizationId, name } = yield* requireOrganization(tx, caller.actor, at.organizationId);
    const userIds = [...new Set(at.userIds.map((id) => id.toLowerCase()))];
    const { going, left } = yield* judgeRemovals(tx, caller, { organizationId, userIds });
    const job = yield* startJob(tx, caller, removeKind, {
      ...{ act: { kind: 'remove' }, title: removeKind.title, organizationId },
      rows: going.map(({ id }) => ({ userId: id })),
    });
    return {
      message: `${countOfPeople(going.length)} removed from ${name}.${restWords(job)}`,
      changed: going.length,
      left: inWords(left),
    };
  });
  queue.wake('jobs');
  return told;
}

export const removeKind = {
  kind: 'remove',
  title: 'Remove from the organization',
  *perform(tx, caller, { rows, ...job }) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, job.organizationId ?? '');
    const { left } = yield* remove(tx, caller, { organizationId, userIds: idsOf(rows) });
    return outcomesOf(rows, { left: inWords(left) });
  },
} satisfies ListedKind<'remove'>;

interface RefusedRemoval {
  userId: string;
  code: RefusalCode;
}

const inWords = (left: RefusedRemoval[]): BulkOutcome['left'] =>
  left.map(({ userId, code }) => ({ userId, reason: REFUSALS[code][1] }));

interface Removed {
  organizationId: string;
  userIds: string[];
}

function* judgeRemovals(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, userIds }: Removed,
): Steps<{ going: PersonRow[]; left: RefusedRemoval[] }> {
  const found = yield* findPeople(tx, userIds);
  let admins = yield* countAdmins(tx, organizationId);
  const left: RefusedRemoval[] = [];
  const going: PersonRow[] = [];
  for (const userId of userIds) {
    const one = found.get(userId);
    const code = removalRefusal({ one, organizationId, admins, caller });
    if (code) left.push({ userId, code });
    else if (one) {
      going.push(one);
      if (one.isOrgAdmin) admins -= 1;
    }
  }
  return { going, left };
}

function* remove(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, userIds }: Removed,
): Steps<{ admins: string[]; left: RefusedRemoval[] }> {
  const { going, left } = yield* judgeRemovals(tx, caller, { organizationId, userIds });
  yield* movePeople(tx, caller, { people: going, to: null });
  const acts = going.map(({ id, isOrgAdmin }) => ({
    action: 'organization.person_removed',
    subject: id,
    organizationId,
    details: { from: organizationId, to: null, ...(isOrgAdmin && { wasOrgAdmin: true }) },
  }));
  yield* audit(tx, caller, acts);
  return { admins: going.flatMap((one) => (one.isOrgAdmin ? one.email : [])), left };
}

interface RemovalCheck {
  one: PersonRow | undefined;
  organizationId: string;
  admins: number;
  caller: AuditActor;
}

/** Why a member cannot be removed. The caller counts among the admins, unless they lost that role a moment ago: one stays. */
export function removalRefusal({ one, organizationId, admins, caller }: RemovalCheck): RefusalCode | undefined {
  if (one?.organizationId !== organizationId) return 'user_not_found';
  if (one.id === caller.actor.id) return 'cannot_remove_self';
  if (one.isOrgAdmin && !may(caller.actor, 'change_admins', null)) return 'scope_missing';
  if (one.isOrgAdmin && admins <= 1 && !caller.actor.isSuperAdmin) return 'last_admin';
  return undefined;
}

// People by their ids, and changes of several at once.

export interface PersonRow {
  id: string;
  email: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
}

/** The people with these ids, by id; unknown ids are missing. */
export function* findPeople({ queries, tables }: TxContext, ids: readonly string[]): Steps<Map<string, PersonRow>> {
  const { id, email, organizationId, isOrgAdmin, erasedAt } = tables.profiles;
  const rows = yield* run(
    queries
      .select({ id, email, organizationId, isOrgAdmin })
      .from(tables.profiles)
      .where(and(isOneOf(id, ids), isNull(erasedAt))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Moves people into an organization, or out of theirs with null; nobody stays an org admin (P-16). */
export function* movePeople(
  tx: TxContext,
  caller: AuditActor,
  { people, to }: { people: readonly PersonRow[]; to: string | null },
): Steps<void> {
  const { profiles } = tx.tables;
  const ids = people.map(({ id }) => id);
  for (const part of inBatches(ids)) {
    const change = { organizationId: to, isOrgAdmin: false, joinedAt: to === null ? null : caller.now };
    yield* run(tx.update(profiles).set(change).where(inArray(profiles.id, part)));
  }
  yield* endMadeBy(tx, ids, auditColumns(caller));
  const leaving = Map.groupBy(people, ({ organizationId }) => organizationId);
  for (const [organizationId, some] of leaving) {
    if (!organizationId) continue;
    const userIds = some.map(({ id }) => id);
    yield* endInvitationsBack(tx, { organizationId, people: some }, auditColumns(caller));
    yield* endMemberships(tx, caller, { organizationId, userIds });
  }
}

/** Whoever leaves an organization keeps nothing that was given by hand, courses and groups; progress and certificates stay. */
function* endMemberships(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, userIds }: { organizationId: string; userIds: string[] },
): Steps<void> {
  const { endedMemberships, courseProgress } = tx.tables;
  const target = [endedMemberships.userId, endedMemberships.organizationId];
  for (const part of inBatches(userIds)) {
    const rows = part.map((userId) => ({ userId, organizationId, endedAt: caller.now }));
    const set = { endedAt: excluded(endedMemberships.endedAt) };
    yield* run(tx.insert(endedMemberships).values(rows).onConflictDoUpdate({ target, set }));
  }
  yield* endAssignments(tx, caller, { userIds, organizationId });
  yield* endGroups(tx, caller, { userIds, organizationId });
  // In courses of others too: who is no member has no due dates (decision 183).
  for (const part of inBatches(userIds))
    yield* run(
      tx
        .update(courseProgress)
        .set({ dueOn: null })
        .where(and(inArray(courseProgress.userId, part), isNotNull(courseProgress.dueOn))),
    );
}

export function* countAdmins({ queries, tables }: TxContext, organizationId: string): Steps<number> {
  const { profiles } = tables;
  const isAdmin = and(eq(profiles.organizationId, organizationId), eq(profiles.isOrgAdmin, true));
  const [row] = yield* run(queries.select({ admins: count() }).from(profiles).where(isAdmin));
  return row?.admins ?? 0;
}

/** '1 person' or '3 people'. */
export const countOfPeople = (number: number) => (number === 1 ? '1 person' : `${number} people`);
