import { useEffect } from 'react';
import { readSyncStatus } from '#sync/store/reads.ts';
import { useEngine } from '../device/active-user.tsx';
import { useBackOnline, useConnection } from '../device/connection.ts';
import { unsavedParts, useHasUnsaved } from '../device/unsaved-guard.ts';
import { loadAgain } from '../ui/load-again.ts';
import { OfflineState } from '../ui/state-view.tsx';
import { reloadOnce } from './lost-chunk.ts';

const PROBE_EVERY_MS = 3_000;

/**
 * Shown for a page that is not stored on this device while the server cannot be reached. `onRetry` is also called when the
 * connection comes back; without it the app is reloaded, unless that would interrupt something such as an upload (O12).
 */
export function NeedsNetwork({ onRetry }: { onRetry?: () => void }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  const isBusy = useHasUnsaved();
  useBackOnline(isOffline || isBusy, onRetry ?? loadAgain);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the probes continue, whatever they find
  useEffect(() => {
    let isFirst = !isOffline;
    let isGone = false;
    const probe = async () => {
      await engine.checkReachable();
      if (!isFirst || isGone) return;
      isFirst = false;
      // The server may have come back before the first probe, or a page may be missing although the network is fine.
      const { reachable } = await readSyncStatus(engine.replica);
      if (!reachable || isGone) return;
      if (onRetry) onRetry();
      else if (!unsavedParts.isAny()) reloadOnce();
    };
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') probe().catch(() => undefined);
    }, PROBE_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [engine]);
  return (
    <OfflineState level={1} title="You're offline" onRetry={onRetry ?? loadAgain}>
      This page needs a connection and will open when you're back online.
    </OfflineState>
  );
}

/** Runs `work` each time the connection comes back; draws nothing. */
export function OnceBackOnline({ work }: { work: () => unknown }) {
  const { isOffline } = useConnection();
  useBackOnline(isOffline, work);
  return null;
}
