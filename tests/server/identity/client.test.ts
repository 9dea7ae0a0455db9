// The Supabase client from npm, over real HTTP: what it makes of the embedded service is what counts.
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

onEveryEngine('the Supabase client on the embedded service', (openDb) => {
  const startServer = startOn(openDb);

  const started = () => accountWorld(startServer, { account: { user_metadata: { full_name: 'Maren Holt' } } });
  async function signedInClient({ browser }: Awaited<ReturnType<typeof started>>) {
    const auth = browser();
    const { data, error } = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    if (error) throw error;
    return { auth, session: data.session };
  }

  test('a password gives a session that names the person', async () => {
    const world = await started();
    const { auth, session } = await signedInClient(world);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: world.id, email: EMAIL } });
    const { data } = await auth.getUser();
    expect(data.user).toMatchObject({
      id: world.id,
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
    const { id, signIn } = await started();
    expect((await signIn(PASSWORD, ' MAREN@Test.Example ')).data.user?.id).toBe(id);
  });

  test('a wrong password and an unknown address are refused with the same sentence', async () => {
    const { signIn } = await started();
    for (const email of [EMAIL, 'nobody@test.example']) {
      const { error } = await signIn('wrong', email);
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
    }
  });

  test('an unconfirmed person must confirm, and learns so only after the right password', async () => {
    const { admin, signIn } = await started();
    await admin.createUser({ email: 'new@test.example', password: PASSWORD });
    const told = async (password: string) => (await signIn(password, 'new@test.example')).error?.code;
    expect(await told(PASSWORD)).toBe('email_not_confirmed');
    expect(await told('wrong')).toBe('invalid_credentials');
  });

  test('claims are checked in the client against the published key alone', async () => {
    const world = await started();
    const { auth } = await signedInClient(world);
    const { data, error } = await auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      sub: world.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    const jwks = await world.server.request('/auth/v1/.well-known/jwks.json');
    expect(jwks.headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(JSON.stringify(await jwks.json())).not.toContain('"d"');
  });

  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('signing out with the scope %s', async (scope, left) => {
    const world = await started();
    const [a, b, c] = [await signedInClient(world), await signedInClient(world), await signedInClient(world)];
    expect((await a.auth.signOut({ scope })).error).toBeNull();
    const asked = [a, b, c].map(({ session }) => world.browser().getUser(session.access_token));
    expect((await Promise.all(asked)).map(({ data }) => data.user !== null)).toEqual(left);
    const headers = { Authorization: `Bearer ${a.session.access_token}` };
    expect((await world.server.request('/api/auth/user', { headers })).status).toBe(left[0] ? 200 : 401);
  });

  test('an ended session is refused so that the client drops it', async () => {
    const world = await started();
    const { session } = await signedInClient(world);
    const { db } = world.server;
    await db.delete(db.tables.authSessions);
    const { error } = await world.browser().getUser(session.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
    const refreshed = await world.browser().refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });
});
