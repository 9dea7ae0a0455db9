// What the log says of a provider whose clock or name is another one than ours: small answers by hand, signed by its key.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

const seconds = () => Math.floor(Date.now() / 1000);

onEveryEngine('an answer of the provider', (openDb) => {
  const startServer = startOn(openDb);

  /** A sign-in with these changes to the ID token; where it led, and the log. */
  async function signIn(
    change: () => Record<string, unknown>,
    issuerAsSet = (issuer: string) => issuer,
    userInfo?: object,
  ) {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    let nonce = '';
    const http = createServer(async (request, response) => {
      response.setHeader('Content-Type', 'application/json');
      const token = async () => {
        const claims = { iss: issuer, sub: 'x', aud: 'training', iat: seconds(), exp: seconds() + 600, nonce };
        const person = { email: 'maren@acme.example', email_verified: true };
        const jwt = new SignJWT({ ...claims, ...person, ...change() });
        const id_token = await jwt.setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
        return { access_token: 'a', token_type: 'bearer', id_token };
      };
      const metadata = {
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported: ['ES256'] },
        ...(userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      };
      const answers: Record<string, () => object | Promise<object>> = {
        '/token': token,
        '/userinfo': () => ({ sub: 'x', ...userInfo }),
        '/keys': async () => ({ keys: [await exportJWK(publicKey)] }),
      };
      response.end(JSON.stringify(await (answers[request.url ?? ''] ?? (() => metadata))()));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const server = await startServer({
      variables: {
        ...{ OIDC_NAME: 'Acme', OIDC_ISSUER: issuerAsSet(issuer), OIDC_CLIENT_ID: 'training', OIDC_CLIENT_SECRET: 's' },
      },
    });
    const begun = await server.request('/auth/v1/authorize?provider=custom:oidc');
    const sent = new URL(begun.headers.get('Location') ?? '').searchParams;
    nonce = sent.get('nonce') ?? '';
    const cookie = begun.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const back = `/auth/v1/callback?code=c&state=${sent.get('state')}`;
    const place = (await server.request(back, { headers: { cookie } })).headers.get('Location');
    const accounts = await server.db.select().from(server.db.tables.authUsers);
    return { place: place ?? '', log: server.logged.join('\n'), issuer, emails: accounts.map(({ email }) => email) };
  }

  test.each([
    ['nbf', 120, /nbf is 1(20|19) seconds ahead of this server's clock/],
    ['exp', -120, /exp is 12[01] seconds behind this server's clock/],
  ])('whose %s is %i seconds off is refused, and the log names the clock', async (claim, off, words) => {
    const { place, log } = await signIn(() => ({ [claim]: seconds() + off }));
    expect(place).toContain('error_code=bad_oauth_callback');
    expect(log).toContain('the clock of this server or of the provider is wrong: ');
    expect(log).toMatch(words);
  });

  test('that was issued two minutes ahead signs in, and the log names the clock', async () => {
    const { place, log } = await signIn(() => ({ iat: seconds() + 120 }));
    expect(place).toContain('access_token=');
    expect(log).toMatch(/the clock of the provider is ahead of ours.*"seconds":1(20|19)/);
  });

  test('in time and of the right issuer says nothing', async () => {
    const { place, log } = await signIn(() => ({}));
    expect(place).toContain('access_token=');
    expect(log).not.toMatch(/clock|calls itself/);
  });

  test('confirms the address that stands beside the confirmation, and no other', async () => {
    const given = { email: 'maren@acme.example', email_verified: true };
    const unconfirmed = () => ({ email: 'boss@acme.example', email_verified: undefined });
    expect((await signIn(unconfirmed, undefined, given)).emails).toEqual(['maren@acme.example']);
    expect((await signIn(() => ({}), undefined, { ...given, email: 'boss@acme.example' })).emails).toEqual([
      'maren@acme.example',
    ]);
    expect((await signIn(unconfirmed, undefined, {})).emails).toEqual([]);
  });

  test.each<[string, () => { iss?: string }, (issuer: string) => string]>([
    ['another issuer', () => ({ iss: 'https://else.example' }), (issuer) => issuer],
    ['a slash too many', () => ({}), (issuer) => `${issuer}/realms/acme/`],
  ])('with %s is refused, and the log names both', async (_, change, asSet) => {
    const { log, issuer } = await signIn(change, asSet);
    const named = change().iss ?? issuer;
    expect(log).toContain(`the provider calls itself ${named}, and OIDC_ISSUER is ${asSet(issuer)}`);
  });
});
