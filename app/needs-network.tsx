import { useEffect, useRef } from 'react';
import { MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server-paths.ts';
import { useBackOnline, useConnection } from './connection.ts';
import { reloadOnce } from './lost-chunk.ts';
import { OfflineState } from './ui/state-view.tsx';
import { unfinished } from './unfinished.ts';

/** A page that is not kept on this device, while the server cannot be reached; `onRetry` tries again, also by itself once it can be. */
export function NeedsNetwork({ onRetry }: { onRetry?: () => void }) {
  const byItself = onRetry ?? reloadByItself;
  useAnswerAgain(byItself);
  return (
    <OfflineState level={1} title="This page needs the network" onRetry={onRetry ?? (() => location.reload())}>
      It is not kept on this device and opens as soon as the server can be reached.
    </OfflineState>
  );
}

/** False where it would interrupt something, as an upload (O12). A page may also be missing in a network that is fine. */
function reloadByItself(wasAway = true): boolean {
  if (unfinished.isAny()) return false;
  if (wasAway) location.reload();
  else reloadOnce();
  return true;
}

const LOOK_EVERY_MS = 3_000;

/**
 * Runs `work` once the server answers that did not before, and again when it says false. `wasAway` is false when no look has
 * seen it away: it may have come back before the first, or never been gone. The browser says 'online' in many networks that
 * lead nowhere, and who has nothing to send hears of the server from nobody else.
 */
function useAnswerAgain(work: (wasAway: boolean) => unknown): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    let isWaiting = true;
    let wasAway = false;
    let isGone = false;
    const look = async () => {
      const isThere = await isServerThere();
      if (isGone) return;
      if (!isThere) wasAway = true;
      isWaiting = !isThere || (isWaiting && latest.current(wasAway) === false);
    };
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, []);
}

/** Only our own server's word counts: a hotel's sign-in page is no answer (Y10). */
async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_EVERY_MS) });
    return answer.ok && answer.headers.get(MARKER_HEADER) === MARKER_VALUE;
  } catch {
    return false;
  }
}

/** Runs `work` each time the network comes back while this is drawn; draws nothing. */
export function OnceBackOnline({ work }: { work: () => unknown }) {
  const { isOffline } = useConnection();
  useBackOnline(isOffline, work);
  return null;
}
