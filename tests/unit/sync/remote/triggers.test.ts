import { describe, expect, test } from 'vitest';
import { Desk, kindAnswer, refused } from '../engine-setup.ts';

const offline = () => ({ kind: 'none', reason: 'network' }) as const;

describe('[Y18] when the engine tries', () => {
  test('300 ms after a tap', async () => {
    const desk = new Desk();
    desk.core.start();
    await desk.world.run(5_000);
    await desk.complete(1);
    await desk.world.run(250);
    expect(desk.posts).toHaveLength(0);
    await desk.world.run(100);
    expect(desk.posts).toHaveLength(1);
  });

  test('at the start, for what an earlier life left behind, also in the middle of sending', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => new Promise(() => {});
    void desk.core.syncNow();
    await desk.world.run(10);
    expect(desk.states()).toEqual(['sending']);
    const next = new Desk({ store: desk.store });
    next.core.start();
    await next.world.run(100);
    expect(next.states()).toEqual(['done']);
    expect(next.posts[0]?.headers['Idempotency-Key']).toBe(desk.posts[0]?.headers['Idempotency-Key']);
  });

  test('on signs of life, and never more often than every 2 s', async () => {
    const desk = new Desk();
    desk.respond = offline;
    await desk.complete(1);
    desk.core.start();
    for (let tenth = 0; tenth < 100; tenth += 1) {
      for (const signal of ['online', 'visible', 'pageshow', 'focus', 'call', 'session'] as const) desk.signal(signal);
      await desk.world.run(100);
    }
    expect(desk.posts.length).toBeGreaterThan(3);
    expect(desk.posts.length).toBeLessThanOrEqual(6);
  });

  test('within a minute when nobody tells it that the server is back [Y28]', async () => {
    const desk = new Desk();
    desk.respond = () => refused(500, 'internal');
    await desk.complete(1);
    desk.core.start();
    await desk.world.run(30 * 60_000);
    desk.respond = kindAnswer;
    await desk.world.run(60_000);
    expect(desk.states()).toEqual(['done']);
  });

  test('in a hidden tab only as often as the back-off allows', async () => {
    const desk = new Desk();
    desk.isVisible = false;
    desk.respond = offline;
    await desk.complete(1);
    desk.core.start();
    await desk.world.run(60 * 60_000);
    expect(desk.posts.length).toBeLessThan(45);
  });

  test('soon after a pass that was under way at the tap, however that one ended', async () => {
    const desk = new Desk();
    await desk.complete(1);
    desk.respond = () => new Promise((resolve) => desk.world.after(5_000, () => resolve(offline())));
    desk.core.start();
    await desk.world.run(3_000);
    expect(desk.posts).toHaveLength(1);
    await desk.complete(2);
    await desk.world.run(5_000);
    expect(desk.posts).toHaveLength(2);
  });

  test('what another tab left behind', async () => {
    const desk = new Desk();
    desk.core.start();
    await desk.world.run(10_000);
    await new Desk({ store: desk.store }).complete(1);
    await desk.world.run(40_000);
    expect(desk.states()).toEqual(['done']);
  });

  test('not after it was stopped, and again when it is started again', async () => {
    const desk = new Desk();
    desk.core.start();
    desk.core.stop();
    await desk.complete(1);
    await desk.world.run(120_000);
    expect(desk.posts).toHaveLength(0);
    desk.core.start();
    await desk.world.run(100);
    expect(desk.states()).toEqual(['done']);
  });

  test('also after its clock was set back by years', async () => {
    const desk = new Desk();
    desk.core.start();
    await desk.world.run(10_000);
    desk.clockOffset = -2 * 365 * 86_400_000;
    await desk.complete(1);
    await desk.world.run(60_000);
    expect(desk.states()).toEqual(['done']);
  });
});

describe('[Y19] one pass at a time', () => {
  test('a tab that holds the lock for a minute is passed over, by a visible tab alone', async () => {
    const desk = new Desk();
    desk.isLockFree = false;
    desk.isVisible = false;
    await desk.complete(1);
    desk.core.start();
    await desk.world.run(200_000);
    expect(desk.steals).toBe(0);
    desk.isVisible = true;
    await desk.world.run(40_000);
    expect(desk.states()).toEqual(['done']);
  });

  test('what was tapped while another tab was at it leaves soon after, not at the next heartbeat', async () => {
    const desk = new Desk();
    desk.core.start();
    await desk.world.run(5_000);
    desk.isLockFree = false;
    await desk.complete(1);
    await desk.world.run(10_000);
    expect(desk.posts).toHaveLength(0);
    desk.isLockFree = true;
    await desk.world.run(3_000);
    expect(desk.states()).toEqual(['done']);
  });

  test('is refused at once while somebody else is at it', async () => {
    const desk = new Desk();
    desk.isLockFree = false;
    await desk.complete(1);
    expect(await desk.core.syncNow()).toEqual({ kind: 'busy' });
  });
});

describe('[Y25] pulls', () => {
  const pulls = (desk: Desk) => desk.requests.filter(({ path }) => path.startsWith('/api/progress/enhanced/')).length;

  test('the courses that a pass has touched', async () => {
    const desk = new Desk();
    await desk.complete(1, 2);
    await desk.core.syncNow();
    await desk.settled();
    expect(pulls(desk)).toBe(1);
  });

  test('the open courses on coming back, a minute apart', async () => {
    const desk = new Desk();
    desk.core.start();
    await desk.core.pullCourse(4).catch(() => {});
    await desk.world.run(61_000);
    const before = pulls(desk);
    for (let n = 0; n < 5; n += 1) {
      desk.signal('focus');
      await desk.world.run(5_000);
    }
    expect(pulls(desk)).toBe(before + 1);
  });
});
