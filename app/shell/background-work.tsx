// For unsent work when the app is closed: registers Background Sync with the browser and shows the count on the app's icon.
// Loaded after the first paint.
import { useEffect, useRef } from 'react';
import { useActiveUser, useEngine, useSyncStatus } from '../device/active-user.tsx';
import { hasBackgroundSync, requestBackgroundSync, showOnIcon } from '../device/background-sync.ts';
import { unsentCount } from '../device/connection.ts';

/** With a network, the page itself has sent a change by then, and the worker need not wake. */
const STILL_UNSENT_MS = 2_000;

/** Draws nothing. A visitor's work is not sent, so it does not count. */
export function BackgroundWork() {
  const isKnown = useActiveUser().state === 'known';
  const status = useSyncStatus();
  const isOffline = status?.reachable === false;
  const waiting = isKnown && status ? unsentCount(status) : 0;
  const unsent = status && waiting + (isKnown ? status.attention : 0);

  useEffect(() => {
    if (unsent !== undefined) showOnIcon(unsent);
  }, [unsent]);

  // Awaited once in advance: a closing page has no time to wait for it.
  useEffect(() => {
    if (hasBackgroundSync()) void navigator.serviceWorker.ready;
  }, []);

  useEffect(() => {
    if (waiting === 0) return;
    const request = () => void requestBackgroundSync();
    const timer = setTimeout(request, isOffline || !navigator.onLine ? 0 : STILL_UNSENT_MS);
    // A page is hidden before it is closed.
    const requestWhenHidden = () => document.visibilityState === 'hidden' && request();
    document.addEventListener('visibilitychange', requestWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', requestWhenHidden);
    };
  }, [waiting, isOffline]);
  usePullForOrganization();
  return null;
}

/** Another organization, or none any more, means other courses: those that the user may no longer see leave the device. */
function usePullForOrganization(): void {
  const engine = useEngine();
  const { profile } = useActiveUser();
  const organization = profile && `${profile.id} ${profile.organization_id}`;
  const known = useRef(organization);
  useEffect(() => {
    const before = known.current;
    known.current = organization;
    const isSamePerson = before?.split(' ')[0] === organization?.split(' ')[0];
    if (before && organization && isSamePerson && before !== organization) engine.pullCatalog().catch(() => undefined);
  }, [engine, organization]);
}
