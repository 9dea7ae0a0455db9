// Exports of a person's own data: complete, made in the background, theirs alone, and gone after a week.
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { exports, requestExport } from '#server/personal-data/exports.ts';
import type { DataExport } from '#sync/contract/personal-data.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import type { SignedIn } from '#tests/fixtures/signed-in.ts';
import { aWholePerson, EMAIL, NAME, WANTED_EMAIL } from './whole-person.ts';

const exportPath = (id: string) => `/api/account/exports/${id}`;

async function list(server: TestServer, who: SignedIn): Promise<DataExport[]> {
  const answer = await server.request('/api/account/exports', { headers: who.headers });
  return (await answer.json()).exports;
}

/** Finds what waits, and can read nothing else. */
function failing(select: Db['select']): Db['select'] {
  return ((columns?: Record<string, unknown>) => {
    if (!columns || !('id' in columns || 'userId' in columns)) throw new Error('The disk is gone.');
    return select(columns as never);
  }) as Db['select'];
}

onEveryEngine('an export', (openDb) => {
  const startServer = startOn(openDb);

  test('has everything about the person as JSON and as CSV, and nothing of others', async () => {
    const server = await startServer();
    const { zoe, colleague } = await aWholePerson(server);
    await server.db.update(server.db.tables.courses).set({ title: 'Field;=SUM(1)' });
    expect((await server.send('POST', '/api/account/exports', {}, zoe.headers)).status).toBe(201);
    await expect.poll(async () => (await list(server, zoe))[0]?.state).toBe('ready');
    const [made] = await list(server, zoe);
    const answer = await server.request(exportPath(made?.id ?? ''), { headers: zoe.headers });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(made?.sizeBytes).toBe(bytes.length);
    const files = unzipSync(bytes);
    const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
    expect(data.profile[0]).toMatchObject({ email: EMAIL, fullName: NAME, organization: 'Demo Inspections' });
    expect(data.account).toEqual([expect.objectContaining({ email: EMAIL, newEmail: WANTED_EMAIL })]);
    expect(data.lessons).toHaveLength(2);
    expect(data.lessons[0].reflection).toBe(`I am ${NAME}`);
    expect(data.quiz_attempts[0]).toMatchObject({
      quiz: 'Quiz',
      score: 100,
      answers: [{ question: 'Which?', chosen: ['Answer 0'] }],
    });
    for (const name of [
      'groups',
      'courses',
      'ratings',
      'certificates',
      'sessions',
      'mails',
      'activity',
      'invitations_received',
      'invitations_made',
      'invitations_used',
      'courses_written',
      'files_uploaded',
      'jobs_started',
      'jobs_about_them',
    ])
      expect([name, data[name].length > 0]).toEqual([name, true]);
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n');
    expect(all).not.toContain(colleague.email);
    expect(all).not.toContain('sue@super.example');
    expect(strFromU8(files['csv/certificates.csv'] ?? new Uint8Array())).toContain('GW-AAAA-AAAA-AAAA');
    expect(strFromU8(files['csv/lessons.csv'] ?? new Uint8Array())).toContain("Field;'=SUM(1),");
    expect((await server.request(exportPath(made?.id ?? ''), { headers: colleague.headers })).status).toBe(404);
  });

  test('that a stopped server left behind is made by the next one; a second wish waits with it', async () => {
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const server = await startServer({ now });
    const { zoe } = await aWholePerson(server);
    const { dataExports, turns } = server.db.tables;
    const left = { userId: zoe.id, requestedAt: now(), expiresAt: new Date(Date.now() + 1e9) };
    const [row] = await server.db.insert(dataExports).values(left).returning();
    const dueAt = new Date(Date.now() + 30_000);
    await server.db.insert(turns).values({ kind: 'exports', key: row?.id ?? '', attempts: 1, lease: 'dead', dueAt });
    await server.send('POST', '/api/account/exports', {}, zoe.headers);
    await workOff(server.deps.queue);
    expect((await list(server, zoe)).map(({ state }) => state)).toEqual(['waiting']);
    ahead = 31_000;
    await workOff(server.deps.queue, 'exports');
    expect((await list(server, zoe)).map(({ state }) => state)).toEqual(['ready']);
  });

  test('is made once, also by two processes that look at the same moment', async () => {
    const server = await startServer();
    const { zoe } = await aWholePerson(server);
    const { dataExports } = server.db.tables;
    const expiresAt = new Date(Date.now() + 1e9);
    await server.db.insert(dataExports).values({ userId: zoe.id, requestedAt: new Date(), expiresAt });
    const made: string[] = [];
    const deps = { ...server.deps, log: { ...server.deps.log, info: (message: string) => void made.push(message) } };
    const queues = [0, 1].map(() => anotherQueue(deps, { exports: exports(deps) }));
    await Promise.all(queues.map((queue) => workOff(queue, 'exports')));
    expect(made).toEqual(['export made']);
  });

  test('that cannot be made is given up after three tries', async () => {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const { zoe } = await aWholePerson(server);
    await requestExport(server.db, zoe.id, new Date());
    const broken = { ...server.deps, db: { ...server.db, select: failing(server.db.select) } };
    const queue = anotherQueue(server.deps, { exports: exports(broken) });
    for (let tries = 1; tries <= 3; tries += 1) {
      expect((await list(server, zoe)).map(({ state }) => state)).toEqual(['waiting']);
      await workOff(queue, 'exports');
      ahead += 60_000;
    }
    expect((await list(server, zoe)).map(({ state }) => state)).toEqual(['failed']);
  });

  test('ends after seven days', async () => {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const { zoe } = await aWholePerson(server);
    await server.send('POST', '/api/account/exports', {}, zoe.headers);
    await expect.poll(async () => (await list(server, zoe))[0]?.state).toBe('ready');
    const [made] = await list(server, zoe);
    ahead = 7 * 86_400_000;
    const renewal = { refresh_token: zoe.refreshToken };
    const renewed = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', renewal);
    const headers = { Authorization: `Bearer ${(await renewed.json()).access_token}` };
    expect(await list(server, { ...zoe, headers })).toEqual([]);
    expect((await server.request(exportPath(made?.id ?? ''), { headers })).status).toBe(404);
  });
});
