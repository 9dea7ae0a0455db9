import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useEngine } from '../device/active-user.tsx';
import { LONGEST_PROBE_PAUSE_MS, useBackOnline, useConnection } from '../device/connection.ts';
import { useTryAgain } from '../device/try-again.ts';
import { useHasUnsaved } from '../device/unsaved-guard.ts';
import { loadAgain } from '../ui/load-again.ts';
import { OfflineState } from '../ui/state-view.tsx';
import { reloadOnce } from './lost-chunk.ts';

/** For a page that is not on this device; once the server is back, `onRetry` is called, or the app is reloaded (R-O12). */
export function NeedsNetwork({ onRetry }: { onRetry?: () => void }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  const isBusy = useHasUnsaved();
  useBackOnline(onRetry ?? loadAgain, isBusy);
  const [tried, setTried] = useState({});
  const tryAgain = async () => {
    const isHere = await engine.checkReachable().catch(() => false);
    // A page may be missing although the network is fine; when the connection comes back, the line above retries.
    if (isHere && !isOffline && onRetry) onRetry();
    else if (isHere && !isOffline && !isBusy) reloadOnce();
    setTried({});
  };
  useTryAgain(tried, tryAgain, LONGEST_PROBE_PAUSE_MS);
  return (
    <OfflineState level={1} title={t`You're offline`} onRetry={onRetry ?? loadAgain}>
      <Trans>This page needs a connection and will open when you're back online.</Trans>
    </OfflineState>
  );
}

/** Runs `work` each time the connection comes back; draws nothing. */
export function OnceBackOnline({ work }: { work: () => unknown }) {
  useBackOnline(work);
  return null;
}
