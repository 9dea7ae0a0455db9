// Local storage where it may be used. Where it is forbidden or full, nothing is kept and nothing was.

/** Keeps a text; null removes it. */
export function keepLocally(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Forbidden or full.
  }
}

/** The text kept under `key`; null for none. */
export function keptLocally(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The keys that begin with `prefix`, without it. */
export function keysLocally(prefix: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
