import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { Engine } from '#sync/engine.ts';
import { forgetLoss, type Loss, noteBroughtBack } from '#sync/store/device.ts';
import { hasReplicas } from '#sync/store/replica.ts';
import type { Health } from '#sync/store/watchdog.ts';
import { useActiveUser, useEngine, useEngineIfKnown } from '../device/active-user.tsx';
import { forgetLostActiveUser, hasLostActiveUser } from '../device/active-user-flag.ts';
import { useConnection } from '../device/connection.ts';
import { device } from '../device/device.ts';
import { useLiveQuery } from '../device/live-query.ts';
import { useStorageHealth } from '../device/storage-health.ts';
import { Button } from '../ui/button.tsx';

/** Y26: the browser has removed data of this device. Said until somebody has seen it. */
function LostDataNotice() {
  const isKnown = useActiveUser().state === 'known';
  // Before the device has been read, nothing is known of a loss.
  if (!useEngineIfKnown()) return null;
  return (
    <>
      {isKnown && <LostWork />}
      <LostSeat />
    </>
  );
}

const unsentWords = (unsent: number) =>
  unsent === 1
    ? '1 change that was not sent is lost.'
    : unsent > 1
      ? `${unsent} changes that were not sent are lost.`
      : 'Nothing is known to be lost.';

function LostWork() {
  const { userId } = useActiveUser();
  const loss = useLiveQuery(async () => (await device.people.get(userId))?.loss, [userId]);
  if (!loss) return null;
  return (
    <>
      <LossBar seen={() => void forgetLoss(device, userId)}>
        {unsentWords(loss.unsent)} Everything that was sent comes back while you are online.
      </LossBar>
      {!loss.isBack && <BringBack loss={loss} />}
    </>
  );
}

/** Everything is fetched anew, as soon as there is a network. */
function BringBack({ loss }: { loss: Loss }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the network is another try
  useEffect(() => {
    bringBack(engine).then(
      (isBack) => (isBack ? noteBroughtBack(device, engine.userId, loss) : undefined),
      () => undefined,
    );
  }, [engine, isOffline]);
  return null;
}

function LostSeat() {
  const [isLost, setIsLost] = useState(hasLostActiveUser);
  const [hasWork, setHasWork] = useState<boolean>();
  useEffect(() => {
    if (isLost) hasReplicas().then(setHasWork, () => setHasWork(false));
  }, [isLost]);
  if (!isLost || hasWork === undefined) return null;
  const seen = () => {
    forgetLostActiveUser();
    setIsLost(false);
  };
  return (
    <LossBar seen={seen}>
      {hasWork
        ? 'Sign in again: work that was not sent is still here, and goes out then.'
        : 'Sign in again: everything that was sent comes back. What was not sent is lost.'}
    </LossBar>
  );
}

function LossBar({ seen, children }: { seen: () => void; children: ReactNode }) {
  return (
    <AlertBar
      title="The browser has removed data of this app from this device"
      action={<Button onClick={seen}>OK</Button>}
    >
      {children}
    </AlertBar>
  );
}

/**
 * Fetches everything anew for a person whose database the browser has removed (Y26): the list of courses, those they are
 * in, and those of their downloads. Answers true when all of it is here; false without a network.
 */
async function bringBack({ userId, replica, ...engine }: Engine): Promise<boolean> {
  if ((await engine.pullCatalog()).kind !== 'fresh') return false;
  const courses = await replica.courses.toArray();
  const begun = courses.filter(({ percentComplete = 0, lastActivityAt }) => percentComplete > 0 || lastActivityAt);
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = new Set([...begun.map(({ id }) => id), ...kept.map(({ courseId }) => courseId)]);
  for (const id of ids) {
    const { kind } = await engine.pullCourse(id);
    if (kind === 'offline' || kind === 'paused') return false;
  }
  return (await engine.pullCertificates()).kind === 'fresh';
}

type Trouble = { title: string; words: string; canReload?: boolean };

const STUCK: Trouble = {
  title: 'The storage of this device does not answer',
  words:
    'What you do now may not be saved. Reload the page; if this comes back, close every tab of this app and open it again.',
  canReload: true,
};

const TROUBLES: Record<Exclude<Health, 'fine'> | 'none', Trouble> = {
  'taken-over': {
    title: 'A newer version of the app is in use on this device',
    words: 'This page can save nothing any more. What was saved is safe. Reload to go on with the new version.',
    canReload: true,
  },
  blocked: {
    title: 'Another tab holds an old version of the app',
    words: 'Close all other tabs of this app. This page goes on by itself then.',
  },
  stuck: STUCK,
  'not-saved': {
    title: 'NOT saved: no room left on this device',
    words:
      'Your last change was not saved; what you wrote stays on this page. Free space on this device (remove photos, files or other apps), then try again.',
  },
  none: {
    title: 'Nothing can be kept on this device',
    words:
      'This browser gives the app no storage: stay online, and your work is gone from this device when you close or reload this page.',
  },
};

const fine = () => 'fine' as const;
const never = () => () => {};

function useTrouble(): Trouble | undefined {
  const engine = useEngineIfKnown();
  const health = useSyncExternalStore(engine?.onHealth ?? never, engine?.health ?? fine, fine);
  const trouble = useStorageHealth();
  if (health !== 'fine') return TROUBLES[health];
  if (trouble === 'unreadable') return STUCK;
  return trouble && TROUBLES.none;
}

/**
 * Y26, Y27: says, for as long as it is so, that the device's storage cannot be used by this page; and until it was read,
 * that the browser has removed what lay here.
 */
export function HealthNotice() {
  const trouble = useTrouble();
  return (
    <>
      {trouble && (
        <AlertBar
          title={trouble.title}
          action={trouble.canReload && <Button onClick={() => location.reload()}>Reload</Button>}
        >
          {trouble.words}
        </AlertBar>
      )}
      <LostDataNotice />
    </>
  );
}

function AlertBar({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div role="alert" className="border-danger border-t-2 bg-danger-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <CircleAlert aria-hidden className="size-6 shrink-0 text-danger-text" />
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold text-danger-text">{title}</p>
          <p className="text-ink">{children}</p>
        </div>
        {action}
      </div>
    </div>
  );
}
