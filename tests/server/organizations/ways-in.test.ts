// The whole of a person's account, by the npm client at the auth service and by our own calls, in both arrangements (R-A15).
import { expect, test } from 'vitest';
import { Config } from '#sync/contract/server.ts';
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { inBothArrangements, PUBLIC_URL } from '#tests/fixtures/hosted.ts';
import { newestLink } from '#tests/fixtures/mailbox.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';

inBothArrangements('[A15] an account', (arrange, kind) => {
  async function started() {
    const arranged = await arrange();
    const { server, service, authUrl, publishableKey } = arranged;
    const browser = () => authBrowser(authUrl, publishableKey);
    const link = () => newestLink(service.request, EMAIL);
    const api = async (bearer: string | undefined) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await server.request('/api/auth/user', { headers })).status;
    };
    const member = async () => {
      await service.accounts.admin?.createUser({ email: EMAIL, password: PASSWORD, email_confirm: true });
      const auth = browser();
      const { data } = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
      return { auth, bearer: data.session?.access_token };
    };
    return { ...arranged, browser, link, api, member };
  }

  test('the browser learns where its accounts live', async () => {
    const { server, proxy } = await started();
    const config = Config.parse(await (await server.request('/api/config')).json());
    if (kind === 'hosted') expect(config.authUrl).toBe(`${proxy?.url}/auth/v1`);
    expect(config.publishableKey).not.toContain('secret');
    expect((await server.request('/auth/v1/health')).status).toBe(kind === 'hosted' ? 404 : 200);
  });

  test('a password, a magic link and a recovery each give a token that our calls accept', async () => {
    const { browser, link, api, member } = await started();
    const { bearer } = await member();
    expect(await api(bearer)).toBe(200);
    const auth = browser();
    await auth.signInWithOtp({ email: EMAIL, options: { emailRedirectTo: `${PUBLIC_URL}/auth/callback?courseId=1` } });
    const byLink = await followLink(auth, await link());
    expect([byLink.place.pathname, byLink.place.searchParams.get('courseId')]).toEqual(['/auth/callback', '1']);
    expect(await api(byLink.session?.access_token)).toBe(200);
    await auth.resetPasswordForEmail(EMAIL, { redirectTo: `${PUBLIC_URL}/auth/reset-password` });
    const recovered = await followLink(auth, await link());
    expect([recovered.place.pathname, recovered.type]).toEqual(['/auth/reset-password', 'recovery']);
    expect((await auth.updateUser({ password: 'better horse' })).error).toBeNull();
    const again = await browser().signInWithPassword({ email: EMAIL, password: 'better horse' });
    expect(await api(again.data.session?.access_token)).toBe(200);
  });

  test('a used link is reported in the address of our own page', async () => {
    const { browser, link, member } = await started();
    await member();
    await browser().signInWithOtp({ email: EMAIL, options: { emailRedirectTo: `${PUBLIC_URL}/auth/callback` } });
    const address = await link();
    expect((await followLink(browser(), address)).session).not.toBeNull();
    const used = await followLink(browser(), address);
    expect([used.session, used.error, used.place.origin]).toEqual([null, 'otp_expired', PUBLIC_URL]);
  });

  test('a refresh continues the session, and a sign-out ends it', async () => {
    const { auth, api } = await started().then(async (parts) => ({ ...parts, ...(await parts.member()) }));
    const { data } = await auth.refreshSession();
    expect(await api(data.session?.access_token)).toBe(200);
    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    // A hosted service keeps its sessions to itself: there a token is good until it expires.
    expect(await api(data.session?.access_token)).toBe(kind === 'hosted' ? 200 : 401);
    expect((await auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })).error).not.toBeNull();
  });

  test('a token of one installation is worth nothing at another', async () => {
    const { api } = await started();
    const other = await started();
    const { bearer } = await other.member();
    expect(await api(bearer)).toBe(401);
  });
});
