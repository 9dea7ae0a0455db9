// What becomes of unsent work when the app is closed: the browser is asked for a moment with a network, and the icon of
// the app bears the count. Loaded after the first paint; no tap waits for it.
import { useEffect } from 'react';
import { useActiveUser, useSyncStatus } from '../device/active-user.tsx';
import { showOnIcon } from '../device/app-badge.ts';
import { hasBackgroundSync, requestBackgroundSync } from '../device/background-sync.ts';
import { unsentCount } from '../device/connection.ts';

/** With a network the page itself has sent a tap by then, and no worker need wake. */
const STILL_UNSENT_MS = 2_000;

/** Draws nothing. A visitor's work is sent by nobody, and counts as none. */
export function BackgroundWork() {
  const isKnown = useActiveUser().state === 'known';
  const status = useSyncStatus();
  const isOffline = status?.reachable === false;
  const waiting = isKnown && status ? unsentCount(status) : 0;
  const unsent = status && waiting + (isKnown ? status.attention : 0);

  useEffect(() => {
    if (unsent !== undefined) showOnIcon(unsent);
  }, [unsent]);

  // Asked for once before: a page that is closing has no time to wait for it.
  useEffect(() => {
    if (hasBackgroundSync()) void navigator.serviceWorker.ready;
  }, []);

  useEffect(() => {
    if (waiting === 0) return;
    const ask = () => void requestBackgroundSync();
    const timer = setTimeout(ask, isOffline || !navigator.onLine ? 0 : STILL_UNSENT_MS);
    // Hiding comes before closing.
    const askWhenHidden = () => document.visibilityState === 'hidden' && ask();
    document.addEventListener('visibilitychange', askWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askWhenHidden);
    };
  }, [waiting, isOffline]);
  return null;
}
