// Storage that hangs while a visitor's work is added (Y26): retried once, and never counted twice (Y2).
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { completes, openSharedTablet, waiting } from '../shared-tablet.ts';

let tablet: Awaited<ReturnType<typeof openSharedTablet>>;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await tablet.close();
});

test.each([
  ['visitor', 1],
  ['maren', 1],
  ['maren', 2],
] as const)(
  '[Y26] with %s, transaction %i hangs: it is retried, and the work is added once',
  async (whose, hanging) => {
    tablet = await openSharedTablet();
    await completes(tablet.visitor, 101);
    const { replica } = tablet[whose];
    const real = replica.transaction.bind(replica);
    let count = 0;
    let hung = () => {};
    const isHanging = new Promise<void>((resolve) => {
      hung = resolve;
    });
    vi.spyOn(replica, 'transaction').mockImplementation(((...given: never[]) => {
      count += 1;
      const under = Reflect.apply(real, undefined, given) as Promise<unknown>;
      // It commits, but never reports it.
      return count === hanging ? under.then(() => new Promise(hung)) : under;
    }) as never);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const adding = tablet.add();
    await isHanging;
    await vi.advanceTimersByTimeAsync(4_900);
    expect(count, 'it is given five seconds').toBe(hanging);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await adding;
    expect(count).toBeGreaterThan(hanging);
    expect(await waiting(tablet.maren)).toMatchObject([{ lessonId: 101, body: { status: 'completed' } }]);
    expect(await tablet.visitor.replica.outbox.count()).toBe(0);
    expect(await tablet.offered()).toBeNull();
  },
);
