// With no page open (Y19): what the service worker does when the browser says that there is a network. It runs the passes
// of everybody on this device who has work and a session, each over their own database.
import Dexie from 'dexie';
import type { FlushOutcome } from '../flush/flush.ts';
import { countWork } from '../outbox/count-work.ts';
import type { Clock, EnginePorts, SessionPort, Signals } from '../ports.ts';
import { openRemoteSync, type RemoteSync } from '../remote-sync.ts';
import { type Device, readActiveUser, readDeviceUsers } from '../store/device.ts';
import { Replica, replicaName } from '../store/replica.ts';

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
 * something is left that may leave by itself. Retry-After is obeyed, and waited for where the time allows. What the server
 * makes of the work is fetched last: nobody's work waits for that.
 */
export async function flushDevice(device: Device, ports: BackgroundPorts): Promise<{ isSomethingLeft: boolean }> {
  const until = ports.clock.now() + LONGEST_MS;
  let isSomethingLeft = false;
  const pulls: (() => Promise<void>)[] = [];
  for (const userId of await peopleWithWork(device)) {
    // One that is gone is a loss, which a page notes when it makes it anew (Y26).
    if (!(await Dexie.exists(replicaName(userId)))) continue;
    const replica = new Replica(userId);
    const person = { ...ports, session: ports.sessionOf(userId), signals: NO_SIGNALS };
    const network = openRemoteSync({ userId, ports: person, store: replica });
    // What keeps one person's work here, such as a database that a newer version has taken, keeps nobody else's.
    const courses = new Set<number>();
    const passes = runPasses({ network, clock: ports.clock, until, courses });
    const left = await passes.then(() => countWork(replica, device)).catch(() => 1);
    if (left > 0) isSomethingLeft = true;
    pulls.push(async () => {
      const sent: FlushOutcome = { kind: 'sent', isCut: false, sent: courses.size, courses: [...courses] };
      await network.refresh.after(sent).catch(() => {});
      replica.close();
    });
  }
  const late = new Promise<void>((resolve) => ports.clock.later(Math.max(0, until - ports.clock.now()), resolve));
  await Promise.race([late, Promise.all(pulls.map((pull) => pull()))]);
  return { isSomethingLeft };
}

/** The count may lag behind a last tap of whoever sits here: their database is asked in any case. */
async function peopleWithWork(device: Device): Promise<string[]> {
  const [people, here] = await Promise.all([readDeviceUsers(device), readActiveUser(device)]);
  return people
    .filter(({ userId, isSignedIn, pendingCount }) => isSignedIn && (pendingCount > 0 || userId === here?.userId))
    .map(({ userId }) => userId);
}

type Passes = { network: RemoteSync; clock: Clock; until: number; courses: Set<number> };

/** One pass after the other while there is time and sense in it; adds the courses whose work was sent to `courses`. */
async function runPasses({ network, clock, until, courses }: Passes): Promise<void> {
  for (;;) {
    const outcome = await network.run('trigger');
    if ('courses' in outcome) for (const courseId of outcome.courses) courses.add(courseId);
    const wait = waitAfter(outcome, clock.now());
    if (wait === undefined || clock.now() + wait >= until) return;
    await new Promise<void>((resolve) => clock.later(wait, resolve));
  }
}

/** Milliseconds until another pass is worth it; undefined when none is. */
function waitAfter(outcome: FlushOutcome, now: number): number | undefined {
  if (outcome.kind === 'sent') return 0;
  if (outcome.kind === 'busy') return AFTER_BUSY_MS;
  return outcome.kind === 'later' ? outcome.at - now : undefined;
}
