// A redirect must not lead the server elsewhere: not from a record store, and not from a provider. Webhooks have a test of their own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { announce } from '#server/events.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import { startOn } from '#tests/fixtures/server.ts';

/** Answers every request with 307 to the address, or with `{}` where there is none; the paths that were asked for. */
async function startListening(location?: string) {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(location ? 307 : 200, { 'Content-Type': 'application/json', ...(location && { location }) });
    response.end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
}

onEveryEngine('a redirect', (openDb) => {
  const startServer = startOn(openDb);

  test('of a learning record store is not followed', async () => {
    const inside = await startListening();
    const store = await startListening(inside.url);
    const variables = { XAPI_ENDPOINT: store.url, XAPI_KEY: 'k', XAPI_SECRET: 's' };
    const server = await startServer({ variables });
    const plant = planter(server.db);
    const courseId = await plant.course();
    const people = [{ userId: await plant.person(), key: 1 }];
    await server.db.transact((tx) => announce(tx, { type: 'course.completed', courseId, at: new Date(), people }));
    await workOff(server.deps.queue, 'statements');
    expect([store.asked, inside.asked]).toEqual([['/statements'], []]);
  });

  test('of a provider is not followed', async () => {
    const inside = await startListening();
    const provider = await startListening(inside.url);
    const client = { OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
    const server = await startServer({ variables: { OIDC_NAME: 'Acme', OIDC_ISSUER: provider.url, ...client } });
    await server.request('/auth/v1/authorize?provider=custom:oidc');
    expect([provider.asked, inside.asked]).toEqual([['/.well-known/openid-configuration'], []]);
  });
});
