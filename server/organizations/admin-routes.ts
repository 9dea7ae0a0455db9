// Organizations and the people in them, for administrators: below /api/admin and /api/enterprise/admin.
import { Hono } from 'hono';
import {
  Assignment,
  type EnterpriseOrganization,
  MemberChange,
  NewOrganization,
  OrganizationChange,
  type OrganizationRow,
  PeopleQuery,
  Removal,
  SearchedPage,
} from '#sync/contract/organization.ts';
import { accept, acceptQuery, acceptUuid } from '../http/accept.ts';
import { actingOf, requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { assignPeople, changeMember, removeMember, removeMembers } from './change-members.ts';
import { listMembers, listPeople } from './list-people.ts';
import { changeOrganization, createOrganization, listOrganizations } from './organizations.ts';
import { readOrganization } from './require-organization.ts';

const ONE = '/enterprise/admin/organizations/:id';
const organizationIn = (id: string | undefined) => acceptUuid(id, 'organization_not_found');
const personIn = (id: string | undefined) => acceptUuid(id, 'user_not_found');

export const organizationAdminRoutes = new Hono<Http>()
  .get('/admin/organizations', requireSuperAdmin, acceptQuery(SearchedPage), async (c) => {
    return c.json(await listOrganizations(c.var.deps.db, c.req.valid('query')));
  })
  .get('/enterprise/admin/organizations', requireSuperAdmin, acceptQuery(SearchedPage), async (c) => {
    const { organizations, nextCursor } = await listOrganizations(c.var.deps.db, c.req.valid('query'));
    return c.json({ organizations: organizations.map(asEnterprise), nextCursor });
  })
  .post('/enterprise/admin/organizations', requireSuperAdmin, accept(NewOrganization), async (c) => {
    const organization = await createOrganization(c.var.deps.db, actingOf(c), c.req.valid('json'));
    return c.json({ organization }, 201);
  })
  .put(ONE, requireSuperAdmin, accept(OrganizationChange), async (c) => {
    const id = organizationIn(c.req.param('id'));
    return c.json({
      organization: await changeOrganization(c.var.deps.db, actingOf(c), { ...c.req.valid('json'), id }),
    });
  })
  .get('/admin/users', requireSuperAdmin, acceptQuery(PeopleQuery), async (c) => {
    return c.json(await listPeople(c.var.deps.db, c.req.valid('query')));
  })
  .post('/admin/assign-user-to-organization', requireSuperAdmin, accept(Assignment), async (c) => {
    return c.json(await assignPeople(c.var.deps.db, actingOf(c), c.req.valid('json')));
  })
  .get(`${ONE}/users`, requireAdmin, acceptQuery(SearchedPage), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json(await listMembers(db, id, c.req.valid('query')));
  })
  .put(`${ONE}/users/:userId`, requireAdmin, accept(MemberChange), async (c) => {
    const organizationId = organizationIn(c.req.param('id'));
    const wanted = { ...c.req.valid('json'), organizationId, userId: personIn(c.req.param('userId')) };
    return c.json(await changeMember(c.var.deps.db, actingOf(c), wanted));
  })
  .delete(`${ONE}/users/:userId`, requireAdmin, async (c) => {
    const at = { organizationId: organizationIn(c.req.param('id')), userId: personIn(c.req.param('userId')) };
    return c.json(await removeMember(c.var.deps.db, actingOf(c), at));
  })
  .post(`${ONE}/remove-users`, requireAdmin, accept(Removal), async (c) => {
    const at = { organizationId: organizationIn(c.req.param('id')), ...c.req.valid('json') };
    return c.json(await removeMembers(c.var.deps.db, actingOf(c), at));
  });

function asEnterprise({ id, name, slug, isActive, createdAt }: OrganizationRow): EnterpriseOrganization {
  return { id, name, slug, is_active: isActive, createdAt };
}
