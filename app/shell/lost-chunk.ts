import { setTabText, tabText } from '../device/device.ts';
import { unsavedParts } from '../device/unsaved-guard.ts';
import { loadAgain } from '../ui/load-again.ts';

const KEY = 'groundwork.lost-chunk';
const ONCE_PER_MS = 60_000;

/**
 * A page of an old version may request a chunk that a newer version has replaced: then the page is reloaded, but only once a
 * minute, so that a chunk that is really missing shows its error instead of reloading forever. While something is unsaved, the
 * user is asked instead. Offline, nothing happens until the connection returns. Call this before any lazy import.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhenAnswered());
}

async function reloadWhenAnswered(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return window.addEventListener('online', reloadWhenAnswered, { once: true });
  }
  if (unsavedParts.isAny()) return unsavedParts.askToReload();
  reloadOnce();
}

export function reloadOnce(): void {
  const last = Number(tabText(KEY) ?? 0);
  if (Date.now() - last < ONCE_PER_MS) return;
  // Where it cannot be remembered, the page would be loaded for ever.
  if (setTabText(KEY, String(Date.now()))) loadAgain();
}
