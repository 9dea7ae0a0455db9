// The page's side of the service worker: registers it, checks for a newer one, and lets it take over only when asked (R-O12).
import { messageSW, Workbox } from 'workbox-window';
import { pauseAfter } from '#sync/backoff.ts';
import { createValue } from '../device/value.ts';

/** `waiting`: a newer version is installed and waits. `replaced`: another tab let it take over, and this page is the old version. */
type VersionState = 'current' | 'waiting' | 'replaced';

const SCRIPT = '/service-worker.js';
const HOUR = 60 * 60 * 1000;
/** Returning to the tab checks for a newer version, at most once in this time. */
const CHECK_PAUSE = 60 * 1000;
/** A worker that is there answers at once. */
const ANSWER_MS = 5_000;

/** Registers the worker once the page has loaded. Without service workers, or in development, nothing ever changes. */
function watchVersions() {
  const state = createValue<VersionState>('current');
  let postponed: ServiceWorker | null = null;
  let registration: ServiceWorkerRegistration | undefined;
  let hasTakenOver = false;

  const checkWaiting = async () => {
    const waiting = registration?.waiting;
    if (!waiting || waiting === postponed || state.get() !== 'current') return;
    // Half a script, or none, is installed like any other. The next check replaces it.
    if (!(await isOurs(waiting))) return retryLater();
    if (registration?.waiting === waiting) state.set('waiting');
  };

  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const retryLater = () => {
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(() => void check().catch(() => undefined), pauseAfter(failures, Math.random(), HOUR));
  };

  /** A first installation that has failed leaves no registration behind: it begins anew. */
  const check = async () => {
    if (!workers) return;
    const found = await workers.getRegistration();
    const current = found ?? (await new Workbox(SCRIPT, { updateViaCache: 'none' }).register());
    if (current && current !== registration) {
      registration = current;
      followInstallations(current, { installed: () => void checkWaiting(), failed: retryLater });
    }
    if (found) await found.update();
    await checkWaiting();
  };

  const workers = 'serviceWorker' in navigator && !import.meta.env.DEV ? navigator.serviceWorker : undefined;
  if (workers) {
    // The first worker of a device also claims its pages; that is not an update.
    let wasControlled = Boolean(workers.controller);
    workers.addEventListener('controllerchange', () => {
      if (hasTakenOver) location.reload();
      else if (wasControlled) state.set('replaced');
      wasControlled = true;
    });
    // A page that was loading while the first worker claimed the others may have been missed.
    workers.ready.then(({ active }) => workers.controller ?? active?.postMessage({ type: 'CLAIM' }));

    const begin = () => {
      check().catch((error: unknown) => {
        console.info('Offline start is not available here:', error);
        retryLater();
      });
      checkRegularly(check);
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  }

  return {
    state,
    /** Looks for a newer version at once, also for one that was put off; resolves to whether there is one. */
    look: async (): Promise<boolean> => {
      postponed = null;
      await check();
      return Boolean(registration?.waiting ?? registration?.installing);
    },
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

function isOurs(worker: ServiceWorker): Promise<boolean> {
  const answered = messageSW(worker, { type: 'ARE_YOU_THERE' }).then(() => true);
  return Promise.race([answered, new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER_MS))]);
}

/** One fails with a wrong file in it (app/service-worker/service-worker.ts). */
function followInstallations(
  registration: ServiceWorkerRegistration,
  { installed, failed }: { installed: () => void; failed: () => void },
): void {
  const follow = () => {
    const { installing } = registration;
    const settled = () => (installing?.state === 'redundant' ? failed() : installed());
    installing?.addEventListener('statechange', settled, { once: true });
  };
  follow();
  registration.addEventListener('updatefound', follow);
}

/** Checks hourly and on returning to the tab: an installed app stays open for days. Offline, the check fails silently. */
function checkRegularly(check: () => Promise<void>): void {
  let checkedAt = Date.now();
  const checkNow = () => {
    checkedAt = Date.now();
    check().catch(() => undefined);
  };
  setInterval(checkNow, HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > CHECK_PAUSE) checkNow();
  });
}

export const versions = watchVersions();
