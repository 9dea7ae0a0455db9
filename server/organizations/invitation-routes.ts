// Making, listing and revoking invitations, for administrators: below /api/enterprise/admin.
import { Hono } from 'hono';
import { AdminPage, ManyInvitations, NewInvitationForm } from '#sync/contract/organization.ts';
import { accept, acceptQuery, acceptUuid } from '../http/accept.ts';
import { actingOf, requireAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { limitCalls, type Rule } from '../http/rate-limit.ts';
import { inviteMany } from './invite-many.ts';
import { listInvitations, makeInvitation, revokeInvitation } from './keep-invitations.ts';
import { readOrganization } from './require-organization.ts';

const OF_ONE = '/enterprise/admin/organizations/:id/invitations';
/** Each of these may write to thousands of people. */
const MAILINGS: Rule = { name: 'mailed invitations', limit: 30, windowSeconds: 3600 };

const organizationIn = (id: string | undefined) => acceptUuid(id, 'organization_not_found');

export const invitationAdminRoutes = new Hono<Http>()
  .post('/enterprise/admin/create-invitation', requireAdmin, accept(NewInvitationForm), async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await makeInvitation(c.var.deps.db, actingOf(c), c.req.valid('json')), 201);
  })
  .get(OF_ONE, requireAdmin, acceptQuery(AdminPage), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listInvitations(db, id, c.req.valid('query')));
  })
  .post(OF_ONE, requireAdmin, accept(ManyInvitations), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    if (!wanted.dryRun) await limitCalls(c.var.deps, MAILINGS, c.var.actor.id);
    return c.json(await inviteMany(c.var.deps, actingOf(c), wanted));
  })
  .delete(`${OF_ONE}/:invitationId`, requireAdmin, async (c) => {
    const id = acceptUuid(c.req.param('invitationId'), 'invitation_not_found');
    const at = { organizationId: organizationIn(c.req.param('id')), id };
    return c.json(await revokeInvitation(c.var.deps.db, actingOf(c), at));
  });
