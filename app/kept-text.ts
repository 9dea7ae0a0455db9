// A text that was being written when its page closed: a database write may come too late, local storage is written at once.
// It waits here until the lesson is opened again, or its person signs out.

type KeptText = { text: string; savedAt: string };

const PREFIX = 'groundwork.text.';
const keyOf = (userId: string, lessonId: number) => `${PREFIX}${userId}.${lessonId}`;

/** Keeps the newest text of a lesson's reflection; where local storage is forbidden, it does nothing. */
export function keepText(userId: string, lessonId: number, text: string): void {
  try {
    localStorage.setItem(keyOf(userId, lessonId), JSON.stringify({ text, savedAt: new Date().toISOString() }));
  } catch {
    // Forbidden or full.
  }
}

/** The text that was kept last, unless a newer draft is known (`savedAt`, ISO 8601); undefined for none. */
export function keptText(userId: string, lessonId: number, savedAt = ''): string | undefined {
  try {
    const found = localStorage.getItem(keyOf(userId, lessonId));
    if (found === null) return undefined;
    const kept: Partial<KeptText> = JSON.parse(found);
    return typeof kept.text === 'string' && (kept.savedAt ?? '') >= savedAt ? kept.text : undefined;
  } catch {
    return undefined;
  }
}

/** It has become a draft, or was handed in. */
export function forgetText(userId: string, lessonId: number): void {
  try {
    localStorage.removeItem(keyOf(userId, lessonId));
  } catch {
    // Forbidden.
  }
}

/** Takes all texts of a person out, by lesson. */
export function takeOutTexts(userId: string): { lessonId: number; text: string }[] {
  try {
    const prefix = keyOf(userId, 0).slice(0, -1);
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => {
      const lessonId = Number(key.slice(prefix.length));
      const text = keptText(userId, lessonId);
      localStorage.removeItem(key);
      return text === undefined ? [] : [{ lessonId, text }];
    });
  } catch {
    return [];
  }
}
