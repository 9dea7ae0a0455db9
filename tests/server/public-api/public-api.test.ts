// The public API as another system meets it: by its OpenAPI document, over HTTP, with a token.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BODY_LIMIT_BYTES } from '#server/http/validate.ts';
import { API_SCOPES, type ApiScope } from '#sync/contract/api-token.ts';
import { INVITATIONS_LIMIT } from '#sync/contract/invitation.ts';
import { API_CALLS, type ApiCall } from '#sync/contract/public-api.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

type Name = keyof typeof API_CALLS;
interface Given {
  path?: string;
  query?: string;
  body?: object;
}

onEveryEngine('the public API', (openDb) => {
  const startServer = startOn(openDb);
  let server: TestServer;
  let plant: ReturnType<typeof planter>;
  let organizationId: string;
  let theirs: string;
  let admin: SignedIn;
  let chief: SignedIn;
  let courseId: number;
  let mia: string;
  let stranger: string;

  /** A member who is enrolled, has tried the quiz and holds a certificate. */
  beforeAll(async () => {
    server = await startServer();
    plant = planter(server.db);
    organizationId = await plant.organization({ name: 'Demo Inspections' });
    theirs = await plant.organization();
    admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    chief = await signedIn(server, { isSuperAdmin: true });
    courseId = await plant.course({ organizationId, visibility: 'organization' });
    const quiz = await plant.lesson(courseId, { title: 'Quiz' });
    await plant.question(quiz, [true, false]);
    mia = await plant.person({ organizationId, email: 'mia@demo.example', fullName: 'Mia' });
    stranger = await plant.person({ organizationId: theirs });
    await plant.inGroup(await plant.group(organizationId, 'Crew'), mia);
    const { courseProgress, quizAttempts, certificates } = server.db.tables;
    for (const userId of [mia, stranger]) {
      const at = new Date('2026-11-20T10:00:00Z');
      const done = { percent: 100, completedAt: at, enrolledAt: at, lastActivityAt: at, status: 'completed' as const };
      await server.db
        .insert(courseProgress)
        .values({ userId, courseId, isAssigned: true, dueOn: '2026-12-03', ...done });
      const attempt = { userId, lessonId: quiz, score: 100, passed: true, answers: {}, quizVersion: 'v' };
      await server.db.insert(quizAttempts).values({ ...attempt, submittedAt: at });
      const names = { learnerName: 'Mia', courseTitle: 'Field work', issuedAt: at };
      await server.db.insert(certificates).values({ userId, courseId, serial: `GW-${userId.slice(0, 12)}`, ...names });
    }
  });

  const tokens = new Map<string, string>();
  async function tokenOf(who: SignedIn, scopes: readonly ApiScope[] = API_SCOPES): Promise<string> {
    const key = `${who.id} ${scopes.join()}`;
    const known = tokens.get(key);
    if (known) return known;
    const answer = await server.send('POST', '/api/admin/api-tokens', { name: 'HR', scopes, days: 1 }, who.headers);
    const { token } = (await answer.json()) as { token: string };
    tokens.set(key, token);
    return token;
  }

  /** What a call needs so that it succeeds, with ids that are there. */
  const GIVEN: Partial<Record<Name, () => Given | Promise<Given>>> = {
    invitePeople: () => ({ body: { people: [{ email: `${crypto.randomUUID()}@demo.example`, group: 'Crew' }] } }),
    removePerson: async () => ({ path: `/people/${await plant.person({ organizationId })}` }),
    assign: async () => ({ body: { courseId, userIds: [await plant.person({ organizationId })], dueInDays: 7 } }),
    withdraw: async () => {
      const userId = await plant.person({ organizationId });
      await plant.assign(userId, courseId);
      return { path: `/assignments/${courseId}/${userId}` };
    },
  };

  async function ask(token: string, name: Name, given: Given = {}) {
    const call: ApiCall = API_CALLS[name];
    const path = `/api/v1${given.path ?? call.path}${given.query ?? ''}`;
    const headers = { Authorization: `Bearer ${token}` };
    const answer = given.body
      ? await server.send('POST', path, given.body, headers)
      : await server.request(path, { method: call.method.toUpperCase(), headers });
    return { status: answer.status, body: await answer.json() };
  }
  const read = async (who: SignedIn, name: Name, query = '') => (await ask(await tokenOf(who), name, { query })).body;

  async function document() {
    const answer = await server.request('/api/v1/openapi.json');
    return (await answer.json()) as {
      paths: Record<
        string,
        Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
      >;
    };
  }

  test('is described by a document that is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await document()) });
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  test.each(Object.keys(API_CALLS) as Name[])(
    'answers %s as the document says, and to its scope alone',
    async (name) => {
      const { method, path, scope }: ApiCall = API_CALLS[name];
      const token = await tokenOf(admin, scope ? [scope] : ['people:read']);
      const given = await GIVEN[name]?.();
      const done = await ask(token, name, given);
      expect([done.status, done.body]).toEqual([200, expect.anything()]);
      const { responses } = (await document()).paths[path]?.[method] ?? { responses: {} };
      const schema = responses['200']?.content['application/json']?.schema ?? false;
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const isRight = ajv.compile(schema);
      expect(isRight(done.body), JSON.stringify(isRight.errors)).toBe(true);
      if (!scope) return;
      const others = API_SCOPES.filter((one) => one !== scope && one !== 'admins:write');
      const refused = await ask(await tokenOf(admin, others), name, await GIVEN[name]?.());
      expect([refused.status, refused.body.code, refused.body.scope]).toEqual([403, 'scope_missing', scope]);
    },
  );

  describe('with a token of an organization', () => {
    test('lists its people with their groups, and nobody else', async () => {
      const { people } = await read(admin, 'listPeople', '?search=mia');
      expect(people).toEqual([
        expect.objectContaining({
          ...{ id: mia, email: 'mia@demo.example', name: 'Mia', role: 'member' },
          organization: { id: organizationId, name: 'Demo Inspections' },
          groups: [expect.objectContaining({ name: 'Crew', isLead: false })],
        }),
      ]);
      const all = await read(admin, 'listPeople', '?limit=500');
      expect(all.people.map(({ id }: { id: string }) => id)).not.toContain(stranger);
    });

    test.each(['listAssignments', 'listProgress', 'listAttempts', 'listCertificates'] as const)(
      '%s is about its people alone',
      async (name) => {
        const body = await read(admin, name, `?courseId=${courseId}&limit=500`);
        const rows = Object.values(body).find(Array.isArray) as { userId: string }[];
        const ids = new Set(rows.map(({ userId }) => userId));
        expect([ids.has(mia), ids.has(stranger)]).toEqual([true, false]);
      },
    );

    test('lists the courses that its people can take and why, for as long as they can', async () => {
      const access = async (who = admin, query = '') => {
        const { courses } = await read(who, 'listCourses', `?limit=500${query}`);
        const known = Object.entries(made).map(([name, id]): [string, unknown] => [
          name,
          courses.find((one: { id: number }) => one.id === id)?.access,
        ]);
        return Object.fromEntries(known.filter(([, one]) => one !== undefined));
      };
      const made = {
        own: await plant.course({ organizationId, visibility: 'private', isPublished: false }),
        both: await plant.course({ visibility: 'public' }),
        granted: await plant.course({ organizationId: theirs, visibility: 'private' }),
        draft: await plant.course({ organizationId: theirs, visibility: 'public', isPublished: false }),
        public: await plant.course({ organizationId: theirs, visibility: 'public' }),
        closed: await plant.course({ organizationId: theirs, visibility: 'private' }),
      };
      await plant.grant(made.both, organizationId);
      await plant.grant(made.granted, organizationId);
      const now = { own: 'own', both: 'granted', granted: 'granted', public: 'public' };
      expect(await access()).toEqual(now);
      expect(await access(chief, `&organizationId=${organizationId}`)).toEqual(now);
      expect(await access(chief)).toEqual(Object.fromEntries(Object.keys(made).map((name) => [name, null])));

      const { courses, courseGrants, organizations } = server.db.tables;
      const change = (id: number, to: object) => server.db.update(courses).set(to).where(eq(courses.id, id));
      await server.db.delete(courseGrants).where(eq(courseGrants.organizationId, organizationId));
      expect(await access()).toEqual({ own: 'own', both: 'public', public: 'public' });
      await change(made.both, { visibility: 'private' });
      await change(made.public, { archivedAt: new Date() });
      await change(made.closed, { visibility: 'public' });
      expect(await access()).toEqual({ own: 'own', closed: 'public' });
      const isActive = (to: boolean) =>
        server.db.update(organizations).set({ isActive: to }).where(eq(organizations.id, theirs));
      await isActive(false);
      expect(await access()).toEqual({ own: 'own' });
      await isActive(true);
    });

    test('is refused another organization, and a person who is not in its own', async () => {
      const token = await tokenOf(admin);
      const other = await ask(token, 'listPeople', { query: `?organizationId=${theirs}` });
      expect([other.status, other.body.code]).toEqual([404, 'organization_not_found']);
      const remove = await ask(token, 'removePerson', { path: `/people/${stranger}` });
      expect([remove.status, remove.body.code]).toEqual([404, 'user_not_found']);
      const assigned = await ask(token, 'assign', { body: { courseId, userIds: [stranger] } });
      expect(assigned.body.left).toEqual([{ userId: stranger, reason: 'This person is not in your organization.' }]);
      const elsewhere = await plant.course({ organizationId: theirs, visibility: 'organization' });
      const course = await ask(token, 'assign', { body: { courseId: elsewhere, userIds: [mia] } });
      expect([course.status, course.body.code]).toEqual([404, 'course_not_found']);
    });

    test("leaves the token's name in the audit log, with its maker as the actor", async () => {
      const userId = await plant.person({ organizationId });
      await ask(await tokenOf(admin), 'assign', { body: { courseId, userIds: [userId], dueOn: '2031-01-02' } });
      const log = await server.db.select().from(server.db.tables.auditLog);
      expect(log.find(({ subject }) => subject === userId)).toMatchObject({
        ...{ action: 'course.person_enrolled', actorId: admin.id, organizationId },
        details: { courseId, dueOn: '2031-01-02', token: 'HR' },
      });
    });

    test('names the field of what is not right', async () => {
      const token = await tokenOf(admin);
      const wrong = await ask(token, 'assign', { body: { courseId, userIds: ['nobody'] } });
      expect([wrong.status, wrong.body.field]).toEqual([400, 'userIds.0']);
      const past = await ask(token, 'assign', { body: { courseId, userIds: [mia], dueOn: '2020-01-01' } });
      expect([past.status, past.body.code, past.body.field]).toEqual([422, 'due_date_past', 'dueOn']);
      const dry = { dryRun: true, people: [{ email: 'mia' }, { email: 'new@demo.example', role: 'boss' }] };
      const { body } = await ask(token, 'invitePeople', { body: dry });
      expect(body.rows.map(({ field }: { field: string }) => field)).toEqual(['email', 'role']);
    });
  });

  describe('with a token of the whole installation', () => {
    test('lists everybody, or one organization', async () => {
      const ids = (body: { people: { id: string }[] }) => body.people.map(({ id }) => id);
      expect(ids(await read(chief, 'listPeople', '?limit=500'))).toEqual(expect.arrayContaining([mia, stranger]));
      const some = ids(await read(chief, 'listPeople', `?limit=500&organizationId=${theirs}`));
      expect(some).toEqual([stranger]);
    });

    test('has to name the organization that it changes', async () => {
      const token = await tokenOf(chief);
      const body = { people: [{ email: 'new@demo.example' }] };
      const answer = await ask(token, 'invitePeople', { body });
      expect([answer.status, answer.body.field]).toEqual([400, 'organizationId']);
      expect((await ask(token, 'invitePeople', { body: { ...body, organizationId: theirs } })).status).toBe(200);
    });
  });

  test('gives every row of a list once, page by page', async () => {
    for (let n = 0; n < 5; n += 1) await plant.assign(await plant.person({ organizationId }), courseId);
    const token = await tokenOf(admin);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Awaited<ReturnType<typeof ask>> = await ask(token, 'listAssignments', {
        query: `?limit=2&cursor=${cursor}`,
      });
      seen.push(...body.assignments.map(({ userId }: { userId: string }) => userId));
      cursor = body.nextCursor;
    }
    const all = (await read(admin, 'listAssignments', '?limit=500')).assignments;
    expect(seen).toEqual(all.map(({ userId }: { userId: string }) => userId));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B01:00', '9999-12-31T23:30:00-01:00'])(
    'a list since %s is refused by the name of the field',
    async (since) => {
      for (const name of ['progress', 'attempts', 'certificates']) {
        const headers = { Authorization: `Bearer ${await tokenOf(admin)}` };
        const answer = await server.send('GET', `/api/v1/results/${name}?since=${since}`, undefined, headers);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ code: 'validation_failed', field: 'since' });
      }
    },
  );

  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('a list can be read since %s', async (since) => {
    await read(admin, 'listProgress', `?since=${since}`);
  });

  test.each([
    ['listProgress', 'progress'],
    ['listAttempts', 'attempts'],
    ['listCertificates', 'certificates'],
  ] as const)('%s since a time has what changed from then on, and the time to ask for next', async (name, rows) => {
    const before = await read(admin, name, `?userId=${mia}&since=2026-11-20T10:00:00Z`);
    expect([before[rows].length, Date.parse(before.asOf) <= Date.now()]).toEqual([1, true]);
    expect((await read(admin, name, `?userId=${mia}&since=2026-11-20T11:00:01%2B01:00`))[rows]).toEqual([]);
  });

  test.each(['listAssignments', 'listProgress', 'listAttempts', 'listCertificates'] as const)(
    '%s is read beside the requests',
    async (name) => {
      const token = await tokenOf(admin);
      const select = vi.spyOn(server.db.aside, 'select');
      onTestFinished(() => select.mockRestore());
      await ask(token, name);
      expect(select).toHaveBeenCalledTimes(1);
    },
  );

  test('shows nothing of a course that was deleted, but its certificates', async () => {
    const deleted = await plant.course({ organizationId, title: 'Roofs' });
    const lessonId = await plant.lesson(deleted);
    const userId = await plant.person({ organizationId });
    await plant.assign(userId, deleted);
    const { courses, quizAttempts, certificates } = server.db.tables;
    const attempt = { userId, lessonId, score: 100, passed: true, answers: {}, quizVersion: 'v' };
    await server.db.insert(quizAttempts).values({ ...attempt, submittedAt: new Date() });
    const names = { learnerName: 'Noah', courseTitle: 'Roofs', issuedAt: new Date() };
    await server.db.insert(certificates).values({ userId, courseId: deleted, serial: 'GW-ROOFS', ...names });
    await server.db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, deleted));
    const of = `?userId=${userId}`;
    expect((await read(admin, 'listAssignments', of)).assignments).toEqual([]);
    expect((await read(admin, 'listProgress', of)).progress).toEqual([]);
    expect((await read(admin, 'listAttempts', of)).attempts).toEqual([]);
    const kept = (await read(admin, 'listCertificates', of)).certificates;
    expect(kept).toMatchObject([{ serial: 'GW-ROOFS', courseTitle: 'Roofs', courseId: null }]);
  });

  test('takes as many people in one call as the document says', async () => {
    const people = Array.from({ length: INVITATIONS_LIMIT }, (_, n) => ({
      email: `inspector.${n}@a-company-with-quite-a-long-name.inspections.example`,
      role: 'member',
      group: 'Crew 1',
    }));
    expect(JSON.stringify(people).length).toBeGreaterThan(BODY_LIMIT_BYTES);
    const path = '/api/v1/people';
    const body = JSON.stringify({ dryRun: true, people });
    const headers = {
      ...{ Authorization: `Bearer ${await tokenOf(admin)}`, 'Content-Type': 'application/json' },
      'Content-Length': String(body.length),
    };
    const answer = await server.request(path, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).invited]).toEqual([200, INVITATIONS_LIMIT]);
  });

  test('slows down a token that asks too often', async () => {
    const strict = await startServer({ variables: { RATE_LIMIT_FACTOR: '0.005' } });
    const boss = await signedIn(strict, { isSuperAdmin: true });
    const body = { name: 'HR', scopes: ['people:read'], days: 1 };
    const made = await strict.send('POST', '/api/admin/api-tokens', body, boss.headers);
    const { token } = (await made.json()) as { token: string };
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await strict.request('/api/v1/token', { headers: { Authorization: `Bearer ${token}` } });
      statuses.push(answer.status);
      if (n === 3) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
