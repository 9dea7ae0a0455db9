// A long queue is sent in batches and in order, and nothing in it blocks the rest forever.
import { describe, expect, test } from 'vitest';
import { unblockDue } from '#sync/outbox/outbox.ts';
import type { TransportRequest } from '#sync/ports.ts';
import type { ChangeScope, StorePatch, StoreView } from '#sync/store/store.ts';
import { MemoryStore } from '#tests/simulation/memory-store.ts';
import { acceptAll, EngineSetup, lessonsOf, refused, responseOf } from '../engine-setup.ts';
import { AT, aUnitEntry } from '../entries.ts';

const SERVER_TIME = '2020-02-29T12:00:00.000Z';
const many = Array.from({ length: 501 }, (_, i) => i + 1);
const isRating = ({ path, body }: TransportRequest) =>
  path.endsWith('/rating') || JSON.stringify(body ?? '').includes('"kind":"rating"');

test('[Y5, Y15] the next batch is claimed only when the results of the last one are stored', async () => {
  const setup = new EngineSetup();
  await setup.complete(...many);
  const away: number[] = [];
  setup.respond = (request) => {
    if (request.method === 'POST') away.push(setup.states().filter((state) => state === 'sending').length);
    return acceptAll(request);
  };
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 501 });
  expect(away).toEqual([500, 1]);
});

test('[Y15] entries that did not leave because of an earlier request are queued unchanged', async () => {
  const setup = new EngineSetup();
  await setup.complete(...many);
  setup.respond = () => ({ kind: 'none', reason: 'network' });
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'offline', sent: 0 });
  expect(new Set(setup.states())).toEqual(new Set(['queued']));
  expect(setup.posts).toHaveLength(1);
});

describe('[Y16] a healthy entry is sent, whatever is ahead of it:', () => {
  const failsBut = (healthy: number) => (request: TransportRequest) =>
    request.method === 'POST' && lessonsOf(request).some((lessonId) => lessonId !== healthy)
      ? refused(500, 'internal')
      : acceptAll(request);
  const stateOf = (setup: EngineSetup, lessonId: number) =>
    [...setup.store.entries.values()].find((entry) => entry.lessonId === lessonId)?.state;

  test('1,001 entries of one lesson whose first always fails', async () => {
    const setup = new EngineSetup();
    const work = { courseId: 4, lessonId: 1 };
    for (let n = 0; n < 1_001; n += 1) {
      await setup.core.record({ kind: 'unit', ...work, status: n % 2 === 0 ? 'completed' : 'not_started' });
    }
    expect(setup.states()).toHaveLength(1_001);
    await setup.complete(2);
    setup.respond = failsBut(2);
    for (let pass = 0; pass < 3; pass += 1) await setup.core.syncNow();
    expect(stateOf(setup, 2)).toBe('done');
  });

  test('900 lessons that always fail, before new work', async () => {
    const setup = new EngineSetup();
    setup.respond = failsBut(1_000);
    await setup.complete(...Array.from({ length: 900 }, (_, i) => i + 1));
    await setup.core.syncNow();
    await setup.complete(1_000);
    await setup.core.syncNow();
    await setup.core.syncNow();
    expect(stateOf(setup, 1_000)).toBe('done');
  });

  test('100 lessons that all failed before, of which one is accepted now', async () => {
    const setup = new EngineSetup();
    setup.random = () => setup.world.random();
    await setup.complete(...Array.from({ length: 100 }, (_, i) => i + 1));
    const lastError = { status: 500, code: 'internal', text: 'Failed.' };
    for (const [seq, entry] of setup.store.entries) setup.store.entries.set(seq, { ...entry, attempts: 1, lastError });
    setup.respond = failsBut(60);
    for (let pass = 0; pass < 100 && stateOf(setup, 60) !== 'done'; pass += 1) await setup.core.syncNow();
    expect(stateOf(setup, 60)).toBe('done');
  });
});

test('[Y16] a rating waits for work that is sent for the second time, and for the work behind it', async () => {
  const setup = new EngineSetup();
  await setup.core.record({ kind: 'unit', courseId: 9, lessonId: 900, status: 'in_progress', positionSeconds: 5 });
  setup.respond = () => ({ kind: 'none', reason: 'network' });
  await setup.core.syncNow();
  setup.respond = acceptAll;
  setup.store.meta.backoff = { ...setup.store.meta.backoff, failures: 0 };
  await setup.core.record({ kind: 'unit', courseId: 9, lessonId: 900, status: 'completed' });
  await setup.core.record({ kind: 'rating', courseId: 9, stars: 5 });
  await setup.complete(...many);
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent' });
  const completionAt = setup.posts.findIndex((request) =>
    JSON.stringify(request.body).includes('"lessonId":900,"status":"completed"'),
  );
  expect(completionAt).toBeGreaterThan(0);
  expect(setup.posts.findIndex(isRating)).toBeGreaterThan(completionAt);
});

test('[Y20] the second request names the first’s acknowledgement, so a restore between them is noticed', async () => {
  const setup = new EngineSetup();
  await setup.complete(...many);
  let isRestored = false;
  const known = new Set<string>();
  setup.respond = (request) => {
    const last = request.headers['X-Last-Op'];
    if (last !== undefined && !known.has(last)) {
      return responseOf(412, { error: 'x', message: 'x', code: 'operation_forgotten', dataEpoch: 'e1' });
    }
    const { operations = [] } = (request.body ?? {}) as { operations?: { opId: string }[] };
    for (const { opId } of operations) known.add(opId);
    const key = request.headers['Idempotency-Key'];
    if (key) known.add(key);
    const given = { ...acceptAll(request), answeredAt: SERVER_TIME };
    if (!isRestored && request.method === 'POST') {
      isRestored = true;
      known.clear();
    }
    return given;
  };
  await setup.core.syncNow();
  expect(new Set(setup.states())).toEqual(new Set(['done']));
  expect(known.size).toBe(501);
  const named = setup.requests.filter(({ headers }) => headers['X-Last-Op'] !== undefined);
  expect(named.length).toBeGreaterThan(0);
  for (const { headers } of named) expect(headers['X-Last-Op-At'], "not the device's time").toBe(SERVER_TIME);
});

test('[Y16] a flush of a long queue reads no more of it once batches arrive', async () => {
  const limits: (number | undefined)[] = [];
  class Watched extends MemoryStore {
    override change<P extends StorePatch>(ask: ChangeScope, decide: (view: StoreView) => P): Promise<P> {
      if (ask.states?.join() === 'queued,sending') limits.push(ask.limit);
      return super.change(ask, decide);
    }
  }
  const setup = new EngineSetup({ store: new Watched() });
  await setup.complete(...Array.from({ length: 1_800 }, (_, i) => i + 1));
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'sent', sent: 1_800 });
  expect(limits, 'the question whether anything waits, and the claims').toEqual([1, 1_000, 1_000, 1_000, 1_000, 1_000]);
});

test('[Y17] 10,000 blocked entries become due quickly: a transaction that takes 5 s counts as hung', () => {
  const done = Array.from({ length: 5_000 }, (_, i) => aUnitEntry(i + 1, { lessonId: i + 1 }, { state: 'done' }));
  const blocked = Array.from({ length: 10_000 }, (_, i) =>
    aUnitEntry(5_001 + i, { lessonId: 5_001 + i }, { state: 'blocked', retryAt: AT }),
  );
  const startedAt = performance.now();
  expect(unblockDue([...done, ...blocked], AT)).toHaveLength(10_000);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
