// Accounts in a hosted project (R-A15): its tokens, here a small stand-in that publishes keys over HTTP.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eraseByEmail, grantSuper, type Project } from '#server/commands/admin.ts';
import { keepReading } from '#server/identity/project-settings.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';

const JWT_SECRET = 'a-secret-that-is-at-least-32-characters-long';

type Algorithm = 'ES256' | 'RS256';

/** A project as the commands see it, with these accounts' addresses by id. */
function projectWith(emails: Map<string, string>): NonNullable<Project> {
  const getUserById = async (id: string) => {
    const email = emails.get(id);
    return email ? { data: { user: { id, email } }, error: null } : { data: { user: null }, error: { status: 404 } };
  };
  const deleteUser = async (id: string) => {
    const error = emails.delete(id) ? null : { status: 404 };
    return { data: { user: null }, error };
  };
  return { admin: { getUserById, deleteUser } } as never;
}

/** A project that publishes its keys; it counts how often it was asked and can be cut off. */
async function hostedProject() {
  const keys = new Map<string, { alg: Algorithm; privateKey: CryptoKey; jwk: object }>();
  const state = {
    asked: 0,
    isUp: true,
    questions: 0,
    user: undefined as undefined | (() => [number, object]),
    issuer: '',
    settings: {},
  };
  const addKey = async (kid: string, alg: Algorithm) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    keys.set(kid, { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } });
  };
  const http = createServer((question, answer) => {
    const isQuestion = question.url === '/auth/v1/user';
    if (isQuestion) state.questions += 1;
    else state.asked += 1;
    if (isQuestion && state.isUp && state.user) {
      const [status, body] = state.user();
      return void answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }
    if (question.url === '/auth/v1/settings' && state.isUp) {
      return void answer.writeHead(200).end(JSON.stringify(state.settings));
    }
    if (!state.isUp || isQuestion) return void answer.writeHead(503).end('<html>down</html>');
    answer.writeHead(200, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify({ keys: [...keys.values()].map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const claims = (now: Date) => ({
    ...(state.issuer !== 'none' && { iss: state.issuer || `${url}/auth/v1` }),
    sub: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: 'Hosted@Test.Example',
    session_id: randomUUID(),
    user_metadata: { full_name: 'Hosted Person' },
    iat: Math.floor(now.getTime() / 1000),
    exp: Math.floor(now.getTime() / 1000) + 3600,
  });
  const sign = (kid: string, now: Date, more: object = {}) => {
    const key = keys.get(kid);
    if (!key) throw new Error(`no key ${kid}`);
    return new SignJWT({ ...claims(now), ...more }).setProtectedHeader({ alg: key.alg, kid }).sign(key.privateKey);
  };
  const signWithSecret = (now: Date) =>
    new SignJWT(claims(now)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET));
  return { url, state, addKey, sign, signWithSecret };
}

onEveryEngine('[A15] tokens of a hosted project', (openDb) => {
  const startServer = startOn(openDb);

  async function started(more: Record<string, string> = {}) {
    const project = await hostedProject();
    await project.addKey('first', 'ES256');
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const variables = { SUPABASE_URL: project.url, SUPABASE_PUBLISHABLE_KEY: 'pk', ...more };
    const server = await startServer({ variables, now });
    const ask = async (token: string) => statusAndCode(server, token);
    return { server, project, ask, now, pass: (seconds: number) => (ahead += seconds * 1000) };
  }
  async function statusAndCode(server: TestServer, token: string) {
    const answer = await server.request('/api/auth/user', { headers: { Authorization: `Bearer ${token}` } });
    const body = await answer.json();
    return answer.status === 200 ? '200' : `${answer.status} ${body.code}`;
  }

  test('an ES256 token is good, and its person gets a profile named by the metadata', async () => {
    const { server, project, now } = await started();
    const Authorization = `Bearer ${await project.sign('first', now())}`;
    const answer = await server.request('/api/auth/profile', { headers: { Authorization } });
    expect(await answer.json()).toMatchObject({ email: 'hosted@test.example', full_name: 'Hosted Person' });
  });

  test('no devices are listed, because the project keeps its sessions to itself', async () => {
    const { server, project, now } = await started();
    const Authorization = `Bearer ${await project.sign('first', now())}`;
    const answer = await server.request('/api/auth/sessions', { headers: { Authorization } });
    expect([answer.status, await answer.json()]).toEqual([200, { sessions: [] }]);
  });

  test('an RS256 token is valid too, and keys are loaded once', async () => {
    const { project, ask, now } = await started();
    await project.addKey('rsa', 'RS256');
    expect(await ask(await project.sign('rsa', now()))).toBe('200');
    expect(await ask(await project.sign('rsa', now()))).toBe('200');
    expect(await ask(await project.sign('first', now()))).toBe('200');
    expect(project.state.asked).toBe(1);
  });

  test('people with good tokens go on while the project cannot be reached', async () => {
    const { project, ask, now, pass } = await started();
    expect(await ask(await project.sign('first', now()))).toBe('200');
    project.state.isUp = false;
    pass(3600);
    expect(await ask(await project.sign('first', now()))).toBe('200');
  });

  test('a new key of the project is fetched when it first appears', async () => {
    const { project, ask, now, pass } = await started();
    expect(await ask(await project.sign('first', now()))).toBe('200');
    await project.addKey('second', 'ES256');
    pass(31);
    expect(await ask(await project.sign('second', now()))).toBe('200');
    expect(project.state.asked).toBe(2);
  });

  test('unknown keys do not make us ask the project again and again', async () => {
    const { project, ask, now } = await started();
    await ask(await project.sign('first', now()));
    const stranger = await hostedProject();
    await stranger.addKey('unknown', 'ES256');
    for (let at = 0; at < 5; at += 1) {
      expect(await ask(await stranger.sign('unknown', now()))).toBe('401 not_authenticated');
    }
    expect(project.state.asked).toBe(1);
  });

  test('with no key known yet and the project away, the answer is 503 and never 401', async () => {
    const { project, ask, now, pass } = await started();
    project.state.isUp = false;
    const token = await project.sign('first', now());
    expect(await ask(token)).toBe('503 unavailable');
    project.state.isUp = true;
    pass(31);
    expect(await ask(token)).toBe('200');
  });

  test('HS256 counts only with the configured secret', async () => {
    const without = await started();
    expect(await without.ask(await without.project.signWithSecret(without.now()))).toBe('401 not_authenticated');
    const configured = await started({ SUPABASE_JWT_SECRET: JWT_SECRET });
    expect(await configured.ask(await configured.project.signWithSecret(configured.now()))).toBe('200');
    expect(await configured.ask(await configured.project.sign('first', configured.now()))).toBe('200');
  });

  test('a token of another project is refused though its key is published here', async () => {
    const { project, ask, now } = await started();
    const other = await hostedProject();
    await other.addKey('first', 'ES256');
    expect(await ask(await other.sign('first', now()))).toBe('401 not_authenticated');
    expect(project.state.asked).toBe(1);
  });

  test('a token without an issuer is good when the project signed it, one with another issuer never', async () => {
    const { server, project, ask, now } = await started({ SUPABASE_JWT_SECRET: JWT_SECRET });
    project.state.issuer = 'none';
    expect(await ask(await project.sign('first', now()))).toBe('200');
    expect(await ask(await project.signWithSecret(now()))).toBe('200');
    project.state.issuer = 'https://elsewhere.example/auth/v1';
    const token = await project.sign('first', now());
    expect(await ask(token)).toBe('401 not_authenticated');
    expect(server.logged.join()).toContain('its iss is another one');
    expect(server.logged.join()).not.toContain(token.slice(0, 30));
  });

  describe('what the project says of a session', () => {
    const sub = randomUUID();
    const session_id = randomUUID();
    const user = (email: string, more: object = {}) => [200, { id: sub, email, ...more }] as [number, object];

    test('ends access within a minute, for the deleted, the banned and the signed-out', async () => {
      const { server, project, ask, now, pass } = await started();
      for (const verdict of [
        () => [403, { code: 403, error_code: 'user_not_found', msg: 'gone' }] as [number, object],
        () => [403, { code: 403, error_code: 'session_not_found', msg: 'gone' }] as [number, object],
        () => user('ann@test.example', { banned_until: '2100-01-01T00:00:00Z' }),
      ]) {
        project.state.user = () => user('ann@test.example');
        const token = await project.sign('first', now(), { sub, session_id: randomUUID() });
        const before = project.state.questions;
        expect(await ask(token)).toBe('200');
        project.state.user = verdict;
        expect([await ask(token), project.state.questions - before]).toEqual(['200', 1]);
        pass(60);
        expect([await ask(token), project.state.questions - before]).toEqual(['401 not_authenticated', 2]);
      }
      expect(server.logged.join()).toContain('the project says that its session is over');
    });

    test('a call that sends work does not wait for it; without an answer the token decides', async () => {
      const { server, project, ask, now, pass } = await started();
      const token = await project.sign('first', now(), { sub, session_id });
      project.state.isUp = true;
      expect(await ask(token)).toBe('200');
      project.state.user = () => [403, { error_code: 'session_not_found' }];
      pass(60);
      const headers = { Authorization: `Bearer ${token}` };
      const sync = () => server.send('POST', '/api/sync', { operations: [] }, headers);
      expect((await sync()).status).not.toBe(401);
      await expect.poll(async () => (await sync()).status).toBe(401);
    });

    test('a changed address stays, whatever another session heard before', async () => {
      const { server, project, ask, now, pass } = await started();
      const sign = () => project.sign('first', now(), { sub, session_id: randomUUID() });
      const [tablet, phone] = [await sign(), await sign()];
      project.state.user = () => user('old@test.example');
      expect(await ask(tablet)).toBe('200');
      pass(30);
      project.state.user = () => user('new@test.example');
      expect([await ask(phone), await ask(tablet)]).toEqual(['200', '200']);
      const [profile] = await server.db.select().from(server.db.tables.profiles);
      expect(profile?.email).toBe('new@test.example');
    });

    test('a changed address is taken over, and whoever had it here before has lost it', async () => {
      const { server, project, ask, now, pass } = await started();
      const { profiles } = server.db.tables;
      const other = await project.sign('first', now(), { email: 'new@test.example' });
      expect(await ask(other)).toBe('200');
      const token = await project.sign('first', now(), { sub, session_id: randomUUID(), email: 'old@test.example' });
      expect(await ask(token)).toBe('200');
      project.state.user = () => user('New@Test.example');
      pass(60);
      expect(await ask(token)).toBe('200');
      const rows = await server.db.select().from(profiles);
      expect(rows.map(({ id, email }) => [id === sub, email]).sort()).toEqual([
        [false, ''],
        [true, 'new@test.example'],
      ]);
      const emails = new Map([[sub, 'new@test.example']]);
      const grant = (email: string) => grantSuper(server.db, email, projectWith(emails));
      expect(await grant('new@test.example')).toMatch(/is a super admin/);
      await expect(grant('old@test.example')).rejects.toThrow(/^No one/);
      const supers = (await server.db.select().from(profiles)).filter(({ isSuperAdmin }) => isSuperAdmin);
      expect(supers.map(({ id }) => id)).toEqual([sub]);
    });
  });

  describe('an operator’s command', () => {
    const sub = randomUUID();
    async function withSomebody() {
      const { server, project, ask, now } = await started();
      expect(await ask(await project.sign('first', now(), { sub, email: 'old@test.example' }))).toBe('200');
      return server;
    }

    test('makes nobody a super admin, and erases nobody, by an address that the account has no more', async () => {
      const server = await withSomebody();
      const moved = projectWith(new Map([[sub, 'new@test.example']]));
      await expect(grantSuper(server.db, 'old@test.example', moved)).rejects.toThrow(/^No one/);
      const erase = (project: Project) => eraseByEmail(server.db, server.env, { email: 'old@test.example', project });
      await expect(erase(moved)).rejects.toThrow(/^No one has the address/);
      expect(await erase(projectWith(new Map()))).toMatch(/were erased/);
    });

    test('erases the accounts that were merged into theirs at the project as well', async () => {
      const server = await withSomebody();
      const merged = [randomUUID(), randomUUID()];
      for (const id of merged)
        await planter(server.db).person({ id, email: '', erasedAt: new Date(), mergedInto: sub });
      // One of them is gone there already.
      const emails = new Map([sub, ...merged.slice(1), randomUUID()].map((id) => [id, 'old@test.example']));
      await eraseByEmail(server.db, server.env, { email: 'old@test.example', project: projectWith(emails) });
      expect([sub, ...merged].filter((id) => emails.has(id))).toEqual([]);
      expect(emails.size).toBe(1);
    });

    test('asks for the secret key, because only the project knows whose address it is', async () => {
      const server = await withSomebody();
      const keyless = { admin: undefined };
      await expect(grantSuper(server.db, 'old@test.example', keyless)).rejects.toThrow(/SUPABASE_SECRET_KEY/);
    });
  });

  describe('the settings of the project', () => {
    const settings = (disable_signup: boolean, mailer_autoconfirm: boolean) => ({ disable_signup, mailer_autoconfirm });

    test('are told to the app and to the log; without an answer the last ones stay', async () => {
      const { server, project } = await started();
      let isAnswered = false;
      const told = async () => {
        isAnswered = await server.deps.identity.readSettings();
        return (await (await server.request('/api/config')).json()).signUps;
      };
      expect(await told()).toBe('open');
      project.state.settings = settings(false, true);
      expect(await told()).toBe('unconfirmed');
      expect(server.logged.join()).toContain('addresses are not confirmed');
      expect(isAnswered).toBe(true);
      project.state.isUp = false;
      expect(await told()).toBe('unconfirmed');
      expect(isAnswered).toBe(false);
      project.state.isUp = true;
      project.state.settings = settings(true, false);
      expect(await told()).toBe('closed');
    });

    test('are read once an hour, and in a minute again while there is no answer', async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      let reads = 0;
      const stop = keepReading(async () => ++reads !== 1);
      await vi.advanceTimersByTimeAsync(59_000);
      expect(reads).toBe(1);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(reads).toBe(2);
      await vi.advanceTimersByTimeAsync(3_599_000);
      expect(reads).toBe(2);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(reads).toBe(3);
      stop();
      await vi.advanceTimersByTimeAsync(7_200_000);
      expect(reads).toBe(3);
    });

    test('without confirmation an invitation for one address takes a sign-in by mail', async () => {
      const { server, project, now } = await started();
      project.state.settings = settings(false, true);
      await server.deps.identity.readSettings();
      const plant = planter(server.db);
      const organizationId = await plant.organization();
      const createdBy = await plant.person({ organizationId, isOrgAdmin: true });
      const email = 'hosted@test.example';
      const use = async (method: string) => {
        const { token } = await createInvitation(server.db, { organizationId, createdBy, email });
        const amr = [{ method, timestamp: 1 }];
        const bearer = await project.sign('first', now(), { email, amr, sub: randomUUID() });
        const headers = { Authorization: `Bearer ${bearer}` };
        const answer = await server.send(
          'POST',
          '/api/enterprise/consume-invitation',
          { invitationToken: token },
          headers,
        );
        return [answer.status, (await answer.json()).code];
      };
      expect(await use('password')).toEqual([403, 'address_unproven']);
      expect(await use('otp')).toEqual([200, undefined]);
    });
  });
});
