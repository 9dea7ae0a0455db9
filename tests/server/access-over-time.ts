// What the access matrix answers people whose rights have changed: each was an admin or a member, enrolled by hand in the private
// course of the world, before it happened. The changes go through the product's own calls.
import { eq } from 'drizzle-orm';
import type { TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';
import type { Statuses, World } from './access-statuses.ts';

interface State {
  /** What they were before. */
  was: 'member' | 'admin' | 'lead';
  /** By whose column of the matrix they are answered now. */
  is: 'member' | 'admin' | 'lead';
  /** Whether the private course is open to them as learners. */
  hasCourse: boolean;
  change: (world: World, person: SignedIn, chief: SignedIn) => Promise<unknown>;
  /** What differs from the column. */
  except?: (route: string, statuses: Statuses) => number | undefined;
}

const nothing = async () => undefined;
const send = async (server: TestServer, path: string, request: { method: string; body?: object; by: SignedIn }) => {
  const answer = await server.send(request.method, path, request.body ?? {}, request.by.headers);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};
const userPath = ({ organization }: World, { id }: SignedIn) =>
  `/api/enterprise/admin/organizations/${organization}/users/${id}`;
const remove: State['change'] = (world, person, by) =>
  send(world.server, userPath(world, person), { method: 'DELETE', by });
const move: State['change'] = async (world, person, by) => {
  const body = { userId: person.id, organizationId: await world.plant.organization() };
  await send(world.server, '/api/admin/assign-user-to-organization', { method: 'POST', body, by });
};
const demote: State['change'] = (world, person, by) =>
  send(world.server, userPath(world, person), { method: 'PUT', body: { isOrgAdmin: false }, by });

const ofGroup = ({ organization, group }: World) =>
  `/api/enterprise/admin/organizations/${organization}/groups/${group}`;
const endLead: State['change'] = (world, { id }, by) =>
  send(world.server, `${ofGroup(world)}/people/${id}`, { method: 'PUT', body: { isLead: false }, by });
const takeOut: State['change'] = (world, { id }, by) =>
  send(world.server, `/api/enterprise/admin/organizations/${world.organization}/bulk-jobs`, {
    method: 'POST',
    body: { act: { kind: 'take-from-group', groupId: world.group }, ids: [id] },
    by,
  });
/** As by a change past the product, which leaves the row of the lead. */
const moveByHand: State['change'] = async ({ server, plant }, { id }) => {
  const { profiles } = server.db.tables;
  await server.db
    .update(profiles)
    .set({ organizationId: await plant.organization() })
    .where(eq(profiles.id, id));
};

const REMIND_GROUP = 'POST /api/groups/:groupId/remind';

/** An admin may look after the people of an organization that is switched off, and take in nobody and nothing. */
const whenOff = (route: string, [, , status]: Statuses): number | undefined => {
  if (NEEDS_ACTIVE.has(route)) return 422;
  const isOfPeople = / \/api\/enterprise\/admin\/|organization$/.test(route);
  return OF_COURSE.has(route) || (IS_OF_COURSE.test(route) && !isOfPeople && status !== 403 && status !== 401)
    ? 404
    : undefined;
};
const NEEDS_ACTIVE = new Set([
  'POST /api/enterprise/admin/organizations/:id/remind',
  REMIND_GROUP,
  'POST /api/enterprise/admin/organizations/:id/bulk-jobs',
  'POST /api/enterprise/admin/create-invitation',
  'POST /api/admin/api-tokens',
  'POST /api/admin/webhooks',
  'POST /api/enterprise/admin/organizations/:id/invitations',
  'POST /api/enterprise/admin/organizations/:id/people',
  'POST /api/enterprise/admin/organizations/:id/cards',
  'POST /api/enterprise/admin/organizations/:id/invitations/:invitationId/mail',
  'POST /api/admin/courses',
  'POST /api/admin/courses/import',
  'POST /api/courses',
]);
const IS_OF_COURSE = / \/api\/(admin\/(courses|lessons|modules|quiz|certificates)\/|videos\/)/;

/** An archived course stays with its authors and with those who are enrolled; nobody else is enrolled any more. */
const whenArchived = (route: string) => (ENROLLS.test(route) ? 422 : undefined);
const ENROLLS = /^POST \/api\/admin\/courses\/:id\/(enrollments(\/import)?|enroll-everyone|renewals)$/;

const STATES: Record<string, State> = {
  'joined as a member': { was: 'member', is: 'member', hasCourse: true, change: nothing },
  'joined as an admin': { was: 'admin', is: 'admin', hasCourse: true, change: nothing },
  'a removed member': { was: 'member', is: 'member', hasCourse: false, change: remove },
  'a removed admin': { was: 'admin', is: 'member', hasCourse: false, change: remove },
  'a moved member': { was: 'member', is: 'member', hasCourse: false, change: move },
  'a moved admin': { was: 'admin', is: 'member', hasCourse: false, change: move },
  'a lead': { was: 'lead', is: 'lead', hasCourse: true, change: nothing },
  'a lead no more': { was: 'lead', is: 'member', hasCourse: true, change: endLead },
  'a lead taken out of the group': { was: 'lead', is: 'member', hasCourse: true, change: takeOut },
  'a removed lead': { was: 'lead', is: 'member', hasCourse: false, change: remove },
  'a moved lead': { was: 'lead', is: 'member', hasCourse: false, change: move },
  'a lead moved by hand': { was: 'lead', is: 'member', hasCourse: true, change: moveByHand },
  'a demoted admin': { was: 'admin', is: 'member', hasCourse: true, change: demote },
};
interface Change {
  path: 'organization' | 'course';
  body: object;
}

/** What changed for everybody, and for each of them. */
export const WORLDS: Record<string, { change?: Change; states: Record<string, State> }> = {
  'people who come and go': { states: STATES },
  'the organization switched off': {
    change: { path: 'organization', body: { isActive: false } },
    states: {
      'a member': { was: 'member', is: 'member', hasCourse: false, change: nothing },
      'an admin': { was: 'admin', is: 'admin', hasCourse: false, change: nothing, except: whenOff },
      'a lead': {
        ...{ was: 'lead', is: 'lead', hasCourse: false, change: nothing },
        except: (route) => (route === REMIND_GROUP ? 422 : undefined),
      },
    },
  },
  'the course archived': {
    change: { path: 'course', body: { isArchived: true } },
    states: {
      'an enrolled member': { was: 'member', is: 'member', hasCourse: true, change: nothing },
      'an admin': { was: 'admin', is: 'admin', hasCourse: true, change: nothing, except: whenArchived },
      'a removed member': { was: 'member', is: 'member', hasCourse: false, change: remove },
    },
  },
};

/** The learner's calls about the course of the world. */
const OF_COURSE = new Set([
  'GET /api/courses/:id',
  'GET /api/courses/:id/lessons',
  'GET /api/lessons/:id',
  'GET /api/progress/enhanced/:courseId',
  'POST /api/progress/unit',
  'POST /api/courses/:id/enroll',
  'POST /api/courses/:id/rating',
  'GET /api/lessons/:id/quiz',
  'GET /api/lessons/:id/quiz/attempts',
  'POST /api/media/:assetId/token',
]);

/** The status that somebody in this state is answered with. */
export function statusIn(state: State, route: string, statuses: Statuses): number {
  // The course of this world is private.
  if (/^GET \/api\/public\/.*:id/.test(route)) return 404;
  const except = state.except?.(route, statuses);
  if (except !== undefined) return except;
  if (OF_COURSE.has(route) && !state.hasCourse) return 404;
  return { admin: statuses[2], member: statuses[1], lead: statuses[5] ?? statuses[1] }[state.is];
}

/** A fresh person in this state. */
export async function arriveIn(state: State, world: World, chief: SignedIn): Promise<SignedIn> {
  const person = await signedIn(world.server, {
    organizationId: world.organization,
    isOrgAdmin: state.was === 'admin',
  });
  await world.plant.assign(person.id, world.course);
  if (state.was === 'lead') await world.plant.inGroup(world.group, person.id, { isLead: true });
  await state.change(world, person, chief);
  return person;
}
