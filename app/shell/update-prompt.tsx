import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useActiveUser } from '../device/active-user.tsx';
import { useHasUnsaved, useMustReload, useUnsavedPart, whenAllIsSaved } from '../device/unsaved-guard.ts';
import { useShownUpload } from '../device/upload-board.ts';
import { useValue } from '../device/value.ts';
import { Button } from '../ui/button.tsx';
import { loadAgain } from '../ui/load-again.ts';
import { usePageMark } from '../ui/page-mark.ts';
import { useLocation } from '../ui/router.ts';
import { versions } from './versions.ts';

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

/** Asks before a newer version takes over (R-O12); after another tab's update this one is reloaded at its next navigation. */
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
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 safe-m p-4 sm:end-auto print:hidden"
    >
      {mustReload ? (
        <Prompt title={t`Part of this page has a newer version`} message={t`Save your work, then reload the page.`}>
          <Button onClick={loadAgain}>
            <Trans>Reload</Trans>
          </Button>
        </Prompt>
      ) : (
        mayAsk && (
          <Prompt
            title={t`A new version is ready`}
            message={
              isUpdating
                ? t`The update waits until unfinished work in this and other tabs is done.`
                : t`Your work stays on this device and continues after the update.`
            }
          >
            <Button onClick={update} disabled={isUpdating}>
              <Trans>Update now</Trans>
            </Button>
            <Button variant="secondary" onClick={versions.later}>
              <Trans>Later</Trans>
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
