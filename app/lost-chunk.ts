import { unfinished } from './unfinished.ts';

const KEY = 'groundwork.lost-chunk';
const ONCE_PER_MS = 60_000;

/**
 * A page of an old version may ask for a chunk that a newer one has replaced: then it is loaded again, once, so that a
 * chunk that is really gone shows its error instead of an endless reload. Where something was begun, a form that is being
 * filled in, the person is asked instead. To be called before anything lazy is imported.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhenAnswered());
}

/** Without a network a page that no service worker holds yet would be gone, and everything typed on it. */
async function reloadWhenAnswered(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  if (unfinished.isAny()) return unfinished.askToReload();
  reloadOnce();
}

/** Reloads unless this did so within the last minute. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_PER_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
