// For unsent work when the app is closed: Background Sync, and the count on the app's icon.
import { useEffect, useRef } from 'react';
import { useActiveUser, useEngine, useSyncStatus } from '../device/active-user.tsx';
import { hasBackgroundSync, requestBackgroundSync, showOnIcon } from '../device/background-sync.ts';
import { unsentCount } from '../device/connection.ts';
import { useWhenHidden } from '../device/page-signals.ts';

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
    const pause = isOffline || !navigator.onLine ? 0 : STILL_UNSENT_MS;
    const timer = setTimeout(() => void requestBackgroundSync(), pause);
    return () => clearTimeout(timer);
  }, [waiting, isOffline]);
  useWhenHidden(() => waiting > 0 && requestBackgroundSync());
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
