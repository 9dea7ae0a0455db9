// Groups of an organization: crews, sites, shifts. Whoever leads one sees its people while they are of the organization.
import { and, asc, count, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { dayOf } from '#sync/contract/due.ts';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import { type FoundGroup, GROUPS_LIMIT, type GroupMembership, type GroupRow, groupKey } from '#sync/contract/group.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, inBatches, number, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireOrganization } from '../identity/require-organization.ts';
import { enrollJoined } from '../learning/enrollments.ts';
import { type Actor, may } from '../permissions.ts';
import { readGroupFigures } from './group-figures.ts';

export interface GroupPlace {
  organizationId: string;
  groupId: string;
}

export interface Group {
  id: string;
  name: string;
}

/** The group of this organization; refuses `group_not_found`. Whether the caller may touch it has been decided. */
export function* requireGroup(tx: TxContext, { organizationId, groupId }: GroupPlace): Steps<Group> {
  const { groups } = tx.tables;
  const here = and(eq(groups.id, groupId), eq(groups.organizationId, organizationId));
  const [found] = yield* run(tx.select({ id: groups.id, name: groups.name }).from(groups).where(here));
  if (!found) throw new Refusal('group_not_found', { field: 'groupId' });
  return found;
}

/** The same, of an organization that the caller runs. */
export function* requireOwnGroup(tx: TxContext, caller: AuditActor, place: GroupPlace) {
  const { id: organizationId } = yield* requireOrganization(tx, caller.actor, place.organizationId);
  const group = yield* requireGroup(tx, { ...place, organizationId });
  return { ...group, organizationId };
}

/** Refuses `group_name_taken` and `too_many_groups`. */
export function createGroup(
  db: Db,
  caller: AuditActor,
  { name, ...of }: { organizationId: string; name: string },
): Promise<GroupRow> {
  return db.transact(function* (tx) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, of.organizationId);
    return { ...(yield* insertGroup(tx, caller, { organizationId, name })), people: 0, leads: [], courses: [] };
  });
}

/** `createGroup` inside a unit. */
export function* insertGroup(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, name }: { organizationId: string; name: string },
): Steps<Group> {
  const { groups } = tx.tables;
  const [row] = yield* run(tx.select({ known: count() }).from(groups).where(eq(groups.organizationId, organizationId)));
  if ((row?.known ?? 0) >= GROUPS_LIMIT) throw new Refusal('too_many_groups');
  const [made] = yield* run(
    tx
      .insert(groups)
      .values({ organizationId, name, nameKey: groupKey(name), createdAt: caller.now })
      .onConflictDoNothing()
      .returning({ id: groups.id }),
  );
  if (!made) throw new Refusal('group_name_taken', { field: 'name' });
  yield* audit(tx, caller, { action: 'group.created', organizationId, subject: made.id, details: { name } });
  return { id: made.id, name };
}

/** Refuses `group_not_found` and `group_name_taken`. */
export function renameGroup(db: Db, caller: AuditActor, { name, ...place }: GroupPlace & { name: string }) {
  const { groups } = db.tables;
  return db.transact(function* (tx) {
    const { id, organizationId, name: from } = yield* requireOwnGroup(tx, caller, place);
    const nameKey = groupKey(name);
    const same = and(eq(groups.organizationId, organizationId), eq(groups.nameKey, nameKey), ne(groups.id, id));
    const [taken] = yield* run(tx.select({ id: groups.id }).from(groups).where(same));
    if (taken) throw new Refusal('group_name_taken', { field: 'name' });
    yield* run(tx.update(groups).set({ name, nameKey }).where(eq(groups.id, id)));
    const act = { action: 'group.renamed', organizationId, subject: id, details: { name, before: from } };
    if (name !== from) yield* audit(tx, caller, act);
    return { message: `The group is now called ${name}.` };
  });
}

/**
 * Its people stay in the organization; invitations that led into it lead into the organization alone. Refuses `group_reminded`, as the
 * automatic reminders would reach no one.
 */
export function deleteGroup(db: Db, caller: AuditActor, place: GroupPlace) {
  const { groups, organizations } = db.tables;
  return db.transact(function* (tx) {
    const { id, organizationId, name } = yield* requireOwnGroup(tx, caller, place);
    const here = eq(organizations.id, organizationId);
    const [of] = yield* run(tx.select({ reminders: organizations.reminders }).from(organizations).where(here));
    if (of?.reminders?.groupId === id) throw new Refusal('group_reminded', { field: 'groupId' });
    yield* run(tx.delete(groups).where(eq(groups.id, id)));
    yield* audit(tx, caller, { action: 'group.deleted', organizationId, subject: id, details: { name } });
    return { message: `The group ${name} was deleted. Its people stay in the organization.` };
  });
}

interface Entering {
  group: Group & { organizationId: string };
  userId: string;
}

/** Writes a person into a group who is of its organization by now, and enrolls them in its courses; false for whoever is in it. */
export function* enterGroup(tx: TxContext, caller: AuditActor, { group, userId }: Entering): Steps<boolean> {
  const { groupMembers } = tx.tables;
  const { id: groupId, name, organizationId } = group;
  const row = { groupId, userId, createdAt: caller.now };
  const [entered] = yield* run(tx.insert(groupMembers).values(row).onConflictDoNothing().returning());
  if (!entered) return false;
  const act = { action: 'group.person_added', organizationId, subject: userId, details: { group: name } };
  yield* audit(tx, caller, act);
  yield* enrollJoined(tx, caller, { organizationId, group, userId });
  return true;
}

/** Which of these people are in the group, and whether each leads it. */
export function* findGroupMembers(tx: TxContext, groupId: string, ids: readonly string[]): Steps<Map<string, boolean>> {
  const { userId, isLead, groupId: of } = tx.tables.groupMembers;
  const found = new Map<string, boolean>();
  for (const part of inBatches(ids)) {
    const here = and(eq(of, groupId), inArray(userId, part));
    const rows = yield* run(tx.select({ userId, isLead }).from(tx.tables.groupMembers).where(here));
    for (const row of rows) found.set(row.userId, row.isLead);
  }
  return found;
}

/** All groups of an organization by name, with their numbers of people, leads and courses. The caller has checked access. */
export function listGroups(db: Db, organizationId: string): Promise<GroupRow[]> {
  return readGroups(db, eq(db.tables.groups.organizationId, organizationId));
}

/** The same, each with how its people stand. */
export async function listLeague(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  organizationId: string,
): Promise<GroupRow[]> {
  const figures = await readGroupFigures(db, organizationId, dayOf(now(), env.timeZone));
  const none = { required: 0, certified: 0, overdue: 0, lastActivityAt: null };
  return (await listGroups(db, organizationId)).map((row) => ({ ...row, figures: figures.get(row.id) ?? none }));
}

/** The first groups of any organization in whose names a word begins so, by name. */
export async function findGroupsByName(
  db: Db,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<FoundGroup[]> {
  const { groups, organizations } = db.tables;
  const wanted = groupKey(search).replaceAll(/[\\%_]/g, '\\$&');
  const begins = (pattern: string) => sql`${groups.nameKey} like ${pattern} escape '\\'`;
  return db
    .select({
      ...{ id: groups.id, name: groups.name },
      organization: { id: organizations.id, name: organizations.name },
    })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organizationId))
    .where(or(begins(`${wanted}%`), begins(`% ${wanted}%`)))
    .orderBy(asc(groups.nameKey), asc(groups.id))
    .limit(limit);
}

/** The groups that this person leads now. */
export async function listLedGroups(db: Db, actor: Actor): Promise<GroupRow[]> {
  const { groups } = db.tables;
  const { organizationId } = actor;
  if (organizationId === null || !may(actor, 'see_group', { organizationId, isLed: true })) return [];
  const { groupId, userId, isLead } = db.tables.groupMembers;
  const led = db
    .select({ groupId })
    .from(db.tables.groupMembers)
    .where(and(eq(userId, actor.id), eq(isLead, true)));
  return readGroups(db, and(eq(groups.organizationId, organizationId), inArray(groups.id, led)));
}

async function readGroups(db: Db, where: SQL | undefined): Promise<GroupRow[]> {
  const { groups, groupMembers, profiles, groupEnrollments, courses } = db.tables;
  const { id, name } = groups;
  const isIn = sql`${groupMembers.groupId} = ${groups}.${sql.identifier('id')}`;
  const some = sql`select 1 from ${groupMembers} where ${isIn} limit ${COUNT_LIMIT + 1}`;
  const rows = await db
    .select({ id, name, people: number(sql`(select count(*) from (${some}) as counted)`) })
    .from(groups)
    .where(where)
    .orderBy(asc(groups.nameKey))
    .limit(GROUPS_LIMIT);
  const leads = await db
    .select({ groupId: id, id: profiles.id, name: profiles.fullName, email: profiles.email })
    .from(groups)
    .innerJoin(groupMembers, and(eq(groupMembers.groupId, id), eq(groupMembers.isLead, true)))
    .innerJoin(profiles, eq(profiles.id, groupMembers.userId))
    .where(where)
    .orderBy(asc(profiles.sortName), asc(profiles.id));
  const rules = await db
    .select({ groupId: id, id: courses.id, title: courses.title })
    .from(groups)
    .innerJoin(groupEnrollments, eq(groupEnrollments.groupId, id))
    .innerJoin(courses, and(eq(courses.id, groupEnrollments.courseId), isNull(courses.archivedAt)))
    .where(where)
    .orderBy(asc(courses.title), asc(courses.id));
  const leadsOf = Map.groupBy(leads, ({ groupId }) => groupId);
  const coursesOf = Map.groupBy(rules, ({ groupId }) => groupId);
  return rows.map((row) => ({
    ...row,
    leads: (leadsOf.get(row.id) ?? []).map((lead) => ({ id: lead.id, name: lead.name || lead.email })),
    courses: (coursesOf.get(row.id) ?? []).map((course) => ({ id: course.id, title: course.title })),
  }));
}

/** A group whose people this actor may see, with its organization; everything else is `group_not_found`, even if it exists. */
export async function readSeenGroup(db: Db, actor: Actor, groupId: string): Promise<Entering['group']> {
  const [found] = await groupFor(db, actor, groupId);
  return requireFor(actor, 'see_group', found);
}

/** A group whose people this actor may remind, inside a unit. */
export function* requireRemindedGroup(tx: TxContext, actor: Actor, groupId: string): Steps<Entering['group']> {
  const [found] = yield* run(groupFor(tx, actor, groupId));
  return requireFor(actor, 'remind_group', found);
}

/** The group, and whether the actor is marked as its lead. */
function groupFor({ queries, tables: { groups, groupMembers } }: TxContext, actor: Actor, groupId: string) {
  const { id, name, organizationId } = groups;
  const isTheirs = and(eq(groupMembers.groupId, id), eq(groupMembers.userId, actor.id));
  return queries
    .select({ id, name, organizationId, isLed: groupMembers.isLead })
    .from(groups)
    .leftJoin(groupMembers, isTheirs)
    .where(eq(id, groupId));
}

type FoundFor = Entering['group'] & { isLed: boolean | null };

function requireFor(actor: Actor, verb: 'see_group' | 'remind_group', found: FoundFor | undefined): Entering['group'] {
  if (!found || !may(actor, verb, { ...found, isLed: found.isLed === true }))
    throw new Refusal('group_not_found', { field: 'groupId' });
  const { isLed: _, ...group } = found;
  return group;
}

/** The groups of these people in one organization, or with null in any, by person and in the order of their names. */
export async function findGroupsOf(
  db: Db,
  organizationId: string | null,
  ids: readonly string[],
): Promise<Map<string, GroupMembership[]>> {
  const { groups, groupMembers } = db.tables;
  const of = new Map<string, GroupMembership[]>();
  for (const part of inBatches(ids)) {
    const rows = await db
      .select({ userId: groupMembers.userId, id: groups.id, name: groups.name, isLead: groupMembers.isLead })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .where(
        and(
          inArray(groupMembers.userId, part),
          organizationId === null ? undefined : eq(groups.organizationId, organizationId),
        ),
      )
      .orderBy(asc(groups.nameKey));
    for (const { userId, ...group } of rows) of.set(userId, [...(of.get(userId) ?? []), group]);
  }
  return of;
}
