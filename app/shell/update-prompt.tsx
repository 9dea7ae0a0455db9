import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Workbox } from 'workbox-window';
import { useActiveUser } from '../device/active-user.tsx';
import { useHasUnsaved, useIsPartGone, useUnsavedPart, whenAllIsSaved } from '../device/unsaved-guard.ts';
import { useShownUpload } from '../device/upload-board.ts';
import { createValue, useValue } from '../device/value.ts';
import { Button } from '../ui/button.tsx';
import { usePageMark } from '../ui/page-mark.ts';
import { useLocation } from '../ui/router.ts';

// The page's side of the service worker: registers it, looks for a newer one, and lets it take over only when asked (O12).

/** `waiting`: a newer version is installed and asks. `replaced`: another tab let it take over, this page is the old one. */
type VersionState = 'current' | 'waiting' | 'replaced';

const HOUR = 60 * 60 * 1000;
/** Coming back to the tab looks for a newer version, but not at every glance. */
const GLANCE_PAUSE = 60 * 1000;

/** Registers the worker once the page has loaded. Without service workers, or in development, nothing ever changes. */
function watchVersions() {
  const state = createValue<VersionState>('current');
  let postponed: ServiceWorker | null = null;
  let registration: ServiceWorkerRegistration | undefined;
  let hasAsked = false;

  const workers = 'serviceWorker' in navigator && !import.meta.env.DEV ? navigator.serviceWorker : undefined;
  if (workers) {
    const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    const lookForWaiting = () => {
      const waiting = registration?.waiting;
      if (waiting && waiting !== postponed && state.get() === 'current') state.set('waiting');
    };
    workbox.addEventListener('waiting', lookForWaiting);
    // The first worker of a device claims its pages too: that is no update.
    let wasControlled = Boolean(workers.controller);
    workers.addEventListener('controllerchange', () => {
      if (hasAsked) location.reload();
      else if (wasControlled) state.set('replaced');
      wasControlled = true;
    });
    // A page that is being loaded while the first worker claims the others may be left out.
    workers.ready.then(({ active }) => workers.controller ?? active?.postMessage({ type: 'CLAIM' }));
    workbox
      .register()
      .then((registered) => {
        registration = registered;
        lookForWaiting();
        if (registered) lookRegularly(registered, lookForWaiting);
      })
      .catch((error: unknown) => console.info('Offline start is not available here:', error));
  }

  return {
    state,
    /** Lets the waiting version take over and reloads this tab, and no other. */
    takeOver: () => {
      hasAsked = true;
      const waiting = registration?.waiting;
      if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
      else location.reload();
    },
    /** Hides the question until a newer version than this one waits, or the page is loaded again. */
    later: () => {
      postponed = registration?.waiting ?? null;
      state.set('current');
    },
  };
}

/** Hourly and on coming back: an installed app stays open for days. Without a network the look simply fails. */
function lookRegularly(registration: ServiceWorkerRegistration, lookForWaiting: () => void): void {
  let lookedAt = Date.now();
  const look = () => {
    lookedAt = Date.now();
    registration.update().then(lookForWaiting, () => undefined);
  };
  setInterval(look, HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > GLANCE_PAUSE) look();
  });
}

const versions = watchVersions();
/** A worker takes over within a moment; until then no pass begins. */
const TAKE_OVER_MS = 5_000;
const FOLLOW_WITHIN_MS = 5_000;

async function takeOver(): Promise<void> {
  versions.takeOver();
  await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS));
}

/** True once a waiting version may ask: nothing here is unfinished, nothing in another tab, and nothing is being sent. */
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
 * Registers the service worker, and asks when a newer version is ready (O12): never an automatic takeover. Loaded after
 * the first paint. Where another tab said yes, this one is loaded again at its next navigation, not under the person's hands.
 * During a quiz, an upload, an unsaved text or a pass neither happens; it comes after.
 */
export function UpdatePrompt() {
  const state = useValue(versions.state);
  const isPartGone = useIsPartGone();
  useUnsavedPart(useShownUpload() !== undefined);
  const { userId } = useActiveUser();
  const mayAsk = useMayAsk(state === 'waiting', userId);
  const [isAsked, setIsAsked] = useState(false);
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    const isTurned = key !== shownAt.current;
    shownAt.current = key;
    if (state !== 'replaced' || !isTurned) return;
    // What takes longer is left for the next turn: later the page would be in use again.
    const soon = AbortSignal.timeout(FOLLOW_WITHIN_MS);
    whenAllIsSaved(userId, async () => location.reload(), soon).catch(() => undefined);
  }, [state, key, userId]);
  const update = () => {
    setIsAsked(true);
    whenAllIsSaved(userId, takeOver).catch(() => setIsAsked(false));
  };

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 safe-m p-4 sm:right-auto print:hidden"
    >
      {isPartGone ? (
        <Question
          title="A part of this page is of a newer version"
          words="Save what you have begun, then load the page again."
        >
          <Button onClick={() => location.reload()}>Reload</Button>
        </Question>
      ) : (
        mayAsk && (
          <Question
            title="A new version is ready"
            words={
              isAsked
                ? 'The update waits until everything begun here or in another tab is finished.'
                : 'Your work stays on this device and goes on after the update.'
            }
          >
            <Button onClick={update} disabled={isAsked}>
              Update now
            </Button>
            <Button variant="secondary" onClick={versions.later}>
              Later
            </Button>
          </Question>
        )
      )}
    </div>
  );
}

function Question({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div
      {...usePageMark('bottom-prompt')}
      className="pointer-events-auto max-w-[420px] animate-rise rounded-lg border border-line-strong bg-surface p-4 shadow-high"
    >
      <p className="font-semibold">{title}</p>
      <p className="mt-0.5 text-ink-soft text-sm">{words}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
