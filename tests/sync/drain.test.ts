import { describe, expect, test } from 'vitest';
import type { NetworkRequest } from '#sync/ports.ts';
import { answer, Desk, kindAnswer, lessonsOf, MAREN, OLE, refused, subjectOfToken, tokenOf } from './desk.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const carries = (lessonId: number) => (request: NetworkRequest) =>
  request.method === 'POST' && lessonsOf(request).includes(lessonId);

describe('[Y15] how work travels', () => {
  test('one piece by its own call, with its id, its person and the epoch that is known', async () => {
    const desk = new Desk();
    await desk.complete(101);
    expect(await desk.core.syncNow()).toEqual({ kind: 'sent', sent: 1, courses: [4] });
    await desk.complete(102);
    await desk.core.syncNow();
    const [first, second] = desk.posts;
    expect(first).toMatchObject({ path: '/api/progress/unit', body: { lessonId: 101, status: 'completed' } });
    expect(first?.headers).toMatchObject({ 'Idempotency-Key': expect.stringMatching(/^0{8}-/), 'X-Op-User': MAREN });
    expect(first?.headers['X-Data-Epoch']).toBeUndefined();
    expect(second?.headers['X-Data-Epoch']).toBe('e1');
  });

  test('several together, one of each lesson, the oldest first [Y16]', async () => {
    const desk = new Desk();
    await desk.complete(101, 102);
    await desk.core.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'not_started' });
    await desk.core.syncNow();
    expect(desk.posts.map(lessonsOf)).toEqual([[101, 102], [101]]);
    expect(desk.states()).toEqual(['done', 'done', 'done']);
  });

  test('at most 500 in one batch', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 501));
    await desk.core.syncNow();
    expect(desk.posts.map((request) => lessonsOf(request).length)).toEqual([500, 1]);
  });

  test('one bad entry among 100 ends up alone: 99 arrive in the same pass', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 100));
    desk.respond = (request) => (carries(40)(request) ? refused(500, 'internal') : kindAnswer(request));
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'later', sent: 99 });
    expect(desk.states().filter((state) => state === 'done')).toHaveLength(99);
    expect(desk.posts.length).toBeLessThan(20);
  });

  test('a batch that is too large is halved, also when a proxy says so', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 8));
    desk.respond = (request) =>
      request.method === 'POST' && lessonsOf(request).length > 2
        ? answer(413, undefined, { marked: false })
        : kindAnswer(request);
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 8 });
  });

  test('a server that does not know batches gets single calls, and nothing is refused for it', async () => {
    const desk = new Desk();
    await desk.complete(1, 2, 3);
    desk.respond = (request) => (request.path === '/api/sync' ? refused(404, 'not_found') : kindAnswer(request));
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 3 });
  });

  test('a batch too slow for its time-out shrinks in the next pass', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 300));
    desk.respond = () => ({ kind: 'none', reason: 'timeout' });
    await desk.core.syncNow();
    await desk.core.syncNow();
    await desk.core.syncNow();
    expect(desk.posts.map((request) => lessonsOf(request).length)).toEqual([300, 125, 31]);
    expect(new Set(desk.states())).toEqual(new Set(['queued']));
  });

  test('after hours without a network the batches soon grow again', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 200));
    desk.respond = () => ({ kind: 'none', reason: 'network' });
    for (let pass = 0; pass < 10; pass += 1) await desk.core.syncNow();
    const before = desk.posts.length;
    desk.respond = kindAnswer;
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 200 });
    expect(desk.posts.slice(before).map((request) => lessonsOf(request).length)).toEqual([1, 5, 25, 125, 44]);
  });

  test.each([
    ['is never answered', { kind: 'none', reason: 'timeout' } as const],
    ['is refused by a filter on the way', answer(403, undefined, { marked: false })],
  ])('[Y16, Y28] an entry that %s does not hold the others', async (_, onTheWay) => {
    const desk = new Desk();
    await desk.complete(...range(1, 20));
    desk.respond = (request) => (carries(3)(request) ? onTheWay : kindAnswer(request));
    for (let pass = 0; pass < 25; pass += 1) await desk.core.syncNow();
    expect(desk.states().filter((state) => state !== 'done')).toEqual(['queued']);
  });
});

describe('[Y17] refusals and failures', () => {
  test('what is refused for good is visible, and the rest goes on', async () => {
    const desk = new Desk();
    await desk.complete(1, 2);
    desk.respond = (request) => {
      const given = kindAnswer(request);
      if (request.path !== '/api/sync' || given.kind !== 'answer') return given;
      const { results } = given.body as { results: { status: number; body: unknown }[] };
      results[0] = {
        ...results[0],
        status: 404,
        body: { error: 'Gone', message: 'Lesson not found', code: 'lesson_not_found' },
      };
      return given;
    };
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
    expect([...desk.store.entries.values()]).toMatchObject([
      { state: 'blocked', lastError: { status: 404, code: 'lesson_not_found', text: 'Lesson not found' } },
      { state: 'done' },
    ]);
  });

  test('Retry sends the same id again; Discard gives it up', async () => {
    const desk = new Desk();
    await desk.complete(1, 2);
    desk.respond = () => refused(403, 'access_denied');
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['blocked', 'blocked']);
    await desk.core.retry(1);
    await desk.core.discard(2);
    desk.respond = kindAnswer;
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done', 'discarded']);
    const keys = desk.posts
      .filter(carries(1))
      .map(({ headers }) => headers['Idempotency-Key'])
      .filter(Boolean);
    expect(new Set(keys).size).toBe(1);
  });

  test('what fails in 12 passes in which another succeeded is blocked, and tried again a day later', async () => {
    const desk = new Desk();
    desk.respond = (request) => (carries(13)(request) ? refused(500, 'internal') : kindAnswer(request));
    await desk.complete(13);
    for (let pass = 0; pass < 5; pass += 1) await desk.core.syncNow();
    for (let pass = 1; pass <= 12; pass += 1) {
      expect(desk.states()[0]).toBe('queued');
      await desk.complete(1000 + pass);
      await desk.core.syncNow();
    }
    expect([...desk.store.entries.values()][0]).toMatchObject({
      state: 'blocked',
      lastError: { code: 'keeps_failing' },
    });
    await desk.core.syncNow();
    expect(desk.states()[0]).toBe('blocked');
    await desk.world.run(24 * 3_600_000 + 1);
    desk.respond = kindAnswer;
    await desk.core.syncNow();
    expect(desk.states()[0]).toBe('done');
  });

  test('a server that fails everything is left alone soon', async () => {
    const desk = new Desk();
    await desk.complete(...range(1, 60));
    desk.respond = () => refused(500, 'internal');
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
    expect(desk.posts.length).toBeLessThanOrEqual(30);
    expect(new Set(desk.states())).toEqual(new Set(['queued']));
  });

  test('Retry-After is obeyed, also by Sync now', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => refused(429, 'rate_limited', { retryAfterMs: 90_000 });
    await desk.core.syncNow();
    await desk.world.run(60_000);
    desk.respond = kindAnswer;
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
    await desk.world.run(31_000);
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
  });
});

describe('[Y17, Y24] the person', () => {
  test('401: one refresh, one retry', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = (request) =>
      request.headers.Authorization === `Bearer ${tokenOf(MAREN)}`
        ? refused(401, 'token_expired')
        : kindAnswer(request);
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
    expect(desk.posts).toHaveLength(2);
  });

  test('a session that is over pauses the queue and drops nothing; a new sign-in goes on', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => refused(401, 'token_expired');
    desk.refresh = async () => ({ kind: 'ended' });
    expect(await desk.core.syncNow()).toEqual({ kind: 'paused', reason: 'auth' });
    expect(desk.states()).toEqual(['queued']);
    expect(desk.store.meta.pausedReason).toBe('auth');
    desk.respond = kindAnswer;
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done']);
    expect(desk.store.meta.pausedReason).toBeNull();
  });

  test('a refresh that cannot reach the auth service is offline, not the end of a session', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => refused(401, 'token_expired');
    desk.refresh = async () => ({ kind: 'unreachable' });
    expect(await desk.core.syncNow()).toEqual({ kind: 'offline' });
  });

  test.each([
    ['nobody', null, 'auth'],
    ['somebody else', tokenOf(OLE), 'wrong-user'],
  ])('with the token of %s nothing leaves, and nothing counts as sent', async (_, token, reason) => {
    const desk = new Desk();
    await desk.complete(1);
    desk.token = async () => token;
    expect(await desk.core.syncNow()).toEqual({ kind: 'paused', reason });
    expect(desk.requests).toEqual([]);
    expect([...desk.store.entries.values()]).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  test('a refresh that brings another person does not send', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => refused(401, 'token_expired');
    desk.refresh = async () => ({ kind: 'token', token: tokenOf(OLE) });
    expect(await desk.core.syncNow()).toEqual({ kind: 'paused', reason: 'wrong-user' });
    expect(desk.requests.map(subjectOfToken)).toEqual([MAREN]);
  });

  test('[Y21] a token look-up that hangs is given up after 3 s', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.token = () => new Promise(() => {});
    const outcome = desk.core.syncNow();
    await desk.world.run(3_100);
    expect(await outcome).toEqual({ kind: 'offline' });
  });

  test("[Y2] a visitor's work stays on the device", async () => {
    const desk = new Desk({ userId: 'visitor' });
    await desk.complete(1);
    expect(await desk.core.syncNow()).toEqual({ kind: 'nothing' });
    expect(desk.requests).toEqual([]);
    expect(desk.states()).toEqual(['queued']);
  });
});

describe('[Y20] a restored server', () => {
  test('gets everything again, with the same ids, and the new epoch is heard of once', async () => {
    const desk = new Desk();
    await desk.complete(1, 2);
    await desk.core.syncNow();
    await desk.complete(3);
    desk.respond = (request) => {
      if (request.headers['X-Data-Epoch'] === 'e1') {
        return answer(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: 'e2' });
      }
      return JSON.parse(JSON.stringify(kindAnswer(request)).replaceAll('"e1"', '"e2"'));
    };
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 3 });
    const batches = desk.posts
      .filter(({ path }) => path === '/api/sync')
      .map(({ body }) => body as { operations: { opId: string }[] });
    expect(batches.at(-1)?.operations.slice(0, 2)).toEqual(batches[0]?.operations);
    expect(desk.store.meta.dataEpoch).toBe('e2');
  });

  test('that never stops naming new epochs does not keep a pass going', async () => {
    const desk = new Desk();
    await desk.complete(1);
    await desk.core.syncNow();
    await desk.complete(2);
    let n = 1;
    for (const epoch of [() => `e${++n}`, () => 'e1']) {
      desk.respond = () => answer(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: epoch() });
      const before = desk.posts.length;
      expect(await desk.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
      expect(desk.posts.length - before).toBeLessThan(6);
    }
  });
});
