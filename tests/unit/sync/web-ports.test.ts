import { afterEach, expect, test, vi } from 'vitest';
import { webPorts } from '#sync/web-ports.ts';

const ask = { method: 'GET', path: '/api/courses', headers: {}, timeoutMs: 1_000 } as const;
const { transport: network } = webPorts({});
const served = (headers: Record<string, string>, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response('{}', { status, headers: { 'X-Groundwork-Api': '1', ...headers } }));

afterEach(() => vi.unstubAllGlobals());

test("[Y5, Y20] a response carries the server's time, if the server sends it", async () => {
  served({ Date: 'Sat, 21 Nov 2026 15:00:00 GMT' });
  expect(await network.send(ask)).toMatchObject({ marked: true, answeredAt: '2026-11-21T15:00:00.000Z' });
  for (const silence of [{}, { Date: 'soon' }] as Record<string, string>[]) {
    served(silence);
    expect(await network.send(ask)).not.toHaveProperty('answeredAt');
  }
});

test("[Y17] a Retry-After date is relative to the server's clock, not the device's", async () => {
  served({ Date: 'Sat, 21 Nov 2020 15:00:00 GMT', 'Retry-After': 'Sat, 21 Nov 2020 15:00:30 GMT' }, 503);
  expect(await network.send(ask)).toMatchObject({ status: 503, retryAfterMs: 30_000 });
});
