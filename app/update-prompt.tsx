import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from './router.ts';
import { Button } from './ui/button.tsx';
import { uploadBoard } from './upload-board.ts';
import { watchVersions } from './worker-registration.ts';

const versions = watchVersions();

/**
 * Registers the service worker, and asks when a newer version is ready (O12): never an automatic takeover. Loaded after
 * the first paint. Where another tab said yes, this one is loaded again at its next navigation, not under the person's hands.
 * While a file is being uploaded neither happens: it would be lost.
 */
export function UpdatePrompt() {
  const state = useSyncExternalStore(versions.subscribe, versions.state);
  const isUploading = useSyncExternalStore(uploadBoard.subscribe, uploadBoard.shown) !== undefined;
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    if (state === 'replaced' && key !== shownAt.current && !isUploading) location.reload();
    shownAt.current = key;
  }, [state, key, isUploading]);

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 p-4 sm:right-auto print:hidden">
      {state === 'waiting' && !isUploading && (
        <div
          data-bottom-prompt
          className="pointer-events-auto max-w-[420px] animate-rise rounded-lg border border-line-strong bg-surface p-4 shadow-high"
        >
          <p className="font-semibold">A new version is ready</p>
          <p className="mt-0.5 text-sm text-ink-soft">Your work stays on this device and goes on after the update.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={versions.takeOver}>Update now</Button>
            <Button variant="secondary" onClick={versions.later}>
              Later
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
