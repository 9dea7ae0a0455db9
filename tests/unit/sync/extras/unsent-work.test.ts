import { describe, expect, test } from 'vitest';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { answer, Desk, kindAnswer, lessonsOf, MAREN, refused, tokenOf } from '../engine-setup.ts';

const NO_NETWORK: TransportResponse = { kind: 'none', reason: 'network' };
const pulls = (desk: Desk) =>
  desk.requests.flatMap(({ path }) => path.match(/^\/api\/progress\/enhanced\/(\d+)$/)?.[1] ?? []);

/** A server behind a proxy that lets no batch through, and a network that goes away after the first lesson. */
const onlyFirst = (end: TransportResponse) => (request: TransportRequest) => {
  if (request.path === '/api/sync') return answer(413, undefined, { marked: false });
  return request.method === 'POST' && lessonsOf(request).includes(1) ? kindAnswer(request) : end;
};

describe('a pass that breaks off after something has arrived', () => {
  test.each([
    ['the network', NO_NETWORK, { kind: 'offline' }],
    ['the sign-in', refused(401, 'token_expired'), { kind: 'paused', reason: 'auth' }],
  ])('for want of %s still counts as a sync, and says what it sent', async (_, end, outcome) => {
    const desk = new Desk();
    await desk.complete(1, 2);
    desk.respond = onlyFirst(end);
    desk.refresh = async () => ({ kind: 'ended' });
    expect(await desk.core.syncNow()).toEqual({ ...outcome, sent: 1, courses: [4] });
    expect(desk.states()).toEqual(['done', 'queued']);
    expect(desk.store.meta.lastSyncAt).not.toBeNull();
  });

  test('one that sent nothing is no sync', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => NO_NETWORK;
    expect(await desk.core.syncNow()).toEqual({ kind: 'offline', sent: 0, courses: [] });
    expect(desk.store.meta.lastSyncAt).toBeNull();
  });

  test('[Y25] its courses are pulled as soon as the server is back', async () => {
    const desk = new Desk();
    await desk.complete(1);
    await desk.core.record({ kind: 'unit', courseId: 5, lessonId: 2, status: 'completed' });
    desk.respond = onlyFirst(NO_NETWORK);
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk)).toEqual([]);
    desk.respond = kindAnswer;
    await desk.core.syncNow();
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk)).toEqual(['4', '5']);
  });

  test('[Y25] a pull is owed until it came through, also for work that was sent while it was away', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = (request) => (request.method === 'GET' ? NO_NETWORK : kindAnswer(request));
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk), 'asked for once, in vain').toEqual(['4']);
    let arrive = () => {};
    desk.respond = async (request) => {
      if (request.method === 'GET') await new Promise<void>((resolve) => (arrive = resolve));
      return kindAnswer(request);
    };
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk)).toEqual(['4', '4']);
    await desk.complete(2);
    await desk.core.syncNow();
    arrive();
    await desk.settled();
    arrive();
    await desk.settled();
    expect(pulls(desk)).toEqual(['4', '4', '4']);
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk), 'nothing is owed any more').toHaveLength(3);
  });
});

test('[Y25] a pass that was cut by its time leaves the pull to the next, which ends the work first', async () => {
  const desk = new Desk();
  await desk.complete(...Array.from({ length: 501 }, (_, i) => i + 1));
  desk.respond = (request) => {
    if (request.path === '/api/sync') desk.clockOffset += 15_000;
    return kindAnswer(request);
  };
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', isCut: true, sent: 500 });
  await desk.settled();
  expect(pulls(desk)).toEqual([]);
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', isCut: false, sent: 1 });
  await desk.settled();
  expect(pulls(desk)).toEqual(['4']);
});

test('[Y28] no tap waits for pulls: with 40 courses and a server that takes 3 s it is sent at once', async () => {
  const desk = new Desk();
  for (let courseId = 1; courseId <= 40; courseId += 1) {
    await desk.core.record({ kind: 'unit', courseId, lessonId: courseId, status: 'completed' });
  }
  desk.respond = (request) => desk.world.sleep(3_000, kindAnswer(request));
  desk.core.start();
  await desk.world.run(10_000);
  expect(pulls(desk).length).toBeGreaterThan(0);
  await desk.complete(1001);
  await desk.world.run(6_000);
  expect(new Set(desk.states())).toEqual(new Set(['done']));
  await desk.world.run(130_000);
  expect(new Set(pulls(desk)).size).toBe(40);
  desk.core.stop();
});

describe('[Y19] the lock', () => {
  test('is let go within 30 s, also when the token, the refresh and every answer take their time', async () => {
    const desk = new Desk();
    await desk.complete(1);
    const startedAt = desk.world.now;
    let endedAt = Number.POSITIVE_INFINITY;
    desk.token = () => desk.world.sleep(1_000, tokenOf(MAREN));
    desk.refresh = () => desk.world.sleep(10_000, { kind: 'token', token: tokenOf(MAREN, 1) });
    desk.respond = (request) => {
      if (request.method === 'GET') return kindAnswer(request);
      if (lessonsOf(request).includes(2))
        return desk.world.sleep(Math.min(9_000, request.timeoutMs), refused(401, 'token_expired'));
      return desk.world.sleep(Math.min(12_000, request.timeoutMs), kindAnswer(request));
    };
    void desk.core.syncNow().then(() => {
      endedAt = desk.world.now;
    });
    await desk.world.run(6_000);
    await desk.complete(2);
    await desk.world.run(90_000);
    expect(desk.posts.length).toBeGreaterThan(1);
    expect(endedAt - startedAt).toBeLessThanOrEqual(30_100);
    expect(desk.states()).toEqual(['done', 'queued']);
  });
});
