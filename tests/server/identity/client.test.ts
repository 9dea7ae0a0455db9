// The Supabase client from npm, over real HTTP: what it makes of the embedded service is what counts.
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';

const clientOf = (origin: string) =>
  createClient(origin, 'any-key', { auth: { autoRefreshToken: false, persistSession: false } }).auth;

function adminOf({ accounts }: TestServer) {
  if (!accounts.admin) throw new Error('The embedded service has its secret key.');
  return accounts.admin;
}

async function addPerson(server: TestServer, email = EMAIL) {
  const { data, error } = await adminOf(server).createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: 'Maren Holt' },
  });
  if (error) throw error;
  return data.user;
}

onEveryEngine('the Supabase client on the embedded service', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer();
    const user = await addPerson(server);
    const origin = await server.listen();
    return { server, user, origin };
  }
  async function signedInClient(origin: string) {
    const auth = clientOf(origin);
    const { data, error } = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    if (error) throw error;
    return { auth, session: data.session };
  }

  test('a password gives a session that names the person', async () => {
    const { user, origin } = await started();
    const { auth, session } = await signedInClient(origin);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: user.id, email: EMAIL } });
    const { data } = await auth.getUser();
    expect(data.user).toMatchObject({
      id: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: EMAIL,
      user_metadata: { full_name: 'Maren Holt' },
      app_metadata: { provider: 'email' },
      is_anonymous: false,
    });
    expect(data.user?.last_sign_in_at).toBeTruthy();
  });

  test('the address may be written in capitals', async () => {
    const { user, origin } = await started();
    const { data } = await clientOf(origin).signInWithPassword({ email: ' MAREN@Test.Example ', password: PASSWORD });
    expect(data.user?.id).toBe(user.id);
  });

  test('a wrong password and an unknown address are refused with the same sentence', async () => {
    const { origin } = await started();
    for (const email of [EMAIL, 'nobody@test.example']) {
      const { error } = await clientOf(origin).signInWithPassword({ email, password: 'wrong' });
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
    }
  });

  test('an unconfirmed person must confirm, and learns so only after the right password', async () => {
    const { server, origin } = await started();
    await adminOf(server).createUser({ email: 'new@test.example', password: PASSWORD });
    const told = async (password: string) => {
      const { error } = await clientOf(origin).signInWithPassword({ email: 'new@test.example', password });
      return error?.code;
    };
    expect(await told(PASSWORD)).toBe('email_not_confirmed');
    expect(await told('wrong')).toBe('invalid_credentials');
  });

  test('a refresh gives new tokens for the same session', async () => {
    const { origin } = await started();
    const { auth, session } = await signedInClient(origin);
    const { data, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect((await auth.getUser(data.session?.access_token)).data.user?.email).toBe(EMAIL);
  });

  test('claims are checked in the client against the published key alone', async () => {
    const { user, origin } = await started();
    const { auth } = await signedInClient(origin);
    const { data, error } = await auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    const jwks = await fetch(`${origin}/auth/v1/.well-known/jwks.json`);
    expect(jwks.headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(JSON.stringify(await jwks.json())).not.toContain('"d"');
  });

  describe('signing out', () => {
    async function threeDevices() {
      const { server, origin } = await started();
      const [a, b, c] = [await signedInClient(origin), await signedInClient(origin), await signedInClient(origin)];
      const alive = async () => {
        const asked = [a, b, c].map(({ session }) => clientOf(origin).getUser(session.access_token));
        return (await Promise.all(asked)).map(({ data }) => data.user !== null);
      };
      return { server, a, alive };
    }

    test('local ends this session alone', async () => {
      const { a, alive } = await threeDevices();
      expect((await a.auth.signOut({ scope: 'local' })).error).toBeNull();
      expect(await alive()).toEqual([false, true, true]);
    });

    test('others ends every session but this one', async () => {
      const { a, alive } = await threeDevices();
      expect((await a.auth.signOut({ scope: 'others' })).error).toBeNull();
      expect(await alive()).toEqual([true, false, false]);
    });

    test('global ends all of them, and the API refuses their tokens at once', async () => {
      const { server, a, alive } = await threeDevices();
      const headers = { Authorization: `Bearer ${a.session.access_token}` };
      expect((await server.request('/api/auth/user', { headers })).status).toBe(200);
      expect((await a.auth.signOut()).error).toBeNull();
      expect(await alive()).toEqual([false, false, false]);
      expect((await server.request('/api/auth/user', { headers })).status).toBe(401);
    });
  });

  test('an ended session is refused so that the client drops it', async () => {
    const { server, origin } = await started();
    const { session } = await signedInClient(origin);
    await server.db.delete(server.db.tables.authSessions);
    const { error } = await clientOf(origin).getUser(session.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
    const refreshed = await clientOf(origin).refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });
});
