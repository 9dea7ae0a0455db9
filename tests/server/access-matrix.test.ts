// Who may do what (P-14) as one table: every route of the app, asked by everybody whom the rights tell apart. A route that is not in
// the table fails the test, and so does a line whose route is gone.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';
import { arriveIn, statusIn, WORLDS } from './access-over-time.ts';
import {
  administer,
  all,
  type Call,
  forOwnPeople,
  type Line,
  ofOrganization,
  PEOPLE,
  signedInTo,
  superOnly,
  type World,
} from './access-statuses.ts';
import { FIGURE_LINES } from './analytics/access-lines.ts';
import { INTEGRATION_LINES } from './api-tokens/access-lines.ts';
import { VIDEO_LINES } from './authoring/media/access-lines.ts';
import { QUIZ_LINES } from './authoring/quizzes/access-lines.ts';
import { TRANSLATION_LINES } from './authoring/translations/access-lines.ts';
import { CERTIFICATE_LINES } from './certificates/access-lines.ts';
import { IDENTITY_LINES } from './identity/access-lines.ts';
import { DUE_LINES, GROUP_LINES, JOB_LINES } from './organizations/access-lines.ts';
import { TABLET_LINES } from './tablets/access-lines.ts';

const one = ({ organization }: World) => ({ id: organization });
const aModule = async ({ plant, course: id }: World) => {
  const range = { startLessonIndex: 500, endLessonIndex: 500 };
  return { at: { id: await plant.module(id, range) }, body: { title: 'Renamed' } };
};
const member = async ({ plant, organization: id }: World) => ({
  id,
  userId: await plant.person({ organizationId: id }),
});
const asked = ({ organization }: World): Call => ({ query: `?organizationId=${organization}` });
const course = ({ course: id }: World): Call => ({ at: { id } });
const lesson = ({ lesson: id }: World): Call => ({ at: { id } });
const text = { title: 'New', description: 'New', instructorName: 'New' };
const draft = { ...text, category: 'design', level: 'beginner', duration: 5 };
const nobody = () => ({ at: { id: randomUUID(), serial: 'GW-NOBODY' } });

const MATRIX: Record<string, Line> = {
  'GET /api/health': [all(200)],
  'GET /api/live': [all(200)],
  'GET /api/ready': [all(200)],
  'GET /metrics': [all(404)],
  'GET /api/config': [all(200)],
  'GET /api/demo-accounts': [all(200)],
  'POST /api/demo-accounts/sign-in': [all(404), () => ({ body: { email: 'learner@demo.example' } })],
  // The org admins of the world are of other organizations than that of the sample people.
  'GET /api/admin/sample-people': [superOnly()],
  'DELETE /api/admin/sample-people': [superOnly()],
  'POST /api/browser-reports': [all(400)],
  'POST /api/auth/signup': [all(400)],
  'GET /api/auth/name-availability': [signedInTo(200), () => ({ query: '?name=Maren%20Holt' })],
  'GET /api/auth/user': [signedInTo(200)],
  'GET /api/auth/profile': [signedInTo(200)],
  'PUT /api/auth/profile': [signedInTo(200), () => ({ body: { full_name: `Person ${randomUUID()}` } })],
  'POST /api/auth/ensure-profile': [signedInTo(200)],
  'GET /api/account/exports': [signedInTo(200)],
  'POST /api/account/exports': [signedInTo(201)],
  'GET /api/account/exports/:id': [signedInTo(404), () => ({ at: { id: randomUUID() } })],
  // What is asked about is not there, or nobody would be left to ask; erasure.test.ts has the rest.
  'POST /api/account/erase': [signedInTo(401), () => ({ body: { proof: 'nonsense' } })],
  'POST /api/admin/users/:userId/erase': [superOnly(404), () => ({ at: { userId: randomUUID() } })],
  'GET /api/erasures/:userId': [all(200), () => ({ at: { userId: randomUUID() } })],
  'GET /api/auth/sessions': [signedInTo(200)],
  'DELETE /api/auth/sessions/:id': [signedInTo(404), nobody],
  'GET /api/auth/two-step': [signedInTo(200)],
  'POST /api/auth/recovery-codes': [signedInTo(403)],
  'POST /api/auth/recovery-codes/use': [signedInTo(422), () => ({ body: { code: 'nonsense' } })],
  'POST /api/admin/users/:userId/free-provider': [superOnly(404), () => ({ at: { userId: randomUUID() } })],
  'POST /api/admin/users/:userId/remove-two-step': [superOnly(404), () => ({ at: { userId: randomUUID() } })],
  'POST /api/enterprise/validate-invitation': [all(200), () => ({ body: { token: 'nonsense' } })],
  'POST /api/enterprise/magic-link-with-invitation': [
    all(404),
    () => ({ body: { email: 'a@test.example', invitationToken: 'nonsense' } }),
  ],
  'POST /api/enterprise/accept-invitation': [all(404), () => ({ body: { invitationToken: 'nonsense' } })],
  'POST /api/enterprise/consume-invitation': [signedInTo(404), () => ({ body: { invitationToken: 'nonsense' } })],

  'GET /api/public/courses': [all(200)],
  'GET /api/public/courses/:id': [all(200), course],
  'GET /api/public/courses/:id/lessons': [all(200), course],
  'GET /api/public/lessons/:id': [all(200), lesson],
  'GET /api/courses': [signedInTo(200)],
  'GET /api/courses/:id': [signedInTo(200), course],
  'GET /api/courses/:id/lessons': [signedInTo(200), course],
  'GET /api/lessons/:id': [signedInTo(200), lesson],
  'GET /api/search': [signedInTo(200), () => ({ query: '?q=lesson' })],
  'GET /api/progress/enhanced/:courseId': [signedInTo(200), ({ course: courseId }) => ({ at: { courseId } })],
  'POST /api/progress/unit': [
    signedInTo(200),
    ({ lesson: lessonId }) => ({ body: { lessonId, status: 'in_progress' } }),
  ],
  'POST /api/courses/:id/enroll': [signedInTo(200), (world) => ({ ...course(world), body: {} })],
  'POST /api/courses/:id/rating': [signedInTo(422), (world) => ({ ...course(world), body: { stars: 5 } })],
  'POST /api/sync': [signedInTo(400)],
  'GET /api/lessons/:id/quiz': [signedInTo(200), ({ quiz: id }) => ({ at: { id } })],
  'POST /api/lessons/:id/quiz/submit': [signedInTo(400), ({ quiz: id }) => ({ at: { id } })],
  'GET /api/lessons/:id/quiz/attempts': [signedInTo(200), ({ quiz: id }) => ({ at: { id } })],
  'POST /api/media/:assetId/token': [signedInTo(200), ({ video: assetId }) => ({ at: { assetId } })],
  'GET /api/media/:assetId/parts': [all(404), () => ({ at: { assetId: randomUUID() } })],
  'GET /api/media/:assetId/parts/:n': [all(404), () => ({ at: { assetId: randomUUID(), n: 0 } })],
  'GET /api/media/:assetId/captions': [all(404), () => ({ at: { assetId: randomUUID() } })],
  'GET /media/:assetId': [all(404), () => ({ at: { assetId: randomUUID() } })],
  'GET /media/:assetId/captions.vtt': [all(404), () => ({ at: { assetId: randomUUID() } })],

  'GET /api/admin/stats': [superOnly()],
  'GET /api/admin/organizations': [superOnly()],
  'GET /api/admin/users': [superOnly()],
  'GET /api/admin/unconfirmed': [superOnly()],
  'POST /api/admin/unconfirmed/:id/resend': [superOnly(404), nobody],
  'GET /api/admin/audit-log': [ofOrganization(), asked],
  'GET /api/admin/bulk-jobs': [superOnly()],
  'GET /api/admin/bulk-jobs/:jobId/rows': [superOnly(404)],
  'POST /api/admin/bulk-jobs/:jobId/cancel': [superOnly(404)],
  'GET /api/enterprise/admin/organizations': [superOnly()],
  'POST /api/enterprise/admin/organizations': [
    superOnly(201),
    () => ({ body: { name: 'New', slug: `new-${randomUUID()}` } }),
  ],
  'GET /api/enterprise/admin/organizations/:id': [superOnly(), (world) => ({ at: one(world) })],
  'PUT /api/enterprise/admin/organizations/:id': [
    superOnly(),
    (world) => ({ at: one(world), body: { name: 'Renamed' } }),
  ],
  'POST /api/admin/assign-user-to-organization': [
    superOnly(),
    async ({ plant, organization: organizationId }) => ({ body: { userId: await plant.person(), organizationId } }),
  ],
  'POST /api/enterprise/admin/grant-course-access': [superOnly(), granting],
  'POST /api/enterprise/admin/revoke-course-access': [superOnly(), granting],
  'POST /api/admin/cleanup-course-duplicates': [superOnly()],
  'GET /api/admin/courses/:id/lessons/refresh': [superOnly(), course],

  'GET /api/enterprise/admin/organizations/:id/users': [ofOrganization(), (world) => ({ at: one(world) })],
  'GET /api/admin/people/:userId': [ofOrganization(), async (world) => ({ at: await member(world) })],
  'GET /api/admin/people/:userId/courses/:courseId': [
    ofOrganization(),
    async (world) => {
      const { userId } = await member(world);
      await world.plant.assign(userId, world.course);
      return { at: { userId, courseId: world.course } };
    },
  ],
  'GET /api/enterprise/admin/organizations/:id/outsiders': [ofOrganization(), (world) => ({ at: one(world) })],
  'GET /api/enterprise/admin/organizations/:id/former-people': [ofOrganization(), (world) => ({ at: one(world) })],
  'PUT /api/enterprise/admin/organizations/:id/users/:userId': [
    ofOrganization(),
    async (world) => ({ at: await member(world), body: { isOrgAdmin: true } }),
  ],
  'DELETE /api/enterprise/admin/organizations/:id/users/:userId': [
    ofOrganization(),
    async (world) => ({ at: await member(world) }),
  ],
  ...DUE_LINES,
  ...GROUP_LINES,
  ...JOB_LINES,
  'GET /api/enterprise/admin/organizations/:id/courses': [ofOrganization(), (world) => ({ at: one(world) })],
  'POST /api/enterprise/admin/create-invitation': [
    ofOrganization(201),
    ({ organization: organizationId }) => ({ body: { organizationId } }),
  ],
  'GET /api/enterprise/admin/organizations/:id/invitations': [ofOrganization(), (world) => ({ at: one(world) })],
  'POST /api/enterprise/admin/organizations/:id/invitations': [
    ofOrganization(),
    (world) => ({ at: one(world), body: { dryRun: false, rows: [{ email: `${randomUUID()}@test.example` }] } }),
  ],
  'DELETE /api/enterprise/admin/organizations/:id/invitations/:invitationId': [
    ofOrganization(),
    async (world) => {
      const made = { organizationId: world.organization, createdBy: await world.plant.person({ isSuperAdmin: true }) };
      return { at: { ...one(world), invitationId: (await createInvitation(world.server.db, made)).id } };
    },
  ],
  'GET /api/admin/courses': [administer()],
  'POST /api/admin/courses': [administer(201), () => ({ body: draft })],
  'POST /api/courses': [administer(201), () => ({ body: draft })],
  'GET /api/admin/courses/:id': [forOwnPeople, course],
  'PUT /api/admin/courses/:id': [ofOrganization(), (world) => ({ ...course(world), body: { price: 100 } })],
  'DELETE /api/admin/courses/:id': [
    ofOrganization(),
    async ({ plant, organization: organizationId }) => ({ at: { id: await plant.course({ organizationId }) } }),
  ],
  'GET /api/admin/courses/:id/use': [ofOrganization(), course],
  'GET /api/admin/courses/:id/lessons': [ofOrganization(), course],
  'POST /api/admin/courses/:id/lessons': [
    ofOrganization(201),
    (world) => ({ ...course(world), body: { title: 'New' } }),
  ],
  'PUT /api/admin/lessons/:id': [ofOrganization(), (world) => ({ ...lesson(world), body: { title: 'Renamed' } })],
  'DELETE /api/admin/lessons/:id': [
    ofOrganization(),
    async ({ plant, course: id }) => ({ at: { id: await plant.lesson(id, { orderIndex: 90 }) } }),
  ],
  'PUT /api/admin/courses/:id/lessons/reorder': [
    ofOrganization(422),
    (world) => ({ ...course(world), body: { lessonOrders: [{ lessonId: 4711, orderIndex: 1 }] } }),
  ],
  'POST /api/admin/courses/:id/modules': [
    ofOrganization(201),
    (world) => ({ ...course(world), body: { title: 'New', size: 1 } }),
  ],
  'PUT /api/admin/modules/:id': [ofOrganization(), aModule],
  'DELETE /api/admin/modules/:id': [ofOrganization(), aModule],
  'POST /api/admin/courses/:id/enrollments': [
    forOwnPeople,
    async (world) => ({ ...course(world), body: { userIds: [(await member(world)).userId] } }),
  ],
  'DELETE /api/admin/courses/:id/enrollments/:userId': [
    ofOrganization(),
    async (world) => {
      const { userId } = await member(world);
      await world.plant.assign(userId, world.course);
      return { at: { id: world.course, userId } };
    },
  ],
  'GET /api/admin/courses/:id/analytics': [forOwnPeople, course],
  'GET /api/admin/courses/:id/learners': [forOwnPeople, course],
  ...QUIZ_LINES,
  ...TRANSLATION_LINES,
  'GET /api/admin/quiz-analytics/summary': [superOnly()],
  'GET /api/admin/quiz-analytics/lessons': [administer()],
  'GET /api/admin/quiz-analytics/users': [superOnly()],
  'GET /api/admin/quiz-analytics/people': [administer()],
  'GET /api/admin/quiz-analytics/organization': [ofOrganization(), asked],
  'GET /api/admin/activity': [ofOrganization(), asked],
  'GET /api/admin/attention': [ofOrganization(), asked],
  'GET /api/admin/mail': [ofOrganization(), asked],
  ...CERTIFICATE_LINES,
  ...TABLET_LINES,
  ...INTEGRATION_LINES,
  ...FIGURE_LINES,

  ...VIDEO_LINES,

  'GET /dev/mail': [all(200)],
  'GET /dev/mail/:id': [all(404), () => ({ at: { id: 4711 } })],

  ...IDENTITY_LINES,
};

function granting({ course: courseId, plant }: World): Promise<Call> {
  return plant.organization().then((organizationId) => ({ body: { courseId, organizationId } }));
}

/** An organization with a course that has a text lesson, a quiz and a video. */
async function plantWorld(server: TestServer, visibility: 'public' | 'private' = 'public'): Promise<World> {
  const plant = planter(server.db);
  const organization = await plant.organization();
  const group = await plant.group(organization);
  const course = await plant.course({ organizationId: organization, visibility });
  const video = await plant.asset({ courseId: course });
  const lesson = await plant.lesson(course, { assetId: video });
  const quiz = await plant.lesson(course, { title: 'Quiz', orderIndex: 2 });
  await plant.question(quiz, [true, false]);
  return { server, plant, organization, group, course, lesson, quiz, video };
}

const NONSENSE = [null, -1e308, '\0', 'x'.repeat(70_000), [[]]];
const NONSENSE_IDS = ['2147483648', '%00', '__proto__'];
const QUERIES = ['cursor', 'search', 'name', 'actor', 'organizationId', 'type', 'token', 'to', 'page'];
const AUTH_FIELDS = ['email', 'password', 'type', 'token', 'data', 'user_metadata', 'ban_duration', 'code_challenge'];

/** The status of one call of a line. */
async function ask(
  world: World,
  route: string,
  { call, headers }: { call: Line[1]; headers: SignedIn['headers'] | undefined },
): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  const { at = {}, query = '', body } = (await call?.(world)) ?? {};
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(at[name])) + query;
  const answer =
    method === 'GET'
      ? await world.server.request(path, headers && { headers })
      : await world.server.send(method, path, body ?? {}, headers);
  await answer.arrayBuffer();
  return answer.status;
}

onEveryEngine('the access matrix', (openDb) => {
  const startServer = startOn(openDb);
  let world: World;
  let theirs: string;

  beforeAll(async () => {
    world = await plantWorld(await startServer());
    theirs = await world.plant.organization();
  });

  const arrive: Record<(typeof PEOPLE)[number], () => Promise<Pick<SignedIn, 'headers'> | null>> = {
    visitor: async () => null,
    learner: () => signedIn(world.server, { organizationId: world.organization }),
    'org admin': () => signedIn(world.server, { organizationId: world.organization, isOrgAdmin: true }),
    'other org admin': () => signedIn(world.server, { organizationId: theirs, isOrgAdmin: true }),
    'super admin': () => signedIn(world.server, { isSuperAdmin: true }),
    lead: async () => {
      const lead = await signedIn(world.server, { organizationId: world.organization });
      await world.plant.inGroup(world.group, lead.id, { isLead: true });
      return lead;
    },
  };

  test('[M12] [X1] has a line for every route, and no line without one', () => {
    const routes = world.server.app.routes.filter(({ method }) => method !== 'ALL');
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(MATRIX).sort()).toEqual([...known].sort());
  });

  test.each(Object.entries(MATRIX))('[X1] %s: nonsense is answered in a sentence', async (route, [, call]) => {
    const { server } = world;
    const [method = '', pattern = ''] = route.split(' ');
    const secretKey = { Authorization: `Bearer ${server.deps.identity.embedded?.secretKey}` };
    const isOfKey = /^\/auth\/v1\/(admin|invite)/.test(pattern);
    const headers = isOfKey ? secretKey : (await signedIn(server, { isSuperAdmin: true })).headers;
    const { at = {}, query = '', body = {} } = (await call?.(world)) ?? {};
    const pathAt = (ids: Record<string, string | number>) =>
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name])) + query;
    const fields = [...Object.keys(body as object), ...(pattern.startsWith('/auth/') ? AUTH_FIELDS : [])];
    const isRead = method === 'GET';
    const asked: [path: string, body: object][] = Object.keys(at).flatMap((name) =>
      NONSENSE_IDS.map((id): [string, object] => [pathAt({ ...at, [name]: id }), body as object]),
    );
    if (isRead) asked.push([`${pathAt(at)}${query ? '&' : '?'}${QUERIES.map((name) => `${name}=%00`).join('&')}`, {}]);
    for (const name of isRead ? [] : fields)
      for (const wrong of NONSENSE) asked.push([pathAt(at), { ...(body as object), [name]: wrong }]);
    for (const [path, sent] of asked) {
      const answer = await (method === 'GET'
        ? server.request(path, { headers })
        : server.send(method, path, sent, headers));
      await answer.arrayBuffer();
      expect(answer.status, `${path.slice(0, 200)} ${JSON.stringify(sent).slice(0, 200)}`).toBeLessThan(500);
    }
  });

  test.each(Object.entries(MATRIX))('[M12] %s', async (route, [statuses, call]) => {
    const told: number[] = [];
    for (const who of PEOPLE) told.push(await ask(world, route, { call, headers: (await arrive[who]())?.headers }));
    expect(Object.fromEntries(PEOPLE.map((who, n) => [who, told[n]]))).toEqual(
      Object.fromEntries(PEOPLE.map((who, n) => [who, statuses[n] ?? statuses[1]])),
    );
  });
});

describe('the access matrix before the second step of a sign-in', () => {
  const startServer = startOn(databasesOf('sqlite').openDb);
  let world: World;

  beforeAll(async () => {
    world = await plantWorld(await startServer({ variables: { TWO_STEP: 'admins' } }));
  });

  test.each(Object.entries(MATRIX))('[M12] %s: an admin is a learner', async (route, [[, learner], call]) => {
    for (const rights of [{ organizationId: world.organization, isOrgAdmin: true }, { isSuperAdmin: true }]) {
      const { headers } = await signedIn(world.server, rights);
      const expected = route === 'POST /api/account/erase' ? 403 : learner;
      expect([rights, await ask(world, route, { call, headers })]).toEqual([rights, expected]);
    }
  });
});

// On one database: what differs between the two is tried where each change is tested.
describe.each(Object.entries(WORLDS))('the access matrix over time, with %s', (_, { change, states }) => {
  const startServer = startOn(databasesOf('sqlite').openDb);
  let world: World;
  let chief: SignedIn;
  const arrived = new Map<string, SignedIn>();

  beforeAll(async () => {
    world = await plantWorld(await startServer(), 'private');
    chief = await signedIn(world.server, { isSuperAdmin: true });
    // Whoever only reads stays as they are.
    for (const [name, state] of Object.entries(states)) arrived.set(name, await arriveIn(state, world, chief));
    const path =
      change?.path === 'course'
        ? `/api/admin/courses/${world.course}`
        : `/api/enterprise/admin/organizations/${world.organization}`;
    if (change) expect((await world.server.send('PUT', path, change.body, chief.headers)).status).toBe(200);
  });

  test.each(Object.entries(MATRIX))('[M12] [X1] %s', async (route, [statuses, call]) => {
    const told: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [name, state] of Object.entries(states)) {
      const reader = route.startsWith('GET ') ? arrived.get(name) : undefined;
      const { headers } = reader ?? (await arriveIn(state, world, chief));
      told[name] = await ask(world, route, { call, headers });
      expected[name] = statusIn(state, route, statuses);
    }
    expect(told).toEqual(expected);
  });
});
