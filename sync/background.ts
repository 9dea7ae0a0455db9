// With no page open (Y19): what the service worker does when the browser says that there is a network. It runs the passes
// of everybody on this device who has work and a session, each over their own database.
import Dexie from 'dexie';
import { countWork } from './count-work.ts';
import { currentPerson, type Device, peopleHere } from './device.ts';
import { openNetwork } from './network.ts';
import type { PassOutcome } from './pass.ts';
import type { EnginePorts, SessionPort, Signals } from './ports.ts';
import { Replica, replicaName } from './replica.ts';

/** A browser gives such an event a few minutes; a pass that starts in time ends in time. */
const LONGEST_MS = 120_000;
/** A page that has the lock is done within seconds. */
const AFTER_BUSY_MS = 3_000;

/** The world of the engine, with a session for each person of the device. */
export type BackgroundPorts = Omit<EnginePorts, 'session' | 'signals'> & {
  sessionOf: (userId: string) => SessionPort;
};

/** Nobody looks at a worker, so that it never takes a lock from a page. */
const NO_SIGNALS: Signals = { listen: () => () => {}, isVisible: () => false };

/**
 * Sends what the people of this device have unsent, one after the other, for two minutes at most. Answers whether
 * something is left that may leave by itself. Retry-After is obeyed, and waited for where the time allows.
 */
export async function drainDevice(device: Device, ports: BackgroundPorts): Promise<{ isSomethingLeft: boolean }> {
  const until = ports.clock.now() + LONGEST_MS;
  let isSomethingLeft = false;
  for (const userId of await peopleWithWork(device)) {
    // What keeps one person's work here, such as a database that a newer version has taken, keeps nobody else's.
    const left = await drainPerson({ userId, device, ports, until }).catch(() => 1);
    if (left > 0) isSomethingLeft = true;
  }
  return { isSomethingLeft };
}

/** The count may lag behind a last tap of whoever sits here: their database is asked in any case. */
async function peopleWithWork(device: Device): Promise<string[]> {
  const [people, here] = await Promise.all([peopleHere(device), currentPerson(device)]);
  return people
    .filter(({ userId, isSignedIn, pendingCount }) => isSignedIn && (pendingCount > 0 || userId === here?.userId))
    .map(({ userId }) => userId);
}

type PersonsTurn = { userId: string; device: Device; ports: BackgroundPorts; until: number };

/** Answers how much of the person's work is left. */
async function drainPerson({ userId, device, ports, until }: PersonsTurn): Promise<number> {
  const { clock } = ports;
  // One that is gone is a loss, which a page notes when it makes it anew (Y26).
  if (!(await Dexie.exists(replicaName(userId)))) return 0;
  const replica = new Replica(userId);
  const person = { ...ports, session: ports.sessionOf(userId), signals: NO_SIGNALS };
  const network = openNetwork({ userId, ports: person, store: replica });
  try {
    for (;;) {
      const outcome = await network.now();
      await network.refresh.after(outcome);
      const wait = waitAfter(outcome, clock.now());
      if (wait === undefined || clock.now() + wait >= until) return await countWork(replica, device);
      await new Promise<void>((resolve) => clock.later(wait, resolve));
    }
  } finally {
    replica.close();
  }
}

/** Milliseconds until another pass is worth it; undefined when none is. */
function waitAfter(outcome: PassOutcome, now: number): number | undefined {
  if (outcome.kind === 'sent') return 0;
  if (outcome.kind === 'busy') return AFTER_BUSY_MS;
  return outcome.kind === 'later' ? outcome.at - now : undefined;
}
