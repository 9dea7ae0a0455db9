// Creating, listing and revoking invitations, for administrators: below /api/enterprise/admin.

import { and, eq, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { PageEnd } from '#sync/contract/fields.ts';
import { InvitationImport, InvitedAgain } from '#sync/contract/invitation.ts';
import {
  type InvitationAnswer,
  type InvitationRow,
  InvitationsQuery,
  NewInvitationForm,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireAdmin } from '../http/actor.ts';
import { type AuditActor, audit, auditActorOf } from '../http/audit-log.ts';
import { ageCursor, countUpTo, pageBy, toPage } from '../http/pages.ts';
import { LIST_BYTES, validate, validateQuery, validateUuid } from '../http/validate.ts';
import { makerMayInvite } from '../identity/end-invitations.ts';
import { readOrganization, requireActive, requireOrganization } from '../identity/require-organization.ts';
import { revokeInvitation } from '../invitations/act-on-invitations.ts';
import {
  courseForOrganization,
  defaultExpiry,
  freshInvitation,
  furtherGroupsOf,
  isFound,
} from '../invitations/invitations.ts';
import { inviteAgain, inviteMany } from '../invitations/invite-many.ts';
import { mailColumns, statusOf } from '../mail/mail-state.ts';
import { requireGroup } from '../people/groups.ts';

const OF_ONE = '/enterprise/admin/organizations/:id/invitations';

const organizationIn = (id: string | undefined) => validateUuid(id, 'organization_not_found');

export const invitationAdminRoutes = new Hono<Http>()
  .post('/enterprise/admin/create-invitation', requireAdmin, validate(NewInvitationForm), async (c) => {
    return c.json(await makeInvitation(c.var.deps.db, auditActorOf(c), c.req.valid('json')), 201);
  })
  .get(OF_ONE, requireAdmin, validateQuery(InvitationsQuery), async (c) => {
    const { db, now } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listInvitations(db, { organizationId: id, now: now() }, c.req.valid('query')));
  })
  .post(OF_ONE, requireAdmin, validate(InvitationImport, { maxBytes: LIST_BYTES }), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    return c.json(await inviteMany(c.var.deps, auditActorOf(c), wanted));
  })
  .post(`${OF_ONE}/:invitationId/mail`, requireAdmin, validate(InvitedAgain, { mayBeEmpty: true }), async (c) => {
    const id = validateUuid(c.req.param('invitationId'), 'invitation_not_found');
    const at = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')), id };
    await inviteAgain(c.var.deps, auditActorOf(c), at);
    return c.json({ message: 'A new invitation is waiting to be sent.' });
  })
  .delete(`${OF_ONE}/:invitationId`, requireAdmin, async (c) => {
    const id = validateUuid(c.req.param('invitationId'), 'invitation_not_found');
    const { db } = c.var.deps;
    const organizationId = organizationIn(c.req.param('id'));
    await db.transact(function* (tx) {
      yield* requireOrganization(tx, c.var.actor, organizationId);
      yield* revokeInvitation(tx, auditActorOf(c), { organizationId, id });
    });
    return c.json({ message: 'The invitation was revoked.' });
  });

const LAST_YEAR = 9999;

/**
 * Creates an invitation; its token is in this response and nowhere else. Refuses `organization_not_found`,
 * `organization_inactive`, a course that the organization cannot take, `group_not_found`, and an expiry in the past.
 */
function makeInvitation(db: Db, caller: AuditActor, form: NewInvitationForm): Promise<InvitationAnswer> {
  const { role, maxUses } = form;
  const courseId = form.courseId ?? null;
  const expiresAt = expiryOf(form, caller.now);
  if (expiresAt && expiresAt <= caller.now)
    throw new Refusal('validation_failed', { field: 'expiresAt' }, 'The expiry must lie in the future.');
  // A time zone's offset may carry the year 9999 into 10000, which PostgreSQL does not read.
  if (expiresAt && expiresAt.getUTCFullYear() > LAST_YEAR) {
    const message = `The expiry must lie in the year ${LAST_YEAR} or before.`;
    throw new Refusal('validation_failed', { field: 'expiresAt' }, message);
  }
  return db.transact(function* (tx) {
    const { id: organizationId } = yield* requireActive(tx, caller.actor, form.organizationId);
    if (courseId !== null) yield* requireTakable(tx, { courseId, organizationId });
    const { groupId = null } = form;
    const group =
      groupId === null ? undefined : yield* requireGroup(tx, { organizationId, groupId: groupId.toLowerCase() });
    const rights = { role, maxUses, expiresAt, courseId };
    const author = { createdBy: caller.actor.id, createdAt: caller.now };
    const { token, row } = freshInvitation({ organizationId, ...rights, groupId: group?.id, ...author });
    yield* run(tx.insert(db.tables.invitations).values(row));
    const act = {
      action: 'invitation.created',
      organizationId,
      subject: row.id,
      details: { ...rights, ...(group && { group: group.name }) },
    };
    yield* audit(tx, caller, act);
    const [made] = yield* run(selectInvitations(tx, caller.now, eq(tx.tables.invitations.id, row.id)));
    if (!made) throw new Error('The invitation was not stored.');
    return { token, invitation: toInvitationRow(made) };
  });
}

/** Null was chosen; an absent time was not. */
function expiryOf({ expiresAt, role }: NewInvitationForm, now: Date): Date | null {
  if (expiresAt === undefined) return defaultExpiry(role, now);
  return expiresAt === null ? null : new Date(expiresAt);
}

function* requireTakable(tx: TxContext, query: { courseId: number; organizationId: string }): Steps<void> {
  const [course] = yield* run(courseForOrganization(tx, query));
  if (course?.isReached && course.isPublished) return;
  throw new Refusal('course_not_found', { field: 'courseId' }, 'This organization cannot take this course.');
}

/** The invitations of an organization without their tokens. The caller has checked access. */
async function listInvitations(
  db: Db,
  { organizationId, now }: { organizationId: string; now: Date },
  query: InvitationsQuery,
): Promise<{ invitations: InvitationRow[] } & PageEnd> {
  const { invitations } = db.tables;
  const { createdAt, uses, id } = invitations;
  const isWanted = and(eq(invitations.organizationId, organizationId), isFound(db.tables, query, now));
  const isByUse = query.sort.endsWith('uses');
  const place = pageBy({ by: isByUse ? uses : createdAt, id, isAscending: !query.sort.startsWith('-') }, query);
  const rows = await selectInvitations(db, now, and(isWanted, place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, (row) => (isByUse ? `${row.uses}_${row.id}` : ageCursor(row)));
  const ids = page.map((row) => row.id);
  const further = Map.groupBy(await furtherGroupsOf(db, ids), ({ invitationId }) => invitationId);
  const total = query.cursor ? {} : { total: await countUpTo(db, invitations, isWanted) };
  return { invitations: page.map((row) => toInvitationRow(row, further.get(row.id))), nextCursor, ...total };
}

/** The query of invitations in the shape that `toInvitationRow` takes. */
function selectInvitations({ queries, tables }: TxContext, now: Date, where: SQL | undefined) {
  const { invitations, courses, groups, organizations, profiles, authUsers } = tables;
  const { id, role, uses, maxUses, email, createdAt, expiresAt, revokedAt, endedBy } = invitations;
  return queries
    .select({
      ...{ id, role, uses, maxUses, email, createdAt, expiresAt, revokedAt, endedBy },
      isActive: organizations.isActive,
      makerMayInvite: makerMayInvite(tables, now),
      course: { id: courses.id, title: courses.title },
      group: { id: groups.id, name: groups.name },
      author: { fullName: profiles.fullName, email: profiles.email },
      mail: mailColumns(tables),
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(courses, eq(courses.id, invitations.courseId))
    .leftJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
    .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
    .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, invitations.mailId))
    .where(where);
}

type StoredInvitation = Awaited<ReturnType<typeof selectInvitations>>[number];

/** An invitation as administrators see it; `createdBy` is its author's name, or their address. */
function toInvitationRow(stored: StoredInvitation, further: InvitationRow['groups'] = []): InvitationRow {
  const { author, createdAt, expiresAt, revokedAt, isActive, makerMayInvite: mayStill, group, ...rest } = stored;
  const { mail: known, ...row } = rest;
  const mail = statusOf(known);
  const hasLost = !isActive ? 'organization' : mayStill ? null : 'maker';
  return {
    ...row,
    groups: [...(group ? [group] : []), ...further].map(({ id, name }) => ({ id, name })),
    endedBy: revokedAt ? row.endedBy : hasLost,
    createdAt: createdAt.toISOString(),
    createdBy: author?.fullName ?? author?.email ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    ...(mail && { mail }),
  };
}
