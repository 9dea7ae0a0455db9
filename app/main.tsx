// Composition root: gives the person's engine its ports and draws the app. The first paint needs the device alone (Y21);
// configuration and a fresher profile come after it, the auth client where somebody signs in or out.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { letMediaGo } from '#sync/downloads/download-requests.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { createEngine } from '#sync/engine.ts';
import { leavePage, returnToPage } from '#sync/store/database.ts';
import { LOCK_AFTER, readActiveUser, readSetting } from '#sync/store/device.ts';
import { readLesson } from '#sync/store/reads.ts';
import { Replica } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { keepSessionFresh, refreshProfile, sessionPort } from './api/session.ts';
import { App } from './app.tsx';
import { type ActiveUserPorts, ActiveUserProvider } from './device/active-user.tsx';
import { onActiveUserChange } from './device/active-user-channel.ts';
import { noteActiveUser } from './device/active-user-flag.ts';
import { device } from './device/device.ts';
import { pageSignals } from './device/page-signals.ts';
import { readWithoutStorage, reportStorageHealth, storageHealth } from './device/storage-health.ts';
import { reloadOnLostChunk } from './shell/lost-chunk.ts';
import { removeStaticLanding } from './shell/static-landing.ts';
import { BrowserRouter } from './ui/router.ts';
import { ToastProvider } from './ui/toast.tsx';

/** Y26: what this page can let go for a tap, something with each step: opened media first, then downloads. */
async function* makeRoom(userId: string): AsyncGenerator<unknown> {
  if (!('caches' in window)) return;
  const replica = new Replica(userId);
  try {
    yield* letMediaGo(device, openMediaCache(), async ({ userId: owner, lessonId }) => {
      if (owner !== userId) return false;
      return (await readLesson(replica, lessonId))?.unit.status === 'completed';
    });
  } finally {
    replica.close();
  }
}

reloadOnLostChunk();
addEventListener('pagehide', leavePage);
addEventListener('pageshow', returnToPage);

const PATIENCE_MS = 5_000;
let isStart = true;

/** Who sits here, noted for the first paint of the next start. A storage that hangs is told, one that is not there replaced (Y26). */
async function readSignedInUser() {
  const read = () => Promise.all([readActiveUser(device), readSetting(device, LOCK_AFTER)]);
  const late = setTimeout(() => reportStorageHealth('unreadable'), PATIENCE_MS);
  const [person, lockAfter] = await read()
    .catch(() => readWithoutStorage(read))
    .finally(() => clearTimeout(late));
  reportStorageHealth(undefined);
  noteActiveUser(person !== undefined, isStart && storageHealth() !== 'none');
  isStart = false;
  if (person) removeStaticLanding();
  return person && { ...person, mayLock: Boolean(lockAfter) };
}

const ports: ActiveUserPorts = {
  readActiveUser: readSignedInUser,
  engineFor: (userId) =>
    createEngine({
      userId,
      ports: webPorts({ session: sessionPort, signals: pageSignals }),
      makeRoom: () => makeRoom(userId),
    }),
  onActiveUserChange,
};

function draw(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root.');
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <ToastProvider>
          <ActiveUserProvider ports={ports}>
            <App />
          </ActiveUserProvider>
        </ToastProvider>
      </BrowserRouter>
    </StrictMode>,
  );
  // After the first paint: the session is kept fresh, and the name and roles of the person up to date.
  setTimeout(() => {
    keepSessionFresh();
    // What cannot be asked or read now is asked for at the next start.
    refreshProfile().catch(() => undefined);
  }, 1000);
}

// index.html looks for these words when everything has been loaded: while they are there, the app is not.
document.getElementById('not-loaded')?.remove();
draw();
