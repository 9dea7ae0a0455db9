// Where an author's unsaved texts lie on this device: the writing page keeps them, and signing out counts and forgets them.
import { keepLocally, keysLocally } from './local-storage.ts';

const keyOf = (userId: string, lessonId: number | string) => `groundwork.lesson-text.${userId}.${lessonId}`;

/** The key in local storage of one person's unsaved text of one lesson. */
export function lessonTextKey({ userId, lessonId }: { userId: string; lessonId: number }): string {
  return keyOf(userId, lessonId);
}

/** How many lessons this person has typed into on this device without saving. */
export function countLessonTexts(userId: string): number {
  return keysLocally(keyOf(userId, '')).length;
}

/** Nothing of what this person typed stays on this device. */
export function forgetLessonTexts(userId: string): void {
  for (const lessonId of keysLocally(keyOf(userId, ''))) keepLocally(keyOf(userId, lessonId), null);
}
