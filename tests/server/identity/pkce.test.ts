// Links for one browser alone: the stock client asks with a challenge, and turns the link's code into a session (RFC 7636).
import { createHash } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { memory } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { newestLink } from '#tests/fixtures/mailbox.ts';
import { startOn } from '#tests/fixtures/server.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';
const OTHER_APP = 'https://other.example/welcome';
const VERIFIER = 'v'.repeat(60);
const S256 = createHash('sha256').update(VERIFIER).digest('base64url');

onEveryEngine('the PKCE flow', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({
      variables: { ALLOWED_REDIRECTS: 'https://other.example/**' },
      now: () => new Date(Date.now() + ahead),
    });
    await server.accounts.admin?.createUser({ email: EMAIL, password: PASSWORD, email_confirm: true });
    const origin = await server.listen();
    const browser = () =>
      createClient(origin, 'any-key', { auth: { flowType: 'pkce', autoRefreshToken: false, storage: memory() } }).auth;
    /** Opens the newest link as a browser does; the place it leads to. */
    const open = async (email = EMAIL) => {
      const { pathname, search } = await newestLink(server.request, email);
      const answer = await server.request(pathname + search);
      return new URL(answer.headers.get('Location') ?? '');
    };
    const post = async (path: string, body: object) => {
      const answer = await server.send('POST', `/auth/v1${path}`, body, { 'X-Supabase-Api-Version': '2024-01-01' });
      const { code, message } = await answer.json();
      return `${answer.status} ${code} ${message}`;
    };
    const exchange = (auth_code: string, code_verifier: string) =>
      post('/token?grant_type=pkce', { auth_code, code_verifier });
    const pass = (seconds: number) => (ahead += seconds * 1000);
    return { server, browser, open, post, exchange, pass };
  }

  test('signs in the browser that asked, and no other one', async () => {
    const { browser, open } = await started();
    const [asking, another] = [browser(), browser()];
    const { error } = await asking.signInWithOtp({ email: EMAIL, options: { emailRedirectTo: OTHER_APP } });
    expect(error).toBeNull();
    const place = await open();
    expect([place.origin + place.pathname, place.hash]).toEqual([OTHER_APP, '']);
    const code = place.searchParams.get('code') ?? '';
    expect((await another.exchangeCodeForSession(code)).error).not.toBeNull();
    const { data } = await asking.exchangeCodeForSession(code);
    expect(data.session?.user.email).toBe(EMAIL);
    expect((await asking.getUser()).data.user?.email).toBe(EMAIL);
  });

  test('confirms a sign-up and resets a password', async () => {
    const { browser, open } = await started();
    const newcomer = browser();
    const options = { emailRedirectTo: OTHER_APP };
    await newcomer.signUp({ email: 'new@test.example', password: PASSWORD, options });
    const signUp = (await open('new@test.example')).searchParams.get('code') ?? '';
    expect((await newcomer.exchangeCodeForSession(signUp)).data.user?.email_confirmed_at).toBeTruthy();

    const forgetful = browser();
    await forgetful.resetPasswordForEmail(EMAIL, { redirectTo: OTHER_APP });
    const recovery = (await open()).searchParams.get('code') ?? '';
    expect((await forgetful.exchangeCodeForSession(recovery)).data.session).not.toBeNull();
    expect((await forgetful.updateUser({ password: 'better horse' })).error).toBeNull();
  });

  test('a link of our own mail works in any browser, by its token', async () => {
    const { server, browser } = await started();
    await browser().signInWithOtp({ email: EMAIL });
    const token_hash = (await newestLink(server.request, EMAIL)).searchParams.get('token_hash') ?? '';
    expect(token_hash).toMatch(/^pkce_/);
    const { data } = await browser().verifyOtp({ token_hash, type: 'magiclink' });
    expect(data.session?.user.email).toBe(EMAIL);
  });

  test('a code works once, for five minutes, and only with its verifier', async () => {
    const { server, open, exchange, pass } = await started();
    const asked = async (challenge: object) => {
      const path = `/auth/v1/otp?redirect_to=${OTHER_APP}`;
      expect((await server.send('POST', path, { email: EMAIL, ...challenge })).status).toBe(200);
      return (await open()).searchParams.get('code') ?? '';
    };
    const hashed = await asked({ code_challenge: S256, code_challenge_method: 's256' });
    const wrong = '400 bad_code_verifier code challenge does not match previously saved code verifier';
    expect(await exchange(hashed, 'w'.repeat(60))).toBe(wrong);
    expect(await exchange(hashed, S256)).toBe(wrong);
    expect(await exchange(hashed, VERIFIER)).toMatch(/^200/);
    const none = '404 flow_state_not_found invalid flow state, no valid flow state found';
    expect(await exchange(hashed, VERIFIER)).toBe(none);
    expect(await exchange('wat', VERIFIER)).toBe(none);

    const plain = await asked({ code_challenge: VERIFIER, code_challenge_method: 'plain' });
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await exchange(plain, VERIFIER)).slice(0, 3)));
    expect(statuses.sort()).toEqual(['200', '404', '404', '404']);

    const late = await asked({ code_challenge: S256, code_challenge_method: 'S256' });
    pass(301);
    expect(await exchange(late, VERIFIER)).toBe('422 flow_state_expired invalid flow state, flow state has expired');
  });

  test('half a challenge and one that cannot be one are refused', async () => {
    const { post, exchange } = await started();
    const refused = (challenge: object) => post('/otp', { email: EMAIL, ...challenge });
    const half = '400 validation_failed PKCE flow requires code_challenge_method and code_challenge';
    expect(await refused({ code_challenge: S256 })).toBe(half);
    expect(await refused({ code_challenge_method: 's256' })).toBe(half);
    expect(await refused({ code_challenge: 'short', code_challenge_method: 's256' })).toBe(
      '400 validation_failed code challenge has to be between 43 and 128 characters',
    );
    expect(await refused({ code_challenge: `${S256}!`, code_challenge_method: 's256' })).toBe(
      '400 validation_failed code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
    expect(await refused({ code_challenge: S256, code_challenge_method: 'md5' })).toMatch(/^400 validation_failed/);
    expect(await exchange('', VERIFIER)).toBe(
      '400 validation_failed invalid request: both auth code and code verifier should be non-empty',
    );
  });
});
