// What Y15 allows in a long queue: the next batch is claimed while a request is away, and order and history still hold.
import { expect, test } from 'vitest';
import type { NetworkRequest } from '#sync/ports.ts';
import { answer, Desk, kindAnswer, lessonsOf } from './desk.ts';

const SERVER_TIME = '2020-02-29T12:00:00.000Z';
const many = Array.from({ length: 501 }, (_, i) => i + 1);
const isRating = ({ path, body }: NetworkRequest) =>
  path.endsWith('/rating') || JSON.stringify(body ?? '').includes('"kind":"rating"');

test('[Y15] the next batch is claimed while the first is away, and answered after it', async () => {
  const desk = new Desk();
  await desk.complete(...many);
  let claimed: string[] = [];
  desk.respond = async (request) => {
    if (request.method === 'POST' && lessonsOf(request).length === 500) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      claimed = desk.states().filter((state) => state === 'sending');
    }
    return kindAnswer(request);
  };
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent', sent: 501 });
  expect(claimed).toHaveLength(501);
  expect(new Set(desk.states())).toEqual(new Set(['done']));
});

test('[Y15] what was claimed ahead is put back when the request before it finds no network', async () => {
  const desk = new Desk();
  await desk.complete(...many);
  desk.respond = () => ({ kind: 'none', reason: 'network' });
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'offline', sent: 0 });
  expect(new Set(desk.states())).toEqual(new Set(['queued']));
  expect(desk.posts).toHaveLength(1);
});

test('[Y16] a rating waits for what is on its way for the second time, and for what stands behind that', async () => {
  const desk = new Desk();
  await desk.core.record({ kind: 'unit', courseId: 9, lessonId: 900, status: 'in_progress', positionSeconds: 5 });
  desk.respond = () => ({ kind: 'none', reason: 'network' });
  await desk.core.syncNow();
  desk.respond = kindAnswer;
  desk.store.meta.backoff = { ...desk.store.meta.backoff, failures: 0 };
  await desk.core.record({ kind: 'unit', courseId: 9, lessonId: 900, status: 'completed' });
  await desk.core.record({ kind: 'rating', courseId: 9, stars: 5 });
  await desk.complete(...many);
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'sent' });
  const completionAt = desk.posts.findIndex((request) =>
    JSON.stringify(request.body).includes('"lessonId":900,"status":"completed"'),
  );
  expect(completionAt).toBeGreaterThan(0);
  expect(desk.posts.findIndex(isRating)).toBeGreaterThan(completionAt);
});

test('[Y20] the second request names what the first had acknowledged, so that a restore between them is noticed', async () => {
  const desk = new Desk();
  await desk.complete(...many);
  let isRestored = false;
  const known = new Set<string>();
  desk.respond = (request) => {
    const last = request.headers['X-Last-Op'];
    if (last !== undefined && !known.has(last)) {
      return answer(412, { error: 'x', message: 'x', code: 'operation_forgotten', dataEpoch: 'e1' });
    }
    const { operations = [] } = (request.body ?? {}) as { operations?: { opId: string }[] };
    for (const { opId } of operations) known.add(opId);
    const key = request.headers['Idempotency-Key'];
    if (key) known.add(key);
    const given = { ...kindAnswer(request), answeredAt: SERVER_TIME };
    if (!isRestored && request.method === 'POST') {
      isRestored = true;
      known.clear();
    }
    return given;
  };
  await desk.core.syncNow();
  expect(new Set(desk.states())).toEqual(new Set(['done']));
  expect(known.size).toBe(501);
  const named = desk.requests.filter(({ headers }) => headers['X-Last-Op'] !== undefined);
  expect(named.length).toBeGreaterThan(0);
  for (const { headers } of named) expect(headers['X-Last-Op-At'], "not the device's time").toBe(SERVER_TIME);
});
