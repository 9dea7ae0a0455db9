// Requests that are held open: they were begun by somebody whose right ended before they were complete.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

/** A body that is sent once the server begins to read it, after `meanwhile`. */
function lateBody(body: object | Uint8Array, meanwhile: () => Promise<unknown>): ReadableStream<Uint8Array> {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      await meanwhile();
      controller.enqueue(bytes);
      controller.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

onEveryEngine('a request that is held open', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const plant = planter(server.db);
    const organizationId = await plant.organization();
    const courseId = await plant.course({ organizationId });
    const boss = await signedIn(server, { organizationId, isOrgAdmin: true });
    const bitter = await signedIn(server, { organizationId, isOrgAdmin: true });
    const friend = await signedIn(server, { organizationId });
    const users = `/api/enterprise/admin/organizations/${organizationId}/users`;
    const pass = () => {
      ahead += 60_000;
    };
    const remove = async () => {
      expect((await server.send('DELETE', `${users}/${bitter.id}`, {}, boss.headers)).status).toBe(200);
      pass();
    };
    const sendLate = async (method: string, path: string, late: { body: ReadableStream; type: string }) => {
      const headers = { ...bitter.headers, 'Content-Type': late.type };
      const init = { method, headers, body: late.body, duplex: 'half' };
      const answer = await server.request(path, init as RequestInit);
      return [answer.status, (await answer.json()).code];
    };
    return { server, courseId, boss, bitter, friend, users, pass, remove, sendLate };
  }

  test('gives a removed admin no last act', async () => {
    const { server, friend, users, remove, sendLate } = await started();
    const late = { body: lateBody({ isOrgAdmin: true }, remove), type: 'application/json' };
    expect(await sendLate('PUT', `${users}/${friend.id}`, late)).toEqual([403, 'access_denied']);
    const { profiles } = server.db.tables;
    const [row] = await server.db.select().from(profiles).where(eq(profiles.id, friend.id));
    expect(row?.isOrgAdmin).toBe(false);
  });

  test('adds no picture of a removed admin to a course', async () => {
    const { server, courseId, remove, sendLate } = await started();
    const late = { body: lateBody(aPng(), remove), type: 'image/png' };
    expect(await sendLate('POST', `/api/admin/courses/${courseId}/pictures`, late)).toEqual([404, 'course_not_found']);
    expect(await server.db.select().from(server.db.tables.assets)).toEqual([]);
  });

  test('sets no password once its session was ended', async () => {
    const { server, bitter, sendLate } = await started();
    const { authSessions, authUsers } = server.db.tables;
    const end = () => server.db.delete(authSessions).where(eq(authSessions.id, bitter.sessionId));
    const late = { body: lateBody({ password: 'a thief was here' }, end), type: 'application/json' };
    // Without an API version the code is the status.
    expect(await sendLate('PUT', '/auth/v1/user', late)).toEqual([403, 403]);
    const [account] = await server.db.select().from(authUsers).where(eq(authUsers.id, bitter.id));
    expect(account?.passwordHash).toBeNull();
  });

  test('invites nobody once its API token was revoked', async () => {
    const { server, boss, pass } = await started();
    const wanted = { name: 'HR', scopes: ['people:write'], days: 1 };
    const made = await server.send('POST', '/api/admin/api-tokens', wanted, boss.headers);
    const { token, apiToken } = (await made.json()) as { token: string; apiToken: { id: string } };
    const revoke = async () => {
      await server.send('DELETE', `/api/admin/api-tokens/${apiToken.id}`, undefined, boss.headers);
      pass();
    };
    const body = lateBody({ people: [{ email: 'late@demo.example', role: 'member' }] }, revoke);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await server.request('/api/v1/people', { method: 'POST', headers, body, duplex: 'half' } as never);
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'api_token_refused']);
    expect(await server.db.select().from(server.db.tables.invitations)).toEqual([]);
  });

  test('that took its time is served while nothing has changed', async () => {
    const { friend, users, pass, sendLate } = await started();
    const late = { body: lateBody({ isOrgAdmin: true }, async () => pass()), type: 'application/json' };
    expect((await sendLate('PUT', `${users}/${friend.id}`, late))[0]).toBe(200);
  });
});
