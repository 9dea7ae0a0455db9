// Signing out with unsent work (Y23): count it, try to send it, then keep or delete it.
import type { EngineCore } from '../engine.ts';
import type { EnginePorts } from '../ports.ts';
import { deleteCrew } from '../store/kept-crew.ts';
import { readSyncStatus } from '../store/reads.ts';
import { type Draft, Replica, usersWithReplica } from '../store/replica.ts';

const BUSY_MS = 500;

/** How much work only this device has: outbox entries and drafts. */
export async function countUnsent(replica: Replica): Promise<{ entries: number; drafts: number }> {
  const [{ waiting, sending, attention }, drafts] = await Promise.all([
    readSyncStatus(replica),
    replica.drafts.filter(holdsWork).count(),
  ]);
  return { entries: waiting + sending + attention, drafts };
}

/** True when some person's unsent work is on this device, whoever is the active user. */
export async function isUnsentWorkHere(): Promise<boolean> {
  for (const userId of await usersWithReplica()) {
    const replica = new Replica(userId);
    // What cannot be read, as a database of a newer version, may hold work.
    const { entries, drafts } = await countUnsent(replica).catch(() => ({ entries: 1, drafts: 0 }));
    replica.close();
    if (entries + drafts > 0) return true;
  }
  return false;
}

/** Retaking a quiz starts with an empty draft, which is not worth asking about. */
export const holdsWork = ({ answers = {}, reflection = '', ticked = [] }: Draft) =>
  Object.keys(answers).length + reflection.trim().length + ticked.length > 0;

/** Tries to send everything, for at most `timeoutMs`; returns how many entries are left. */
export async function flushBeforeSignOut(
  { engine, replica, clock }: { engine: EngineCore; replica: Replica; clock: EnginePorts['clock'] },
  timeoutMs = 10_000,
): Promise<number> {
  const limit = startLimit(clock, timeoutMs);
  const flushUntilDone = async () => {
    // Try again after another tab's flush, or one that could not take everything; any other outcome is final.
    for (let kind = 'busy'; !limit.isOver && (kind === 'busy' || kind === 'sent'); ) {
      kind = (await engine.syncNow()).kind;
      if (kind === 'busy') await new Promise<void>((resolve) => clock.later(BUSY_MS, resolve));
    }
  };
  await Promise.race([limit.end, flushUntilDone().catch(() => {})]);
  return (await countUnsent(replica)).entries;
}

/** A time limit: `end` resolves when it is over. */
function startLimit(clock: EnginePorts['clock'], ms: number) {
  const limit = { isOver: false, end: Promise.resolve() };
  limit.end = new Promise<void>((resolve) => {
    clock.later(ms, () => {
      limit.isOver = true;
      resolve();
    });
  });
  return limit;
}

/**
 * The person signs out and keeps unsent work: content, results and a lead's crew are deleted; outbox and drafts wait for their return.
 */
export async function keepOnlyWork(replica: Replica): Promise<void> {
  const { units, courses, lessons, quizzes, quizResults, certificates, practice } = replica;
  const caches = [units, courses, lessons, quizzes, quizResults, certificates, practice];
  await replica.transaction('rw', caches, () => Promise.all(caches.map((table) => table.clear())));
  await deleteCrew(replica);
}

/**
 * Deletes everything of a person on this device, including unsent work: ask first. Other tabs close their connections;
 * a frozen one delays this by at most `timeoutMs` and leaves an empty database behind.
 */
export async function deleteReplica(userId: string, clock: EnginePorts['clock'], timeoutMs = 5_000): Promise<void> {
  const replica = new Replica(userId);
  // Other tabs close a moment later; without this Dexie would warn in the console.
  replica.on('blocked', () => false);
  const limit = startLimit(clock, timeoutMs);
  const clearAndDelete = async () => {
    // A newer version's database cannot be opened by this code (Y27), but it can be deleted.
    const isOpen = await replica.open().then(
      () => true,
      () => false,
    );
    if (isOpen) {
      await replica.transaction('rw', replica.tables, () => Promise.all(replica.tables.map((table) => table.clear())));
    }
    // A late deletion could hit the person after they have signed in again.
    if (!limit.isOver) await replica.delete();
  };
  await Promise.race([limit.end, clearAndDelete()]);
}
