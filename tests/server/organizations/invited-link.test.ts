// POST /api/enterprise/magic-link-with-invitation and accept-invitation, in both arrangements of accounts, with and without the secret key.
import { expect, test } from 'vitest';
import type { NewInvitation } from '#server/invitations/invitations.ts';
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import {
  type Arrange,
  type ArrangeOptions,
  arrangeHosted,
  inBothArrangements,
  PUBLIC_URL,
} from '#tests/fixtures/hosted.ts';
import { mailsTo, newestLink } from '#tests/fixtures/mailbox.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';

const EMAIL = 'new@test.example';

async function started(arrange: Arrange, options: ArrangeOptions = {}) {
  const arranged = await arrange(options);
  const { server, service, authUrl, publishableKey } = arranged;
  const plant = planter(server.db);
  const organizationId = await plant.organization({ name: 'Demo Inspections' });
  const createdBy = await plant.person({ isSuperAdmin: true });
  const invite = async (invitation: Partial<NewInvitation> = {}) =>
    (await createInvitation(server.db, { organizationId, createdBy, ...invitation })).token;
  const ask = async (invitationToken: string, email = EMAIL) => {
    const body = { email, invitationToken };
    const answer = await server.send('POST', '/api/enterprise/magic-link-with-invitation', body);
    return { status: answer.status, body: await answer.json() };
  };
  const accept = async (invitationToken: string) => {
    const answer = await server.send('POST', '/api/enterprise/accept-invitation', { invitationToken });
    return { status: answer.status, body: await answer.json() };
  };
  const consume = async (bearer: string | undefined, invitationToken: string) => {
    const headers = { Authorization: `Bearer ${bearer}` };
    return (await server.send('POST', '/api/enterprise/consume-invitation', { invitationToken }, headers)).status;
  };
  const browser = () => authBrowser(authUrl, publishableKey);
  /** Somebody with a confirmed account and a profile. */
  const member = async (email: string) => {
    await service.accounts.admin?.createUser({ email, password: 'correct horse', email_confirm: true });
    const { data } = await browser().signInWithPassword({ email, password: 'correct horse' });
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    await server.request('/api/auth/user', { headers });
  };
  return { ...arranged, plant, organizationId, invite, ask, accept, consume, browser, member };
}

const SENT = {
  success: true,
  message: 'Magic link sent! Check your email to join Demo Inspections.',
  organization: 'Demo Inspections',
  userExists: false,
  redirectTo: null,
};

inBothArrangements('[A4, A11] a magic link with an invitation', (arrange) => {
  test('[A15] is our own mail and brings a new person into the organization', async () => {
    const { server, invite, ask, consume, browser, organizationId } = await started(arrange);
    const token = await invite({ courseId: null });
    const { status, body } = await ask(token, '  New@Test.Example ');
    expect([status, body]).toEqual([200, SENT]);
    const [mail] = await mailsTo(server.request, EMAIL);
    expect(mail).toMatchObject({ kind: 'invite', subject: 'Join Demo Inspections on Groundwork' });
    const link = await newestLink(server.request, EMAIL);
    expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/auth/callback`);
    expect([link.searchParams.get('type'), link.searchParams.get('invitation')]).toEqual(['invite', token]);
    const { session } = await followLink(browser(), link);
    expect(session?.user.email).toBe(EMAIL);
    expect(JSON.stringify(session?.user)).not.toContain(token);
    expect(await consume(session?.access_token, token)).toBe(200);
    const headers = { Authorization: `Bearer ${session?.access_token}` };
    expect(await (await server.request('/api/auth/user', { headers })).json()).toMatchObject({
      organization_id: organizationId,
      has_real_name: false,
    });
  });

  test('requested twice, the newer link works', async () => {
    const { server, invite, ask, browser } = await started(arrange);
    const token = await invite();
    await ask(token);
    const older = await newestLink(server.request, EMAIL);
    expect((await ask(token)).body).toEqual(SENT);
    expect((await followLink(browser(), older)).session).toBeNull();
    expect((await followLink(browser(), await newestLink(server.request, EMAIL))).session).not.toBeNull();
  });

  test('sends a person with an account to sign in, with the token', async () => {
    const { server, invite, ask, member } = await started(arrange);
    await member(EMAIL);
    const token = await invite();
    expect((await ask(token)).body).toEqual({
      success: false,
      message: 'You already have an account. Please sign in to join Demo Inspections.',
      organization: 'Demo Inspections',
      userExists: true,
      redirectTo: `/auth?mode=signin&token=${token}`,
    });
    expect(await mailsTo(server.request, EMAIL)).toEqual([]);
  });

  test('is refused for dead tokens, other people’s, and bad addresses, and makes no account', async () => {
    const { service, invite, ask } = await started(arrange);
    const refused = async (token: string, email?: string) => {
      const { status, body } = await ask(token, email);
      return `${status} ${body.code} ${body.field ?? ''}`.trim();
    };
    expect(await refused('nonsense')).toBe('404 invitation_invalid invitationToken');
    expect(await refused(await invite({ expiresAt: new Date(0) }))).toBe('410 invitation_expired invitationToken');
    expect(await refused(await invite({ email: 'other@test.example' }))).toBe('403 invitation_for_another');
    expect(await refused(await invite(), '')).toBe('400 validation_failed email');
    expect(await refused(await invite(), 'nobody')).toBe('400 validation_failed email');
    expect(await refused('')).toBe('400 validation_failed invitationToken');
    expect(await service.db.select().from(service.db.tables.authUsers)).toEqual([]);
  });

  test('what the service gave for the link stays out of answers and logs', async () => {
    const { server, service, invite, ask } = await started(arrange);
    const { body } = await ask(await invite());
    const token = (await newestLink(server.request, EMAIL)).searchParams.get('token_hash') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const told = [JSON.stringify(body), ...server.logged, ...service.logged].join('\n');
    expect(told).not.toContain(token);
    expect(told).not.toContain('sb_secret');
  });

  test('is limited for each address', async () => {
    const { invite, ask } = await started(arrange, { variables: { RATE_LIMIT_FACTOR: '1' } });
    const token = await invite();
    for (let at = 0; at < 5; at += 1) await ask(token);
    expect(await ask(token, 'NEW@test.example')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});

inBothArrangements('a mailed invitation, which is for one address', (arrange) => {
  test('signs its person in without another mail, and opens its course', async () => {
    const { server, service, plant, invite, accept, consume, browser, organizationId } = await started(arrange);
    const courseId = await plant.course({ organizationId, visibility: 'organization', title: 'Growing a Business' });
    const token = await invite({ email: EMAIL, courseId, maxUses: 1 });
    const check = await server.send('POST', '/api/enterprise/validate-invitation', { token });
    expect(await check.json()).toMatchObject({ email: EMAIL, course: { id: courseId, title: 'Growing a Business' } });
    expect(await service.db.select().from(service.db.tables.authUsers), 'looking up makes no account').toEqual([]);

    const { status, body } = await accept(token);
    expect([status, body]).toEqual([200, { ...SENT, link: { tokenHash: expect.any(String), type: 'invite' } }]);
    expect(await mailsTo(server.request, EMAIL)).toEqual([]);
    const verified = await browser().verifyOtp({ token_hash: body.link.tokenHash, type: body.link.type });
    expect(verified.data.user?.email).toBe(EMAIL);
    const headers = { Authorization: `Bearer ${verified.data.session?.access_token}` };
    const used = await server.send('POST', '/api/enterprise/consume-invitation', { invitationToken: token }, headers);
    expect(await used.json()).toMatchObject({ success: true, organizationId, courseId });
    expect((await accept(token)).body.code, 'once').toBe('invitation_used_up');
    expect([...server.logged, ...service.logged].join()).not.toContain(body.link.tokenHash);
    expect(await consume(verified.data.session?.access_token, token)).toBe(409);
  });

  test('opens no account that someone has confirmed before', async () => {
    const { server, invite, accept, member } = await started(arrange);
    await member(EMAIL);
    const token = await invite({ email: EMAIL });
    expect((await accept(token)).body).toMatchObject({ success: false, userExists: true, link: null });
    expect(await mailsTo(server.request, EMAIL)).toEqual([]);
  });

  test('is not one that anyone with the link may use, and not a dead one', async () => {
    const { service, invite, accept } = await started(arrange);
    const refused = async (token: string) => {
      const { status, body } = await accept(token);
      return `${status} ${body.code} ${body.field}`;
    };
    expect(await refused(await invite())).toBe('404 invitation_invalid invitationToken');
    expect(await refused('nonsense')).toBe('404 invitation_invalid invitationToken');
    expect(await refused(await invite({ email: EMAIL, expiresAt: new Date(0) }))).toBe(
      '410 invitation_expired invitationToken',
    );
    expect(await refused('')).toBe('400 validation_failed invitationToken');
    expect(await service.db.select().from(service.db.tables.authUsers)).toEqual([]);
  });

  test('is limited for each address', async () => {
    const { invite, accept } = await started(arrange, { variables: { RATE_LIMIT_FACTOR: '1' } });
    const token = await invite({ email: EMAIL });
    for (let at = 0; at < 5; at += 1) await accept(token);
    expect(await accept(token)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});

onEveryEngine('[A15] a hosted project whose secret key we do not have', (openDb) => {
  const arrange: Arrange = (options) => arrangeHosted(openDb)({ ...options, secretKey: false });

  test('mails the link itself, which leads back to us with the invitation', async () => {
    const { server, service, proxy, invite, ask, consume, browser } = await started(arrange);
    const token = await invite();
    expect((await ask(token)).body).toEqual(SENT);
    expect(await mailsTo(server.request, EMAIL)).toEqual([]);
    expect(proxy?.calls.map(({ call, key }) => [call, key])).toEqual([['POST /auth/v1/otp', 'publishable']]);
    const { session, place } = await followLink(browser(), await newestLink(service.request, EMAIL));
    expect(place.origin + place.pathname).toBe(`${PUBLIC_URL}/auth/callback`);
    expect(place.searchParams.get('invitation')).toBe(token);
    expect(await consume(session?.access_token, token)).toBe(200);
  });

  test('mails its link for a mailed invitation, too', async () => {
    const { service, invite, accept } = await started(arrange);
    expect((await accept(await invite({ email: EMAIL }))).body).toEqual({ ...SENT, link: null });
    expect(await mailsTo(service.request, EMAIL)).toHaveLength(1);
  });

  test('knows whom it has seen before', async () => {
    const { service, invite, ask, member } = await started(arrange);
    await member(EMAIL);
    expect((await ask(await invite())).body).toMatchObject({ success: false, userExists: true });
    expect(await mailsTo(service.request, EMAIL)).toEqual([]);
  });
});

onEveryEngine('[A15] a hosted project that cannot be reached', (openDb) => {
  test('is 503 with a sentence, never 500, and signs nobody out', async () => {
    const { server, proxy, invite, ask } = await started(arrangeHosted(openDb));
    await proxy?.close();
    expect(await ask(await invite())).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const body = { email: EMAIL, password: 'correct horse', fullName: 'New Person' };
    expect((await server.send('POST', '/api/auth/signup', body)).status).toBe(503);
  });
});
