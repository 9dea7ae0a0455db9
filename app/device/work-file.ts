import type { Engine } from '#sync/engine.ts';
import { exportWorkFile } from '#sync/extras/work-file.ts';
import { saveFile } from '../ui/save-file.ts';

/** `groundwork-work-2026-11-21-0815.json`, by this device's clock. */
function fileName(now: Date): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`;
  return `groundwork-work-${day}-${digits(now.getHours())}${digits(now.getMinutes())}.json`;
}

/** Saves all unsent work of the engine's user as a file (Y29), and keeps it here; returns false when there is none. */
export async function saveWorkFile({ replica }: Engine, name: string): Promise<boolean> {
  const now = new Date();
  const text = await exportWorkFile(replica, { server: location.origin, name, at: now.toISOString() });
  if (text !== null) saveFile(fileName(now), text, 'application/json');
  return text !== null;
}
