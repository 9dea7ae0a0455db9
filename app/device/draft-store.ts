// Drafts in local storage. A learner's draft that a closing page could not write to the database in time waits here until the
// lesson is opened again or the user signs out. Authors' unsaved lesson texts are kept here under keys of their own.
import { lastSubmittedAt, readDraft, writeDraft } from '#sync/store/reads.ts';
import type { DraftContent, Replica } from '#sync/store/replica.ts';
import { localKeys, localText, setLocalText } from './device.ts';

/** `savedAt`: when it was typed, ISO 8601. */
export type StoredDraft = { draft: DraftContent; savedAt: string };

const PREFIX = 'groundwork.draft.';
const keyOf = (userId: string, lessonId: number) => `${PREFIX}${userId}.${lessonId}`;

export function storeDraft(userId: string, lessonId: number, stored: StoredDraft): void {
  setLocalText(keyOf(userId, lessonId), JSON.stringify(stored));
}

/** The stored draft, unless it is older than `savedAt`; undefined for none. */
export function storedDraft(userId: string, lessonId: number, savedAt = ''): StoredDraft | undefined {
  try {
    const stored: Partial<StoredDraft> | null = JSON.parse(localText(keyOf(userId, lessonId)) ?? 'null');
    if (typeof stored?.draft !== 'object' || typeof stored.savedAt !== 'string') return undefined;
    return stored.savedAt >= savedAt ? { draft: stored.draft, savedAt: stored.savedAt } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the stored draft: it is in the database, or was submitted. */
export function forgetDraft(userId: string, lessonId: number): void {
  setLocalText(keyOf(userId, lessonId), null);
}

/** Moves a stored draft into the database, unless something newer is there. Returns the draft when it could not be written. */
export async function restoreDraft(
  { userId, replica }: { userId: string; replica: Replica },
  lessonId: number,
): Promise<StoredDraft | undefined> {
  if (!storedDraft(userId, lessonId)) return undefined;
  try {
    const [known, handedIn] = await Promise.all([readDraft(replica, lessonId), lastSubmittedAt(replica, lessonId)]);
    const newest = [known?.savedAt ?? '', handedIn ?? ''].sort().at(-1);
    const late = storedDraft(userId, lessonId, newest);
    if (late) await writeDraft(replica, lessonId, late.draft);
    forgetDraft(userId, lessonId);
    return undefined;
  } catch {
    return storedDraft(userId, lessonId);
  }
}

/** The lessons for which a user has a stored draft. */
export const storedDraftsOf = (userId: string): number[] => localKeys(`${PREFIX}${userId}.`).map(Number);

/** The key of an author's unsaved text of one lesson, which the writing page reads and writes; without one, of all. */
export const lessonTextKey = (userId: string, lessonId: number | string = '') =>
  `groundwork.lesson-text.${userId}.${lessonId}`;

/** How many lesson texts this author has not saved on this device. */
export function countLessonTexts(userId: string): number {
  return localKeys(lessonTextKey(userId)).length;
}

/** Removes this author's unsaved texts from this device. */
export function forgetLessonTexts(userId: string): void {
  for (const lessonId of localKeys(lessonTextKey(userId))) setLocalText(lessonTextKey(userId, lessonId), null);
}

/** The device setting that holds the course which this author is writing and has not saved; null once it is. */
export const courseDraftKey = (userId: string) => `writtenCourse:${userId}`;
