// What a provider may say of a person, without a provider: wrong claims, which the software of the tests does not send.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OidcSettings } from '#server/env.ts';
import { accountOf, organizationIn } from '#server/integrations/oidc/sign-in.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const SETTINGS: OidcSettings = {
  issuer: 'https://provider.example',
  clientId: 'training',
  clientSecret: 'secret',
  createsPeople: true,
  domains: [],
  organizationClaim: undefined,
  organizations: {},
};

onEveryEngine('the claims of a provider', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer({});
    const { db } = server;
    const arrive = async (claims: { sub: string; email?: string; iss?: string }) => {
      const proof = { method: 'oauth', ip: '::1', userAgent: undefined, at: new Date() } as const;
      const whole = { iss: SETTINGS.issuer, email: 'maren@acme.example', email_verified: true, ...claims };
      return accountOf(db, SETTINGS, { claims: whole, invitation: undefined, proof }).then(
        ({ email }) => email,
        ({ code }) => code,
      );
    };
    const accounts = () => db.select().from(db.tables.authUsers);
    return { server, db, arrive, accounts };
  }

  test.each(['', ' ', '\t', 'a\0b', 'x'.repeat(256)])('the id %j is nobody', async (sub) => {
    const { arrive, accounts } = await started();
    expect(await arrive({ sub })).toBe('bad_oauth_callback');
    expect(await accounts()).toEqual([]);
  });

  test.each(['maren@acme.example\n', ' maren@acme.example', '\rmaren@acme.example', 'maren@acme.example\u00a0'])(
    'the address %j is no confirmed one',
    async (email) => {
      const { arrive, accounts } = await started();
      expect(await arrive({ sub: 'maren', email })).toBe('provider_email_needs_verification');
      expect(await accounts()).toEqual([]);
    },
  );

  test('the longest id is one person', async () => {
    const { arrive } = await started();
    expect(await arrive({ sub: 'x'.repeat(255), email: 'Maren@Acme.example' })).toBe('maren@acme.example');
  });

  test('an address that is given to another person there does not open the account, until an admin frees it', async () => {
    const { server, db, arrive, accounts } = await started();
    expect(await arrive({ sub: 'X' })).toBe('maren@acme.example');
    expect(await arrive({ sub: 'Y' })).toBe('provider_account_differs');
    expect(await arrive({ sub: 'X', email: 'changed@acme.example' })).toBe('maren@acme.example');
    // Another provider of before or after is another matter.
    expect(await arrive({ sub: 'X', iss: 'https://other.example' })).toBe('maren@acme.example');
    const [maren] = await accounts();
    const userId = maren?.id ?? '';
    await db.insert(db.tables.profiles).values({ id: userId, email: 'maren@acme.example', fullName: 'Maren Holt' });
    const boss = await signedIn(server, { email: 'sue@super.example', isSuperAdmin: true });
    const person = async () =>
      (await (await server.request(`/api/admin/people/${userId}`, { headers: boss.headers })).json()).hasProvider;
    const free = async () =>
      (await (await server.send('POST', `/api/admin/users/${userId}/free-provider`, {}, boss.headers)).json()).message;
    expect(await person()).toBe(true);
    expect(await free()).toBe('The next sign-in by the provider with their email opens this account.');
    expect(await person()).toBe(false);
    expect(await free()).toBe('This person has not signed in by the provider.');
    expect(await arrive({ sub: 'Y' })).toBe('maren@acme.example');
    expect(await arrive({ sub: 'X' })).toBe('provider_account_differs');
    const { auditLog } = db.tables;
    const noted = await db.select().from(auditLog).where(eq(auditLog.action, 'account.provider_freed'));
    const freed = (issuer: string) => ({ actorId: boss.id, subject: userId, details: { issuer } });
    expect(noted).toMatchObject([freed('https://provider.example'), freed('https://other.example')]);
  });

  test.each([
    ['a slug', { org: 'demo-inspections' }, 'org', 'demo'],
    ['a path', { org: '/demo-inspections' }, 'org', 'demo'],
    ['a path of a list', { org: ['/everyone', '/demo-inspections'] }, 'org', 'demo'],
    ['what the settings call it', { org: ['/4711'] }, 'org', 'demo'],
    ['no group at all', { org: [] }, 'org', undefined],
    ['groups that are none of ours', { org: ['everyone', 'vpn-users'] }, 'org', undefined],
    ['one group that is none of ours', { org: ['everyone'] }, 'org', undefined],
    ['a single value that is unknown', { org: 'everyone' }, 'org', 'organization_unknown'],
    ['a claim in another one', { realm_access: { roles: ['x', 'demo-inspections'] } }, 'realm_access.roles', 'demo'],
    ['names with dots', { a: { 'my.client': { roles: ['demo-inspections'] } } }, 'a.my.client.roles', 'demo'],
    ['a name that is an address', { 'https://a.b/org': 'demo-inspections' }, 'https://a.b/org', 'demo'],
    ['nothing there', { realm_access: 'x' }, 'realm_access.roles', undefined],
    ['nothing of JavaScript', {}, 'constructor.name', undefined],
  ])('the claim of an organization: %s', async (_, more, organizationClaim, meant) => {
    const { db } = await started();
    const { organizations } = db.tables;
    const values = { name: 'Demo Inspections', slug: 'demo-inspections' };
    const [demo] = await db.insert(organizations).values(values).returning();
    const settings = { ...SETTINGS, organizationClaim, organizations: { '4711': 'demo-inspections' } };
    const found = await organizationIn(db, settings, { iss: SETTINGS.issuer, sub: 'maren', ...more }).then(
      (id) => (id === demo?.id ? 'demo' : id),
      ({ code }) => code,
    );
    expect(found).toBe(meant);
  });
});
