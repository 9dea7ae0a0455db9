// POST /api/browser-reports: what went wrong in people's browsers, in the audit log.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const PATH = '/api/browser-reports';
const aReport = (more: object = {}) => ({
  id: randomUUID(),
  kind: 'error',
  at: '2026-11-22T10:00:00.000Z',
  name: 'TypeError',
  where: ['learn-a1b2.js:1:2345'],
  page: '/course/-/lesson/-',
  count: 2,
  ...more,
});

onEveryEngine('reports of browsers', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const server = await startServer({ variables });
    const person = await signedIn(server);
    const post = async (reports: object[], headers: Record<string, string> = person.headers) => {
      const answer = await server.send('POST', PATH, { reports }, headers);
      return { status: answer.status, body: await answer.json() };
    };
    const acts = async () => {
      const all = await server.db.select().from(server.db.tables.auditLog);
      return all.filter(({ action }) => action.startsWith('browser.'));
    };
    return { person, post, acts };
  }

  test('[Z7] are in the audit log with the person, the place in the code and the page', async () => {
    const { person, post, acts } = await started();
    const report = aReport();
    expect(await post([report, aReport({ kind: 'save_failed', name: 'QuotaExceededError' })])).toMatchObject({
      status: 200,
      body: { taken: 2 },
    });
    expect(await acts()).toMatchObject([
      {
        action: 'browser.error',
        actorId: person.id,
        subject: report.id,
        details: { name: 'TypeError', where: ['learn-a1b2.js:1:2345'], page: '/course/-/lesson/-', count: 2 },
      },
      { action: 'browser.save_failed', details: { name: 'QuotaExceededError' } },
    ]);
  });

  test.each([
    ['a message', { name: 'Error: "my answer" is not valid' }, 'reports.0.name'],
    ['an address', { where: ['https://x.example/a?token=1'] }, 'reports.0.where.0'],
    ['a page with ids', { page: '/course/4' }, 'reports.0.page'],
    ['another kind', { kind: 'answer' }, 'reports.0.kind'],
  ])('[Z7] take no content: %s', async (_, more, field) => {
    const { post, acts } = await started();
    expect(await post([aReport(more)])).toMatchObject({ status: 400, body: { field } });
    expect(await acts()).toEqual([]);
  });

  test('[Z7] are bounded in number and rate, and can be switched off', async () => {
    const { post } = await started({ RATE_LIMIT_FACTOR: '1' });
    expect((await post(Array.from({ length: 21 }, () => aReport()))).status).toBe(400);
    for (let n = 0; n < 10; n += 1) expect((await post([aReport()])).status).toBe(200);
    expect(await post([aReport()])).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const off = await started({ BROWSER_REPORTS: 'off' });
    expect(await off.post([aReport()])).toEqual({ status: 200, body: { taken: 0 } });
    expect(await off.acts()).toEqual([]);
  });

  test('[Z7] of visitors are counted by network and together, and take no room from people', async () => {
    const { post, acts } = await started({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
    const visit = async (ip: string) => (await post([aReport()], { 'X-Forwarded-For': ip })).status;
    for (let n = 0; n < 30; n += 1) expect(await visit(`2001:db8:0:1::${n}`)).toBe(200);
    expect(await visit('2001:db8:0:1::ffff')).toBe(429);
    for (let n = 0; n < 70; n += 1) expect(await visit(`198.51.100.${n}`)).toBe(200);
    expect(await visit('203.0.113.1')).toBe(429);
    expect((await post([aReport()])).status).toBe(200);
    expect(await acts()).toHaveLength(101);
  });
});
