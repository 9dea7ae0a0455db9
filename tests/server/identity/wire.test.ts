// Error bodies, headers, the admin endpoint and the limits, as the hosted service gives them (I1, I3, I10).
import { describe, expect, test } from 'vitest';
import { hashPassword } from '#server/identity/passwords.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };
const SECRET = 'sb_secret_of_this_test';
const PASSWORD_GRANT = '/auth/v1/token?grant_type=password';

onEveryEngine('the embedded service on the wire', (openDb) => {
  const startServer = startOn(openDb);
  const started = (variables = {}, now?: () => Date) =>
    startServer({ variables: { SUPABASE_SECRET_KEY: SECRET, ...variables }, ...(now && { now }) });
  const asAdmin = (server: TestServer, body: unknown, key = SECRET) =>
    server.send('POST', '/auth/v1/admin/users', body, { ...VERSION, Authorization: `Bearer ${key}` });
  async function told(answer: Response) {
    return `${answer.status} ${(await answer.json()).code}`;
  }

  test('[I1] a client that names the API version gets the code as text, an older one as error_code', async () => {
    const server = await started();
    const body = { email: 'a@b.example', password: 'wrong' };
    const newer = await server.send('POST', PASSWORD_GRANT, body, VERSION);
    expect(newer.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(newer.headers.get('X-Sb-Error-Code')).toBe('invalid_credentials');
    expect(await newer.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    const older = await server.send('POST', PASSWORD_GRANT, body);
    expect(older.headers.get('X-Supabase-Api-Version')).toBeNull();
    expect(await older.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('bad bodies and grants are 400, never more', async () => {
    const server = await started();
    const post = (path: string, body: string, type = 'application/json') =>
      server.request(path, { method: 'POST', body, headers: { ...VERSION, 'Content-Type': type } });
    expect(await told(await post(PASSWORD_GRANT, '{'))).toBe('400 bad_json');
    expect(await told(await post(PASSWORD_GRANT, '{"email":"a@b.example"}'))).toBe('400 invalid_credentials');
    expect(await told(await post(PASSWORD_GRANT, '{"email":1,"password":2}'))).toBe('400 validation_failed');
    expect(await told(await post(PASSWORD_GRANT, '{"email":"\\u0000","password":"x"}'))).toBe('400 validation_failed');
    expect(await told(await post(PASSWORD_GRANT, 'a=b', 'text/plain'))).toBe('415 wrong_content_type');
    expect(await told(await post('/auth/v1/token', '{}'))).toBe('400 invalid_credentials');
    expect(await told(await post('/auth/v1/token?grant_type=magic', '{}'))).toBe('400 invalid_credentials');
  });

  test('the user call without a bearer is 401, with an invalid one 403 bad_jwt', async () => {
    const server = await started();
    const ask = (headers: Record<string, string>) =>
      server.request('/auth/v1/user', { headers: { ...VERSION, ...headers } });
    expect(await told(await ask({}))).toBe('401 no_authorization');
    expect(await told(await ask({ Authorization: 'Bearer any-key' }))).toBe('403 bad_jwt');
    const person = await signedIn(server);
    expect((await ask(person.headers)).status).toBe(200);
    await server.db.delete(server.db.tables.authSessions);
    expect(await told(await ask(person.headers))).toBe('403 session_not_found');
  });

  test('signing out with an unknown scope is 400 and ends nothing', async () => {
    const server = await started();
    const { headers } = await signedIn(server);
    const answer = await server.request('/auth/v1/logout?scope=some', {
      method: 'POST',
      headers: { ...headers, ...VERSION },
    });
    expect(await told(answer)).toBe('400 validation_failed');
    expect((await server.request('/auth/v1/user', { headers })).status).toBe(200);
  });

  describe('[I10] the admin endpoint', () => {
    test('creates an account with a hash from elsewhere', async () => {
      const server = await started();
      const answer = await asAdmin(server, {
        email: 'Moved@Test.Example',
        password_hash: await hashPassword('brought along'),
        email_confirm: true,
        user_metadata: { full_name: 'Moved Person' },
      });
      expect(answer.status).toBe(200);
      const user = await answer.json();
      expect(user).toMatchObject({ email: 'moved@test.example', user_metadata: { full_name: 'Moved Person' } });
      expect(JSON.stringify(user)).not.toContain('argon2');
      const signIn = { email: 'moved@test.example', password: 'brought along' };
      expect((await server.send('POST', PASSWORD_GRANT, signIn)).status).toBe(200);
    });

    test('is closed to everyone without the secret key', async () => {
      const server = await started();
      const person = await signedIn(server, { isSuperAdmin: true });
      const body = { email: 'x@y.example' };
      expect(await told(await server.send('POST', '/auth/v1/admin/users', body, VERSION))).toBe('401 no_authorization');
      expect(await told(await asAdmin(server, body, 'wrong'))).toBe('403 not_admin');
      expect(await told(await asAdmin(server, body, person.bearer))).toBe('403 not_admin');
    });

    test('refuses known and invalid addresses, and passwords that are too short or too long', async () => {
      const server = await started();
      expect((await asAdmin(server, { email: 'taken@test.example' })).status).toBe(200);
      const refused = async (body: object) => told(await asAdmin(server, body));
      expect(await refused({ email: 'TAKEN@test.example' })).toBe('422 email_exists');
      expect(await refused({ email: 'nobody' })).toBe('400 validation_failed');
      expect(await refused({})).toBe('400 validation_failed');
      expect(await refused({ email: 'a@b.example', password: 'short' })).toBe('400 validation_failed');
      expect(await refused({ email: 'a@b.example', password: 'é'.repeat(37) })).toBe('400 validation_failed');
      expect(await refused({ email: 'a@b.example', password_hash: '$2b$10$x' })).toBe('400 validation_failed');
    });
  });

  describe('[I3] limits', () => {
    const attempt = (server: TestServer, email: string, password: string, ip = '203.0.113.1') =>
      server.send('POST', PASSWORD_GRANT, { email, password }, { ...VERSION, 'X-Forwarded-For': ip });

    async function limited() {
      let ahead = 0;
      const variables = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
      const server = await started(variables, () => new Date(Date.now() + ahead));
      await asAdmin(server, { email: 'a@b.example', password: 'right one', email_confirm: true });
      return { server, pass: (seconds: number) => (ahead += seconds * 1000) };
    }

    test('ten wrong passwords lock an account for a while, from any address', async () => {
      const { server, pass } = await limited();
      for (let at = 0; at < 10; at += 1) {
        expect((await attempt(server, 'a@b.example', 'wrong', `203.0.113.${at}`)).status).toBe(400);
      }
      const closed = await attempt(server, 'A@b.example', 'right one', '203.0.113.99');
      expect(closed.status).toBe(429);
      expect(Number(closed.headers.get('Retry-After'))).toBeGreaterThan(800);
      expect(await told(closed)).toBe('429 over_request_rate_limit');
      pass(901);
      expect((await attempt(server, 'a@b.example', 'right one')).status).toBe(200);
    });

    test('a correct password resets the count', async () => {
      const { server } = await limited();
      for (let round = 0; round < 2; round += 1) {
        for (let at = 0; at < 9; at += 1) await attempt(server, 'a@b.example', 'wrong', `203.0.113.${at}`);
        expect((await attempt(server, 'a@b.example', 'right one', '203.0.113.50')).status).toBe(200);
      }
    });

    test('thirty tries from one address close it for every account', async () => {
      const { server } = await limited();
      const codes = new Set<number>();
      for (let at = 0; at < 30; at += 1)
        codes.add((await attempt(server, `p${at}@b.example`, 'x', '198.51.100.7')).status);
      expect([...codes]).toEqual([400]);
      expect((await attempt(server, 'a@b.example', 'right one', '198.51.100.7')).status).toBe(429);
      expect((await attempt(server, 'a@b.example', 'right one', '198.51.100.8')).status).toBe(200);
    });
  });
});
