import { useEffect } from 'react';
import { readSyncStatus } from '#sync/store/reads.ts';
import { useEngine } from '../device/active-user.tsx';
import { useBackOnline, useConnection } from '../device/connection.ts';
import { unsavedParts, useHasUnsaved } from '../device/unsaved-guard.ts';
import { OfflineState } from '../ui/state-view.tsx';
import { reloadOnce } from './lost-chunk.ts';

const reload = () => location.reload();

const LOOK_EVERY_MS = 3_000;

/**
 * A page that is not kept on this device, while the server cannot be reached; `onRetry` tries again, also by itself once it
 * can be. Without it the page is loaded again, but under nothing that this would interrupt, as an upload (O12).
 */
export function NeedsNetwork({ onRetry }: { onRetry?: () => void }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  const isBusy = useHasUnsaved();
  useBackOnline(isOffline || isBusy, onRetry ?? reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the looks go on, whatever they find
  useEffect(() => {
    let isFirst = !isOffline;
    let isGone = false;
    const look = async () => {
      await engine.look();
      if (!isFirst || isGone) return;
      isFirst = false;
      // The server may have been back before anybody looked, and a page may be missing in a network that is fine.
      const { reachable } = await readSyncStatus(engine.replica);
      if (!reachable || isGone) return;
      if (onRetry) onRetry();
      else if (!unsavedParts.isAny()) reloadOnce();
    };
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') look().catch(() => undefined);
    }, LOOK_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [engine]);
  return (
    <OfflineState level={1} title="This page needs the network" onRetry={onRetry ?? reload}>
      It is not kept on this device and opens as soon as the server can be reached.
    </OfflineState>
  );
}

/** Runs `work` each time the network comes back while this is drawn; draws nothing. */
export function OnceBackOnline({ work }: { work: () => unknown }) {
  const { isOffline } = useConnection();
  useBackOnline(isOffline, work);
  return null;
}
