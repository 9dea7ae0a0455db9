import { useEffect, useRef } from 'react';
import { MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server-paths.ts';
import { useBackOnline, useConnection } from './connection.ts';
import { useHasEngine } from './person.tsx';
import { OfflineState } from './ui/state-view.tsx';

/** A page that is not kept on this device, while the server cannot be reached; `onRetry` tries again, also by itself once it can be. */
export function NeedsNetwork({ onRetry = reload }: { onRetry?: () => void }) {
  useAnswerAgain(onRetry);
  return (
    <OfflineState level={1} title="This page needs the network" onRetry={onRetry}>
      It is not kept on this device and opens as soon as the server can be reached.
      <OnceBackOnline work={onRetry} />
    </OfflineState>
  );
}

const reload = () => location.reload();

const LOOK_EVERY_MS = 3_000;

/**
 * Runs `work` once the server answers that did not before. The browser says 'online' in many networks that lead nowhere, and
 * who has nothing to send hears of the server from nobody else.
 */
function useAnswerAgain(work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    let isAway = false;
    let isGone = false;
    const look = async () => {
      const isThere = await isServerThere();
      if (isThere && isAway && !isGone) latest.current();
      isAway = !isThere;
    };
    void look();
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
export function OnceBackOnline({ work }: { work: () => void }) {
  return useHasEngine() ? <Listening work={work} /> : null;
}

function Listening({ work }: { work: () => void }) {
  const { isOffline } = useConnection();
  useBackOnline(isOffline, work);
  return null;
}
