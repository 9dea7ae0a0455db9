// The local progress record of the specification (P5, decisions 23): percent per course under one key of local storage, so that
// cards have their figure before anything is fetched. Each record names its owner; nobody reads another person's.

import { keepLocally, keptLocally } from './local-storage.ts';

const KEY = 'groundwork.progress';

type ProgressRecord = { [courseId: string]: { progress: number; userId: string } };

function read(): ProgressRecord {
  try {
    const record: unknown = JSON.parse(keptLocally(KEY) ?? '{}');
    return typeof record === 'object' && record !== null ? (record as ProgressRecord) : {};
  } catch {
    return {};
  }
}

/** The percent that was last on this person's card; undefined when this device never showed it to them. */
export function keptProgress(userId: string, courseId: number): number | undefined {
  const kept = read()[courseId];
  return kept?.userId === userId ? kept.progress : undefined;
}

/** Keeps what is on the cards now, in place of all that was kept before. */
export function keepProgress(userId: string, percents: ReadonlyMap<number, number>): void {
  const record: ProgressRecord = {};
  for (const [courseId, progress] of percents) record[courseId] = { progress, userId };
  keepLocally(KEY, JSON.stringify(record));
}

/** Nothing of anybody's progress stays behind. */
export function forgetProgress(): void {
  keepLocally(KEY, null);
}
