// A draft that was being written when its page closed: a database write may come too late, local storage is written at once.
// It waits here until the lesson is opened again, or its person signs out.
import { handedInAt, readDraft, writeDraft } from '#sync/store/reads.ts';
import type { DraftContent, Replica } from '#sync/store/replica.ts';
import { keepLocally, keptLocally, keysLocally } from './local-storage.ts';

/** `savedAt`: when it was typed or pressed, ISO 8601. */
export type StoredDraft = { draft: DraftContent; savedAt: string };

const PREFIX = 'groundwork.draft.';
const keyOf = (userId: string, lessonId: number) => `${PREFIX}${userId}.${lessonId}`;

/** Keeps the newest draft of a lesson; where local storage is forbidden, it does nothing. */
export function storeDraft(userId: string, lessonId: number, kept: StoredDraft): void {
  keepLocally(keyOf(userId, lessonId), JSON.stringify(kept));
}

/** What was kept last, unless something newer is known (`savedAt`); undefined for none. */
export function storedDraft(userId: string, lessonId: number, savedAt = ''): StoredDraft | undefined {
  try {
    const kept: Partial<StoredDraft> | null = JSON.parse(keptLocally(keyOf(userId, lessonId)) ?? 'null');
    if (typeof kept?.draft !== 'object' || typeof kept.savedAt !== 'string') return undefined;
    return kept.savedAt >= savedAt ? { draft: kept.draft, savedAt: kept.savedAt } : undefined;
  } catch {
    return undefined;
  }
}

/** It is in the database, or was handed in. */
export function forgetDraft(userId: string, lessonId: number): void {
  keepLocally(keyOf(userId, lessonId), null);
}

/**
 * Puts the kept draft of a lesson into the database, unless that knows something newer: another draft, or a handing in.
 * What could not be written, where there is no room, is answered and stays kept; else the answer is undefined.
 */
export async function restoreDraft({ userId, replica }: Person, lessonId: number): Promise<StoredDraft | undefined> {
  if (!storedDraft(userId, lessonId)) return undefined;
  try {
    const [known, handedIn] = await Promise.all([readDraft(replica, lessonId), handedInAt(replica, lessonId)]);
    const newest = [known?.savedAt ?? '', handedIn ?? ''].sort().at(-1);
    const late = storedDraft(userId, lessonId, newest);
    if (late) await writeDraft(replica, lessonId, late.draft);
    forgetDraft(userId, lessonId);
    return undefined;
  } catch {
    return storedDraft(userId, lessonId);
  }
}

type Person = { userId: string; replica: Replica };

/** The lessons of which a person has a kept draft. */
export const storedDraftsOf = (userId: string): number[] => keysLocally(`${PREFIX}${userId}.`).map(Number);
