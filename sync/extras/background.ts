// With no page open (Y19): what the service worker does when the browser says that there is a network. It runs the passes
// of everybody on this device who has work and a session, each over their own database.
import Dexie from 'dexie';
import type { Clock, EnginePorts, SessionPort, Signals } from '../ports.ts';
import type { FlushOutcome } from '../remote/flush.ts';
import { openRemoteSync, type RemoteSync } from '../remote/remote-sync.ts';
import { countWork, type Device, readActiveUser, readDeviceUsers } from '../store/device.ts';
import { Replica, replicaName } from '../store/replica.ts';

/** A browser gives such an event a few minutes; a pass that starts in time ends in time. */
const MAX_DURATION_MS = 120_000;
/** A page that has the lock is done within seconds. */
const BUSY_DELAY_MS = 3_000;

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
export async function flushDevice(device: Device, ports: BackgroundPorts): Promise<{ hasWorkLeft: boolean }> {
  const until = ports.clock.now() + MAX_DURATION_MS;
  let hasWorkLeft = false;
  const pulls: (() => Promise<void>)[] = [];
  for (const userId of await usersWithWork(device)) {
    // One that is gone is a loss, which a page notes when it makes it anew (Y26).
    if (!(await Dexie.exists(replicaName(userId)))) continue;
    const replica = new Replica(userId);
    const person = { ...ports, session: ports.sessionOf(userId), signals: NO_SIGNALS };
    const remote = openRemoteSync({ userId, ports: person, store: replica });
    // What keeps one person's work here, such as a database that a newer version has taken, keeps nobody else's.
    const courses = new Set<number>();
    const flushes = flushRepeatedly({ remote, clock: ports.clock, until, courses });
    const remaining = await flushes.then(() => countWork(replica, device)).catch(() => 1);
    if (remaining > 0) hasWorkLeft = true;
    pulls.push(async () => {
      const sent: FlushOutcome = { kind: 'sent', isCut: false, sent: courses.size, courses: [...courses] };
      await remote.refresh.afterFlush(sent).catch(() => {});
      replica.close();
    });
  }
  const late = new Promise<void>((resolve) => ports.clock.later(Math.max(0, until - ports.clock.now()), resolve));
  await Promise.race([late, Promise.all(pulls.map((pull) => pull()))]);
  return { hasWorkLeft };
}

/** The count may lag behind a last tap of whoever sits here: their database is asked in any case. */
async function usersWithWork(device: Device): Promise<string[]> {
  const [people, activeUser] = await Promise.all([readDeviceUsers(device), readActiveUser(device)]);
  return people
    .filter(({ userId, isSignedIn, pendingCount }) => isSignedIn && (pendingCount > 0 || userId === activeUser?.userId))
    .map(({ userId }) => userId);
}

type FlushTask = { remote: RemoteSync; clock: Clock; until: number; courses: Set<number> };

/** One pass after the other while there is time and sense in it; adds the courses whose work was sent to `courses`. */
async function flushRepeatedly({ remote, clock, until, courses }: FlushTask): Promise<void> {
  for (;;) {
    const outcome = await remote.flush('trigger');
    if ('courses' in outcome) for (const courseId of outcome.courses) courses.add(courseId);
    const wait = waitAfter(outcome, clock.now());
    if (wait === undefined || clock.now() + wait >= until) return;
    await new Promise<void>((resolve) => clock.later(wait, resolve));
  }
}

/** Milliseconds until another pass is worth it; undefined when none is. */
function waitAfter(outcome: FlushOutcome, now: number): number | undefined {
  if (outcome.kind === 'sent') return 0;
  if (outcome.kind === 'busy') return BUSY_DELAY_MS;
  return outcome.kind === 'later' ? outcome.at - now : undefined;
}
