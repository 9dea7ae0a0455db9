// What people are refused, and that they signed out, is seen in the log and in the audit log.
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('watching', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const server = await startServer({ variables });
    const person = await signedIn(server);
    const ask = (path: string, method = 'GET') => server.request(path, { method, headers: person.headers });
    const acts = async (action: string) => {
      const all = await server.db.select().from(server.db.tables.auditLog);
      return all.filter((act) => act.action === action);
    };
    const lines = () => server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
    return { server, person, ask, acts, lines };
  }

  test('[Z7] a missing right is audited with the person, the call and the reason, and named in the log', async () => {
    const { person, ask, acts, lines } = await started();
    expect((await ask('/api/admin/audit-log?actor=somebody')).status).toBe(403);
    expect(await acts('access.refused')).toMatchObject([
      { actorId: person.id, details: { method: 'GET', path: '/api/admin/audit-log', code: 'access_denied' } },
    ]);
    expect(lines().at(-1)).toMatchObject({ path: '/api/admin/audit-log', status: 403, person: person.id });
  });

  test('[Z7] a session that has ended is audited too; a visitor and a forged token are nobody', async () => {
    const { server, person, ask, acts, lines } = await started();
    await server.request('/api/admin/stats');
    await server.request('/api/admin/stats', { headers: { Authorization: 'Bearer a.b.c' } });
    expect(await acts('access.refused')).toEqual([]);
    expect((await ask('/auth/v1/logout', 'POST')).status).toBe(204);
    expect((await ask('/api/auth/user')).status).toBe(401);
    expect((await ask('/auth/v1/user')).status).toBe(403);
    expect((await acts('access.refused')).map(({ actorId, details }) => [actorId, details?.code])).toEqual([
      [person.id, 'not_authenticated'],
      [person.id, 'session_not_found'],
    ]);
    expect(lines().at(-1)).toMatchObject({ status: 403, person: person.id });
  });

  test('[Z7] somebody who tries a thousand doors fills no audit log', async () => {
    const { ask, acts } = await started({ RATE_LIMIT_FACTOR: '1' });
    for (let n = 0; n < 8; n += 1) expect((await ask('/api/admin/stats')).status).toBe(403);
    expect(await acts('access.refused')).toHaveLength(5);
  });

  test('[Z7] what nobody can read hides no try, and a wrong address of a megabyte takes no room', async () => {
    const { server, ask, acts } = await started();
    expect((await ask(`/api/admin/courses/%00${'x'.repeat(5_000)}`)).status).toBe(403);
    const [refused] = await acts('access.refused');
    expect(refused?.details?.path).toMatch(/^\/api\/admin\/courses\/%00x{200,300}$/);
    const body = { email: `${'x'.repeat(900_000)}@test.example`, password: 'guessed' };
    expect((await server.send('POST', '/auth/v1/token?grant_type=password', body)).status).toBe(400);
    const [failed] = await acts('account.sign_in_failed');
    expect(JSON.stringify(failed?.details).length).toBeLessThan(300);
  });

  test.each(['local', 'global', 'others'])('[Z7] a sign-out is audited: %s', async (scope) => {
    const { person, ask, acts } = await started();
    await ask(`/auth/v1/logout?scope=${scope}`, 'POST');
    expect(await acts('account.sign_out')).toMatchObject([
      { actorId: person.id, subject: person.sessionId, details: { scope } },
    ]);
  });
});
