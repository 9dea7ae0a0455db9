import { expect, test } from 'vitest';
import { createCore } from '#sync/engine.ts';
import { openNetwork } from '#sync/network.ts';
import { Desk, MAREN } from './desk.ts';

const completion = { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' } as const;

/** A desk whose engine finds its network half only once `isThere`. */
function aDeskWithoutNetwork() {
  const desk = new Desk();
  const half = { isThere: false, asked: 0 };
  const core = createCore({
    userId: MAREN,
    ports: desk.ports(),
    store: desk.store,
    network: async (options) => {
      half.asked += 1;
      if (!half.isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return openNetwork(options);
    },
  });
  return { desk, half, core };
}

test('[Y7] a tap is saved before the half that speaks to the server is there, and does not ask for it', async () => {
  const { desk, half, core } = aDeskWithoutNetwork();
  const { entry } = await core.record(completion);
  expect(entry?.state).toBe('queued');
  expect(desk.states()).toEqual(['queued']);
  expect(half.asked).toBe(0);
});

test('[Y18] without that half the engine is offline, and asks for it again at the next try', async () => {
  const { desk, half, core } = aDeskWithoutNetwork();
  await core.record(completion);
  expect(await core.syncNow()).toMatchObject({ kind: 'offline', sent: 0 });
  expect(await core.pullCourse(4)).toEqual({ kind: 'offline' });
  expect(desk.store.meta.reachable).toBe(false);
  half.isThere = true;
  expect(await core.syncNow()).toMatchObject({ kind: 'sent', sent: 1 });
  expect(desk.states()).toEqual(['done']);
  expect(desk.store.meta.reachable).toBe(true);
});
