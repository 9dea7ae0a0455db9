// The stand-in of a hosted project answers as the real service did where an embedded one answers otherwise, and the product
// follows what happens there (docs/supabase.md, 'The stand-in'). The rows that both share are in protocol.test.ts.
import { expect, test } from 'vitest';
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { arrangeHosted } from '#tests/fixtures/hosted.ts';
import { PUBLISHABLE_KEY, SECRET_KEY } from '#tests/fixtures/hosted-proxy.ts';
import { newestLink } from '#tests/fixtures/mailbox.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';

onEveryEngine('the stand-in of a hosted project', (openDb) => {
  const arrange = arrangeHosted(openDb);

  test('takes a call without a token for one of its key’s role', async () => {
    const { authUrl } = await arrange();
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(`${authUrl}/auth/v1${path}`, { headers });
      const { error_code, msg, message } = await answer.json();
      return [answer.status, error_code, msg ?? message];
    };
    const key = { apikey: PUBLISHABLE_KEY };
    expect(await ask('/user', key)).toEqual([403, 'bad_jwt', 'invalid claim: missing sub claim']);
    expect(await ask('/admin/users', key)).toEqual([403, 'not_admin', 'User not allowed']);
    expect(await ask('/admin/users', {})).toEqual([401, undefined, 'No API key found in request']);
    const browser = { apikey: SECRET_KEY, 'User-Agent': 'Mozilla/5.0' };
    expect(await ask('/admin/users', browser)).toEqual([401, undefined, 'Forbidden use of secret API key in browser']);
  });

  test('keeps the first password of an address that is not confirmed yet', async () => {
    const { service, authUrl } = await arrange();
    const auth = authBrowser(authUrl, PUBLISHABLE_KEY);
    for (const password of [PASSWORD, 'another horse']) await auth.signUp({ email: EMAIL, password });
    await followLink(auth, await newestLink(service.request, EMAIL));
    const signIn = async (password: string) => (await auth.signInWithPassword({ email: EMAIL, password })).error?.code;
    expect(await signIn('another horse')).toBe('invalid_credentials');
    expect(await signIn(PASSWORD)).toBeUndefined();
  });

  test('lists its providers, and with sign-ups switched off refuses them, which the product tells beforehand', async () => {
    const { server, proxy } = await arrange();
    proxy?.closeSignUps();
    await server.deps.identity.readSettings();
    const config = await (await server.request('/api/config')).json();
    expect(config.signUps).toBe('closed');
    const answer = await server.send('POST', '/api/auth/signup', {
      email: EMAIL,
      password: PASSWORD,
      fullName: 'Maren',
    });
    expect((await answer.json()).code).toBe('sign_up_refused');
  });
});
