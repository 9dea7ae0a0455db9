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
