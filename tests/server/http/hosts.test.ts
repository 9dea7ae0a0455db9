// The Host of a request, written by hand: no client library sends these.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

onEveryEngine('a request', (openDb) => {
  const startServer = startOn(openDb);

  async function answer(...hosts: string[]): Promise<string> {
    const server = await startServer();
    const { port } = new URL(await server.listen());
    const lines = ['GET /api/config HTTP/1.1', ...hosts, 'Connection: close', '', ''];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(lines.join('\r\n'));
    return text(socket);
  }

  test.each([
    ['Host: training.example', 200],
    ['Host: training.example\r\nHost: elsewhere.example', 400],
    ['Host: training.example\r\nhost: training.example', 400],
    ['X-None: 1', 400],
    ['Host: a b', 400],
    ['Host: user@training.example', 400],
    ['Host: training.example/path', 400],
    ['Host:', 400],
  ])('with %j is %i', async (hosts, status) => {
    expect(await answer(hosts)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
