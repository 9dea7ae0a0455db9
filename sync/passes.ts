// When a pass may run, and who runs it (Y18, Y19): the back-off of the queue, and one tab at a time.
import { elapsed, waitLeft } from './backoff.ts';
import { drain } from './drain.ts';
import type { DrainContext, PassOutcome } from './pass.ts';
import { type EnginePorts, passLock } from './ports.ts';
import { VISITOR } from './replica.ts';
import type { Store } from './store.ts';
import type { Cause } from './triggers.ts';

const LOCK_STOLEN_AFTER_MS = 60_000;

export type Passes = {
  /** A pass, unless the server asked to wait. */
  now(): Promise<PassOutcome>;
  /** The same for the triggers; a heartbeat in the background waits for the back-off, too. */
  run(cause: Cause): Promise<PassOutcome>;
};

/** The passes of one person; a visitor's work stays on the device (Y2). */
export function createPasses(userId: string, context: DrainContext & { ports: EnginePorts }): Passes {
  const { clock, lock, signals } = context.ports;
  let refusedSince: number | undefined;

  /** The lock saves work, it guards nothing; a holder that does not let go for a minute is passed over. */
  async function underLock(): Promise<PassOutcome> {
    const now = clock.now();
    const isOverdue = refusedSince !== undefined && elapsed(refusedSince, now) >= LOCK_STOLEN_AFTER_MS;
    let outcome = { kind: 'busy' } as PassOutcome;
    const ran = await lock.hold(passLock(userId), isOverdue && signals.isVisible(), async () => {
      outcome = await drain(context);
    });
    refusedSince = ran ? undefined : (refusedSince ?? now);
    return outcome;
  }

  async function run(cause: Cause): Promise<PassOutcome> {
    if (userId === VISITOR) return { kind: 'nothing' };
    const wait = await waitMs(context.store, clock.now(), cause === 'trigger');
    return wait > 0 ? { kind: 'later', at: clock.now() + wait, sent: 0, courses: [] } : underLock();
  }

  return { run, now: () => run('trigger') };
}

async function waitMs(store: Store, now: number, skipsBackoff: boolean): Promise<number> {
  const { wait } = await store.change({}, ({ meta }) => ({
    entries: [],
    wait: waitLeft(meta.backoff, now, skipsBackoff),
  }));
  return wait;
}
