// Groups over HTTP: for administrators below /api/enterprise/admin, for those who lead one below /api/groups.
import { Hono } from 'hono';
import { GroupForm, GroupPerson, GroupsQuery } from '#sync/contract/group.ts';
import { MembersQuery, SearchedPage } from '#sync/contract/organization.ts';
import { Reminder } from '#sync/contract/reminder.ts';
import type { Http } from '../deps.ts';
import { requireActor, requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { validate, validateId, validateQuery, validateUuid } from '../http/validate.ts';
import { readOrganization } from '../identity/require-organization.ts';
import { putIntoGroup } from '../people/group-people.ts';
import {
  createGroup,
  deleteGroup,
  findGroupsByName,
  listGroups,
  listLeague,
  listLedGroups,
  readSeenGroup,
  renameGroup,
} from '../people/groups.ts';
import { listMembers } from '../people/list-people.ts';
import { remindPeople } from '../reminders/remind.ts';
import { readLessonsInGroup, readPersonInGroup } from './person-routes.ts';

const ALL = '/enterprise/admin/organizations/:id/groups';
const ONE = `${ALL}/:groupId` as const;
const LED = '/groups/:groupId/people';

const organizationIn = (id: string | undefined) => validateUuid(id, 'organization_not_found');
const groupIn = (id: string | undefined) => validateUuid(id, 'group_not_found');
const personIn = (id: string | undefined) => validateUuid(id, 'user_not_found');
const placeIn = (id: string | undefined, groupId: string | undefined) => ({
  organizationId: organizationIn(id),
  groupId: groupIn(groupId),
});

export const groupRoutes = new Hono<Http>()
  .get(ALL, requireAdmin, validateQuery(GroupsQuery), async (c) => {
    const { deps } = c.var;
    const { id } = await readOrganization(deps.db, c.var.actor, organizationIn(c.req.param('id')));
    const { figures } = c.req.valid('query');
    return c.json({ groups: await (figures ? listLeague(deps, id) : listGroups(deps.db, id)) });
  })
  .get('/admin/groups', requireSuperAdmin, validateQuery(SearchedPage), async (c) => {
    return c.json({ groups: await findGroupsByName(c.var.deps.db, c.req.valid('query')) });
  })
  .post(ALL, requireAdmin, validate(GroupForm), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    return c.json({ group: await createGroup(c.var.deps.db, auditActorOf(c), wanted) }, 201);
  })
  .put(ONE, requireAdmin, validate(GroupForm), async (c) => {
    const place = placeIn(c.req.param('id'), c.req.param('groupId'));
    return c.json(await renameGroup(c.var.deps.db, auditActorOf(c), { ...c.req.valid('json'), ...place }));
  })
  .delete(ONE, requireAdmin, async (c) => {
    const place = placeIn(c.req.param('id'), c.req.param('groupId'));
    return c.json(await deleteGroup(c.var.deps.db, auditActorOf(c), place));
  })
  .put(`${ONE}/people/:userId`, requireAdmin, validate(GroupPerson), async (c) => {
    const place = placeIn(c.req.param('id'), c.req.param('groupId'));
    const wanted = { ...c.req.valid('json'), ...place, userId: personIn(c.req.param('userId')) };
    return c.json(await putIntoGroup(c.var.deps.db, auditActorOf(c), wanted));
  })
  .get('/groups', requireActor, async (c) => {
    return c.json({ groups: await listLedGroups(c.var.deps.db, c.var.actor) });
  })
  .get(LED, requireActor, validateQuery(MembersQuery), async (c) => {
    const { deps, actor } = c.var;
    const { organizationId, ...group } = await readSeenGroup(deps.db, actor, groupIn(c.req.param('groupId')));
    const query = { ...c.req.valid('query'), group: group.id };
    return c.json({ group, ...(await listMembers(deps, organizationId, query)) });
  })
  .post('/groups/:groupId/remind', requireActor, validate(Reminder), async (c) => {
    const request = { ...c.req.valid('json'), groupId: groupIn(c.req.param('groupId')) };
    return c.json(await remindPeople(c.var.deps, auditActorOf(c), request));
  })
  .get(`${LED}/:userId`, requireActor, async (c) => {
    const { deps, actor } = c.var;
    const group = await readSeenGroup(deps.db, actor, groupIn(c.req.param('groupId')));
    return c.json(await readPersonInGroup(deps, actor, { group, userId: personIn(c.req.param('userId')) }));
  })
  .get(`${LED}/:userId/courses/:courseId`, requireActor, async (c) => {
    const { deps, actor } = c.var;
    const group = await readSeenGroup(deps.db, actor, groupIn(c.req.param('groupId')));
    const userId = personIn(c.req.param('userId'));
    const courseId = validateId(c.req.param('courseId'), 'course_not_found');
    return c.json(await readLessonsInGroup(deps, actor, { group, userId, courseId }));
  });
