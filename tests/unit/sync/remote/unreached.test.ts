import { describe, expect, test } from 'vitest';
import { acceptAll, EngineSetup, responseOf } from '../engine-setup.ts';

const lost = () => ({ kind: 'none', reason: 'network' }) as const;
const reachable = async ({ store }: EngineSetup) =>
  (await store.change({}, ({ meta }) => ({ entries: [], found: meta.reachable }))).found;

/** Small answers pass, what `isLarge` names does not. */
function narrowNetwork(isLarge: (path: string) => boolean) {
  const setup = new EngineSetup();
  setup.respond = (request) => {
    if (request.path === '/api/health') return responseOf(200, {});
    return isLarge(request.path) ? lost() : acceptAll(request);
  };
  return setup;
}

describe('[Y18c] a call without an answer', () => {
  test('does not make the device offline while the server answers', async () => {
    const setup = narrowNetwork((path) => path.startsWith('/api/courses'));
    expect(await setup.core.pullCatalog()).toMatchObject({ kind: 'refused', status: 0, code: 'not_arrived' });
    expect(await reachable(setup)).toBe(true);
    // A page tells one failure from the next.
    expect(await setup.core.pullCatalog()).not.toBe(await setup.core.pullCatalog());
  });

  test('makes it offline when the server does not answer either', async () => {
    const setup = new EngineSetup();
    setup.respond = lost;
    expect(await setup.core.pullCatalog()).toEqual({ kind: 'offline' });
    expect(await reachable(setup)).toBe(false);
  });

  test('lets changes that break on the way wait for the heartbeat, and probes no more often', async () => {
    const setup = narrowNetwork((path) => path.startsWith('/api/progress'));
    await setup.complete(1);
    setup.core.start();
    await setup.world.run(60_000);
    expect(setup.states()).toEqual(['queued']);
    expect(await reachable(setup)).toBe(true);
    expect(setup.requests.length).toBeLessThanOrEqual(12);
  });
});
