import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { composeServer } from '#server/compose.ts';
import { rotateSigningKey } from '#server/identity/keys.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

onEveryEngine('access tokens at the API', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const person = await signedIn(server);
    const ask = async (Authorization?: string, more: Record<string, string> = {}) => {
      const headers = { ...(Authorization && { Authorization }), ...more };
      const answer = await server.request('/api/auth/user', { headers });
      const body = await answer.json();
      return answer.status === 200 ? body.id : `${answer.status} ${body.code}`;
    };
    return { server, person, ask, pass: (seconds: number) => (ahead += seconds * 1000) };
  }

  /** A token like ours, with something changed; signed by our own key unless another is given. */
  async function token(server: TestServer, person: SignedIn, change: object, key?: CryptoKey, kid?: string) {
    const { embedded } = server.deps.identity;
    if (!embedded) throw new Error('no embedded service');
    const claims = JSON.parse(Buffer.from(person.bearer.split('.')[1] ?? '', 'base64url').toString());
    return new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'ES256', kid: kid ?? embedded.keys.kid })
      .sign(key ?? embedded.keys.signingKey);
  }

  test('a good one names its person', async () => {
    const { person, ask } = await started();
    expect(await ask(`Bearer ${person.bearer}`)).toBe(person.id);
    expect(await ask(`bearer ${person.bearer}`)).toBe(person.id);
  });

  test.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Basic bWU6eW91',
    'Bearer abc',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(4000)}`,
  ])('Authorization %j is 401', async (header) => {
    const { ask } = await started();
    expect(await ask(header)).toBe('401 not_authenticated');
  });

  test('a changed letter anywhere is 401', async () => {
    const { person, ask } = await started();
    for (const part of [0, 1, 2]) {
      const parts = person.bearer.split('.');
      const text = parts[part] ?? '';
      parts[part] = `${text.slice(0, 9)}${text[9] === 'A' ? 'B' : 'A'}${text.slice(10)}`;
      expect(await ask(`Bearer ${parts.join('.')}`)).toBe('401 not_authenticated');
    }
  });

  test('an expired one is 401 token_expired, ten seconds after its end', async () => {
    const { person, ask, pass } = await started();
    pass(3600 + 8);
    expect(await ask(`Bearer ${person.bearer}`)).toBe(person.id);
    pass(4);
    expect(await ask(`Bearer ${person.bearer}`)).toBe('401 token_expired');
    expect(await ask(`Bearer ${person.bearer}`)).toBe('401 token_expired');
  });

  test('one signed by a foreign key is 401, under our key id or its own', async () => {
    const { server, person, ask } = await started();
    const { privateKey } = await generateKeyPair('ES256');
    expect(await ask(`Bearer ${await token(server, person, {}, privateKey)}`)).toBe('401 not_authenticated');
    expect(await ask(`Bearer ${await token(server, person, {}, privateKey, 'mine')}`)).toBe('401 not_authenticated');
  });

  test('algorithm none, and HS256 with our public key as the secret, are 401', async () => {
    const { server, person, ask } = await started();
    const [, claims] = person.bearer.split('.');
    expect(await ask(`Bearer ${base64({ alg: 'none', typ: 'JWT' })}.${claims}.`)).toBe('401 not_authenticated');
    const jwks = server.deps.identity.embedded?.keys.jwks;
    const secret = new TextEncoder().encode(JSON.stringify(jwks?.keys[0]));
    const confused = await new SignJWT(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()))
      .setProtectedHeader({ alg: 'HS256', kid: server.deps.identity.embedded?.keys.kid })
      .sign(secret);
    expect(await ask(`Bearer ${confused}`)).toBe('401 not_authenticated');
  });

  test.each([
    [{ iss: 'https://other.example/auth/v1' }],
    [{ aud: 'anon' }],
    [{ role: 'service_role' }],
    [{ sub: 'not-a-uuid' }],
    [{ session_id: undefined }],
    [{ exp: undefined }],
    [{ is_anonymous: true }],
    [{ nbf: Math.floor(Date.now() / 1000) + 600 }],
    [{ iat: Math.floor(Date.now() / 1000) + 600 }],
    [{ exp: 1e300 }],
    [{ exp: Math.floor(Date.now() / 1000) + 86_400 }],
  ])('one with %j is 401', async (change) => {
    const { server, person, ask } = await started();
    expect(await ask(`Bearer ${await token(server, person, change)}`)).toBe('401 not_authenticated');
  });

  test.each(['nbf', 'iat'])('the log names the clock when %s is two minutes ahead', async (claim) => {
    const { server, person, ask } = await started();
    const ahead = Math.floor(Date.now() / 1000) + 120;
    expect(await ask(`Bearer ${await token(server, person, { [claim]: ahead })}`)).toBe('401 not_authenticated');
    expect(server.logged.join()).toContain(`its ${claim} is in the future: the clock of this server or of the auth`);
  });

  test('rights in the metadata have no effect', async () => {
    const { server, person } = await started();
    const metadata = { is_super_admin: true, role: 'admin' };
    const claims = { user_metadata: metadata, app_metadata: metadata };
    const bearer = await token(server, person, claims);
    const answer = await server.request('/api/auth/user', { headers: { Authorization: `Bearer ${bearer}` } });
    expect(await answer.json()).toMatchObject({ is_super_admin: false, is_org_admin: false });
  });

  test('a token whose session belongs to someone else is 401', async () => {
    const { server, person, ask } = await started();
    const other = await signedIn(server);
    expect(await ask(`Bearer ${await token(server, person, { session_id: other.sessionId })}`)).toBe(
      '401 not_authenticated',
    );
  });

  test('a remembered token is refused as soon as its session is gone', async () => {
    const { server, person, ask } = await started();
    expect(await ask(`Bearer ${person.bearer}`)).toBe(person.id);
    await server.db.delete(server.db.tables.authSessions);
    expect(await ask(`Bearer ${person.bearer}`)).toBe('401 not_authenticated');
  });

  test('[Y14] work in another name is 403 user_mismatch', async () => {
    const { person, ask } = await started();
    const bearer = `Bearer ${person.bearer}`;
    expect(await ask(bearer, { 'X-Op-User': person.id })).toBe(person.id);
    expect(await ask(bearer, { 'X-Op-User': person.id.toUpperCase() })).toBe(person.id);
    expect(await ask(bearer, { 'X-Op-User': '0b3c6a52-9d0e-4c51-8a5e-2f6f3b1a7c44' })).toBe('403 user_mismatch');
    expect(await ask(bearer, { 'X-Op-User': '' })).toBe('403 user_mismatch');
  });

  test('a token of the previous key stays good after a rotation', async () => {
    const { server, person } = await started();
    await rotateSigningKey(server.env.dataDir);
    const again = await composeServer({ env: server.env, db: server.db, log: server.deps.log });
    const fresh = await signedIn(again);
    for (const { headers } of [person, fresh]) {
      expect((await again.app.request('/api/auth/user', { headers })).status).toBe(200);
    }
    expect(again.deps.identity.embedded?.keys.jwks.keys).toHaveLength(2);
    await rotateSigningKey(server.env.dataDir);
    const later = await composeServer({ env: server.env, db: server.db, log: server.deps.log });
    expect((await later.app.request('/api/auth/user', { headers: person.headers })).status).toBe(401);
  });
});
