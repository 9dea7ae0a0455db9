// What the service worker does with no page open, when the browser reports a connection (Y19b): it flushes the work of
// all people on this device who have a session, each from their own database.
import Dexie from 'dexie';
import type { Clock, EnginePorts, SessionPort, Signals } from '../ports.ts';
import type { FlushOutcome } from '../remote/flush.ts';
import { openRemoteSync, type RemoteSync } from '../remote/remote-sync.ts';
import { countWork, type Device, readActiveUser, readDeviceUsers } from '../store/device.ts';
import { Replica, replicaName } from '../store/replica.ts';

/** Browsers give such an event a few minutes. */
const MAX_DURATION_MS = 120_000;
/** A page that holds the lock finishes within seconds. */
const BUSY_DELAY_MS = 3_000;

/** The engine's ports, with a session for each person of the device. */
export type BackgroundPorts = Omit<EnginePorts, 'session' | 'signals'> & {
  sessionOf: (userId: string) => SessionPort;
};

/** A worker has no visible tab, so it never takes a lock from a page. */
const NO_SIGNALS: Signals = { listen: () => () => {}, isVisible: () => false };

/**
 * Sends the unsent work of this device's people, one person after the other, for at most two minutes. Obeys Retry-After
 * and waits it out if there is time. Returns whether work is left that could be sent automatically. Pulls come last, so
 * that no work waits for them.
 */
export async function flushDevice(device: Device, ports: BackgroundPorts): Promise<{ hasWorkLeft: boolean }> {
  const until = ports.clock.now() + MAX_DURATION_MS;
  let hasWorkLeft = false;
  const pulls: (() => Promise<void>)[] = [];
  for (const userId of await usersWithWork(device)) {
    // A missing database is a loss, which a page records when it creates the database again (Y26c).
    if (!(await Dexie.exists(replicaName(userId)))) continue;
    const replica = new Replica(userId);
    const person = { ...ports, session: ports.sessionOf(userId), signals: NO_SIGNALS };
    const remote = openRemoteSync({ userId, ports: person, store: replica });
    // One person's failure, such as a database that a newer version uses, must not hold the others' work.
    const courses = new Set<number>();
    const flushes = flushRepeatedly({ remote, clock: ports.clock, until, courses });
    const remaining = await flushes.then(() => countWork(replica, device)).catch(() => undefined);
    if (remaining?.sentByItself !== 0) hasWorkLeft = true;
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

/** The count may lag behind the active user's last change, so their database is always checked. */
async function usersWithWork(device: Device): Promise<string[]> {
  const [people, activeUser] = await Promise.all([readDeviceUsers(device), readActiveUser(device)]);
  return people
    .filter(({ userId, isSignedIn, pendingCount }) => isSignedIn && (pendingCount > 0 || userId === activeUser?.userId))
    .map(({ userId }) => userId);
}

type FlushTask = { remote: RemoteSync; clock: Clock; until: number; courses: Set<number> };

/** Flushes as long as there is time and it makes sense; adds the courses whose work was sent to `courses`. */
async function flushRepeatedly({ remote, clock, until, courses }: FlushTask): Promise<void> {
  for (;;) {
    const outcome = await remote.flush('trigger');
    if ('courses' in outcome) for (const courseId of outcome.courses) courses.add(courseId);
    const wait = waitAfter(outcome, clock.now());
    if (wait === undefined || clock.now() + wait >= until) return;
    await new Promise<void>((resolve) => clock.later(wait, resolve));
  }
}

/** Milliseconds until another flush is worthwhile; undefined when none is. */
function waitAfter(outcome: FlushOutcome, now: number): number | undefined {
  if (outcome.kind === 'sent') return 0;
  if (outcome.kind === 'busy') return BUSY_DELAY_MS;
  return outcome.kind === 'later' ? outcome.at - now : undefined;
}
