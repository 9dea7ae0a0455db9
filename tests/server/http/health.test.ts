import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { openDatabaseWire } from '#tests/fixtures/database-wire.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('health and configuration', (openDb) => {
  const startServer = startOn(openDb);

  test('health reports the database and the version', async () => {
    const server = await startServer();
    const answer = await server.request('/api/health');
    expect(answer.status).toBe(200);
    const { version } = server.deps;
    expect(await answer.json()).toEqual({ status: 'ok', database: 'ok', version });
    server.deps.commit = 'c0ffee';
    const built = await server.request('/api/health');
    expect(await built.json()).toEqual({ status: 'ok', database: 'ok', version, commit: 'c0ffee' });
  });

  test('health is 503 when the database cannot be reached, and other calls say so too', async () => {
    const server = await startServer();
    await server.db.close();
    const answer = await server.request('/api/health');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: 'unavailable', database: 'unreachable' });
    expect((await server.request('/api/live')).status, 'a restart would not help').toBe(200);
    const course = await server.request('/api/public/courses');
    expect(course.status).toBe(503);
    expect(await course.json()).toMatchObject({ code: 'unavailable' });
    expect(course.headers.get('Retry-After')).toBe('5');
  });

  test('it is ready while rows and files can be written, and stops being so when it is told to stop', async () => {
    const server = await startServer();
    const answer = await server.request('/api/ready');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: 'ready',
      database: 'ok',
      media: 'ok',
      version: server.deps.version,
    });
    expect(readdirSync(server.deps.media.incoming), 'nothing is left behind').toEqual([]);
    expect(answer.headers.get('Connection')).toBeNull();
    server.deps.lifecycle.isStopping = true;
    const stopping = await server.request('/api/ready');
    expect(stopping.status).toBe(503);
    expect(await stopping.json()).toMatchObject({ status: 'stopping', database: 'ok' });
    expect(stopping.headers.get('Connection')).toBe('close');
  });

  test('it is not ready without a database or a place for media, and says which', async () => {
    const [gone, homeless] = [await startServer(), await startServer()];
    await gone.db.close();
    const answer = await gone.request('/api/ready');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await answer.json()).toMatchObject({ status: 'unavailable', database: 'unreachable', media: 'ok' });
    rmSync(homeless.deps.media.incoming, { recursive: true });
    expect(await (await homeless.request('/api/ready')).json()).toMatchObject({ database: 'ok', media: 'unreachable' });
  });

  test('media of a hosted project are elsewhere', async () => {
    const hosted = { SUPABASE_URL: 'https://project.example', SUPABASE_SECRET_KEY: 'sb_secret_0123456789' };
    const server = await startServer({ variables: { ...hosted, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' } });
    expect(await (await server.request('/api/ready')).json()).toMatchObject({ status: 'ready', media: 'elsewhere' });
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
      convertsVideos: false,
      mediaHosts: ['cdn.example', '*.pictures.example'],
      publishableKey: 'groundwork-embedded',
      partner: null,
      version: server.deps.version,
      signUps: 'open',
      languages: ['en', 'ar', 'de', 'es', 'fr', 'hi', 'pl', 'pt-BR', 'tr', 'uk', 'vi', 'zh-Hans'],
      defaultLanguage: 'en',
      badgeKeys: [expect.objectContaining({ kty: 'RSA', alg: 'RS256' })],
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

const postgres = databasesOf('postgres');
const sqlite = databasesOf('sqlite');

test('a full disk is told by name, reads go on, and what was refused is taken once there is room', async () => {
  const server = await startOn(sqlite.openDb)();
  const plant = planter(server.db);
  const courseId = await plant.course({});
  const lessonId = await plant.lesson(courseId);
  const learner = await signedIn(server, {});
  const change = (key: string) => {
    const body = { lessonId, status: 'in_progress', reflection: 'x'.repeat(20_000) };
    return server.send('POST', '/api/progress/unit', body, { ...learner.headers, 'Idempotency-Key': key });
  };
  const connection = sqliteConnection(server.db);
  // What SQLite says of a full disk it says of its own limit too.
  connection?.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`);
  // The pages that are free may hold a few rows more.
  let [key, refused] = [randomUUID(), await change(randomUUID())];
  for (let tries = 0; refused.status === 200 && tries < 20; tries += 1) {
    key = randomUUID();
    refused = await change(key);
  }
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('disk is full') });
  const path = `/api/progress/enhanced/${courseId}`;
  expect((await server.request(path, { headers: learner.headers })).status).toBe(200);
  connection?.pragma('max_page_count = 1000000');
  expect((await change(key)).status).toBe(200);
});

test('while the database is gone it says so, and works again by itself when it is back', async () => {
  const wire = await openDatabaseWire(await postgres.newUrl());
  const METRICS_TOKEN = 'a-token-of-twenty-signs';
  const server = await startOn(() => postgres.openDb({ url: wire.url }))({ variables: { METRICS_TOKEN } });
  /** Whether the database is told to be up, and whether what waits in it is told. */
  const metrics = async () => {
    const answer = await server.request('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await answer.text();
    const isUp = /^groundwork_database_up (\d)$/m.exec(text)?.[1];
    return [
      answer.status,
      isUp,
      /^groundwork_queue_waiting\{kind="mails"\} \d/m.test(text),
      text.includes('process_resident_memory'),
    ];
  };
  const states = async () => [
    (await server.request('/api/health')).status,
    (await server.request('/api/public/courses')).status,
    (await (await server.request('/api/ready')).json()).database,
  ];
  expect(await states()).toEqual([200, 200, 'ok']);
  expect(await metrics()).toEqual([200, '1', true, true]);
  wire.isFrozen = true;
  expect(await metrics(), 'a database that does not answer').toEqual([200, '0', false, true]);
  wire.isFrozen = false;
  wire.cut();
  await expect.poll(states, { timeout: 10_000 }).toEqual([503, 503, 'unreachable']);
  expect(await metrics()).toEqual([200, '0', false, true]);
  wire.mend();
  await expect.poll(states, { timeout: 10_000 }).toEqual([200, 200, 'ok']);
  await expect.poll(metrics).toEqual([200, '1', true, true]);
});

test('a database that takes no writes is alive and not ready; it is ready again when it does', async () => {
  const server = await startOn(sqlite.openDb)();
  const connection = sqliteConnection(server.db);
  connection?.pragma('query_only = on');
  expect((await server.request('/api/health')).status).toBe(200);
  const answer = await server.request('/api/ready');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: 'unavailable', database: 'read-only', media: 'ok' });
  connection?.pragma('query_only = off');
  await expect.poll(async () => (await server.request('/api/ready')).status).toBe(200);
});

test('nor is a PostgreSQL ready that takes no writes, as after it became a replica; what was refused is taken afterwards', async () => {
  const url = await postgres.newUrl();
  const server = await startOn(() => postgres.openDb({ url }))();
  const plant = planter(server.db);
  const lessonId = await plant.lesson(await plant.course({}));
  const learner = await signedIn(server, {});
  const headers = { ...learner.headers, 'Idempotency-Key': randomUUID() };
  const change = async () =>
    (await server.send('POST', '/api/progress/unit', { lessonId, status: 'in_progress' }, headers)).status;
  const ready = async () => (await (await server.request('/api/ready')).json()).database;
  const writing = `${url}?options=-c%20default_transaction_read_only%3Doff`;
  const operator = postgresPool(await postgres.openDb({ url: writing, poolSize: 1 }));
  const setReadOnly = async (isReadOnly: 'on' | 'off') => {
    await operator?.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${isReadOnly}`,
    );
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    await operator?.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  };
  await setReadOnly('on');
  await expect.poll(ready, { timeout: 10_000 }).toBe('read-only');
  expect([(await server.request('/api/health')).status, await change()]).toEqual([200, 503]);
  await setReadOnly('off');
  await expect.poll(ready, { timeout: 10_000 }).toBe('ok');
  expect(await change()).toBe(200);
});
