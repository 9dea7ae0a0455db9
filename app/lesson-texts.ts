// Where an author's unsaved texts lie on this device: the writing page keeps them, and signing out counts and forgets them.

const KEY = 'groundwork.lesson-text.';

/** The key in local storage of one person's unsaved text of one lesson. */
export function lessonTextKey({ userId, lessonId }: { userId: string; lessonId: number }): string {
  return `${KEY}${userId}.${lessonId}`;
}

/** How many lessons this person has typed into on this device without saving. */
export function countLessonTexts(userId: string): number {
  return keysOf(userId).length;
}

/** Nothing of what this person typed stays on this device. */
export function forgetLessonTexts(userId: string): void {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${KEY}${userId}.`));
  } catch {
    // Where local storage is forbidden nothing was ever kept.
    return [];
  }
}
