// Error bodies, headers, the admin endpoint and the limits, as the hosted service gives them.
import { describe, expect, test } from 'vitest';
import { hashPassword } from '#server/identity/passwords.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';

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

  test('a client that names the API version gets the code as text, an older one as error_code', async () => {
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
  });

  describe('the admin endpoint', () => {
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

    test('refuses known and invalid addresses, and passwords that are too short or too long', async () => {
      const server = await started();
      expect((await asAdmin(server, { email: 'taken@test.example' })).status).toBe(200);
      const refused = async (body: object) => told(await asAdmin(server, body));
      expect(await refused({ email: 'TAKEN@test.example' })).toBe('422 email_exists');
      expect(await refused({ email: 'nobody' })).toBe('400 validation_failed');
      expect(await refused({})).toBe('400 validation_failed');
      expect(await refused({ email: 'a@b.example', password: 'short' })).toBe('422 weak_password');
      expect(await refused({ email: 'a@b.example', password: 'iloveyou' })).toBe('422 weak_password');
      expect(await refused({ email: 'a@b.example', password: 'é'.repeat(37) })).toBe('400 validation_failed');
      expect(await refused({ email: 'a@b.example', password_hash: '$2b$10$x' })).toBe('400 validation_failed');
    });
  });

  describe('limits', () => {
    const attempt = (server: TestServer, email: string, password: string, ip = '203.0.113.1') =>
      server.send('POST', PASSWORD_GRANT, { email, password }, { ...VERSION, 'X-Forwarded-For': ip });

    async function limited() {
      let ahead = 0;
      const variables = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
      const server = await started(variables, () => new Date(Date.now() + ahead));
      await asAdmin(server, { email: 'a@b.example', password: 'right one', email_confirm: true });
      return { server, pass: (seconds: number) => (ahead += seconds * 1000) };
    }

    const wrongTries = async (server: TestServer, ip: string) => {
      const waits: number[] = [];
      for (let at = 0; at < 10; at += 1) {
        const answer = await attempt(server, 'a@b.example', 'wrong', ip);
        if (answer.status === 429) waits.push(Number(answer.headers.get('Retry-After')));
      }
      return waits;
    };

    test('ten wrong passwords of a stranger slow their network down, and never the owner elsewhere', async () => {
      const { server, pass } = await limited();
      expect(await wrongTries(server, '203.0.113.66')).toEqual([5, 5, 5, 5, 5]);
      const refused = await attempt(server, 'A@b.example', 'right one', '203.0.113.66');
      expect([refused.status, await told(refused.clone())]).toEqual([429, '429 over_request_rate_limit']);
      expect((await refused.json()).message).toBe('Too many attempts. Try again in 5 s.');
      expect((await attempt(server, 'a@b.example', 'right one', '203.0.113.99')).status).toBe(200);
      for (const seconds of [5, 10, 20]) {
        pass(seconds);
        expect((await attempt(server, 'a@b.example', 'wrong', '203.0.113.66')).status).toBe(400);
      }
      pass(41);
      expect((await attempt(server, 'a@b.example', 'right one', '203.0.113.66')).status).toBe(200);
    });

    test('a device that the owner signed in on before is let in from the network of the stranger, too', async () => {
      const { server } = await limited();
      const from = { ...VERSION, 'X-Forwarded-For': '203.0.113.66' };
      const body = { email: 'a@b.example', password: 'right one' };
      const before = await server.send('POST', PASSWORD_GRANT, body, from);
      const [cookie = ''] = before.headers.getSetCookie();
      expect(cookie).toMatch(/; Path=\/auth\/v1\/token; HttpOnly; SameSite=Strict$/);
      const asDevice = (sent: object, Cookie = cookie) =>
        server.send('POST', PASSWORD_GRANT, { ...body, ...sent }, { ...from, Cookie: Cookie.split(';')[0] ?? '' });
      expect(await wrongTries(server, '203.0.113.66')).toHaveLength(5);
      expect((await attempt(server, 'a@b.example', 'right one', '203.0.113.66')).status).toBe(429);
      expect((await asDevice({})).status).toBe(200);
      expect((await asDevice({}, `${cookie.split('=')[0]}=é.${'x'.repeat(43)}`)).status).toBe(429);
      for (let at = 0; at < 5; at += 1) expect((await asDevice({ password: 'wrong' })).status).toBe(400);
      expect((await asDevice({})).status).toBe(429);
    });

    test('a correct password forgets the wrong ones', async () => {
      const { server } = await limited();
      for (let round = 0; round < 3; round += 1) {
        for (let at = 0; at < 4; at += 1) await attempt(server, 'a@b.example', 'wrong');
        expect((await attempt(server, 'a@b.example', 'right one')).status).toBe(200);
      }
    });

    test('addresses of one IPv6 network are one stranger', async () => {
      const { server } = await limited();
      for (let at = 0; at < 5; at += 1) await attempt(server, 'a@b.example', 'wrong', `2001:db8:1:2::${at}`);
      expect((await attempt(server, 'a@b.example', 'right one', '2001:db8:1:2::99')).status).toBe(429);
      expect((await attempt(server, 'a@b.example', 'right one', '2001:db8:1:3::99')).status).toBe(200);
    });

    test('a network that tries many accounts, and an account that many networks try, are slowed down', async () => {
      const { server, pass } = await limited();
      for (let at = 0; at < 150; at += 1) {
        expect((await attempt(server, `p${at}@b.example`, 'x', '198.51.100.7')).status).toBe(400);
      }
      expect((await attempt(server, 'a@b.example', 'right one', '198.51.100.7')).status).toBe(429);
      pass(3);
      expect((await attempt(server, 'a@b.example', 'right one', '198.51.100.7')).status).toBe(200);
      for (let at = 0; at < 50; at += 1) await attempt(server, 'a@b.example', 'x', `192.0.2.${at}`);
      expect((await attempt(server, 'a@b.example', 'right one', '192.0.2.99')).status).toBe(429);
      pass(6);
      expect((await attempt(server, 'a@b.example', 'right one', '192.0.2.99')).status).toBe(200);
    });

    test('wrong secret keys slow their network down, and never this server’s own calls', async () => {
      const { server, pass } = await limited();
      const ask = (key: string) =>
        server.request('/auth/v1/admin/users', {
          headers: { ...VERSION, Authorization: `Bearer ${key}`, 'X-Forwarded-For': '203.0.113.66' },
        });
      for (let at = 0; at < 5; at += 1) expect(await told(await ask(`guess-${at}`))).toBe('403 not_admin');
      expect(await told(await ask('guess-6'))).toBe('429 over_request_rate_limit');
      expect(await told(await ask(SECRET))).toBe('429 over_request_rate_limit');
      expect((await server.accounts.admin?.listUsers())?.error).toBeNull();
      pass(6);
      expect((await ask(SECRET)).status).toBe(200);
    });
  });
});
