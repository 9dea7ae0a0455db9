import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { forgetLoss, type Loss, noteBroughtBack } from '#sync/device.ts';
import type { Engine } from '#sync/engine.ts';
import { hasReplicas } from '#sync/replica.ts';
import { useConnection } from './connection.ts';
import { device } from './device.ts';
import { useLiveQuery } from './live-query.ts';
import { useEngine, useEngineIfKnown, usePerson } from './person.tsx';
import { forgetLostSeat, hasLostSeat } from './seat-flag.ts';
import { Button } from './ui/button.tsx';

/** Y26: the browser has removed data of this device. Said until somebody has seen it. */
export function LostDataNotice() {
  const isKnown = usePerson().state === 'known';
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
  const { userId } = usePerson();
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
  const [isLost, setIsLost] = useState(hasLostSeat);
  const [hasWork, setHasWork] = useState<boolean>();
  useEffect(() => {
    if (isLost) hasReplicas().then(setHasWork, () => setHasWork(false));
  }, [isLost]);
  if (!isLost || hasWork === undefined) return null;
  const seen = () => {
    forgetLostSeat();
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
    <div role="alert" className="border-danger border-t-2 bg-danger-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <CircleAlert aria-hidden className="size-6 shrink-0 text-danger-text" />
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold text-danger-text">The browser has removed data of this app from this device</p>
          <p className="text-ink">{children}</p>
        </div>
        <Button onClick={seen}>OK</Button>
      </div>
    </div>
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
