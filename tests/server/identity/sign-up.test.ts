// Signing up at the embedded service, by the npm client over real HTTP.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { grantSuper } from '#server/commands/admin.ts';
import { followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

const CALLBACK = 'http://localhost:3000/auth/callback';

onEveryEngine('signing up at the embedded service', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const world = await accountWorld(startServer, { account: null });
    const signUp = (given: { email?: string; password?: string; data?: object; redirect?: string } = {}) => {
      const { email = EMAIL, password = PASSWORD, data = { full_name: 'Maren Holt' }, redirect } = given;
      const options = { data, emailRedirectTo: redirect ?? `${CALLBACK}?courseId=4` };
      return world.browser().signUp({ email, password, options });
    };
    return { ...world, signUp };
  }

  test('an operator makes nobody a super admin who has not confirmed their address', async () => {
    const { server, signUp, follow } = await started();
    await signUp();
    await expect(grantSuper(server.db, EMAIL)).rejects.toThrow(`${EMAIL} is not confirmed yet`);
    await follow();
    expect(await grantSuper(server.db, EMAIL)).toBe(`${EMAIL} is a super admin now.`);
  });

  test('returns a user and no session, and the mail leads to our own page with the parameters of the sign-up', async () => {
    const { mails, signUp, link } = await started();
    const { data, error } = await signUp();
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: EMAIL,
      role: 'authenticated',
      user_metadata: { full_name: 'Maren Holt' },
    });
    expect(data.user?.confirmation_sent_at).toBeTruthy();
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(data.user?.identities).toHaveLength(1);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'signup', subject: 'Confirm your email address' });
    const { origin, pathname, searchParams } = await link();
    expect(origin + pathname).toBe(CALLBACK);
    expect(searchParams.get('token_hash')).toMatch(/^[\w-]{43}$/);
    expect([searchParams.get('type'), searchParams.get('courseId')]).toEqual(['signup', '4']);
  });

  test('the mail leads to our own page, whatever host the request came for and wanted to be led to', async () => {
    const { server, mails, signUp, link } = await started();
    await signUp({ redirect: 'https://evil.example/auth/callback?courseId=4' });
    expect((await link()).origin).toBe('http://localhost:3000');
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Referer: 'https://evil.example/' };
    await server.send('POST', '/auth/v1/signup', { email: 'b@test.example', password: PASSWORD }, headers);
    const [mail] = await mails('b@test.example');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  });

  test('the link confirms and signs in; the password is valid from then on', async () => {
    const { acts, signUp, signIn, follow } = await started();
    await signUp();
    expect((await signIn(PASSWORD)).error?.code).toBe('email_not_confirmed');
    const { session } = await follow();
    expect(session?.user).toMatchObject({ email: EMAIL });
    expect(session?.user.email_confirmed_at).toBeTruthy();
    expect((await signIn(PASSWORD)).data.user?.email).toBe(EMAIL);
    expect(await acts()).toEqual(['account.sign_up', 'account.confirmed', 'account.sign_in', 'account.sign_in']);
  });

  test('a link dies after an hour', async () => {
    const { signUp, follow, pass } = await started();
    await signUp();
    pass(3599);
    await signUp({ email: 'other@test.example' });
    pass(2);
    expect((await follow()).error).toBe('otp_expired');
  });

  test('the database holds neither the token of a link nor a password', async () => {
    const { server, signUp, link } = await started();
    await signUp();
    const token = (await link()).searchParams.get('token_hash');
    const [row] = await server.db.select().from(server.db.tables.oneTimeTokens);
    expect(row?.tokenHash).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(server.logged.join('')).not.toContain(token);
    const [user] = await server.db.select().from(server.db.tables.authUsers);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a confirmed address gets a lookalike without identities, and no mail', async () => {
    const { server, mails, signUp, follow } = await started();
    await signUp();
    await follow();
    const { data, error } = await signUp({ password: 'another one', data: { full_name: 'Stranger' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: EMAIL,
      role: '',
      identities: [],
      user_metadata: { full_name: 'Stranger' },
    });
    expect(await mails()).toHaveLength(1);
    const [user] = await server.db.select().from(server.db.tables.authUsers);
    expect(user?.userMetadata).toEqual({ full_name: 'Maren Holt' });
    expect(data.user?.id).not.toBe(user?.id);
  });

  test('a double submit makes one account and one mail', async () => {
    const { mails, signUp } = await started();
    const answers = await Promise.all([signUp(), signUp(), signUp({ email: ' MAREN@Test.Example ' })]);
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test('a race of strangers for one address makes one account, and the newest mail is the one that counts', async () => {
    const { server, signUp, signIn, follow } = await started();
    const passwords = ['password one', 'password two', 'password three', 'password four'];
    const answers = await Promise.all(passwords.map((password) => signUp({ password })));
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(await server.db.select().from(server.db.tables.authUsers)).toHaveLength(1);
    expect((await follow()).session?.user.email).toBe(EMAIL);
    const right = await Promise.all(passwords.map(async (password) => (await signIn(password)).data.user !== null));
    expect(right.filter(Boolean)).toHaveLength(1);
  });

  describe('an address that somebody else signed up first', () => {
    test('signing up again replaces password and link', async () => {
      const { browser, signUp, signIn, link, follow, pass } = await started();
      await signUp({ password: 'of the stranger', data: { full_name: 'Stranger' } });
      const first = await link();
      pass(61);
      await signUp();
      expect((await followLink(browser(), first)).error).toBe('otp_expired');
      expect((await follow()).session?.user.user_metadata).toMatchObject({ full_name: 'Maren Holt' });
      expect((await signIn('of the stranger')).error?.code).toBe('invalid_credentials');
      expect((await signIn(PASSWORD)).error).toBeNull();
    });

    test.each(['magiclink', 'recovery', 'invite'] as const)(
      'the stranger gets nothing when the owner comes by %s',
      async (way) => {
        const { server, admin, browser, signUp, signIn, follow } = await started();
        await signUp({ password: 'of the stranger', data: { full_name: 'Stranger', invitation_token: 'trap' } });
        const auth = browser();
        if (way === 'magiclink') await auth.signInWithOtp({ email: EMAIL });
        if (way === 'recovery') await auth.resetPasswordForEmail(EMAIL);
        if (way === 'invite') await admin.inviteUserByEmail(EMAIL);
        const { session } = await follow();
        expect(Object.keys(session?.user.user_metadata ?? {}).sort()).toEqual([
          'email',
          'email_verified',
          'phone_verified',
          'sub',
        ]);
        expect((await signIn('of the stranger')).error?.code).toBe('invalid_credentials');
        expect(await server.db.select().from(server.db.tables.oneTimeTokens)).toEqual([]);
      },
    );
  });

  test('a faulty sign-up is refused with the service’s own sentences', async () => {
    const { signUp } = await started();
    const refused = async (given: Parameters<typeof signUp>[0]) => {
      const { error } = await signUp(given);
      return `${error?.status} ${error?.code}`;
    };
    expect(await refused({ email: 'nobody' })).toBe('400 validation_failed');
    expect(await refused({ email: 'a b@test.example' })).toBe('400 validation_failed');
    expect(await refused({ email: `${'a'.repeat(250)}@test.example` })).toBe('400 validation_failed');
    expect(await refused({ password: '' })).toBe('400 validation_failed');
    expect(await refused({ password: 'é'.repeat(37) })).toBe('400 validation_failed');
    expect(await refused({ data: { full_name: 'x'.repeat(10_000) } })).toBe('400 validation_failed');
    const { error } = await signUp({ password: 'short' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
  });

  test('metadata nested beyond every stack is refused, not a failure', async () => {
    const { server } = await started();
    const body = `{"email":"${EMAIL}","password":"${PASSWORD}","data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    expect((await server.request('/auth/v1/signup', init)).status).toBe(400);
  });

  test('a new user of the service gets a profile with the name they gave', async () => {
    const { server, signUp, follow } = await started();
    await signUp();
    const { session } = await follow();
    const headers = { Authorization: `Bearer ${session?.access_token}` };
    expect(await (await server.request('/api/auth/user', { headers })).json()).toMatchObject({
      email: EMAIL,
      full_name: 'Maren Holt',
      has_real_name: true,
    });
    const { profiles } = server.db.tables;
    expect(await server.db.select().from(profiles).where(eq(profiles.email, EMAIL))).toHaveLength(1);
  });
});
