// Whoever signed up with another person's address while AUTOCONFIRM was on, and the owner of the address who comes later (decision 121).
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { moveAccounts } from '#server/commands/admin.ts';
import { accountOf } from '#server/integrations/oidc/sign-in.ts';
import { type AuthBrowser, authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { codeAt, enroll, sendCode } from '#tests/fixtures/authenticator.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { newestCode, newestLink } from '#tests/fixtures/mailbox.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const EMAIL = 'owner@test.example';
const STRANGERS = { email: EMAIL, password: 'a strangers horse' };

async function invitationFor(server: TestServer) {
  const organizationId = await planter(server.db).organization();
  const boss = await signedIn(server, { email: 'sue@super.example', isSuperAdmin: true });
  return (await createInvitation(server.db, { organizationId, createdBy: boss.id, email: EMAIL })).token;
}

onEveryEngine('an address that was never proven', (openDb) => {
  const startServer = startOn(openDb);

  /** A stranger's account of the time with AUTOCONFIRM, and the installation without it. */
  async function started() {
    const before = await startServer({ variables: { AUTOCONFIRM: 'on' } });
    const stranger = authBrowser(await before.listen());
    const { data } = await stranger.signUp({ ...STRANGERS, options: { data: { full_name: 'A Stranger' } } });
    const userId = data.user?.id ?? '';
    const server = await startOn(async () => before.db)({ variables: { DATA_DIR: before.env.dataDir } });
    const origin = await server.listen();
    const { authUsers } = server.db.tables;
    const account = async () => (await server.db.select().from(authUsers).where(eq(authUsers.id, userId)))[0];
    return { before, server, origin, stranger, userId, account };
  }
  type Way = (at: { server: TestServer; owner: AuthBrowser }) => Promise<unknown>;

  const byProvider = (server: TestServer) => {
    const [issuer, clientId, clientSecret] = ['https://provider.example', 'training', 'secret'];
    const settings = { issuer, clientId, clientSecret, createsPeople: true, domains: [], organizations: {} };
    const claims = { iss: issuer, sub: 'owner', email: EMAIL, email_verified: true };
    const proof = { method: 'oauth', ip: '::1', userAgent: undefined, at: new Date() } as const;
    const oidc = { ...settings, organizationClaim: undefined };
    return accountOf(server.db, oidc, { claims, invitation: undefined, proof });
  };
  const WAYS: Record<string, Way> = {
    'a magic link': async ({ server, owner }) => {
      await owner.signInWithOtp({ email: EMAIL });
      await followLink(owner, await newestLink(server.request, EMAIL));
    },
    'the code of a mail': async ({ server, owner }) => {
      await owner.signInWithOtp({ email: EMAIL });
      const token = await newestCode(server.request, EMAIL);
      expect((await owner.verifyOtp({ email: EMAIL, token, type: 'email' })).error).toBeNull();
    },
    'a link for a new password': async ({ server, owner }) => {
      await owner.resetPasswordForEmail(EMAIL);
      await followLink(owner, await newestLink(server.request, EMAIL));
    },
    'a mailed invitation': async ({ server, owner }) => {
      const token = await invitationFor(server);
      const body = { invitationToken: token };
      const { link } = await (await server.send('POST', '/api/enterprise/accept-invitation', body)).json();
      expect((await owner.verifyOtp({ token_hash: link.tokenHash, type: link.type })).error).toBeNull();
    },
    'a provider': ({ server }) => byProvider(server),
  };

  describe('the first proof leaves nothing of the stranger:', () => {
    test.each(Object.entries(WAYS))('%s', async (_, prove) => {
      const { server, origin, stranger, userId, account } = await started();
      const { factorId, secret } = await enroll(stranger);
      expect(await sendCode(stranger, factorId, codeAt(secret, new Date()))).toBe('taken');
      const other = authBrowser(origin);
      expect((await other.signInWithPassword(STRANGERS)).error).toBeNull();
      const headers = { Authorization: `Bearer ${(await stranger.getSession()).data.session?.access_token}` };
      expect((await server.send('POST', '/api/auth/recovery-codes', {}, headers)).status).toBe(201);
      const organizationId = await planter(server.db).organization();
      const made = await createInvitation(server.db, { organizationId, createdBy: userId });
      const { authFactors, authSessions, recoveryCodes, invitations, auditLog } = server.db.tables;
      expect(await account()).toMatchObject({ isUnproven: true });
      const ofAccount = eq(authSessions.userId, userId);
      const sessions = () => server.db.select({ amr: authSessions.amr }).from(authSessions).where(ofAccount);

      await prove({ server, owner: authBrowser(origin) });
      expect(await account()).toMatchObject({ isUnproven: false, passwordHash: null, userMetadata: {} });
      expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found');
      expect((await other.signInWithPassword(STRANGERS)).error?.code).toBe('invalid_credentials');
      expect((await sessions()).filter(({ amr }) => amr.some(({ method }) => method === 'password'))).toEqual([]);
      expect(await server.db.select().from(authFactors)).toEqual([]);
      expect(await server.db.select().from(recoveryCodes)).toEqual([]);
      const [theirs] = await server.db.select().from(invitations).where(eq(invitations.id, made.id));
      expect(theirs?.revokedAt).toEqual(expect.any(Date));
      const noted = await server.db.select().from(auditLog).where(eq(auditLog.action, 'account.confirmed'));
      expect(noted.map(({ subject }) => subject)).toContain(userId);
    });
  });

  test('the second proof takes nothing from the owner', async () => {
    const { server, origin } = await started();
    const owner = authBrowser(origin);
    await WAYS['a link for a new password']?.({ server, owner });
    const own = { email: EMAIL, password: 'an owners horse' };
    expect((await owner.updateUser({ password: own.password, data: { full_name: 'Olga Owner' } })).error).toBeNull();
    for (const prove of [WAYS['a magic link'], WAYS['a provider']])
      await prove?.({ server, owner: authBrowser(origin) });
    const { data } = await authBrowser(origin).signInWithPassword(own);
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Olga Owner' });
    expect((await owner.refreshSession()).error).toBeNull();
  });

  test('a link of the sign-up before, and an operator who confirms the address', async () => {
    const before = await startServer();
    const first = authBrowser(await before.listen());
    await first.signUp({ email: EMAIL, password: 'an owners horse' });
    const link = await newestLink(before.request, EMAIL);
    before.env.autoconfirm = true;
    await first.signUp(STRANGERS);
    before.env.autoconfirm = false;
    await followLink(first, link);
    expect((await first.signInWithPassword(STRANGERS)).error?.code).toBe('invalid_credentials');

    const { server, account, userId, origin } = await started();
    await server.accounts.admin?.updateUserById(userId, { email_confirm: true });
    expect(await account()).toMatchObject({ isUnproven: false });
    await WAYS['a magic link']?.({ server, owner: authBrowser(origin) });
    expect((await authBrowser(origin).signInWithPassword(STRANGERS)).error).toBeNull();
  });

  test('an invitation for one address is not used by whoever has not proven it', async () => {
    const { before, server, stranger, account } = await started();
    const token = await invitationFor(server);
    const headers = { Authorization: `Bearer ${(await stranger.getSession()).data.session?.access_token}` };
    const use = async (by: TestServer) => {
      const path = '/api/enterprise/consume-invitation';
      const answer = await by.send('POST', path, { invitationToken: token }, headers);
      return answer.status === 200 ? 'used' : (await answer.json()).code;
    };
    expect(await use(server)).toBe('address_unproven');
    expect(await use(before)).toBe('used');
    expect(await account()).toMatchObject({ isUnproven: true });
  });

  test('goes to a project without its password', async () => {
    const { server } = await started();
    const project = await startServer();
    if (!project.accounts.admin) throw new Error('The embedded service has its secret key.');
    expect(await moveAccounts(server.db, project.accounts.admin, { isDryRun: false })).toMatchObject({ moved: 1 });
    const moved = await project.db.select().from(project.db.tables.authUsers);
    expect(moved).toMatchObject([{ email: EMAIL, passwordHash: null, emailConfirmedAt: null }]);
  });
});
