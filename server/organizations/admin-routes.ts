// Organizations and the people in them, for administrators: below /api/admin and /api/enterprise/admin.

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import {
  Assignment,
  type EnterpriseOrganization,
  MemberChange,
  MembersQuery,
  NewOrganization,
  OrganizationChange,
  type OrganizationRow,
  OrganizationsQuery,
  OutsidersQuery,
  PeopleQuery,
  SearchedPage,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { AutoReminders, AutoRemindersQuery, Reminder } from '#sync/contract/reminder.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { type AuditActor, audit, auditActorOf, auditColumns } from '../http/audit-log.ts';
import { ageCursor, countUpTo, pageBy, pageByText, textMatches, toPage } from '../http/pages.ts';
import { validate, validateQuery, validateUuid } from '../http/validate.ts';
import { endInvitationsInto } from '../identity/end-invitations.ts';
import { readOrganization, requireOrganization } from '../identity/require-organization.ts';
import { listMembers, listPeople } from '../people/list-people.ts';
import { listFormerPeople, listOutsiders } from '../people/outsiders.ts';
import { readAutoReminders, saveAutoReminders } from '../reminders/auto-remind.ts';
import { remindPeople } from '../reminders/remind.ts';
import { offered } from '../words/languages.ts';
import { assignPeople, changeMember, removeMember } from './change-members.ts';

const ONE = '/enterprise/admin/organizations/:id';
const organizationIn = (id: string | undefined) => validateUuid(id, 'organization_not_found');
const personIn = (id: string | undefined) => validateUuid(id, 'user_not_found');

export const organizationAdminRoutes = new Hono<Http>()
  .get('/admin/organizations', requireSuperAdmin, validateQuery(OrganizationsQuery), async (c) => {
    return c.json(await listOrganizations(c.var.deps.db, c.req.valid('query')));
  })
  .get('/enterprise/admin/organizations', requireSuperAdmin, validateQuery(OrganizationsQuery), async (c) => {
    const { organizations, nextCursor } = await listOrganizations(c.var.deps.db, c.req.valid('query'));
    return c.json({ organizations: organizations.map(asEnterprise), nextCursor });
  })
  .post('/enterprise/admin/organizations', requireSuperAdmin, validate(NewOrganization), async (c) => {
    const organization = await createOrganization(c.var.deps.db, auditActorOf(c), c.req.valid('json'));
    return c.json({ organization }, 201);
  })
  .get(ONE, requireSuperAdmin, async (c) => {
    const id = organizationIn(c.req.param('id'));
    return c.json({ organization: await c.var.deps.db.transact((tx) => readBack(tx, id)) });
  })
  .put(ONE, requireSuperAdmin, validate(OrganizationChange), async (c) => {
    const { db, env } = c.var.deps;
    const id = organizationIn(c.req.param('id'));
    return c.json({
      organization: await changeOrganization(db, auditActorOf(c), { ...offered(env, c.req.valid('json')), id }),
    });
  })
  .get('/admin/users', requireSuperAdmin, validateQuery(PeopleQuery), async (c) => {
    return c.json(await listPeople(c.var.deps, c.req.valid('query')));
  })
  .post('/admin/assign-user-to-organization', requireSuperAdmin, validate(Assignment), async (c) => {
    return c.json(await assignPeople(c.var.deps, auditActorOf(c), c.req.valid('json')));
  })
  .get(`${ONE}/users`, requireAdmin, validateQuery(MembersQuery), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listMembers(c.var.deps, id, c.req.valid('query')));
  })
  .get(`${ONE}/outsiders`, requireAdmin, validateQuery(OutsidersQuery), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listOutsiders(db, id, c.req.valid('query')));
  })
  .get(`${ONE}/former-people`, requireAdmin, validateQuery(SearchedPage), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listFormerPeople(db, id, c.req.valid('query')));
  })
  .put(`${ONE}/users/:userId`, requireAdmin, validate(MemberChange), async (c) => {
    const organizationId = organizationIn(c.req.param('id'));
    const wanted = { ...c.req.valid('json'), organizationId, userId: personIn(c.req.param('userId')) };
    return c.json(await changeMember(c.var.deps.db, auditActorOf(c), wanted));
  })
  .delete(`${ONE}/users/:userId`, requireAdmin, async (c) => {
    const at = { organizationId: organizationIn(c.req.param('id')), userId: personIn(c.req.param('userId')) };
    return c.json(await removeMember(c.var.deps, auditActorOf(c), at));
  })
  .post(`${ONE}/remind`, requireAdmin, validate(Reminder), async (c) => {
    const request = { organizationId: organizationIn(c.req.param('id')), ...c.req.valid('json') };
    return c.json(await remindPeople(c.var.deps, auditActorOf(c), request));
  })
  .get(`${ONE}/auto-reminders`, requireAdmin, validateQuery(AutoRemindersQuery), async (c) => {
    const wanted = { ...c.req.valid('query'), organizationId: organizationIn(c.req.param('id')) };
    return c.json(await readAutoReminders(c.var.deps, auditActorOf(c), wanted));
  })
  .put(`${ONE}/auto-reminders`, requireAdmin, validate(AutoReminders), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    return c.json(await saveAutoReminders(c.var.deps.db, auditActorOf(c), wanted));
  });

function asEnterprise({ id, name, slug, isActive, createdAt }: OrganizationRow): EnterpriseOrganization {
  return { id, name, slug, is_active: isActive, createdAt };
}

// Creating, renaming and switching organizations, for super admins alone (P-14).

/** Creates an organization. A slug in use is `slug_taken`, even for simultaneous requests. */
function createOrganization(db: Db, caller: AuditActor, wanted: NewOrganization): Promise<OrganizationRow> {
  const { organizations } = db.tables;
  return db.transact(function* (tx) {
    const [made] = yield* run(
      tx
        .insert(organizations)
        .values({ ...wanted, createdAt: caller.now })
        .onConflictDoNothing({ target: organizations.slug })
        .returning({ id: organizations.id }),
    );
    if (!made) throw new Refusal('slug_taken', { field: 'slug' });
    const act = { action: 'organization.created', organizationId: made.id, subject: made.id, details: { ...wanted } };
    yield* audit(tx, caller, act);
    return yield* readBack(tx, made.id);
  });
}

/**
 * Renames an organization, gives it a language or switches it off or on; members keep account, progress and certificates (P-16). Refuses
 * `organization_not_found` and `organization_changed`.
 */
function changeOrganization(
  db: Db,
  caller: AuditActor,
  { id, seenRev, ...change }: OrganizationChange & { id: string },
): Promise<OrganizationRow> {
  const { organizations } = db.tables;
  return db.transact(function* (tx) {
    const known = yield* requireOrganization(tx, caller.actor, id);
    if (seenRev !== undefined && seenRev !== known.rev) {
      throw new Refusal('organization_changed', { field: 'seenRev', organization: yield* readBack(tx, id) });
    }
    const name = change.name ?? known.name;
    const isActive = change.isActive ?? known.isActive;
    const { language = known.language } = change;
    if (name !== known.name || isActive !== known.isActive || language !== known.language)
      yield* run(
        tx
          .update(organizations)
          .set({ name, isActive, language, rev: known.rev + 1 })
          .where(eq(organizations.id, id)),
      );
    const about = { organizationId: id, subject: id };
    if (name !== known.name)
      yield* audit(tx, caller, { ...about, action: 'organization.renamed', details: { from: known.name, to: name } });
    if (language !== known.language) {
      const details = { from: known.language, to: language };
      yield* audit(tx, caller, { ...about, action: 'organization.language_changed', details });
    }
    if (known.isActive && !isActive) yield* endInvitationsInto(tx, id, auditColumns(caller));
    if (isActive !== known.isActive)
      yield* audit(tx, caller, { ...about, action: `organization.switched_${isActive ? 'on' : 'off'}` });
    return yield* readBack(tx, id);
  });
}

function* readBack(tx: TxContext, id: string): Steps<OrganizationRow> {
  const [row] = yield* run(selectOrganizations(tx, eq(tx.tables.organizations.id, id)));
  if (!row) throw new Refusal('organization_not_found');
  return toOrganizationRow(row);
}

/** The organizations that match, newest first unless asked otherwise, with their numbers of people and courses. */
async function listOrganizations(db: Db, { search = '', status, sort, ...at }: OrganizationsQuery) {
  const { organizations } = db.tables;
  const { id, name, slug, isActive, createdAt } = organizations;
  const isOfStatus = status && eq(isActive, status === 'active');
  const isAscending = !sort.startsWith('-');
  // Their names fold alike on both engines.
  const all =
    search || sort.endsWith('name') ? await db.select({ id, name, slug }).from(organizations).where(isOfStatus) : null;
  const found = all?.filter((row) => !search || textMatches([row.name, row.slug], search));
  const total = async () => found?.length ?? countUpTo(db, organizations, isOfStatus);
  const end = async () => (at.cursor ? {} : { total: Math.min(await total(), COUNT_LIMIT + 1) });
  if (found && sort.endsWith('name')) {
    const order = { textOf: (row: { name: string }) => row.name, isAscending };
    const { ids, nextCursor } = pageByText(found, order, { ...at, idKind: 'uuid' });
    const rows = await selectOrganizations(db, inArray(id, ids));
    rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return { organizations: rows.map(toOrganizationRow), nextCursor, ...(await end()) };
  }
  const place = pageBy({ by: createdAt, id, isAscending }, at);
  const isFound =
    found &&
    inArray(
      id,
      found.map((row) => row.id),
    );
  const rows = await selectOrganizations(db, and(place.after, isOfStatus, isFound))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  return { organizations: page.map(toOrganizationRow), nextCursor, ...(await end()) };
}

function selectOrganizations({ queries, tables }: TxContext, where: SQL | undefined) {
  const { organizations, profiles, courses } = tables;
  const { id, name, slug, isActive, language, rev, createdAt } = organizations;
  return queries
    .select({
      ...{ id, name, slug, isActive, language, rev, createdAt },
      memberCount: sql<number>`(select count(*) from ${profiles}
          where ${outer(profiles, profiles.organizationId)} = ${outer(organizations, id)}
            and ${outer(profiles, profiles.erasedAt)} is null)`.mapWith(Number),
      courseCount: sql<number>`(select count(*) from ${courses}
          where ${outer(courses, courses.organizationId)} = ${outer(organizations, id)})`.mapWith(Number),
    })
    .from(organizations)
    .where(where);
}

/** A column with its table's name: in a query of one table drizzle writes `id`, which a subquery misreads. */
function outer(table: SQL | { getSQL(): SQL }, column: { name: string }): SQL {
  return sql`${table}.${sql.identifier(column.name)}`;
}

type StoredOrganization = Omit<OrganizationRow, 'createdAt'> & { createdAt: Date };

function toOrganizationRow(row: StoredOrganization): OrganizationRow {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
