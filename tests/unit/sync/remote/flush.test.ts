import { describe, expect, test } from 'vitest';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse } from '#tests/factories.ts';
import {
  acceptAll,
  EngineSetup,
  lessonsOf,
  MAREN,
  OLE,
  refused,
  responseOf,
  subjectOfToken,
  tokenOf,
} from '../engine-setup.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const carries = (lessonId: number) => (request: TransportRequest) =>
  request.method === 'POST' && lessonsOf(request).includes(lessonId);

describe('[Y17] refusals and failures', () => {
  test('refused work is visible, and the rest continues', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2);
    setup.respond = (request) => {
      const given = acceptAll(request);
      if (request.path !== '/api/sync' || given.kind !== 'response') return given;
      const { results } = given.body as { results: { status: number; body: unknown }[] };
      results[0] = {
        ...results[0],
        status: 404,
        body: { error: 'Gone', message: 'Lesson not found', code: 'lesson_not_found' },
      };
      return given;
    };
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
    expect([...setup.store.entries.values()]).toMatchObject([
      { state: 'blocked', lastError: { status: 404, code: 'lesson_not_found', text: 'Lesson not found' } },
      { state: 'done' },
    ]);
  });

  test('Retry sends the same id again; Discard ends it', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2);
    setup.respond = () => refused(403, 'access_denied');
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['blocked', 'blocked']);
    await setup.core.retry(1);
    await setup.core.discard(2);
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done', 'discarded']);
    const keys = setup.posts
      .filter(carries(1))
      .map(({ headers }) => headers['Idempotency-Key'])
      .filter(Boolean);
    expect(new Set(keys).size).toBe(1);
  });

  test('what fails in 12 flushes in which another succeeded is blocked, and retried a day later', async () => {
    const setup = new EngineSetup();
    setup.respond = (request) => (carries(13)(request) ? refused(500, 'internal') : acceptAll(request));
    await setup.complete(13);
    for (let pass = 0; pass < 5; pass += 1) await setup.core.syncNow();
    for (let pass = 1; pass <= 12; pass += 1) {
      expect(setup.states()[0]).toBe('queued');
      await setup.complete(1000 + pass);
      await setup.core.syncNow();
    }
    expect([...setup.store.entries.values()][0]).toMatchObject({
      state: 'blocked',
      lastError: { code: 'keeps_failing' },
    });
    await setup.core.syncNow();
    expect(setup.states()[0]).toBe('blocked');
    await setup.world.run(24 * 3_600_000 + 1);
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(setup.states()[0]).toBe('done');
  });

  test('it is not retried automatically once its person has continued with the lesson', async () => {
    const setup = new EngineSetup();
    setup.respond = (request) => (carries(13)(request) ? refused(500, 'internal') : acceptAll(request));
    await setup.complete(13);
    for (let pass = 1; pass <= 12; pass += 1) {
      await setup.complete(1000 + pass);
      await setup.core.syncNow();
    }
    expect(setup.states()[0]).toBe('blocked');
    setup.respond = acceptAll;
    await setup.complete(13);
    await setup.core.syncNow();
    await setup.core.record({ kind: 'unit', courseId: 4, lessonId: 13, status: 'not_started' });
    await setup.core.syncNow();
    const before = setup.posts.length;
    await setup.world.run(24 * 3_600_000 + 1);
    expect(await setup.core.syncNow()).toEqual({ kind: 'nothing' });
    expect(setup.posts).toHaveLength(before);
    expect(setup.states()[0]).toBe('blocked');
  });

  test('work blocked under a clock that was a year ahead is retried once the clock is right', async () => {
    const setup = new EngineSetup();
    setup.clockOffset = 365 * 24 * 3_600_000;
    setup.respond = () => refused(404, 'lesson_not_found');
    await setup.complete(13);
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['blocked']);
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(setup.states(), 'not before its time').toEqual(['blocked']);
    setup.clockOffset = 0;
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done']);
  });

  test.each([
    ['a course that is not published', 404, 'lesson_not_found'],
    ['a missing right', 403, 'access_denied'],
  ])('work refused for %s is retried when its course can be opened again, or a day later', async (_, status, code) => {
    const setup = new EngineSetup();
    setup.respond = () => refused(status, code);
    await setup.complete(13);
    await setup.core.record({ kind: 'unit', courseId: 5, lessonId: 14, status: 'completed' });
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['blocked', 'blocked']);
    setup.respond = (request) => {
      if (request.path === '/api/courses/4') return responseOf(200, aCourse({ id: 4 }));
      return request.path === '/api/courses/4/lessons' ? responseOf(200, { lessons: [] }) : acceptAll(request);
    };
    expect((await setup.core.pullCourse(4)).kind).toBe('fresh');
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done', 'blocked']);
    await setup.world.run(24 * 3_600_000 + 1);
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done', 'done']);
  });

  test('Retry all retries everything except a changed quiz and superseded work', async () => {
    const setup = new EngineSetup();
    const answers = { kind: 'quiz', courseId: 4, lessonId: 3, answers: { 1: '1' } } as const;
    setup.respond = () => refused(422, 'validation_failed');
    await setup.complete(1, 2);
    await setup.core.syncNow();
    setup.respond = () => refused(422, 'quiz_changed');
    await setup.core.record(answers);
    await setup.core.syncNow();
    setup.respond = acceptAll;
    await setup.core.record({ kind: 'unit', courseId: 4, lessonId: 2, status: 'not_started' });
    await setup.core.record({ kind: 'unit', courseId: 4, lessonId: 2, status: 'in_progress', positionSeconds: 1 });
    await setup.core.syncNow();
    await setup.core.retryAll();
    await setup.core.syncNow();
    expect(setup.states().slice(0, 3)).toEqual(['done', 'blocked', 'blocked']);
  });

  test('a server that fails everything is left alone soon', async () => {
    const setup = new EngineSetup();
    await setup.complete(...range(1, 60));
    setup.respond = () => refused(500, 'internal');
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
    expect(setup.posts.length).toBeLessThanOrEqual(30);
    expect(new Set(setup.states())).toEqual(new Set(['queued']));
  });

  test('Retry-After is obeyed, also by Sync now', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => refused(429, 'rate_limited', { retryAfterMs: 90_000 });
    await setup.core.syncNow();
    await setup.world.run(60_000);
    setup.respond = acceptAll;
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
    await setup.world.run(31_000);
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
  });
});

describe('[Y17, Y24] the person', () => {
  test('401: one refresh, one retry', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = (request) =>
      request.headers.Authorization === `Bearer ${tokenOf(MAREN)}` ? refused(401, 'token_expired') : acceptAll(request);
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
    expect(setup.posts).toHaveLength(2);
  });

  test('an ended session pauses the queue and drops nothing; a new sign-in continues', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => refused(401, 'token_expired');
    setup.refresh = async () => ({ kind: 'ended' });
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'paused', reason: 'auth' });
    expect(setup.states()).toEqual(['queued']);
    expect(setup.store.meta.pausedReason).toBe('auth');
    setup.respond = acceptAll;
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done']);
    expect(setup.store.meta.pausedReason).toBeNull();
  });

  test('a refresh that cannot reach the auth service is offline, not the end of a session', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => refused(401, 'token_expired');
    setup.refresh = async () => ({ kind: 'unreachable' });
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'offline' });
  });

  test.each([
    ['nobody', null, 'auth'],
    ['somebody else', tokenOf(OLE), 'wrong-user'],
  ])('with the token of %s nothing leaves, and nothing counts as sent', async (_, token, reason) => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.token = async () => token;
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'paused', reason });
    expect(setup.requests).toEqual([]);
    expect([...setup.store.entries.values()]).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  test('a refresh that returns another person’s token sends nothing', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => refused(401, 'token_expired');
    setup.refresh = async () => ({ kind: 'token', token: tokenOf(OLE) });
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'paused', reason: 'wrong-user' });
    expect(setup.requests.map(subjectOfToken)).toEqual([MAREN]);
  });

  test('[Y21] a hanging token request is abandoned after 3 s', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.token = () => new Promise(() => {});
    const outcome = setup.core.syncNow();
    await setup.world.run(3_100);
    expect(await outcome).toMatchObject({ kind: 'offline' });
  });

  test("[Y2] a visitor's work stays on the device", async () => {
    const setup = new EngineSetup({ userId: 'visitor' });
    await setup.complete(1);
    expect(await setup.core.syncNow()).toEqual({ kind: 'nothing' });
    expect(setup.requests).toEqual([]);
    expect(setup.states()).toEqual(['queued']);
  });
});

describe('[Y20] a restored server', () => {
  test('gets everything again, with the same ids, and the new epoch is adopted once', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2);
    await setup.core.syncNow();
    await setup.complete(3);
    setup.respond = (request) => {
      if (request.headers['X-Data-Epoch'] === 'e1') {
        return responseOf(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: 'e2' });
      }
      return JSON.parse(JSON.stringify(acceptAll(request)).replaceAll('"e1"', '"e2"'));
    };
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 3 });
    const batches = setup.posts
      .filter(({ path }) => path === '/api/sync')
      .map(({ body }) => body as { operations: { opId: string }[] });
    expect(batches.at(-1)?.operations.slice(0, 2)).toEqual(batches[0]?.operations);
    expect(setup.store.meta.dataEpoch).toBe('e2');
  });

  test('that keeps sending new epochs does not keep a flush running', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    await setup.core.syncNow();
    await setup.complete(2);
    let n = 1;
    for (const epoch of [() => `e${++n}`, () => 'e1']) {
      setup.respond = () =>
        responseOf(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: epoch() });
      const before = setup.posts.length;
      expect(await setup.core.syncNow()).toMatchObject({ kind: 'later', sent: 0 });
      expect(setup.posts.length - before).toBeLessThan(6);
    }
  });

  test('a batch that learns of it starts over once, and the flush continues', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    await setup.core.syncNow();
    await setup.complete(2, 3, 4, 5, 6);
    let startedOver = 0;
    const real = setup.store.change.bind(setup.store);
    setup.store.change = (ask, decide) =>
      real(ask, (view) => {
        const patch = decide(view);
        if (patch.forgetUnits) startedOver += 1;
        return patch;
      });
    setup.respond = (request) => {
      if (request.headers['X-Data-Epoch'] === 'e1') {
        return responseOf(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: 'e2' });
      }
      return JSON.parse(JSON.stringify(acceptAll(request)).replaceAll('"e1"', '"e2"'));
    };
    expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 6 });
    expect(startedOver).toBe(1);
  });
});
