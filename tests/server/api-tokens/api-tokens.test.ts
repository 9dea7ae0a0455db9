// API tokens: who makes them, what they open, and what ends them.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

const DAY_MS = 86_400_000;
const PATH = '/api/admin/api-tokens';

onEveryEngine('an API token', (openDb) => {
  const startServer = startOn(openDb);

  async function begin() {
    let at = new Date('2026-11-25T10:00:00Z');
    const server = await startServer({ now: () => at });
    const plant = planter(server.db);
    const organizationId = await plant.organization({ name: 'Demo Inspections' });
    const theirs = await plant.organization({ name: 'Other Surveyors' });
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true, fullName: 'Ada Admin' });
    const chief = await signedIn(server, { isSuperAdmin: true });
    const otherAdmin = await signedIn(server, { organizationId: theirs, isOrgAdmin: true });
    const create = (who: SignedIn, more: object = {}) =>
      server.send('POST', PATH, { name: 'HR', scopes: ['people:read'], days: 30, ...more }, who.headers);
    const made = async (who: SignedIn, more?: object) => {
      const answer = await create(who, more);
      expect(answer.status).toBe(201);
      return (await answer.json()) as { token: string; apiToken: { id: string } };
    };
    const use = (token: string, path = '/api/v1/token') =>
      server.request(path, { headers: { Authorization: `Bearer ${token}` } });
    const list = async (who: SignedIn, query = '') => {
      const answer = await server.request(`${PATH}${query}`, { headers: who.headers });
      return ((await answer.json()) as { tokens: { name: string; state: string; lastUsedAt: string | null }[] }).tokens;
    };
    const acts = async () =>
      (await server.db.select().from(server.db.tables.auditLog)).filter(({ action }) =>
        action.startsWith('api_token.'),
      );
    const pass = (ms: number) => {
      at = new Date(at.getTime() + ms);
    };
    const people = { admin, chief, otherAdmin };
    return { server, plant, organizationId, theirs, ...people, create, made, use, list, acts, pass };
  }

  test('is shown once, stored as a hash, and says what it is', async () => {
    const { server, admin, made, use, list, organizationId } = await begin();
    const { token, apiToken } = await made(admin);
    expect(token).toMatch(/^gwt_[\w-]{43}$/);
    expect(apiToken).toMatchObject({ name: 'HR', ending: token.slice(-4), state: 'active', createdBy: 'Ada Admin' });
    expect(JSON.stringify(await list(admin))).not.toContain(token);
    expect(JSON.stringify(await server.db.select().from(server.db.tables.apiTokens))).not.toContain(token);
    const answer = await use(token);
    expect(await answer.json()).toEqual({
      name: 'HR',
      scopes: ['people:read'],
      organization: { id: organizationId, name: 'Demo Inspections' },
      expiresAt: '2026-12-25T10:00:00.000Z',
    });
  });

  test('is listed to those who run its organization, with its last use', async () => {
    const { admin, chief, otherAdmin, made, use, list } = await begin();
    const { token } = await made(admin);
    await made(chief, { name: 'All' });
    expect(await list(admin)).toMatchObject([{ name: 'HR', lastUsedAt: null }]);
    await use(token);
    expect(await list(admin)).toMatchObject([{ name: 'HR', lastUsedAt: '2026-11-25T10:00:00.000Z' }]);
    expect((await list(chief)).map(({ name }) => name).sort()).toEqual(['All', 'HR']);
    expect(await list(otherAdmin)).toEqual([]);
  });

  test.each([
    ['without a scope', { scopes: [] }, 400, 'scopes'],
    ['with a scope that does not exist', { scopes: ['everything'] }, 400, 'scopes.0'],
    ['for longer than a year', { days: 366 }, 400, 'days'],
    ['without a name', { name: ' ' }, 400, 'name'],
  ])('is not made %s', async (_, more, status, field) => {
    const { admin, create } = await begin();
    const answer = await create(admin, more);
    expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([status, field]);
  });

  test('is not made for an organization that is switched off', async () => {
    const { plant, chief, create } = await begin();
    const organizationId = await plant.organization({ isActive: false });
    expect((await create(chief, { organizationId })).status).toBe(422);
  });

  test('is refused once it is revoked, and nobody else revokes it', async () => {
    const { server, admin, otherAdmin, made, use, list, acts } = await begin();
    const { token, apiToken } = await made(admin);
    const revoke = (who: SignedIn) => server.send('DELETE', `${PATH}/${apiToken.id}`, {}, who.headers);
    expect((await revoke(otherAdmin)).status).toBe(404);
    expect((await use(token)).status).toBe(200);
    expect((await revoke(admin)).status).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect(await list(admin)).toMatchObject([{ state: 'revoked' }]);
    const logged = await acts();
    expect(logged.map(({ action, actorId, details }) => [action, actorId, details?.name])).toEqual([
      ['api_token.created', admin.id, 'HR'],
      ['api_token.revoked', admin.id, 'HR'],
    ]);
    expect(JSON.stringify(logged)).not.toContain(token);
  });

  test('is refused once it has expired', async () => {
    const { server, organizationId, admin, made, use, pass, list } = await begin();
    const { token } = await made(admin, { days: 1 });
    pass(DAY_MS - 1);
    expect((await use(token)).status).toBe(200);
    pass(1);
    const answer = await use(token);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'api_token_refused']);
    const colleague = await signedIn(server, { organizationId, isOrgAdmin: true });
    expect(await list(colleague)).toMatchObject([{ state: 'expired' }]);
  });

  test('ends with the role of its maker, and does not come back with it', async () => {
    const { server, organizationId, admin, chief, made, use, acts } = await begin();
    const { token } = await made(admin);
    const change = (isOrgAdmin: boolean) => {
      const path = `/api/enterprise/admin/organizations/${organizationId}/users/${admin.id}`;
      return server.send('PUT', path, { isOrgAdmin }, chief.headers);
    };
    expect((await change(true)).status).toBe(200);
    await signedIn(server, { organizationId, isOrgAdmin: true });
    expect((await change(false)).status).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect((await change(true)).status).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect((await acts()).at(-1)).toMatchObject({ action: 'api_token.revoked', details: { because: 'maker' } });
  });

  test('is refused while its maker is banned', async () => {
    const { server, admin, made, use } = await begin();
    const { token } = await made(admin);
    const { authUsers } = server.db.tables;
    const bannedUntil = new Date('2027-01-01T00:00:00Z');
    await server.db.update(authUsers).set({ bannedUntil }).where(eq(authUsers.id, admin.id));
    expect((await use(token)).status).toBe(401);
  });

  test('opens nothing but the public API, which opens to nothing else', async () => {
    const { admin, chief, made, use } = await begin();
    const { token } = await made(chief);
    for (const path of ['/api/auth/profile', '/api/admin/users', '/api/courses', PATH])
      expect([path, (await use(token, path)).status]).toEqual([path, 401]);
    expect((await use(admin.bearer)).status).toBe(401);
    expect((await use('gwt_nonsense')).status).toBe(401);
  });
});
