// What an author has typed and not saved, on this device: written at every keystroke, read when the page is opened again.
import { lessonTextKey } from '../../device/lesson-texts.ts';
import type { LessonForm } from './lesson-form.ts';

/** Only what was changed, of which state of the lesson (`rev`), and when (unix milliseconds). */
export type Draft = { at: number; rev: number; changed: Partial<LessonForm> };
/** Whose text of which lesson. */
export type DraftOwner = { userId: string; lessonId: number };

/** Keeps the newest text. False when this device cannot: no room, or forbidden. */
export function saveDraft(owner: DraftOwner, kept: Draft): boolean {
  try {
    localStorage.setItem(lessonTextKey(owner), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** What was typed and not saved; undefined for nothing, or for something that cannot be read. */
export function readDraft(owner: DraftOwner): Draft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(lessonTextKey(owner)) ?? 'null');
    return isDraft(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

export function deleteDraft(owner: DraftOwner): void {
  try {
    localStorage.removeItem(lessonTextKey(owner));
  } catch {
    // Then there was none.
  }
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
