import { CircleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Health } from '#sync/watchdog.ts';
import { LostDataNotice } from './lost-data-notice.tsx';
import { useEngineIfKnown } from './person.tsx';
import { onStorageTrouble, storageTrouble } from './storage-trouble.ts';
import { Button } from './ui/button.tsx';

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
  const trouble = useSyncExternalStore(onStorageTrouble, storageTrouble, storageTrouble);
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
      {trouble && <TroubleBar {...trouble} />}
      <LostDataNotice />
    </>
  );
}

function TroubleBar({ title, words, canReload }: Trouble) {
  return (
    <div role="alert" className="border-danger border-t-2 bg-danger-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <CircleAlert aria-hidden className="size-6 shrink-0 text-danger-text" />
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold text-danger-text">{title}</p>
          <p className="text-ink">{words}</p>
        </div>
        {canReload && <Button onClick={() => location.reload()}>Reload</Button>}
      </div>
    </div>
  );
}
