// Magic links, recovery and resend, by the npm client over real HTTP.
import { describe, expect, test } from 'vitest';
import { followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

const OWN = 'http://localhost:3000';
const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };

onEveryEngine('links of the embedded service', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const world = await accountWorld(startServer, { variables });
    return { ...world, auth: world.browser() };
  }
  async function told(answer: Response) {
    return `${answer.status} ${(await answer.json()).code}`;
  }

  describe('a magic link', () => {
    test('[A4] signs in its recipient without a password', async () => {
      const { auth, link, id, mails } = await started();
      const asked = await auth.signInWithOtp({
        email: ' MAREN@test.example ',
        options: { emailRedirectTo: `${OWN}/auth/callback?courseId=2&invitation=abc&evil=1` },
      });
      expect(asked).toMatchObject({ error: null, data: { user: null, session: null } });
      expect((await mails())[0]).toMatchObject({ kind: 'magiclink', subject: 'Your sign-in link' });
      const address = await link();
      expect(address.pathname).toBe('/auth/callback');
      expect([...address.searchParams.keys()]).toEqual(['token_hash', 'type', 'courseId', 'invitation']);
      const { session } = await followLink(auth, address);
      expect(session?.user.id).toBe(id);
      const claims = await auth.getClaims();
      expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    });

    test('creates an account for a new person, with their metadata', async () => {
      const { auth, link } = await started();
      const data = { full_name: 'Newcomer', invitation_token: 'abc' };
      await auth.signInWithOtp({ email: 'new@test.example', options: { data } });
      const { session } = await followLink(auth, await link('new@test.example'));
      expect(session?.user).toMatchObject({ email: 'new@test.example', user_metadata: data });
      expect(session?.user.email_confirmed_at).toBeTruthy();
    });

    test('creates no account where the caller wants none, and does not reveal it', async () => {
      const { server, auth, mails } = await started();
      const asked = await auth.signInWithOtp({ email: 'no@test.example', options: { shouldCreateUser: false } });
      expect(asked.error).toBeNull();
      expect(await mails('no@test.example')).toEqual([]);
      expect(await server.db.select().from(server.db.tables.authUsers)).toHaveLength(1);
    });

    test('requested many times at once creates one account', async () => {
      const { server, browser } = await started();
      const asks = [1, 2, 3, 4, 5].map(() => browser().signInWithOtp({ email: 'new@test.example' }));
      expect((await Promise.all(asks)).map(({ error }) => error)).toEqual([null, null, null, null, null]);
      expect(await server.db.select().from(server.db.tables.authUsers)).toHaveLength(2);
      expect(await server.db.select().from(server.db.tables.oneTimeTokens)).toHaveLength(1);
    });

    test('opens nothing for a banned person', async () => {
      const { admin, auth, id, mails } = await started();
      const { data } = await admin.generateLink({ type: 'magiclink', email: EMAIL });
      const token_hash = data.properties?.hashed_token ?? '';
      await admin.updateUserById(id, { ban_duration: '24h' });
      expect((await auth.verifyOtp({ token_hash, type: 'magiclink' })).error?.code).toBe('otp_expired');
      await auth.signInWithOtp({ email: EMAIL });
      expect(await mails()).toEqual([]);
    });
  });

  describe('recovery', () => {
    test('[A5] leads to the page for a new password, which is valid from then on', async () => {
      const { browser, signIn, auth, link, mails } = await started();
      const elsewhere = await signIn();
      const asked = await auth.resetPasswordForEmail(EMAIL, { redirectTo: `${OWN}/auth/reset-password` });
      expect(asked.error).toBeNull();
      expect((await mails())[0]).toMatchObject({ kind: 'recovery', subject: 'Set a new password' });
      const address = await link();
      expect(address.pathname).toBe('/auth/reset-password');
      expect((await followLink(auth, address)).session).not.toBeNull();
      expect((await auth.updateUser({ password: 'better horse' })).error).toBeNull();
      expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
      expect((await signIn('better horse')).error).toBeNull();
      const other = await browser().getUser(elsewhere.data.session?.access_token);
      expect(other.error?.name).toBe('AuthSessionMissingError');
    });

    test('a newer link makes the older one worthless, of the same slot too', async () => {
      const { browser, auth, link, follow } = await started();
      await auth.resetPasswordForEmail(EMAIL);
      const older = await link();
      await auth.signInWithOtp({ email: EMAIL });
      expect((await followLink(browser(), older)).error).toBe('otp_expired');
      expect((await follow()).session).not.toBeNull();
    });

    test('is logged when requested and when done', async () => {
      const { server, auth, link, id } = await started();
      await auth.resetPasswordForEmail(EMAIL);
      await followLink(auth, await link());
      const rows = await server.db.select().from(server.db.tables.auditLog).orderBy(server.db.tables.auditLog.id);
      expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
        ['account.recovery_asked', id],
        ['account.recovered', id],
        ['account.sign_in', id],
      ]);
    });
  });

  describe('whether an address has an account', () => {
    const CALLS = ['otp', 'recover', 'resend'] as const;
    const bodyOf = (call: string, email: string) => ({
      email,
      ...(call === 'resend' && { type: 'signup' }),
      ...(call === 'otp' && { create_user: false }),
    });

    test.each(CALLS)('is not revealed by /%s, by body, headers or time', async (call) => {
      const { server } = await started();
      const ask = async (email: string) => {
        const start = performance.now();
        const answer = await server.send('POST', `/auth/v1/${call}`, bodyOf(call, email), VERSION);
        const names = [...answer.headers.keys()].sort();
        return { took: performance.now() - start, same: [answer.status, await answer.text(), names] };
      };
      const known = await ask(EMAIL);
      const unknown = await ask('nobody@test.example');
      expect(unknown.same).toEqual(known.same);
      expect(unknown.same.slice(0, 2)).toEqual([200, '{}']);
      expect(known.took).toBeGreaterThan(55);
      expect(unknown.took).toBeGreaterThan(55);
    });

    test.each(CALLS)('is not revealed by repeating /%s within a minute, and no second mail is sent', async (call) => {
      const { server, mails, pass } = await started({ RATE_LIMIT_FACTOR: '1' });
      await server.send('POST', '/auth/v1/signup', { email: 'new@test.example', password: PASSWORD }, VERSION);
      pass(61);
      const email = call === 'resend' ? 'new@test.example' : EMAIL;
      const before = (await mails(email)).length;
      const ask = async (to: string) => {
        const answer = await server.send('POST', `/auth/v1/${call}`, bodyOf(call, to), VERSION);
        return `${answer.status} ${await answer.text()}`;
      };
      for (const to of [email, 'nobody@test.example']) {
        expect(await ask(to)).toBe('200 {}');
        expect(await ask(to)).toMatch(
          /^429 .*"over_email_send_rate_limit".*only request this after (60|59|58) seconds\./,
        );
      }
      expect(await mails(email)).toHaveLength(before + 1);
      pass(61);
      expect(await ask(email)).toBe('200 {}');
      expect(await mails(email)).toHaveLength(before + 2);
    });

    test('is not revealed by the limit of mails', async () => {
      const { server, pass } = await started({ RATE_LIMIT_FACTOR: '1' });
      const lasts: string[] = [];
      for (const email of [EMAIL, 'nobody@test.example']) {
        for (let at = 0; at < 10; at += 1) {
          await server.send('POST', '/auth/v1/recover', { email }, VERSION);
          pass(61);
        }
        const answer = await server.send('POST', '/auth/v1/recover', { email }, VERSION);
        lasts.push(`${answer.headers.has('Retry-After')} ${await told(answer)}`);
        pass(300);
      }
      expect(lasts).toEqual(['true 429 over_email_send_rate_limit', 'true 429 over_email_send_rate_limit']);
    });
  });

  test('one network cannot use up the mails of everybody', async () => {
    const { server } = await started({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
    const ask = async (email: string, ip: string) =>
      (await server.send('POST', '/auth/v1/recover', { email }, { 'X-Forwarded-For': ip })).status;
    const seen = await Promise.all(Array.from({ length: 502 }, (_, at) => ask(`p${at}@test.example`, '198.51.100.7')));
    expect([200, 429].map((code) => seen.filter((status) => status === code).length)).toEqual([500, 2]);
    expect(await ask(EMAIL, '203.0.113.9')).toBe(200);
  });

  test('the mail of a sign-up can be sent again, and only the newer link works', async () => {
    const { browser, auth, link, mails } = await started();
    await auth.signUp({ email: 'new@test.example', password: PASSWORD });
    const older = await link('new@test.example');
    expect((await auth.resend({ type: 'signup', email: 'new@test.example' })).error).toBeNull();
    expect(await mails('new@test.example')).toHaveLength(2);
    expect((await followLink(browser(), older)).error).toBe('otp_expired');
    expect((await followLink(auth, await link('new@test.example'))).session).not.toBeNull();
    await auth.resend({ type: 'signup', email: 'new@test.example' });
    expect(await mails('new@test.example')).toHaveLength(2);
    expect((await auth.resend({ type: 'email_change', email: EMAIL })).error).toBeNull();
  });
});
