import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { type Engine, mayPass } from '#sync/engine.ts';
import { isUnsentWorkHere } from '#sync/extras/unsent-work.ts';
import type { Loss } from '#sync/store/device.ts';
import type { DatabaseHealth } from '#sync/store/watchdog.ts';
import { useActiveUser, useEngine, useEngineIfKnown } from '../device/active-user.tsx';
import { forgetLostActiveUser, hasLostActiveUser } from '../device/active-user-channel.ts';
import { useConnection } from '../device/connection.ts';
import { device } from '../device/device.ts';
import { useLiveQuery } from '../device/live-query.ts';
import { useStorageHealth } from '../device/storage-health.ts';
import { Button } from '../ui/button.tsx';

/** Y26: the browser has removed this app's data from the device. Shown until it was acknowledged. */
function LostDataNotice() {
  const isKnown = useActiveUser().state === 'known';
  // Nothing is known of a loss before the device has been read.
  if (!useEngineIfKnown()) return null;
  return (
    <>
      {isKnown && <LostWork />}
      <LostActiveUser />
    </>
  );
}

const lostWorkMessage = (unsent: number) =>
  unsent > 0
    ? plural(unsent, { one: '# change that was not sent is lost.', other: '# changes that were not sent are lost.' })
    : t`Nothing is known to be lost.`;

function LostWork() {
  const { userId } = useActiveUser();
  const loss = useLiveQuery(async () => (await device.people.get(userId))?.loss, [userId]);
  if (!loss) return null;
  return (
    <>
      <LossBar onSeen={() => void device.people.update(userId, { loss: undefined })}>
        {lostWorkMessage(loss.unsent)} <Trans>Everything that was sent comes back while you are online.</Trans>
      </LossBar>
      {!loss.isBack && <Resync loss={loss} />}
    </>
  );
}

/** Fetches everything again as soon as there is a connection. */
function Resync({ loss }: { loss: Loss }) {
  const engine = useEngine();
  const { isOffline } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection is another attempt
  useEffect(() => {
    resync(engine).then(
      (isBack) => (isBack ? device.people.update(engine.userId, { loss: { ...loss, isBack } }) : undefined),
      () => undefined,
    );
  }, [engine, isOffline]);
  return null;
}

function LostActiveUser() {
  const [isLost, setIsLost] = useState(hasLostActiveUser);
  const [hasWork, setHasWork] = useState<boolean>();
  useEffect(() => {
    if (isLost) isUnsentWorkHere().then(setHasWork, () => setHasWork(false));
  }, [isLost]);
  if (!isLost || hasWork === undefined) return null;
  const onSeen = () => {
    forgetLostActiveUser();
    setIsLost(false);
  };
  return (
    <LossBar onSeen={onSeen}>
      {hasWork
        ? t`Sign in again: work that was not sent is still here and will be sent then.`
        : t`Sign in again: everything that was sent comes back. What was not sent is lost.`}
    </LossBar>
  );
}

function LossBar({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  return (
    <AlertBar
      title={DELETED}
      action={
        <Button onClick={onSeen}>
          <Trans>OK</Trans>
        </Button>
      }
    >
      {children}
    </AlertBar>
  );
}

/** Fetches what a removed database held (Y26): catalog, begun and downloaded courses, certificates; false when offline. */
async function resync({ userId, replica, ...engine }: Engine): Promise<boolean> {
  if ((await engine.pullCatalog()).kind !== 'fresh') return false;
  const courses = await replica.courses.toArray();
  const begun = courses.filter(({ percentComplete = 0, lastActivityAt }) => percentComplete > 0 || lastActivityAt);
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = new Set([...begun.map(({ id }) => id), ...kept.map(({ courseId }) => courseId)]);
  for (const id of ids) {
    const outcome = await engine.pullCourse(id);
    if (outcome.kind === 'paused' || mayPass(outcome)) return false;
  }
  return (await engine.pullCertificates()).kind === 'fresh';
}

type HealthProblem = { title: string; message: string; canReload?: boolean };

const STUCK: HealthProblem = {
  title: t`The storage of this device does not respond`,
  message: t`What you do now may not be saved. Reload the page; if this comes back, close every tab of this app and open it again.`,
  canReload: true,
};

const DELETED = t`Your browser deleted some of this app's data`;

const PROBLEMS: Record<Exclude<DatabaseHealth, 'fine' | 'deleted'> | 'none', HealthProblem> = {
  'taken-over': {
    title: t`A newer version of the app is in use on this device`,
    message: t`This tab is out of date and can't save. Your saved work is safe. Reload to continue.`,
    canReload: true,
  },
  blocked: {
    title: t`Another tab holds an old version of the app`,
    message: t`Close other Groundwork tabs to continue.`,
  },
  stuck: STUCK,
  'not-saved': {
    title: t`NOT saved: no room left on this device`,
    message: t`Your last change was not saved; what you wrote stays on this page. Free space on this device (remove photos, files or other apps), then try again.`,
  },
  none: {
    title: t`Nothing can be saved on this device`,
    message: t`This browser gives the app no storage: stay online, and your work is gone from this device when you close or reload this page.`,
  },
};

const fine = () => 'fine' as const;
const never = () => () => {};

function useHealthProblem(): HealthProblem | undefined {
  const engine = useEngineIfKnown();
  const health = useSyncExternalStore(engine?.onHealth ?? never, engine?.health ?? fine, fine);
  const problem = useStorageHealth();
  if (engine && health === 'deleted')
    return {
      title: DELETED,
      message: `${lostWorkMessage(engine.lostCount())} ${t`Reload the page: everything that was sent comes back while you are online.`}`,
      canReload: true,
    };
  if (health !== 'fine' && health !== 'deleted') return PROBLEMS[health];
  if (problem === 'unreadable') return STUCK;
  return problem && PROBLEMS.none;
}

/** Y26, Y27: while this page cannot use the device's storage, and until acknowledged when data was deleted. */
export function HealthNotice() {
  const problem = useHealthProblem();
  return (
    <>
      {problem && (
        <AlertBar
          title={problem.title}
          action={
            problem.canReload && (
              <Button onClick={() => location.reload()}>
                <Trans>Reload</Trans>
              </Button>
            )
          }
        >
          {problem.message}
        </AlertBar>
      )}
      {globalThis.isSecureContext === false && (
        <AlertBar title={t`This address cannot work offline`} action={null}>
          <Trans>
            Browsers keep apps only from addresses that begin with https. Open this one by https to install it and to
            learn without a connection.
          </Trans>
        </AlertBar>
      )}
      {problem?.title !== DELETED && <LostDataNotice />}
    </>
  );
}

export function AlertBar({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
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
