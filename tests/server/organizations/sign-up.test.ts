// POST /api/auth/signup, in both arrangements of accounts.
import { expect, test } from 'vitest';
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { type Arranged, type ArrangeOptions, inBothArrangements, PUBLIC_URL } from '#tests/fixtures/hosted.ts';
import { mailsTo, newestLink } from '#tests/fixtures/mailbox.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';

inBothArrangements('[A2] signing up', (arrange, kind) => {
  async function started(options: ArrangeOptions = {}) {
    const arranged: Arranged = await arrange(options);
    const { server, service, authUrl, publishableKey } = arranged;
    const signUp = async (body: object, headers?: Record<string, string>) => {
      const plain = { email: EMAIL, password: PASSWORD, fullName: 'Maren Holt' };
      const answer = await server.send('POST', '/api/auth/signup', { ...plain, ...body }, headers);
      return { status: answer.status, body: await answer.json() };
    };
    const browser = () => authBrowser(authUrl, publishableKey);
    const follow = async () => followLink(browser(), await newestLink(service.request, EMAIL));
    const invited = async (invitation: object = {}) => {
      const plant = planter(server.db);
      const organizationId = await plant.organization({ name: 'Demo Inspections' });
      const createdBy = await plant.person({ isSuperAdmin: true });
      return createInvitation(server.db, { organizationId, createdBy, ...invitation });
    };
    return { ...arranged, signUp, browser, follow, invited };
  }

  test('[A15] returns a message and no session; the link signs in and the person has the name', async () => {
    const { server, signUp, follow } = await started();
    const { status, body } = await signUp({ courseId: 4 });
    expect([status, body]).toEqual([200, { message: 'Check your email to confirm your account.' }]);
    const { session, place } = await follow();
    expect(place.origin + place.pathname).toBe(`${PUBLIC_URL}/auth/callback`);
    expect(place.searchParams.get('courseId')).toBe('4');
    const headers = { Authorization: `Bearer ${session?.access_token}` };
    expect(await (await server.request('/api/auth/user', { headers })).json()).toMatchObject({
      email: EMAIL,
      full_name: 'Maren Holt',
      has_real_name: true,
    });
  });

  test('the link carries the page that asked for a sign-in', async () => {
    const { signUp, follow } = await started();
    const next = '/course/4/lesson/46?find=roof#top';
    expect((await signUp({ next })).status).toBe(200);
    expect((await follow()).place.searchParams.get('next')).toBe(next);
  });

  test('[A3] with an invitation names the organization, and carries the token in the link alone', async () => {
    const { signUp, follow, invited } = await started();
    const { token } = await invited();
    const { body } = await signUp({ invitationToken: ` ${token} ` });
    expect(body.message).toBe('Check your email to confirm your account and join Demo Inspections.');
    const { session, place } = await follow();
    expect(place.searchParams.get('invitation')).toBe(token);
    expect(session?.user.user_metadata).toMatchObject({ full_name: 'Maren Holt' });
    expect(JSON.stringify(session?.user)).not.toContain(token);
  });

  test('says that an account exists, in capitals and with spaces too', async () => {
    const { service, signUp, follow } = await started();
    await signUp({});
    await follow();
    const { status, body } = await signUp({ email: '  MAREN@Test.Example ' });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'account_exists',
      userExists: true,
      field: 'email',
      message: 'An account with this email already exists. Please sign in instead or use a different email.',
    });
    expect(await mailsTo(service.request, EMAIL)).toHaveLength(1);
  });

  test('a double submit and a race of strangers end in one account', async () => {
    const { service, signUp } = await started();
    const twice = await Promise.all([signUp({}), signUp({})]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await mailsTo(service.request, EMAIL)).toHaveLength(1);
    const race = [1, 2, 3, 4].map((at) => signUp({ email: 'race@test.example', password: `password ${at}` }));
    expect((await Promise.all(race)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const people = await service.db.select().from(service.db.tables.authUsers);
    expect(people.map(({ email }) => email).sort()).toEqual([EMAIL, 'race@test.example']);
  });

  test.each([
    [{ email: '' }, 'email', 'Please enter your email address'],
    [{ next: 'https://elsewhere.example' }, 'next', 'Invalid page'],
    [{ next: `/${'a'.repeat(1000)}` }, 'next', 'Invalid page'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: null }, 'email', 'Please enter your email address'],
    [{ email: `${'a'.repeat(10_000)}@test.example` }, 'email', 'Please enter a valid email address'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters long'],
    [{ password: undefined }, 'password', 'Password must be at least 6 characters long'],
    [{ password: 'é'.repeat(37) }, 'password', 'Password must be at most 72 bytes long'],
    [{ fullName: ' a ' }, 'fullName', 'Full name must be at least 2 characters long'],
    [{ fullName: 'x'.repeat(100) }, 'fullName', 'Full name must be less than 100 characters'],
    [{ fullName: 'x'.repeat(10_000) }, 'fullName', 'Full name must be less than 100 characters'],
    [{ invitationToken: 'x'.repeat(201) }, 'invitationToken', 'Invalid invitation token'],
  ])('refuses %j in words for the form', async (body, field, message) => {
    const { service, signUp } = await started();
    expect(await signUp(body)).toMatchObject({ status: 400, body: { code: 'validation_failed', field, message } });
    expect(await service.db.select().from(service.db.tables.authUsers)).toEqual([]);
  });

  test('refuses an invitation that cannot be used before there is an account', async () => {
    const { service, signUp, invited } = await started();
    const expired = await invited({ expiresAt: new Date(Date.now() - 1000) });
    const forOther = await invited({ email: 'other@test.example' });
    const refused = async (invitationToken: string) => (await signUp({ invitationToken })).body.code;
    expect(await refused('nonsense')).toBe('invitation_invalid');
    expect(await refused(expired.token)).toBe('invitation_expired');
    expect(await refused(forOther.token)).toBe('invitation_for_another');
    expect(await service.db.select().from(service.db.tables.authUsers)).toEqual([]);
  });

  test('is limited by the caller’s address and by the mail’s address', async () => {
    const { signUp } = await started({ variables: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } });
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    for (let at = 0; at < 5; at += 1) await signUp({ email: 'one@test.example' }, from(`203.0.113.${at}`));
    const { status, body } = await signUp({ email: 'ONE@test.example' }, from('203.0.113.9'));
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.retryAfterSeconds).toBeGreaterThan(500);
    expect((await signUp({ email: 'two@test.example' }, from('203.0.113.9'))).status).toBe(200);
  });

  test('the service learns the caller’s address, and nothing else of the browser', async () => {
    const { service, proxy, signUp } = await started({ variables: { TRUST_PROXY: '1' } });
    const userAgent = 'Mozilla/5.0 (a browser)';
    expect((await signUp({}, { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': userAgent })).status).toBe(200);
    const rows = await service.db.select().from(service.db.tables.auditLog);
    expect(rows).toMatchObject([{ action: 'account.sign_up', ip: '203.0.113.7' }]);
    expect(proxy?.calls.map(({ call, key }) => [call, key]) ?? []).toEqual(
      kind === 'hosted' ? [['POST /auth/v1/signup', 'secret']] : [],
    );
    expect(JSON.stringify(proxy?.calls ?? [])).not.toContain('Mozilla');
  });
});
