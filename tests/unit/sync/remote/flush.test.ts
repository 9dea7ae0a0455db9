import { describe, expect, test } from 'vitest';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse } from '#tests/factories.ts';
import { answer, Desk, kindAnswer, lessonsOf, MAREN, OLE, refused, subjectOfToken, tokenOf } from '../engine-setup.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const carries = (lessonId: number) => (request: TransportRequest) =>
  request.method === 'POST' && lessonsOf(request).includes(lessonId);

describe('[Y17] refusals and failures', () => {
  test('what is refused for good is visible, and the rest goes on', async () => {
    const desk = new Desk();
    await desk.complete(1, 2);
    desk.respond = (request) => {
      const given = kindAnswer(request);
      if (request.path !== '/api/sync' || given.kind !== 'response') return given;
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

  test('what was blocked so is not tried by itself once its person has gone on with the lesson', async () => {
    const desk = new Desk();
    desk.respond = (request) => (carries(13)(request) ? refused(500, 'internal') : kindAnswer(request));
    await desk.complete(13);
    for (let pass = 1; pass <= 12; pass += 1) {
      await desk.complete(1000 + pass);
      await desk.core.syncNow();
    }
    expect(desk.states()[0]).toBe('blocked');
    desk.respond = kindAnswer;
    await desk.complete(13);
    await desk.core.syncNow();
    await desk.core.record({ kind: 'unit', courseId: 4, lessonId: 13, status: 'not_started' });
    await desk.core.syncNow();
    const before = desk.posts.length;
    await desk.world.run(24 * 3_600_000 + 1);
    expect(await desk.core.syncNow()).toEqual({ kind: 'nothing' });
    expect(desk.posts).toHaveLength(before);
    expect(desk.states()[0]).toBe('blocked');
  });

  test('what was blocked under a clock that was a year ahead is tried again once the clock is right', async () => {
    const desk = new Desk();
    desk.clockOffset = 365 * 24 * 3_600_000;
    desk.respond = () => refused(404, 'lesson_not_found');
    await desk.complete(13);
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['blocked']);
    desk.respond = kindAnswer;
    await desk.core.syncNow();
    expect(desk.states(), 'not before its time').toEqual(['blocked']);
    desk.clockOffset = 0;
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done']);
  });

  test.each([
    ['a course that is not published', 404, 'lesson_not_found'],
    ['a missing right', 403, 'access_denied'],
  ])('work refused for %s comes free when its course can be opened again, or a day later', async (_, status, code) => {
    const desk = new Desk();
    desk.respond = () => refused(status, code);
    await desk.complete(13);
    await desk.core.record({ kind: 'unit', courseId: 5, lessonId: 14, status: 'completed' });
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['blocked', 'blocked']);
    desk.respond = (request) => {
      if (request.path === '/api/courses/4') return answer(200, aCourse({ id: 4 }));
      return request.path === '/api/courses/4/lessons' ? answer(200, { lessons: [] }) : kindAnswer(request);
    };
    expect((await desk.core.pullCourse(4)).kind).toBe('fresh');
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done', 'blocked']);
    await desk.world.run(24 * 3_600_000 + 1);
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done', 'done']);
  });

  test('Retry all tries everything again but a quiz that has changed and what its person has gone on from', async () => {
    const desk = new Desk();
    const answers = { kind: 'quiz', courseId: 4, lessonId: 3, answers: { 1: '1' } } as const;
    desk.respond = () => refused(422, 'validation_failed');
    await desk.complete(1, 2);
    await desk.core.syncNow();
    desk.respond = () => refused(422, 'quiz_changed');
    await desk.core.record(answers);
    await desk.core.syncNow();
    desk.respond = kindAnswer;
    await desk.core.record({ kind: 'unit', courseId: 4, lessonId: 2, status: 'not_started' });
    await desk.core.record({ kind: 'unit', courseId: 4, lessonId: 2, status: 'in_progress', positionSeconds: 1 });
    await desk.core.syncNow();
    await desk.core.retryAll();
    await desk.core.syncNow();
    expect(desk.states().slice(0, 3)).toEqual(['done', 'blocked', 'blocked']);
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
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'paused', reason: 'auth' });
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
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'offline' });
  });

  test.each([
    ['nobody', null, 'auth'],
    ['somebody else', tokenOf(OLE), 'wrong-user'],
  ])('with the token of %s nothing leaves, and nothing counts as sent', async (_, token, reason) => {
    const desk = new Desk();
    await desk.complete(1);
    desk.token = async () => token;
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'paused', reason });
    expect(desk.requests).toEqual([]);
    expect([...desk.store.entries.values()]).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  test('a refresh that brings another person does not send', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => refused(401, 'token_expired');
    desk.refresh = async () => ({ kind: 'token', token: tokenOf(OLE) });
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'paused', reason: 'wrong-user' });
    expect(desk.requests.map(subjectOfToken)).toEqual([MAREN]);
  });

  test('[Y21] a token look-up that hangs is given up after 3 s', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.token = () => new Promise(() => {});
    const outcome = desk.core.syncNow();
    await desk.world.run(3_100);
    expect(await outcome).toMatchObject({ kind: 'offline' });
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

  test('a whole batch that hears of it starts over once, and the pass goes on', async () => {
    const desk = new Desk();
    await desk.complete(1);
    await desk.core.syncNow();
    await desk.complete(2, 3, 4, 5, 6);
    let startedOver = 0;
    const real = desk.store.change.bind(desk.store);
    desk.store.change = (ask, decide) =>
      real(ask, (view) => {
        const patch = decide(view);
        if (patch.forgetUnits) startedOver += 1;
        return patch;
      });
    desk.respond = (request) => {
      if (request.headers['X-Data-Epoch'] === 'e1') {
        return answer(412, { error: 'x', message: 'x', code: 'data_epoch_changed', dataEpoch: 'e2' });
      }
      return JSON.parse(JSON.stringify(kindAnswer(request)).replaceAll('"e1"', '"e2"'));
    };
    expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 6 });
    expect(startedOver).toBe(1);
  });
});
