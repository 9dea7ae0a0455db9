// Percent by course in local storage (R-P5, P-23), so that cards have their figure before anything is fetched.
import { localText, setLocalText } from './device.ts';

const KEY = 'groundwork.progress';

type ProgressRecord = { [courseId: string]: { progress: number; userId: string } };

function read(): ProgressRecord {
  try {
    const record: unknown = JSON.parse(localText(KEY) ?? '{}');
    return typeof record === 'object' && record !== null ? (record as ProgressRecord) : {};
  } catch {
    return {};
  }
}

/** The percent last shown on this user's card; undefined when this device never showed one. */
export function readShownProgress(userId: string, courseId: number): number | undefined {
  const shown = read()[courseId];
  return shown?.userId === userId ? shown.progress : undefined;
}

/** Saves what the cards show now, in place of everything saved before. */
export function saveShownProgress(userId: string, percents: ReadonlyMap<number, number>): void {
  const record: ProgressRecord = {};
  for (const [courseId, progress] of percents) record[courseId] = { progress, userId };
  setLocalText(KEY, JSON.stringify(record));
}

export function forgetShownProgress(): void {
  setLocalText(KEY, null);
}
