import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

test('a path cannot forge a line of the readable log', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', json: false, write: (line) => lines.push(line) });
  log.info('request', { path: '/api/x\n12:00:00.000 ERROR forged', status: 404 });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd().split('\n')).toEqual([
    expect.stringContaining('path=/api/x\\x0a12:00:00.000 ERROR forged'),
  ]);
});

test('a stack keeps its lines', () => {
  const lines: string[] = [];
  createLog({ level: 'info', json: false, write: (line) => lines.push(line) }).error('x', { stack: 'at a\nat b' });
  expect(lines[0]).toContain('stack=at a\nat b');
});

const startServer = startOn(databasesOf('sqlite').openDb);

test('a token in a path or a query is not logged', async () => {
  const server = await startServer();
  await server.request('/api/calendar/a-secret/due-dates.ics?token=a-secret');
  const lines = server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
  expect(lines).toMatchObject([{ path: '/api/calendar/:token/due-dates.ics' }]);
  expect(server.logged.join()).not.toContain('a-secret');
});

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-of-a-later-version', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
  ['a"b', undefined],
])('a request with the traceparent %j is logged with the trace %j', async (traceparent, traceId) => {
  const server = await startServer();
  await server.request('/api/config', { headers: { traceparent } });
  const lines = server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
  expect(lines).toEqual([expect.objectContaining({ path: '/api/config' })]);
  expect(lines[0].traceId).toBe(traceId);
});
