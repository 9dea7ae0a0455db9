// The theme of this device, for whoever sits at it. The small script in index.html shows it; here it is read and chosen.
import { useSyncExternalStore } from 'react';

const KEY = 'groundwork-theme';

/** 'system' follows the operating system, also in its wish for more contrast. */
export type Theme = 'system' | 'light' | 'dark' | 'outdoor';

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark' || text === 'outdoor';

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return isTheme(kept) ? kept : 'system';
}

function chooseTheme(choice: string): void {
  if (isTheme(choice)) localStorage.setItem(KEY, choice);
  else localStorage.removeItem(KEY);
  // The browser tells the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

function onChange(heard: () => void): () => void {
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** The chosen theme and the way to choose another: every open tab follows, and it is remembered on this device. */
export function useTheme(): [theme: Theme, chooseTheme: (choice: string) => void] {
  return [useSyncExternalStore(onChange, readTheme), chooseTheme];
}
