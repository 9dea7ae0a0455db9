// What a provider may say of a person, without a provider: wrong claims, which the software of the tests does not send.
import { expect, test } from 'vitest';
import type { OidcSettings } from '#server/env.ts';
import { accountOf } from '#server/oidc/sign-in.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

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
    const { db } = await startServer({});
    const arrive = async (claims: { sub: string; email?: string }) => {
      const proof = { method: 'oauth', ip: '::1', userAgent: undefined, at: new Date() } as const;
      const whole = { iss: SETTINGS.issuer, email: 'maren@acme.example', email_verified: true, ...claims };
      return accountOf(db, SETTINGS, { claims: whole, invitation: undefined, proof }).then(
        ({ email }) => email,
        ({ code }) => code,
      );
    };
    const accounts = () => db.select().from(db.tables.authUsers);
    return { db, arrive, accounts };
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
});
