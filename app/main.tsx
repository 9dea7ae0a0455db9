// Composition root: gives the engine its ports and renders the app. The first paint needs only the device (Y21).
import { type ErrorInfo, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { evictMedia } from '#sync/downloads/download-requests.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { createEngine } from '#sync/engine.ts';
import { answersUs } from '#sync/reach.ts';
import { leavePage, returnToPage } from '#sync/store/database.ts';
import { LOCK_AFTER, readActiveUser, readSetting } from '#sync/store/device.ts';
import { readLesson } from '#sync/store/reads.ts';
import { Replica } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { wordRefusalsBy } from './api/client.ts';
import { keepProfileFresh, keepSessionFresh, refreshProfile, sessionPort } from './api/session.ts';
import { App } from './app.tsx';
import { type ActiveUserPorts, ActiveUserProvider } from './device/active-user.tsx';
import { onActiveUserChange, rememberActiveUser, wasSomeoneHere } from './device/active-user-channel.ts';
import { lookFirst } from './device/connection.ts';
import { device, localText } from './device/device.ts';
import './device/install.ts';
import { pageSignals } from './device/page-signals.ts';
import { readWithoutStorage, reportStorageHealth } from './device/storage-health.ts';
import { removeStaticLanding } from './learn/home/home-page.tsx';
import { reloadOnLostChunk } from './shell/lost-chunk.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { i18n } from './ui/language.ts';
import { BrowserRouter } from './ui/router.ts';
import { dropSecondClicks } from './ui/second-click.ts';
import { ToastProvider } from './ui/toast.tsx';
import { tolerateTranslators } from './ui/translators.ts';

/** Y26: frees space for a change that could not be saved, a little with each step: opened media first, then downloads. */
async function* makeRoom(userId: string): AsyncGenerator<unknown> {
  if (!('caches' in window)) return;
  const replica = new Replica(userId);
  try {
    yield* evictMedia(device, openMediaCache(), async ({ userId: owner, lessonId }) => {
      if (owner !== userId) return false;
      return (await readLesson(replica, lessonId))?.unit.status === 'completed';
    });
  } finally {
    replica.close();
  }
}

/** The reports' code is loaded with the first problem. */
const withReports = (work: (reports: typeof import('./shell/problem-reports.ts')) => void) =>
  void import('./shell/problem-reports.ts').then(work, () => undefined);
const report = (problem: unknown) => withReports(({ reportProblem }) => reportProblem('error', problem));

if (i18n.locale !== 'en')
  wordRefusalsBy(async (code, sentence) => (await import('./api/refusals.ts')).wordRefusal(code, sentence));
tolerateTranslators();
dropSecondClicks();
void lookFirst(answersUs(webPorts({}).transport));
reloadOnLostChunk();
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
addEventListener('pagehide', leavePage);
addEventListener('pageshow', returnToPage);

const STORAGE_TIMEOUT_MS = 5_000;
let isStart = true;

/** Reads the active user and notes them for the next start. A storage that hangs is reported; a missing one is replaced (Y26). */
async function readSignedInUser() {
  const countPeople = () => device.people.filter(({ erasedAt }) => !erasedAt).count();
  const read = () => Promise.all([readActiveUser(device), readSetting(device, LOCK_AFTER), countPeople()]);
  const timer = setTimeout(() => reportStorageHealth('unreadable'), STORAGE_TIMEOUT_MS);
  const [user, lockAfter, people] = await read()
    .catch(() => readWithoutStorage(read, wasSomeoneHere()))
    .finally(() => clearTimeout(timer));
  reportStorageHealth(undefined);
  rememberActiveUser(user !== undefined, isStart);
  isStart = false;
  if (user) removeStaticLanding();
  return user && { ...user, mayLock: Boolean(lockAfter || user.pin || people > 1) };
}

const ports: ActiveUserPorts = {
  readActiveUser: readSignedInUser,
  engineFor: (userId) => {
    const engine = createEngine({
      userId,
      ports: webPorts({ session: sessionPort, signals: pageSignals }),
      makeRoom: () => makeRoom(userId),
    });
    const record: typeof engine.record = (intent) =>
      engine.record(intent).catch((failure) => {
        withReports(({ reportProblem }) => reportProblem('save_failed', failure));
        throw failure;
      });
    return { ...engine, record };
  },
  onActiveUserChange,
};

function render(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root.');
  const onCaughtError = (error: unknown, { componentStack }: ErrorInfo) => {
    console.error(error, componentStack);
    report(error);
  };
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <BrowserRouter>
        <ToastProvider>
          <ErrorBoundary place="the app">
            <ActiveUserProvider ports={ports}>
              <App />
            </ActiveUserProvider>
          </ErrorBoundary>
        </ToastProvider>
      </BrowserRouter>
    </StrictMode>,
  );
  // After the first paint: the session is kept fresh, and the name and roles of the user up to date.
  setTimeout(() => {
    keepSessionFresh();
    keepProfileFresh();
    // What fails now is fetched at the next start.
    refreshProfile().catch(() => undefined);
    if (localText('groundwork.reports')) withReports(({ sendSoon }) => sendSoon());
  }, 1000);
}

// index.html shows this message if it is still there once everything has loaded.
document.getElementById('not-loaded')?.remove();
render();
