// A change of address, as the stock client makes it: both addresses confirm it, by link or code, in either order.
import { expect, test } from 'vitest';
import { followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

const OLD = EMAIL;
const NEW = 'holt@test.example';

onEveryEngine('changing the own address', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const world = await accountWorld(startServer);
    const { server, browser, signIn } = world;
    const own = browser();
    const { data } = await own.signInWithPassword({ email: OLD, password: PASSWORD });
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const profile = async () => (await (await server.request('/api/auth/user', { headers })).json()).email;
    await profile();
    return { ...world, own, profile, signIn: async (email: string) => (await signIn(PASSWORD, email)).error?.code };
  }

  test.each([
    [OLD, NEW],
    [NEW, OLD],
  ])('takes effect with the second link, first %s and then %s', async (first, second) => {
    const { acts, own, profile, link, mails, follow, signIn } = await started();
    const { data, error } = await own.updateUser({ email: NEW.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: OLD, new_email: NEW, email_change_sent_at: expect.any(String) });
    const [toOld] = await mails();
    expect(toOld?.text).toContain(NEW);
    const { pathname, searchParams } = await link(NEW);
    expect([pathname, searchParams.get('type')]).toEqual(['/auth/callback', 'email_change']);

    expect(await follow(first)).toMatchObject({ session: null, error: undefined });
    expect([await profile(), await signIn(NEW)]).toEqual([OLD, 'invalid_credentials']);
    const { session } = await follow(second);
    expect(session?.user).toMatchObject({ email: NEW, user_metadata: { email: NEW } });
    expect(session?.user.new_email).toBeUndefined();
    expect(await profile()).toBe(NEW);
    expect([await signIn(NEW), await signIn(OLD)]).toEqual([undefined, 'invalid_credentials']);
    expect((await acts()).filter((action) => action === 'account.email_changed')).toHaveLength(1);
  });

  test('to one that is taken changes nothing else either', async () => {
    const { admin, own, mails, signIn } = await started();
    await admin.createUser({ email: NEW, email_confirm: true });
    const { error } = await own.updateUser({ email: NEW, password: 'better horse', data: { theme: 'dark' } });
    expect(error?.code).toBe('email_exists');
    expect([await signIn(OLD), await mails()]).toEqual([undefined, []]);
    expect((await own.getUser()).data.user?.user_metadata.theme).toBeUndefined();
  });

  test('takes the codes of both mails, and says after the first what is left to do', async () => {
    const { server, browser, own, code } = await started();
    await own.updateUser({ email: NEW });
    const sent = async (email: string) => ({ email, token: await code(email), type: 'email_change' as const });
    const first = await server.send('POST', '/auth/v1/verify', await sent(NEW));
    const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
    expect([first.status, await first.json()]).toEqual([200, { msg, code: '200' }]);
    const second = await browser().verifyOtp(await sent(OLD));
    expect(second.data.user?.email).toBe(NEW);
  });

  test('the same side twice is not both sides', async () => {
    const { server, admin, own, follow, profile, pass } = await started();
    await own.updateUser({ email: NEW });
    expect((await follow(NEW)).session).toBeNull();
    pass(61);
    const again = await admin.generateLink({ type: 'email_change_new', email: OLD, newEmail: NEW });
    const token_hash = again.data.properties?.hashed_token ?? '';
    const answer = await server.send('POST', '/auth/v1/verify', { type: 'email_change', token_hash });
    expect((await answer.json()).msg).toMatch(/^Confirmation link accepted/);
    expect(await profile()).toBe(OLD);
  });

  test('a browser that opened the first link is told so at the page', async () => {
    const { server, own, link } = await started();
    await own.updateUser({ email: NEW });
    const token = (await link(NEW)).searchParams.get('token_hash') ?? '';
    const answer = await server.request(`/auth/v1/verify?${new URLSearchParams({ token, type: 'email_change' })}`);
    const place = new URL(answer.headers.get('Location') ?? '');
    expect([answer.status, place.pathname]).toEqual([303, '/auth/callback']);
    expect(new URLSearchParams(place.hash.slice(1)).get('message')).toMatch(/^Confirmation link accepted/);
  });

  test('an address of another account is refused, now and when it was taken meanwhile', async () => {
    const { admin, own, follow, profile } = await started();
    await admin.createUser({ email: 'taken@test.example' });
    expect((await own.updateUser({ email: 'taken@test.example' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    await own.updateUser({ email: NEW });
    await admin.createUser({ email: NEW });
    await follow(OLD);
    expect((await follow(NEW)).error).toBe('email_exists');
    expect(await profile()).toBe(OLD);
    expect((await own.updateUser({ email: 'not an address' })).error?.code).toBe('validation_failed');
  });

  test('resending mails who has not confirmed yet; it reveals nothing', async () => {
    const { browser, own, link, mails, follow, pass } = await started();
    await own.updateUser({ email: NEW });
    const older = await link(NEW);
    pass(61);
    expect((await browser().resend({ type: 'email_change', email: OLD })).error).toBeNull();
    expect(await mails()).toHaveLength(2);
    await follow(OLD);
    pass(61);
    expect((await browser().resend({ type: 'email_change', email: OLD })).error).toBeNull();
    expect((await browser().resend({ type: 'email_change', email: 'nobody@test.example' })).error).toBeNull();
    expect(await mails()).toHaveLength(2);
    expect(await mails(NEW)).toHaveLength(3);
    expect((await followLink(browser(), older)).error).toBe('otp_expired');
    expect((await follow(NEW)).session?.user.email).toBe(NEW);
  });

  test('links to the old address die with the change', async () => {
    const { browser, own, link, follow } = await started();
    await browser().resetPasswordForEmail(OLD);
    const recovery = await link(OLD);
    await own.updateUser({ email: NEW });
    await follow(OLD);
    await follow(NEW);
    expect((await followLink(browser(), recovery)).error).toBe('otp_expired');
  });
});
