// The two kinds of cookies that the server sets: on a device that an account was signed in on, and while its person is at the provider.
import { expect, onTestFinished, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { CLIENT, startProvider } from '#tests/fixtures/oidc-provider.ts';
import { startOn } from '#tests/fixtures/server.ts';

const account = { email: 'maren@test.example', password: 'correct horse' };

onEveryEngine('a cookie', (openDb) => {
  const startServer = startOn(openDb);

  /** The cookies of signing in by a password, and of leaving for the provider. */
  async function cookies(scheme: 'http' | 'https') {
    const origin = `${scheme}://training.example`;
    const provider = await startProvider({}, `${origin}/auth/v1/callback`);
    onTestFinished(provider.close);
    const server = await startServer({
      variables: {
        ...{ PUBLIC_URL: origin, OIDC_NAME: 'Acme', OIDC_ISSUER: provider.issuer },
        ...{ OIDC_CLIENT_ID: CLIENT.client_id, OIDC_CLIENT_SECRET: CLIENT.client_secret },
      },
    });
    await server.accounts.admin?.createUser({ ...account, email_confirm: true });
    const headers = { Host: 'training.example' };
    const answers = [
      await server.send('POST', '/auth/v1/token?grant_type=password', account, headers),
      await server.request('/auth/v1/authorize?provider=custom:oidc', { headers }),
    ];
    return answers.map((answer) => answer.headers.getSetCookie());
  }

  test.each([
    ['https', '; Secure'],
    ['http', ''],
  ] as const)('over %s is read by no script and goes to one path of this site', async (scheme, secure) => {
    const [device = [], flow = []] = await cookies(scheme);
    expect([device.length, flow.length]).toEqual([1, 1]);
    expect(device[0]).toMatch(
      new RegExp(`^groundwork-device-.+; Path=/auth/v1/token; HttpOnly${secure}; SameSite=Strict$`),
    );
    expect(flow[0]).toMatch(
      new RegExp(`^groundwork-oidc-.+; Max-Age=600; Path=/auth/v1/callback; HttpOnly${secure}; SameSite=Lax$`),
    );
  });
});
