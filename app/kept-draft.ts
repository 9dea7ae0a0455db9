// A draft that was being written when its page closed: a database write may come too late, local storage is written at once.
// It waits here until the lesson is opened again, or its person signs out.
import type { DraftContent } from '#sync/replica.ts';

type KeptDraft = { draft: DraftContent; savedAt: string };

const PREFIX = 'groundwork.draft.';
const keyOf = (userId: string, lessonId: number) => `${PREFIX}${userId}.${lessonId}`;

/** Keeps the newest draft of a lesson; where local storage is forbidden, it does nothing. */
export function keepDraft(userId: string, lessonId: number, draft: DraftContent): void {
  try {
    localStorage.setItem(keyOf(userId, lessonId), JSON.stringify({ draft, savedAt: new Date().toISOString() }));
  } catch {
    // Forbidden or full.
  }
}

/** The draft that was kept last, unless a newer one is known (`savedAt`, ISO 8601); undefined for none. */
export function keptDraft(userId: string, lessonId: number, savedAt = ''): DraftContent | undefined {
  try {
    const found = localStorage.getItem(keyOf(userId, lessonId));
    if (found === null) return undefined;
    const kept: Partial<KeptDraft> = JSON.parse(found);
    return typeof kept.draft === 'object' && (kept.savedAt ?? '') >= savedAt ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

/** It is in the database, or was handed in. */
export function forgetDraft(userId: string, lessonId: number): void {
  try {
    localStorage.removeItem(keyOf(userId, lessonId));
  } catch {
    // Forbidden.
  }
}

/** Takes all kept drafts of a person out, by lesson. */
export function takeOutDrafts(userId: string): { lessonId: number; draft: DraftContent }[] {
  try {
    const prefix = keyOf(userId, 0).slice(0, -1);
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => {
      const lessonId = Number(key.slice(prefix.length));
      const draft = keptDraft(userId, lessonId);
      localStorage.removeItem(key);
      return draft === undefined ? [] : [{ lessonId, draft }];
    });
  } catch {
    return [];
  }
}
