import { unsavedParts } from '../device/unsaved-guard.ts';

const KEY = 'groundwork.lost-chunk';
const ONCE_PER_MS = 60_000;

/**
 * A page of an old version may ask for a chunk that a newer one has replaced: then the page is loaded again, once, so that
 * a chunk that is really gone shows its error instead of an endless reload. Where a form is being filled in, the person is
 * asked instead. Without a network nothing happens before it returns. To be called before anything lazy is imported.
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

/** Reloads unless this did so within the last minute. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_PER_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
