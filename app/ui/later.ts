import { useEffect, useState } from 'react';

const QUIET_AFTER_MS = 1500;

/** True a while after the first paint, for what must not compete with it. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), QUIET_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}

/**
 * Loads a part of the app without which the page can be used: when that fails, again each time the network returns. Never
 * throws, because such parts stand outside of every page's error boundary.
 */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
}
