// Unsaved text, stored on this device: written at every keystroke, read when the page is opened again.
import { localText, setLocalText } from '../../device/device.ts';
import { lessonTextKey } from '../../device/draft-store.ts';
import type { LessonForm } from './lesson-form.ts';

/**
 * The changed fields, the revision of the lesson they are based on, the time in unix milliseconds, and the title that was shown, for
 * a lesson that is gone when the draft is read.
 */
export type Draft = { at: number; rev: number; changed: Partial<LessonForm>; title?: string };
export type DraftOwner = { userId: string; lessonId: number };

/** Stores the newest draft. Returns false when this device cannot: no space, or not allowed. */
export const saveDraft = ({ userId, lessonId }: DraftOwner, kept: Draft): boolean =>
  setLocalText(lessonTextKey(userId, lessonId), JSON.stringify(kept));

/** The stored draft; undefined for none, or for one that cannot be read. */
export function readDraft({ userId, lessonId }: DraftOwner): Draft | undefined {
  try {
    const found: unknown = JSON.parse(localText(lessonTextKey(userId, lessonId)) ?? 'null');
    return isDraft(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

export function deleteDraft({ userId, lessonId }: DraftOwner): void {
  setLocalText(lessonTextKey(userId, lessonId), null);
}

function isDraft(found: unknown): found is Draft {
  if (typeof found !== 'object' || found === null || !('changed' in found)) return false;
  const { at, rev, changed } = found as Record<string, unknown>;
  if (typeof at !== 'number' || typeof rev !== 'number' || typeof changed !== 'object' || changed === null)
    return false;
  return Object.entries(changed).every(
    ([name, value]) => typeof value === (name === 'isPreview' ? 'boolean' : 'string'),
  );
}
