// A server that lost work without saying so (Y20b), noticed by a pull or by two tabs.
import { describe, expect, test } from 'vitest';
import { adoptEpoch } from '#sync/outbox/epoch.ts';
import { rules } from '#sync/outbox/rules.ts';
import type { TransportRequest, TransportResponse } from '#sync/ports.ts';
import { MemoryStore } from '#tests/simulation/memory-store.ts';
import { acceptAll, EngineSetup, refused } from '../engine-setup.ts';

async function aDeskWithWorkDone(): Promise<EngineSetup> {
  const setup = new EngineSetup();
  await setup.complete(1);
  await setup.core.syncNow();
  expect(setup.states()).toEqual(['done']);
  return setup;
}

test('[Y20] a device that only reads notices it too, and lost work is queued again', async () => {
  const setup = await aDeskWithWorkDone();
  setup.respond = (request) =>
    request.headers['X-Last-Op'] ? refused(412, 'operation_forgotten', { dataEpoch: 'e1' }) : acceptAll(request);
  await setup.core.pullProgress(4);
  expect(setup.states()).toEqual(['queued']);
});

test('[Y20, Y28] what a pull has queued again leaves at once, not with the heartbeat', async () => {
  const setup = await aDeskWithWorkDone();
  setup.core.start();
  await setup.world.run(5_000);
  setup.respond = (request) =>
    request.headers['X-Last-Op'] ? refused(412, 'operation_forgotten', { dataEpoch: 'e1' }) : acceptAll(request);
  const before = setup.posts.length;
  await setup.core.pullProgress(4);
  await setup.world.run(100);
  expect(setup.posts.length).toBe(before + 1);
});

test('[Y20] a tab that learns of it later does not start over again', async () => {
  const setup = await aDeskWithWorkDone();
  const known = { epoch: 'e1', round: 0, lastDone: { opId: 'any', at: 'any' } };
  const context = { store: setup.store, rules };
  await adoptEpoch(context, known, 'e1');
  expect(setup.states()).toEqual(['queued']);
  await setup.core.syncNow();
  await adoptEpoch(context, known, 'e1');
  expect(setup.states()).toEqual(['done']);
});

test('[Y20] starts over with the whole log, even beyond the 1,000 entries that a flush reads', async () => {
  const setup = new EngineSetup();
  await setup.complete(...Array.from({ length: 1_100 }, (_, i) => i + 1));
  await setup.core.syncNow();
  expect(new Set(setup.states())).toEqual(new Set(['done']));
  const { dataEpoch, round } = setup.store.meta;
  await adoptEpoch({ store: setup.store, rules }, { epoch: dataEpoch, round, lastDone: null }, 'e2');
  expect(new Set(setup.states())).toEqual(new Set(['queued']));
});

describe('[Y20] the operation that a device names', () => {
  /** A server that remembers when it answered each operation, and can be restored to an earlier state. */
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
      const given = isKnown ? acceptAll(request) : refused(412, 'operation_forgotten', { dataEpoch: 'e1' });
      return { ...(given as TransportResponse & { kind: 'response' }), answeredAt: at };
    };
  }

  test('stays the newest when an older response comes late, so a loss between the two is noticed', async () => {
    const server = new Remembering();
    const store = new MemoryStore();
    const [frozen, setup] = [new EngineSetup({ store }), new EngineSetup({ store })];
    let thaw = () => {};
    frozen.respond = async (request) => {
      const given = server.handle(request);
      await new Promise<void>((resolve) => (thaw = resolve));
      return given;
    };
    setup.respond = server.handle;
    await setup.complete(1);
    await setup.core.syncNow();
    await setup.complete(2);
    const late = frozen.core.syncNow();
    await setup.settled();
    const copy = new Map(server.answered);
    await setup.complete(3);
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done', 'done', 'done']);
    frozen.respond = server.handle;
    thaw();
    await late;

    server.answered = copy;
    await setup.complete(4);
    await setup.core.syncNow();
    expect(setup.states()).toEqual(['done', 'done', 'done', 'done']);
    expect(server.answered.size, 'lesson 3 was sent again').toBe(4);
  });
});
