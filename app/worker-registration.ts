// The page's side of the service worker: registers it, looks for a newer one, and lets it take over only when asked (O12).
import { Workbox } from 'workbox-window';

/** `waiting`: a newer version is installed and asks. `replaced`: another tab let it take over, this page is the old one. */
export type VersionState = 'current' | 'waiting' | 'replaced';

const HOUR = 60 * 60 * 1000;
/** Coming back to the tab looks for a newer version, but not at every glance. */
const GLANCE_PAUSE = 60 * 1000;

/** What the update prompt needs: the state as an external store, and the two things a person may say. */
export type Versions = {
  subscribe: (changed: () => void) => () => void;
  state: () => VersionState;
  /** Lets the waiting version take over and reloads this tab, and no other. */
  takeOver: () => void;
  /** Hides the question until a newer version than this one waits, or the page is loaded again. */
  later: () => void;
};

/** Registers the worker once the page has loaded. Without service workers, or in development, nothing ever changes. */
export function watchVersions(): Versions {
  const listeners = new Set<() => void>();
  let state: VersionState = 'current';
  let postponed: ServiceWorker | null = null;
  let registration: ServiceWorkerRegistration | undefined;
  let hasAsked = false;
  const become = (next: VersionState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const workers = 'serviceWorker' in navigator && !import.meta.env.DEV ? navigator.serviceWorker : undefined;
  if (workers) {
    const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    const lookForWaiting = () => {
      const waiting = registration?.waiting;
      if (waiting && waiting !== postponed && state === 'current') become('waiting');
    };
    workbox.addEventListener('waiting', lookForWaiting);
    // The first worker of a device claims its pages too: that is no update.
    let wasControlled = Boolean(workers.controller);
    workers.addEventListener('controllerchange', () => {
      if (hasAsked) location.reload();
      else if (wasControlled) become('replaced');
      wasControlled = true;
    });
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
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    state: () => state,
    takeOver: () => {
      hasAsked = true;
      const waiting = registration?.waiting;
      if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
      else location.reload();
    },
    later: () => {
      postponed = registration?.waiting ?? null;
      become('current');
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
