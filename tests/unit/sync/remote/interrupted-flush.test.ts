import { describe, expect, test } from 'vitest';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { acceptAll, EngineSetup, lessonsOf, MAREN, refused, responseOf, tokenOf } from '../engine-setup.ts';

const NO_NETWORK: TransportResponse = { kind: 'none', reason: 'network' };
const pulls = (setup: EngineSetup) =>
  setup.requests.flatMap(({ path }) => path.match(/^\/api\/progress\/enhanced\/(\d+)$/)?.[1] ?? []);

/** A server behind a proxy that rejects batches, and a network that fails after the first lesson. */
const onlyFirst = (end: TransportResponse) => (request: TransportRequest) => {
  if (request.path === '/api/sync') return responseOf(413, undefined, { marked: false });
  return request.method === 'POST' && lessonsOf(request).includes(1) ? acceptAll(request) : end;
};

describe('a flush that is interrupted after some entries arrived', () => {
  test.each([
    ['the network', NO_NETWORK, { kind: 'offline' }],
    ['the sign-in', refused(401, 'token_expired'), { kind: 'paused', reason: 'auth' }],
  ])('without %s still counts as a sync and reports what it sent', async (_, end, outcome) => {
    const setup = new EngineSetup();
    await setup.complete(1, 2);
    setup.respond = onlyFirst(end);
    setup.refresh = async () => ({ kind: 'ended' });
    expect(await setup.core.syncNow()).toEqual({ ...outcome, sent: 1, courses: [4] });
    expect(setup.states()).toEqual(['done', 'queued']);
    expect(setup.store.meta.lastSyncAt).not.toBeNull();
  });

  test('does not count as a sync when nothing was sent', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => NO_NETWORK;
    expect(await setup.core.syncNow()).toEqual({ kind: 'offline', sent: 0, courses: [] });
    expect(setup.store.meta.lastSyncAt).toBeNull();
  });

  test('[Y25] its courses are pulled when the server is back', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    await setup.core.record({ kind: 'unit', courseId: 5, lessonId: 2, status: 'completed' });
    setup.respond = onlyFirst(NO_NETWORK);
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup)).toEqual([]);
    setup.respond = acceptAll;
    await setup.core.syncNow();
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup)).toEqual(['4', '5']);
  });

  test('[Y25] a pull is repeated until it succeeds, also for work that was sent meanwhile', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = (request) => (request.method === 'GET' ? NO_NETWORK : acceptAll(request));
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup), 'asked for once, in vain').toEqual(['4']);
    let arrive = () => {};
    setup.respond = async (request) => {
      if (request.method === 'GET') await new Promise<void>((resolve) => (arrive = resolve));
      return acceptAll(request);
    };
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup)).toEqual(['4', '4']);
    await setup.complete(2);
    await setup.core.syncNow();
    arrive();
    await setup.settled();
    arrive();
    await setup.settled();
    expect(pulls(setup)).toEqual(['4', '4', '4']);
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup), 'nothing is owed any more').toHaveLength(3);
  });
});

test('[Y25] a flush that runs out of time leaves the pull to the next, which sends the rest first', async () => {
  const setup = new EngineSetup();
  await setup.complete(...Array.from({ length: 501 }, (_, i) => i + 1));
  setup.respond = (request) => {
    if (request.path === '/api/sync') setup.clockOffset += 15_000;
    return acceptAll(request);
  };
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', isCut: true, sent: 500 });
  await setup.settled();
  expect(pulls(setup)).toEqual([]);
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', isCut: false, sent: 1 });
  await setup.settled();
  expect(pulls(setup)).toEqual(['4']);
});

test('[Y28] recorded work never waits for pulls, with 40 courses and a server that takes 3 s', async () => {
  const setup = new EngineSetup();
  for (let courseId = 1; courseId <= 40; courseId += 1) {
    await setup.core.record({ kind: 'unit', courseId, lessonId: courseId, status: 'completed' });
  }
  setup.respond = (request) => setup.world.sleep(3_000, acceptAll(request));
  setup.core.start();
  await setup.world.run(10_000);
  expect(pulls(setup).length).toBeGreaterThan(0);
  await setup.complete(1001);
  await setup.world.run(6_000);
  expect(new Set(setup.states())).toEqual(new Set(['done']));
  await setup.world.run(130_000);
  expect(new Set(pulls(setup)).size).toBe(40);
  setup.core.stop();
});

describe('[Y19] the lock', () => {
  test('is released within 30 s, even when token, refresh and every response are slow', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    const startedAt = setup.world.now;
    let endedAt = Number.POSITIVE_INFINITY;
    setup.token = () => setup.world.sleep(1_000, tokenOf(MAREN));
    setup.refresh = () => setup.world.sleep(10_000, { kind: 'token', token: tokenOf(MAREN, 1) });
    setup.respond = (request) => {
      if (request.method === 'GET') return acceptAll(request);
      if (lessonsOf(request).includes(2))
        return setup.world.sleep(Math.min(9_000, request.timeoutMs), refused(401, 'token_expired'));
      return setup.world.sleep(Math.min(12_000, request.timeoutMs), acceptAll(request));
    };
    void setup.core.syncNow().then(() => {
      endedAt = setup.world.now;
    });
    await setup.world.run(6_000);
    await setup.complete(2);
    await setup.world.run(90_000);
    expect(setup.posts.length).toBeGreaterThan(1);
    expect(endedAt - startedAt).toBeLessThanOrEqual(30_100);
    expect(setup.states()).toEqual(['done', 'queued']);
  });
});
