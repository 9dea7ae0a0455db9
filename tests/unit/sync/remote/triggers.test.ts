import { describe, expect, test } from 'vitest';
import { acceptAll, EngineSetup, refused } from '../engine-setup.ts';

const offline = () => ({ kind: 'none', reason: 'network' }) as const;

describe('[Y18] when the engine tries', () => {
  test('300 ms after work is recorded', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    await setup.world.run(5_000);
    await setup.complete(1);
    await setup.world.run(250);
    expect(setup.posts).toHaveLength(0);
    await setup.world.run(100);
    expect(setup.posts).toHaveLength(1);
  });

  test('[Y18a] what waited leaves as soon as a look finds the server again', async () => {
    const setup = new EngineSetup();
    setup.respond = offline;
    setup.core.start();
    await setup.complete(1);
    await setup.world.run(12_000);
    await setup.core.checkReachable();
    setup.respond = acceptAll;
    await setup.world.run(3_000);
    expect(setup.states()).toEqual(['queued']);
    await setup.core.checkReachable();
    await setup.world.run(100);
    expect(setup.states()).toEqual(['done']);
  });

  test('at the start, for what an earlier session left behind, even in the middle of sending', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => new Promise(() => {});
    void setup.core.syncNow();
    await setup.world.run(10);
    expect(setup.states()).toEqual(['sending']);
    const next = new EngineSetup({ store: setup.store });
    next.core.start();
    await next.world.run(100);
    expect(next.states()).toEqual(['done']);
    expect(next.posts[0]?.headers['Idempotency-Key']).toBe(setup.posts[0]?.headers['Idempotency-Key']);
  });

  test('on signals, and never more often than every 2 s', async () => {
    const setup = new EngineSetup();
    setup.respond = offline;
    await setup.complete(1);
    setup.core.start();
    for (let tenth = 0; tenth < 100; tenth += 1) {
      for (const signal of ['online', 'visible', 'pageshow', 'focus', 'call', 'session'] as const) setup.signal(signal);
      await setup.world.run(100);
    }
    expect(setup.posts.length).toBeGreaterThan(3);
    expect(setup.posts.length).toBeLessThanOrEqual(6);
  });

  test('within a minute when no signal says that the server is back [Y28]', async () => {
    const setup = new EngineSetup();
    setup.respond = () => refused(500, 'internal');
    await setup.complete(1);
    setup.core.start();
    await setup.world.run(30 * 60_000);
    setup.respond = acceptAll;
    await setup.world.run(60_000);
    expect(setup.states()).toEqual(['done']);
  });

  test('in a hidden tab only as often as the back-off allows', async () => {
    const setup = new EngineSetup();
    setup.isVisible = false;
    setup.respond = offline;
    await setup.complete(1);
    setup.core.start();
    await setup.world.run(60 * 60_000);
    expect(setup.posts.length).toBeLessThan(45);
  });

  test('soon after a flush that was running when work was recorded, however it ended', async () => {
    const setup = new EngineSetup();
    await setup.complete(1);
    setup.respond = () => new Promise((resolve) => setup.world.after(5_000, () => resolve(offline())));
    setup.core.start();
    await setup.world.run(3_000);
    expect(setup.posts).toHaveLength(1);
    await setup.complete(2);
    await setup.world.run(5_000);
    expect(setup.posts).toHaveLength(2);
  });

  test('for what another tab left behind', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    await setup.world.run(10_000);
    await new EngineSetup({ store: setup.store }).complete(1);
    await setup.world.run(40_000);
    expect(setup.states()).toEqual(['done']);
  });

  test('not after it was stopped, and again when it is started again', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    setup.core.stop();
    await setup.complete(1);
    await setup.world.run(120_000);
    expect(setup.posts).toHaveLength(0);
    setup.core.start();
    await setup.world.run(100);
    expect(setup.states()).toEqual(['done']);
  });

  test('even after its clock was set back by years', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    await setup.world.run(10_000);
    setup.clockOffset = -2 * 365 * 86_400_000;
    await setup.complete(1);
    await setup.world.run(60_000);
    expect(setup.states()).toEqual(['done']);
  });
});

describe('[Y19] one flush at a time', () => {
  test('a lock held for a minute is stolen, but only by a visible tab', async () => {
    const setup = new EngineSetup();
    setup.isLockFree = false;
    setup.isVisible = false;
    await setup.complete(1);
    setup.core.start();
    await setup.world.run(200_000);
    expect(setup.steals).toBe(0);
    setup.isVisible = true;
    await setup.world.run(40_000);
    expect(setup.states()).toEqual(['done']);
  });

  test('work recorded during another tab’s flush is sent soon after, not at the next heartbeat', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    await setup.world.run(5_000);
    setup.isLockFree = false;
    await setup.complete(1);
    await setup.world.run(10_000);
    expect(setup.posts).toHaveLength(0);
    setup.isLockFree = true;
    await setup.world.run(3_000);
    expect(setup.states()).toEqual(['done']);
  });

  test('is refused at once while another tab has the lock', async () => {
    const setup = new EngineSetup();
    setup.isLockFree = false;
    await setup.complete(1);
    expect(await setup.core.syncNow()).toEqual({ kind: 'busy' });
  });
});

describe('[Y25] pulls', () => {
  const pulls = (setup: EngineSetup) =>
    setup.requests.filter(({ path }) => path.startsWith('/api/progress/enhanced/')).length;

  test('the courses of a flush', async () => {
    const setup = new EngineSetup();
    await setup.complete(1, 2);
    await setup.core.syncNow();
    await setup.settled();
    expect(pulls(setup)).toBe(1);
  });

  test('the open courses when the person returns, a minute apart', async () => {
    const setup = new EngineSetup();
    setup.core.start();
    await setup.core.pullCourse(4).catch(() => {});
    await setup.world.run(61_000);
    const before = pulls(setup);
    for (let n = 0; n < 5; n += 1) {
      setup.signal('focus');
      await setup.world.run(5_000);
    }
    expect(pulls(setup)).toBe(before + 1);
  });
});
