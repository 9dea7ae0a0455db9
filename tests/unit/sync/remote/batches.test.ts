import { describe, expect, test } from 'vitest';
import type { TransportRequest } from '#sync/ports.ts';
import { acceptAll, EngineSetup, lessonsOf, MAREN, refused, responseOf } from '../engine-setup.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const carries = (lessonId: number) => (request: TransportRequest) =>
  request.method === 'POST' && lessonsOf(request).includes(lessonId);

describe('[Y15] how work travels', () => {
  test('one entry in its own call, with its id, its person and the known epoch', async () => {
    const setup = new EngineSetup();
    await setup.complete(101);
    expect(await setup.core.syncNow()).toEqual({ kind: 'sent', isCut: false, sent: 1, courses: [4] });
    await setup.complete(102);
    await setup.core.syncNow();
    const [first, second] = setup.posts;
    expect(first).toMatchObject({ path: '/api/progress/unit', body: { lessonId: 101, status: 'completed' } });
    expect(first?.headers).toMatchObject({ 'Idempotency-Key': expect.stringMatching(/^0{8}-/), 'X-Op-User': MAREN });
    expect(first?.headers['X-Data-Epoch']).toBeUndefined();
    expect(second?.headers['X-Data-Epoch']).toBe('e1');
  });

  test('several in one batch, one per lesson, oldest first [Y16]', async () => {
    const setup = new EngineSetup();
    await setup.complete(101, 102);
    await setup.core.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'not_started' });
    await setup.core.syncNow();
    expect(setup.posts.map(lessonsOf)).toEqual([[101, 102], [101]]);
    expect(setup.states()).toEqual(['done', 'done', 'done']);
  });

  test('at most 500 in one batch', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 501));
    await setup.core.syncNow();
    expect(setup.posts.map((request) => lessonsOf(request).length)).toEqual([500, 1]);
  });

  test('one bad entry among 100 ends up alone: 99 arrive in the same flush', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 100));
    setup.respond = (request) => (carries(40)(request) ? refused(500, 'internal') : acceptAll(request));
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'later', sent: 99 });
    expect(setup.states().filter((state) => state === 'done')).toHaveLength(99);
    expect(setup.posts.length).toBeLessThan(20);
  });

  test('a batch that is too large is halved, also when a proxy says so', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 8));
    setup.respond = (request) =>
      request.method === 'POST' && lessonsOf(request).length > 2
        ? responseOf(413, undefined, { marked: false })
        : acceptAll(request);
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 8 });
  });

  test('a server that does not know batches gets single calls, and nothing is refused for it', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2, 3);
    setup.respond = (request) => (request.path === '/api/sync' ? refused(404, 'not_found') : acceptAll(request));
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 3 });
  });

  test('a batch too slow for its timeout shrinks in the next flush', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 300));
    setup.respond = () => ({ kind: 'none', reason: 'timeout' });
    await setup.core.syncNow();
    await setup.core.syncNow();
    await setup.core.syncNow();
    expect(setup.posts.map((request) => lessonsOf(request).length)).toEqual([300, 125, 31]);
    expect(new Set(setup.states())).toEqual(new Set(['queued']));
  });

  test('a batch that the server had no time for is sent whole when it is', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 300));
    setup.respond = () => refused(503, 'unavailable', { retryAfterMs: 4000 });
    await setup.core.syncNow();
    await setup.world.run(1_000);
    setup.respond = acceptAll;
    await setup.world.run(4_000);
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 300 });
    expect(setup.posts.map((request) => lessonsOf(request).length)).toEqual([300, 300]);
  });

  test('[Y17] entries that a batch response omits are not blocked, and are sent again', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2, 3);
    setup.respond = (request) => {
      const given = acceptAll(request);
      if (given.kind !== 'response' || request.path !== '/api/sync') return given;
      const { results, ...body } = given.body as { results: unknown[] };
      return { ...given, body: { ...body, results: results.slice(1) } };
    };
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['queued', 'done', 'done']);
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(new Set(setup.states())).toEqual(new Set(['done']));
  });

  test('[Y16] work from offline is sent in the order of recording', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2, 3);
    setup.respond = () => ({ kind: 'none', reason: 'network' });
    await setup.core.syncNow();
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(setup.posts.map(lessonsOf)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test('[Y17] a server that accepts one request a minute blocks nothing: its response to a batch counts against no entry', async () => {
    const setup = new EngineSetup();
    setup.random = () => setup.world.random();
    await setup.complete(...Array.from({ length: 60 }, (_, i) => i + 1));
    setup.store.meta = { ...setup.store.meta, backoff: { failures: 4, until: 0, floor: 0 } };
    let room = 0;
    setup.respond = (request) => {
      if (request.method === 'GET' || room > 0) {
        room -= 1;
        return acceptAll(request);
      }
      return refused(429, 'too_many_requests', { retryAfterMs: 60_000 });
    };
    for (let minute = 0; minute < 120 && setup.states().includes('queued'); minute += 1) {
      room = 1;
      await setup.core.syncNow();
      setup.clockOffset += 60_000;
    }
    expect(new Set(setup.states())).toEqual(new Set(['done']));
  });

  test('after hours without a network the batches soon grow again', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 200));
    setup.respond = () => ({ kind: 'none', reason: 'network' });
    for (let pass = 0; pass < 10; pass += 1) await setup.core.syncNow();
    const before = setup.posts.length;
    setup.respond = acceptAll;
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 200 });
    expect(setup.posts.slice(before).map((request) => lessonsOf(request).length)).toEqual([1, 5, 25, 125, 44]);
  });

  test.each([
    ['is never answered', { kind: 'none', reason: 'timeout' } as const],
    ['is refused by a filter on the way', responseOf(403, undefined, { marked: false })],
  ])('[Y16, Y28] an entry that %s does not hold the others', async (_, onTheWay) => {
    const setup = new EngineSetup();
    setup.random = () => setup.world.random();
    await setup.complete(...range(1, 20));
    setup.respond = (request) => (carries(3)(request) ? onTheWay : acceptAll(request));
    for (let pass = 0; pass < 50; pass += 1) await setup.core.syncNow();
    expect(setup.states().filter((state) => state !== 'done')).toEqual(['queued']);
  });
});
