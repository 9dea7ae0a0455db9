import type { Engine } from '#sync/engine.ts';
import { device } from './device.ts';

/**
 * Fetches everything anew for a person whose database the browser has removed (Y26): the list of courses, those they are
 * in, and those of their downloads. Answers true when all of it is here; false without a network.
 */
export async function bringBack({ userId, replica, ...engine }: Engine): Promise<boolean> {
  if ((await engine.pullCatalog()).kind !== 'fresh') return false;
  const courses = await replica.courses.toArray();
  const begun = courses.filter(({ percentComplete = 0, lastActivityAt }) => percentComplete > 0 || lastActivityAt);
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = new Set([...begun.map(({ id }) => id), ...kept.map(({ courseId }) => courseId)]);
  for (const id of ids) {
    const { kind } = await engine.pullCourse(id);
    if (kind === 'offline' || kind === 'paused') return false;
  }
  return (await engine.pullCertificates()).kind === 'fresh';
}
