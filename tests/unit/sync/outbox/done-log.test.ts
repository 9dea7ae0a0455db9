// The log of done work, which a restored server needs again (Y20): one wrong clock must not empty it.
import { describe, expect, test } from 'vitest';
import type { TransportResponse } from '#sync/ports.ts';
import type { Entry } from '#sync/store/entry.ts';
import { acceptAll, EngineSetup } from '../engine-setup.ts';

const DAY_MS = 86_400_000;

/** A setup whose server dates its responses by its own clock, `serverOffset` away from the true time. */
class DatedDesk extends EngineSetup {
  serverOffset = 0;

  constructor() {
    super();
    this.respond = (request): TransportResponse => {
      const answeredAt = new Date(this.world.now + this.serverOffset).toISOString();
      return { ...(acceptAll(request) as TransportResponse & { kind: 'response' }), answeredAt };
    };
  }

  /** Completes and sends a lesson; returns the lessons in the log after the next start. */
  async does(lessonId: number): Promise<number[]> {
    await this.complete(lessonId);
    await this.core.syncNow();
    return this.startsAnew();
  }

  async startsAnew(): Promise<number[]> {
    this.core.start();
    await this.world.run(1_000);
    this.core.stop();
    return [...this.store.entries.values()].flatMap((entry) => entry.lessonId ?? []);
  }

  /** A row of a version without the server's time. */
  forgetAnsweredAt(seq: number): void {
    const { answeredAt: _, ...row } = this.store.entries.get(seq) as Entry;
    this.store.entries.set(seq, { ...row, v: 2 } as Entry);
  }
}

describe('[Y5, Y20] the log of done work', () => {
  test('is forgotten after 90 days, counted from the last sync', async () => {
    const setup = new DatedDesk();
    await setup.does(1);
    await setup.world.run(89 * DAY_MS);
    expect(await setup.does(2)).toEqual([1, 2]);
    await setup.world.run(2 * DAY_MS);
    expect(await setup.startsAnew(), 'nothing is forgotten while nothing is sent').toEqual([1, 2]);
    expect(await setup.does(3)).toEqual([2, 3]);
  });

  const clocks = (['clockOffset', 'serverOffset'] as const).flatMap((clock) =>
    [-730, -91, 91, 730].map((days) => ({ clock, days })),
  );
  test.each(clocks)('survives a $clock of $days days, even if it was right in between', async ({ clock, days }) => {
    const setup = new DatedDesk();
    setup[clock] = days * DAY_MS;
    expect(await setup.does(1)).toEqual([1]);
    setup[clock] = 0;
    expect(await setup.does(2)).toEqual([1, 2]);
    setup[clock] = days * DAY_MS;
    expect(await setup.does(3)).toEqual([1, 2, 3]);
  });

  test('never loses a lesson’s newer work before its older work, whatever the server’s clock said', async () => {
    const setup = new DatedDesk();
    const reset = () => setup.core.record({ kind: 'unit', courseId: 4, lessonId: 1, status: 'not_started' });
    setup.serverOffset = 730 * DAY_MS;
    await setup.does(1);
    setup.serverOffset = 0;
    await reset();
    await setup.core.syncNow();
    await setup.world.run(100 * DAY_MS);
    expect(await setup.does(2), 'the first half is dated two years ahead').toEqual([1, 1, 2]);
  });

  test('keeps yesterday’s work behind old work, although the server’s clock was behind or is ahead', async () => {
    for (const [then, now] of [
      [-730, 0],
      [0, 91],
    ] as const) {
      const setup = new DatedDesk();
      for (const lessonId of [1, 2, 3]) await setup.does(lessonId);
      await setup.world.run(95 * DAY_MS);
      const sentAgain = setup.store.entries.get(1) as Entry;
      const [endedAt, answeredAt] = [0, then].map((days) => new Date(setup.world.now + days * DAY_MS).toISOString());
      setup.store.entries.set(1, { ...sentAgain, endedAt, answeredAt } as Entry);
      await setup.world.run(DAY_MS);
      setup.serverOffset = now * DAY_MS;
      expect(await setup.does(4)).toContain(1);
    }
  });

  test('keeps entries without a server time until later work is surely old, and no longer', async () => {
    const setup = new DatedDesk();
    await setup.does(1);
    setup.forgetAnsweredAt(1);
    await setup.world.run(100 * DAY_MS);
    expect(await setup.does(2), 'by the device alone it is old').toEqual([1, 2]);
    await setup.world.run(100 * DAY_MS);
    expect(await setup.does(3), 'the older goes first, or at the same time').toEqual([3]);
  });

  test('still forgets after a server’s clock was wrong for a while', async () => {
    const setup = new DatedDesk();
    setup.serverOffset = 730 * DAY_MS;
    await setup.does(1);
    setup.serverOffset = 0;
    await setup.does(2);
    await setup.world.run(100 * DAY_MS);
    await setup.does(3);
    setup.clockOffset = 730 * DAY_MS;
    expect(await setup.does(4), 'nor does a device that jumps ahead empty it then').toEqual([1, 3, 4]);
  });

  test('keeps old work that was sent only now, after a Retry', async () => {
    const setup = new DatedDesk();
    await setup.does(1);
    await setup.does(2);
    await setup.world.run(100 * DAY_MS);
    const { answeredAt } = setup.store.entries.get(2) as Entry;
    const now = new Date(setup.world.now).toISOString();
    setup.store.entries.set(1, { ...(setup.store.entries.get(1) as Entry), endedAt: now, answeredAt: now });
    expect(answeredAt).toBeDefined();
    expect(await setup.does(3)).toEqual([1, 3]);
  });

  test('keeps at most 5,000 entries, the newest', async () => {
    const setup = new DatedDesk();
    await setup.does(1);
    const [first] = setup.store.entries.values();
    if (!first) throw new Error('Nothing was done.');
    for (let seq = 2; seq <= 5_002; seq += 1) setup.store.entries.set(seq, { ...first, seq, opId: `op-${seq}` });
    await setup.startsAnew();
    expect([...setup.store.entries.keys()].slice(0, 2)).toEqual([3, 4]);
    expect(setup.store.entries.size).toBe(5_000);
  });
});
