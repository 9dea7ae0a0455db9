// A server that lost our work without saying so (Y20), heard of by a pull or by two tabs.
import { describe, expect, test } from 'vitest';
import { adoptEpoch } from '#sync/outbox/epoch.ts';
import { rules } from '#sync/outbox/rules.ts';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { MemoryStore } from '#tests/simulation/memory-store.ts';
import { Desk, kindAnswer, refused } from '../engine-setup.ts';

async function aDeskWithWorkDone(): Promise<Desk> {
  const desk = new Desk();
  await desk.complete(1);
  await desk.core.syncNow();
  expect(desk.states()).toEqual(['done']);
  return desk;
}

test('[Y20] somebody who only looks hears of it, too, and what is lost is queued again', async () => {
  const desk = await aDeskWithWorkDone();
  desk.respond = (request) =>
    request.headers['X-Last-Op'] ? refused(412, 'operation_forgotten', { dataEpoch: 'e1' }) : kindAnswer(request);
  await desk.core.pullProgress(4);
  expect(desk.states()).toEqual(['queued']);
});

test('[Y20] a tab that hears of it later does not start over once more', async () => {
  const desk = await aDeskWithWorkDone();
  const known = { epoch: 'e1', round: 0, lastDone: { opId: 'any' } };
  const context = { store: desk.store, rules };
  await adoptEpoch(context, known, 'e1');
  expect(desk.states()).toEqual(['queued']);
  await desk.core.syncNow();
  await adoptEpoch(context, known, 'e1');
  expect(desk.states()).toEqual(['done']);
});

test('[Y20] starts over with everything in the log, also beyond the 1,000 entries that a pass reads', async () => {
  const desk = new Desk();
  await desk.complete(...Array.from({ length: 1_100 }, (_, i) => i + 1));
  await desk.core.syncNow();
  expect(new Set(desk.states())).toEqual(new Set(['done']));
  const { dataEpoch, round } = desk.store.meta;
  await adoptEpoch({ store: desk.store, rules }, { epoch: dataEpoch, round, lastDone: null }, 'e2');
  expect(new Set(desk.states())).toEqual(new Set(['queued']));
});

describe('[Y20] the operation that a device names', () => {
  /** A server that remembers when it answered each operation, and can be put back to an older copy of that. */
  class Remembering {
    answered = new Map<string, string>();
    time = 0;
    handle = (request: TransportRequest): TransportResponse => {
      this.time += 1;
      const at = new Date(this.time * 1_000).toISOString();
      const { 'X-Last-Op': last, 'X-Last-Op-At': lastAt = '' } = request.headers;
      const isKnown = last === undefined || (this.answered.get(last) ?? '-') >= lastAt;
      const { operations = [] } = (request.body ?? {}) as { operations?: { opId: string }[] };
      const key = request.headers['Idempotency-Key'];
      for (const opId of [...operations.map((each) => each.opId), ...(key ? [key] : [])]) {
        if (isKnown) this.answered.set(opId, at);
      }
      const given = isKnown ? kindAnswer(request) : refused(412, 'operation_forgotten', { dataEpoch: 'e1' });
      return { ...(given as TransportResponse & { kind: 'response' }), answeredAt: at };
    };
  }

  test('stays the newest when the answer to an older one comes late, so that a loss between the two is noticed', async () => {
    const server = new Remembering();
    const store = new MemoryStore();
    const [frozen, desk] = [new Desk({ store }), new Desk({ store })];
    let thaw = () => {};
    frozen.respond = async (request) => {
      const given = server.handle(request);
      await new Promise<void>((resolve) => (thaw = resolve));
      return given;
    };
    desk.respond = server.handle;
    await desk.complete(1);
    await desk.core.syncNow();
    await desk.complete(2);
    const late = frozen.core.syncNow();
    await desk.settled();
    const copy = new Map(server.answered);
    await desk.complete(3);
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done', 'done', 'done']);
    frozen.respond = server.handle;
    thaw();
    await late;

    server.answered = copy;
    await desk.complete(4);
    await desk.core.syncNow();
    expect(desk.states()).toEqual(['done', 'done', 'done', 'done']);
    expect(server.answered.size, 'lesson 3 was sent again').toBe(4);
  });
});
