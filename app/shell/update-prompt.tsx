import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Workbox } from 'workbox-window';
import { useActiveUser } from '../device/active-user.tsx';
import { useHasUnsaved, useMustReload, useUnsavedPart, whenAllIsSaved } from '../device/unsaved-guard.ts';
import { useShownUpload } from '../device/upload-board.ts';
import { createValue, useValue } from '../device/value.ts';
import { Button } from '../ui/button.tsx';
import { usePageMark } from '../ui/page-mark.ts';
import { useLocation } from '../ui/router.ts';

// The page's side of the service worker: registers it, checks for a newer one, and lets it take over only when asked (O12).

/** `waiting`: a newer version is installed and waits. `replaced`: another tab let it take over, and this page is the old version. */
type VersionState = 'current' | 'waiting' | 'replaced';

const HOUR = 60 * 60 * 1000;
/** Returning to the tab checks for a newer version, at most once in this time. */
const CHECK_PAUSE = 60 * 1000;

/** Registers the worker once the page has loaded. Without service workers, or in development, nothing ever changes. */
function watchVersions() {
  const state = createValue<VersionState>('current');
  let postponed: ServiceWorker | null = null;
  let registration: ServiceWorkerRegistration | undefined;
  let hasTakenOver = false;

  const workers = 'serviceWorker' in navigator && !import.meta.env.DEV ? navigator.serviceWorker : undefined;
  if (workers) {
    const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    const checkWaiting = () => {
      const waiting = registration?.waiting;
      if (waiting && waiting !== postponed && state.get() === 'current') state.set('waiting');
    };
    workbox.addEventListener('waiting', checkWaiting);
    // The first worker of a device also claims its pages; that is not an update.
    let wasControlled = Boolean(workers.controller);
    workers.addEventListener('controllerchange', () => {
      if (hasTakenOver) location.reload();
      else if (wasControlled) state.set('replaced');
      wasControlled = true;
    });
    // A page that was loading while the first worker claimed the others may have been missed.
    workers.ready.then(({ active }) => workers.controller ?? active?.postMessage({ type: 'CLAIM' }));
    workbox
      .register()
      .then((registered) => {
        registration = registered;
        checkWaiting();
        if (registered) checkRegularly(registered, checkWaiting);
      })
      .catch((error: unknown) => console.info('Offline start is not available here:', error));
  }

  return {
    state,
    /** Lets the waiting version take over and reloads this tab, and no other. */
    takeOver: () => {
      hasTakenOver = true;
      const waiting = registration?.waiting;
      if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
      else location.reload();
    },
    /** Hides the prompt until a newer version than this one waits, or the page is reloaded. */
    later: () => {
      postponed = registration?.waiting ?? null;
      state.set('current');
    },
  };
}

/** Checks hourly and on returning to the tab: an installed app stays open for days. Offline, the check fails silently. */
function checkRegularly(registration: ServiceWorkerRegistration, checkWaiting: () => void): void {
  let checkedAt = Date.now();
  const check = () => {
    checkedAt = Date.now();
    registration.update().then(checkWaiting, () => undefined);
  };
  setInterval(check, HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > CHECK_PAUSE) check();
  });
}

const versions = watchVersions();
/** How long flushes are held back for the worker to take over. */
const TAKE_OVER_MS = 5_000;
const FOLLOW_WITHIN_MS = 5_000;

async function takeOver(): Promise<void> {
  versions.takeOver();
  await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS));
}

/** True once the prompt may be shown: nothing is unsaved in any tab, and nothing is being sent. */
function useMayAsk(isWaiting: boolean, userId: string): boolean {
  const isBusy = useHasUnsaved();
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    if (!isWaiting || isBusy) return;
    const stop = new AbortController();
    whenAllIsSaved(userId, async () => setMayAsk(!stop.signal.aborted), stop.signal).catch(() => undefined);
    return () => {
      stop.abort();
      setMayAsk(false);
    };
  }, [isWaiting, isBusy, userId]);
  return mayAsk;
}

/**
 * Registers the service worker, and asks before a newer version takes over (O12). Loaded after the first paint. When another
 * tab has updated, this one is reloaded at its next navigation. A quiz, an upload, an unsaved text or a flush delays both.
 */
export function UpdatePrompt() {
  const state = useValue(versions.state);
  const mustReload = useMustReload();
  useUnsavedPart(useShownUpload() !== undefined);
  const { userId } = useActiveUser();
  const mayAsk = useMayAsk(state === 'waiting', userId);
  const [isUpdating, setIsUpdating] = useState(false);
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    const hasNavigated = key !== shownAt.current;
    shownAt.current = key;
    if (state !== 'replaced' || !hasNavigated) return;
    // What takes longer is left for the next navigation: by then the page is in use again.
    const soon = AbortSignal.timeout(FOLLOW_WITHIN_MS);
    whenAllIsSaved(userId, async () => location.reload(), soon).catch(() => undefined);
  }, [state, key, userId]);
  const update = () => {
    setIsUpdating(true);
    whenAllIsSaved(userId, takeOver).catch(() => setIsUpdating(false));
  };

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 safe-m p-4 sm:right-auto print:hidden"
    >
      {mustReload ? (
        <Prompt title="Part of this page has a newer version" message="Save your work, then reload the page.">
          <Button onClick={() => location.reload()}>Reload</Button>
        </Prompt>
      ) : (
        mayAsk && (
          <Prompt
            title="A new version is ready"
            message={
              isUpdating
                ? 'The update waits until unfinished work in this and other tabs is done.'
                : 'Your work stays on this device and continues after the update.'
            }
          >
            <Button onClick={update} disabled={isUpdating}>
              Update now
            </Button>
            <Button variant="secondary" onClick={versions.later}>
              Later
            </Button>
          </Prompt>
        )
      )}
    </div>
  );
}

function Prompt({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div
      {...usePageMark('bottom-prompt')}
      className="pointer-events-auto max-w-[420px] animate-rise rounded-lg border border-line-strong bg-surface p-4 shadow-high"
    >
      <p className="font-semibold">{title}</p>
      <p className="mt-0.5 text-ink-soft text-sm">{message}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
