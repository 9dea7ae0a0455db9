import { hc } from 'hono/client';
import { expect, test } from 'vitest';
import type { Api } from '#server/api.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the typed client of the API', (openDb) => {
  const startServer = startOn(openDb);

  test('knows paths, bodies and answers of the rooms', async () => {
    const server = await startServer();
    const person = await signedIn(server);
    const ask: typeof fetch = async (input, init) => server.app.request(input as string, init);
    const api = hc<Api>('http://localhost/api', { fetch: ask, headers: person.headers });
    const health = await (await api.health.$get()).json();
    expect(health.status).toBe('ok');
    const saved = await api.auth.profile.$put({ json: { full_name: 'Typed Person' } });
    expect((await saved.json()).full_name).toBe('Typed Person');
    const course = await api.courses[':id'].$get({ param: { id: '4711' } });
    expect(course.status).toBe(404);
  });
});

onEveryEngine('answers of the server', (openDb) => {
  const startServer = startOn(openDb);

  test('are stored by no cache unless their route says so, also when they refuse', async () => {
    const server = await startServer();
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    const reads = server.app.routes.filter(
      ({ method, path }) => method === 'GET' && /^\/(api|auth|media)\//.test(path),
    );
    const paths = [...new Set(reads.map(({ path }) => path.replaceAll(/:\w+/g, '1')))];
    expect(paths.length).toBeGreaterThan(50);
    const stored = await Promise.all(
      paths.map(async (path) => {
        const rule = (await server.request(path, { headers })).headers.get('Cache-Control');
        return rule === 'no-store' || rule === null ? `${rule}` : `${path}: ${rule}`;
      }),
    );
    expect([...new Set(stored)].sort()).toEqual([
      '/api/badges/issuer: public, max-age=600',
      '/api/badges/keys: public, max-age=600',
      '/api/certificates: private, no-cache',
      '/api/config: no-cache',
      '/api/courses: private, no-cache',
      '/api/public/courses: private, no-cache',
      '/auth/v1/.well-known/jwks.json: public, max-age=600',
      '/auth/v1/.well-known/openid-configuration: public, max-age=600',
      'no-store',
    ]);
  });
});
