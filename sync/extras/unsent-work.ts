// Signing out with work on the device (Y23): what is unsent, one last try, and then keeping or deleting.
import type { EngineCore } from '../engine.ts';
import type { EnginePorts } from '../ports.ts';
import { readSyncStatus } from '../store/reads.ts';
import { type Draft, Replica } from '../store/replica.ts';

const BUSY_MS = 500;

/** How many pieces of work only this device has: in the outbox, and begun drafts. */
export async function countUnsent(replica: Replica): Promise<{ entries: number; drafts: number }> {
  const [{ waiting, sending, attention }, drafts] = await Promise.all([
    readSyncStatus(replica),
    replica.drafts.filter(holdsWork).count(),
  ]);
  return { entries: waiting + sending + attention, drafts };
}

/** A quiz that is taken again begins with an empty draft; nobody should be asked about that. */
export const holdsWork = ({ answers, reflection }: Draft) =>
  Object.keys(answers ?? {}).length > 0 || Boolean(reflection?.trim());

/** Tries once more to send everything, for at most `timeoutMs`; answers how many entries are left. */
export async function flushBeforeSignOut(
  { engine, replica, clock }: { engine: EngineCore; replica: Replica; clock: EnginePorts['clock'] },
  timeoutMs = 10_000,
): Promise<number> {
  let isLate = false;
  const late = new Promise<void>((resolve) => {
    clock.later(timeoutMs, () => {
      isLate = true;
      resolve();
    });
  });
  const flushUntilDone = async () => {
    // Another tab's pass, or one that could not take everything, is worth another look; any other end is an end.
    for (let kind = 'busy'; !isLate && (kind === 'busy' || kind === 'sent'); ) {
      kind = (await engine.syncNow()).kind;
      if (kind === 'busy') await new Promise<void>((resolve) => clock.later(BUSY_MS, resolve));
    }
  };
  await Promise.race([late, flushUntilDone().catch(() => {})]);
  return (await countUnsent(replica)).entries;
}

/** The person signs out and keeps unsent work: the content and results go, outbox and drafts wait for their return. */
export async function keepOnlyWork(replica: Replica): Promise<void> {
  const { units, courses, lessons, quizzes, quizResults, certificates } = replica;
  const caches = [units, courses, lessons, quizzes, quizResults, certificates];
  await replica.transaction('rw', caches, () => Promise.all(caches.map((table) => table.clear())));
}

/**
 * Deletes everything of a person on this device, unsent work included: ask first. Other tabs let go by themselves; for one
 * that is frozen nobody waits longer than `patienceMs`, and what it then leaves behind is an empty database.
 */
export async function deleteReplica(userId: string, clock: EnginePorts['clock'], timeoutMs = 5_000): Promise<void> {
  const replica = new Replica(userId);
  // Other tabs let go a moment later; until then Dexie would warn in the console.
  replica.on('blocked', () => false);
  let isLate = false;
  const late = new Promise<void>((resolve) => {
    clock.later(timeoutMs, () => {
      isLate = true;
      resolve();
    });
  });
  const clearAndDelete = async () => {
    // One that a newer version made is not opened by this code (Y27), and goes all the same.
    const isOpen = await replica.open().then(
      () => true,
      () => false,
    );
    if (isOpen) {
      await replica.transaction('rw', replica.tables, () => Promise.all(replica.tables.map((table) => table.clear())));
    }
    // A deletion that starts too late could meet its person, back again.
    if (!isLate) await replica.delete();
  };
  await Promise.race([late, clearAndDelete()]);
}
