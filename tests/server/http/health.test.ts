import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

onEveryEngine('health and configuration', (openDb) => {
  const startServer = startOn(openDb);

  test('health reports the database and the version', async () => {
    const server = await startServer();
    const answer = await server.request('/api/health');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok', database: 'ok', version: server.deps.version });
  });

  test('health is 503 when the database cannot be reached, and other calls say so too', async () => {
    const server = await startServer();
    await server.db.close();
    const answer = await server.request('/api/health');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: 'unavailable', database: 'unreachable' });
    const course = await server.request('/api/public/courses');
    expect(course.status).toBe(503);
    expect(await course.json()).toMatchObject({ code: 'unavailable' });
    expect(course.headers.get('Retry-After')).toBe('5');
  });

  test('the configuration names its own auth service by a path, which no header of a request can turn elsewhere', async () => {
    const server = await startServer({
      variables: { TRUST_PROXY: '1', MEDIA_HOSTS: 'CDN.example, *.pictures.example' },
    });
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
    const answer = await server.request('http://127.0.0.1:4000/api/config', { headers });
    expect(await answer.json()).toEqual({
      authUrl: '/auth/v1',
      browserReports: true,
      tabletReports: true,
      mediaHosts: ['cdn.example', '*.pictures.example'],
      publishableKey: 'groundwork-embedded',
      partner: null,
      version: server.deps.version,
      signUps: 'open',
    });
  });

  test('[H7] a partner host learns its own course', async () => {
    const partners = { 'training.example': { name: 'Example Homes', courseId: 3 } };
    const server = await startServer({ variables: { PARTNERS: JSON.stringify(partners) } });
    const asked = async (host: string) => {
      const answer = await server.request(`http://${host}/api/config`, { headers: { Host: host } });
      return (await answer.json()).partner;
    };
    expect(await asked('Training.Example:8443')).toEqual(partners['training.example']);
    for (const host of ['other.example', '__proto__', 'constructor']) expect(await asked(host)).toBeNull();
  });

  test('a hosted project is named by its own address and key', async () => {
    const variables = { SUPABASE_URL: 'https://project.example', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };
    const server = await startServer({ variables });
    const answer = await server.request('/api/config');
    expect(await answer.json()).toMatchObject({
      authUrl: 'https://project.example/auth/v1',
      publishableKey: 'sb_publishable_x',
    });
    expect((await server.request('/auth/v1/settings')).status).toBe(404);
  });
});
