// GET /metrics: for whoever has the token, by route and not by address, and what waits in the database.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const METRICS_TOKEN = 'a-token-of-twenty-signs';
const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };

onEveryEngine('metrics', (openDb, engine) => {
  const startServer = startOn(openDb);

  test('there are none without METRICS_TOKEN, and none for anybody without it', async () => {
    expect((await (await startServer()).request('/metrics', { headers })).status).toBe(404);
    const server = await startServer({ variables: { METRICS_TOKEN } });
    expect((await server.request('/metrics')).status).toBe(401);
    const wrong = { Authorization: `Bearer ${METRICS_TOKEN}x` };
    expect((await server.request('/metrics', { headers: wrong })).status).toBe(401);
  });

  test('the alert rules and the dashboard ask for metrics that there are', async () => {
    const server = await startServer({ variables: { METRICS_TOKEN } });
    const told = await (await server.request('/metrics', { headers })).text();
    const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
    const exprs: { expr: string }[] = [
      ...parse(deployed('alerts.yml')).groups[0].rules,
      ...JSON.parse(deployed('dashboard.json')).panels.flatMap(({ targets = [] }) => targets),
    ];
    const asked = exprs.flatMap(({ expr }) => expr.match(/\b(groundwork|nodejs|process)_\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(20);
    for (const name of asked) {
      if (engine === 'sqlite' && /^groundwork_database_(connections|waiting)$/.test(name)) continue;
      expect(told).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `);
    }
  });

  test('events that wait for webhooks and the record store are counted, but not those of a paused webhook', async () => {
    const time = new Date('2031-01-01T00:00:00Z');
    const later = new Date('2031-01-01T00:20:00Z');
    const server = await startServer({ variables: { METRICS_TOKEN }, now: () => later });
    const plant = planter(server.db);
    const organizationId = await plant.organization();
    const userId = await plant.person({ organizationId });
    const { webhooks, webhookMessages, xapiStatements } = server.db.tables;
    const webhook = { organizationId, url: 'https://a.example', events: [], secret: 'whsec_', createdAt: time };
    const [going, paused] = [randomUUID(), randomUUID()];
    await server.db.insert(webhooks).values([
      { ...webhook, id: going },
      { ...webhook, id: paused, isActive: false },
    ]);
    const message = { eventKey: 'k', type: 'test', data: {}, createdAt: time, nextTryAt: later };
    await server.db.insert(webhookMessages).values([
      { ...message, id: randomUUID(), webhookId: going },
      { ...message, id: randomUUID(), webhookId: going, eventKey: 'told', nextTryAt: null },
      { ...message, id: randomUUID(), webhookId: paused, createdAt: new Date('2030-01-01') },
    ]);
    const data = { courseId: 1, courseTitle: 'Field work', round: 1 };
    const statement = { userId, type: 'course.completed' as const, data, doneAt: time, createdAt: time };
    await server.db.insert(xapiStatements).values([
      { ...statement, statementId: randomUUID(), nextTryAt: time },
      { ...statement, statementId: randomUUID(), nextTryAt: later },
      { ...statement, statementId: randomUUID() },
    ]);
    const text = await (await server.request('/metrics', { headers })).text();
    const told = (kind: string) =>
      ['waiting', 'oldest_seconds'].map(
        (name) => new RegExp(`^groundwork_queue_${name}\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1],
      );
    expect([told('webhooks'), told('statements')]).toEqual([
      ['1', '1200'],
      ['2', '1200'],
    ]);
    expect(told('renditions')).toEqual(['0', '0']);
    expect(text).toMatch(/^groundwork_changes_waiting 0$/m);
  });

  test('requests are counted by route, operations by status, and mails by whether they will be sent', async () => {
    let time = new Date('2031-01-01T00:00:00Z');
    const server = await startServer({ variables: { METRICS_TOKEN }, now: () => time });
    const read = async () => {
      const answer = await server.request('/metrics', { headers });
      expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      const text = await answer.text();
      return (line: string) =>
        Number(
          text
            .split('\n')
            .find((one) => one.startsWith(`${line} `))
            ?.split(' ')
            .at(-1),
        );
    };
    const { bulkJobs, mailOutbox } = server.db.tables;
    const job = { act: { kind: 'remind' as const }, title: 't', createdAt: time, total: 1, handled: 0, changed: 0 };
    await server.db.insert(bulkJobs).values([
      { ...job, state: 'running' },
      { ...job, state: 'done', createdAt: new Date('2030-12-01'), finishedAt: time },
    ]);
    const mail = { kind: 'recovery', toAddress: 'a@b.example', subject: 's', text: 't', createdAt: time };
    await server.db.insert(mailOutbox).values([{ ...mail }, { ...mail, failedAt: time }]);
    for (const path of ['/api/certificates/AAAA-AAAA-AAAA', '/api/certificates/BBBB-BBBB-BBBB', '/wp-admin', '/x'])
      await server.request(path);
    const learner = await signedIn(server);
    const enroll = (courseId: number) => ({ opId: randomUUID(), kind: 'enroll', courseId, ageMs: 0 });
    await server.send('POST', '/api/sync', { operations: [enroll(901), enroll(902)] }, learner.headers);
    time = new Date('2031-01-01T00:10:00Z');
    const metric = await read();
    const requests = 'groundwork_http_request_duration_seconds_count';
    expect(metric(`${requests}{method="GET",route="/api/certificates/:serial",status="404"}`)).toBe(2);
    expect(metric(`${requests}{method="GET",route="page",status="404"}`)).toBe(2);
    expect(metric('groundwork_sync_operations_total{status="404"}')).toBe(2);
    expect(metric('groundwork_queue_waiting{kind="mails"}')).toBe(1);
    expect(metric('groundwork_queue_oldest_seconds{kind="mails"}')).toBe(600);
    expect(metric('groundwork_queue_given_up{kind="mails"}')).toBe(1);
    expect(metric('groundwork_queue_oldest_seconds{kind="jobs"}')).toBe(600);
    expect(metric('groundwork_media_bytes')).toBe(0);
    expect(metric('groundwork_database_up')).toBe(1);
    expect(metric(`groundwork_build{version="${server.deps.version}"}`)).toBe(1);
    expect(metric('groundwork_database_connections') > 0).toBe(engine === 'postgres');
    expect(metric('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });
});
