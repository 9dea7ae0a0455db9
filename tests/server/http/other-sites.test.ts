// What a page of another site may call: the two doors whose every call carries its own token, and nothing else.
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const ORIGIN = 'https://intranet.example';

onEveryEngine('a page of another site', (openDb) => {
  const startServer = startOn(openDb);

  const asked = (method: string, headers: string) => ({
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': headers },
  });

  test.each([
    ['/auth/v1/token?grant_type=password', 'POST', 'apikey,authorization,content-type,x-client-info'],
    ['/auth/v1/user', 'PUT', 'apikey,authorization,content-type,x-supabase-api-version'],
    ['/auth/v1/factors/1', 'DELETE', 'authorization'],
    ['/api/v1/people', 'POST', 'authorization,content-type'],
    ['/api/v1/people/1', 'PATCH', 'authorization,content-type'],
  ])('may ask %s by %s', async (path, method, headers) => {
    const server = await startServer();
    const answer = await server.request(path, asked(method, headers));
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
    expect(answer.headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method);
    expect(answer.headers.get('Access-Control-Allow-Headers')).toBe(headers);
    expect(answer.headers.get('Access-Control-Allow-Credentials'), 'no cookies of ours').toBeNull();
  });

  test.each([
    ['/auth/v1/settings', 200],
    ['/auth/v1/user', 401],
    ['/auth/v1/nothing', 404],
    ['/api/v1/openapi.json', 200],
    ['/api/v1/token', 401],
    ['/api/v1/nothing', 404],
  ])('reads what %s answers, a refusal too', async (path, status) => {
    const server = await startServer();
    const { status: told, headers } = await server.request(path, { headers: { Origin: ORIGIN } });
    expect([told, headers.get('Access-Control-Allow-Origin')]).toEqual([status, '*']);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });

  test.each([
    '/api/auth/profile',
    '/api/courses',
    '/api/admin/api-tokens',
    '/api/config',
    '/media/1',
    '/metrics',
    '/dev/mail',
  ])('may not ask %s', async (path) => {
    const server = await startServer();
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    for (const init of [asked('POST', 'authorization'), { headers: { ...headers, Origin: ORIGIN } }]) {
      const answer = await server.request(path, init);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});
