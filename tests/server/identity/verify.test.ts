// What GET and POST /verify make of a link.
import { describe, expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL } from './account-world.ts';

const OWN = 'http://localhost:3000';
const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };

onEveryEngine('verifying links of the embedded service', (openDb) => {
  const startServer = startOn(openDb);

  const started = (variables: Record<string, string> = {}) => accountWorld(startServer, { variables });
  /** A link as generate_link gives it: the service's own verify call. */
  async function generated({ admin }: Awaited<ReturnType<typeof started>>, redirectTo?: string) {
    const options = redirectTo === undefined ? {} : { redirectTo };
    const { data, error } = await admin.generateLink({ type: 'magiclink', email: EMAIL, options });
    if (error) throw error;
    return data.properties;
  }
  const follow = async ({ request }: TestServer, link: string) => {
    const { pathname, search } = new URL(link);
    return request(pathname + search);
  };
  async function told(answer: Response) {
    return `${answer.status} ${(await answer.json()).code}`;
  }

  describe('GET /verify', () => {
    test('redirects with the session in the fragment, and the query of the target survives', async () => {
      const world = await started();
      const { server } = world;
      const { action_link, redirect_to } = await generated(world, `${OWN}/auth/callback?courseId=4&invitation=x`);
      expect(redirect_to).toBe(`${OWN}/auth/callback?courseId=4&invitation=x`);
      const answer = await follow(server, action_link);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      const place = new URL(answer.headers.get('Location') ?? '');
      expect(place.origin + place.pathname + place.search).toBe(redirect_to);
      const fragment = Object.fromEntries(new URLSearchParams(place.hash.slice(1)));
      expect(Object.keys(fragment).sort()).toEqual(
        ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].sort(),
      );
      expect(fragment).toMatchObject({ token_type: 'bearer', type: 'magiclink', expires_in: '3600' });
      const headers = { Authorization: `Bearer ${fragment.access_token}` };
      expect((await server.request('/api/auth/user', { headers })).status).toBe(200);
    });

    test('redirects with the reason in the fragment when the link was used, and the path of a scanner spends nothing', async () => {
      const world = await started();
      const { server } = world;
      const { action_link } = await generated(world, `${OWN}/auth/callback`);
      const { pathname, search } = new URL(action_link);
      expect((await server.request(pathname + search, { method: 'HEAD' })).status).toBe(204);
      expect((await follow(server, action_link)).headers.get('Location')).toContain('access_token');
      const again = await follow(server, action_link);
      expect(again.status).toBe(303);
      expect(again.headers.get('Location')).toBe(
        `${OWN}/auth/callback#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
      );
    });

    test('redirects nowhere else, silently to our own address, for valid links and invalid ones', async () => {
      const world = await started();
      const { server } = world;
      for (const redirect_to of [
        'https://evil.example/auth/callback',
        '//evil.example',
        'http://a:b@localhost:3000/',
      ]) {
        const { hashed_token } = await generated(world);
        const query = new URLSearchParams({ token: hashed_token, type: 'magiclink', redirect_to });
        const good = (await server.request(`/auth/v1/verify?${query}`)).headers.get('Location');
        expect([redirect_to, good?.split('#')[0]]).toEqual([redirect_to, `${OWN}/auth/callback`]);
        const bad = (await server.request(`/auth/v1/verify?${query}`)).headers.get('Location');
        expect([redirect_to, bad?.split('#')[0]]).toEqual([redirect_to, `${OWN}/auth/callback`]);
      }
    });
  });

  describe('POST /verify', () => {
    const post = (server: TestServer, body: unknown) => server.send('POST', '/auth/v1/verify', body, VERSION);

    test('accepts the hash or the address with the token, and never both', async () => {
      const world = await started();
      const { server } = world;
      const { hashed_token, email_otp } = await generated(world);
      const refused = async (body: unknown) => told(await post(server, body));
      expect(await refused({ token_hash: hashed_token, token: 'x', type: 'magiclink' })).toBe('400 validation_failed');
      expect(await refused({ token_hash: hashed_token })).toBe('400 validation_failed');
      expect(await refused({ token: hashed_token, type: 'magiclink' })).toBe('400 validation_failed');
      expect(await refused({ token_hash: hashed_token, type: 'sms' })).toBe('400 validation_failed');
      expect(await refused({ token_hash: 'wrong', type: 'magiclink' })).toBe('403 otp_expired');
      expect(await refused({ token_hash: `${hashed_token}A`, type: 'magiclink' })).toBe('403 otp_expired');
      expect(await refused({ token_hash: hashed_token, type: 'recovery' })).toBe('403 otp_expired');
      expect(await refused({ email: EMAIL, token: hashed_token, type: 'email' })).toBe('403 otp_expired');
      const answer = await post(server, { email: EMAIL.toUpperCase(), token: email_otp, type: 'email' });
      expect(await answer.json()).toMatchObject({ token_type: 'bearer', user: { email: EMAIL } });
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    });

    test('twenty devices present one link at once: one is let in', async () => {
      const world = await started();
      const { server } = world;
      const { hashed_token: token_hash } = await generated(world);
      const body = { token_hash, type: 'magiclink' };
      const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await post(server, body)).status));
      expect(statuses.sort()).toEqual([200, ...Array(19).fill(403)]);
    });

    test('sixty wrong links from one network are enough for a while', async () => {
      const { server } = await started({ RATE_LIMIT_FACTOR: '1' });
      const guess = () => post(server, { token_hash: 'guess', type: 'magiclink' });
      for (let at = 0; at < 60; at += 1) expect((await guess()).status).toBe(403);
      expect(await told(await guess())).toBe('429 over_request_rate_limit');
    });
  });
});
