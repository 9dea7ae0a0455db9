import { CircleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Health } from '#sync/watchdog.ts';
import { useEngine } from './person.tsx';
import { Button } from './ui/button.tsx';

type Trouble = { title: string; words: string; canReload: boolean };

const TROUBLES: Record<Exclude<Health, 'fine'>, Trouble> = {
  'taken-over': {
    title: 'A newer version of the app is in use on this device',
    words: 'This page can save nothing any more. What was saved is safe. Reload to go on with the new version.',
    canReload: true,
  },
  blocked: {
    title: 'Another tab holds an old version of the app',
    words: 'Close all other tabs of this app. This page goes on by itself then.',
    canReload: false,
  },
  stuck: {
    title: 'The storage of this device does not answer',
    words: 'What you do now may not be saved. Reload the page to try again.',
    canReload: true,
  },
};

/** Y26, Y27: says, for as long as it is so, that the device's storage cannot be used by this page. Loaded after the first paint. */
export function HealthNotice() {
  const engine = useEngine();
  const health = useSyncExternalStore(engine.onHealth, engine.health);
  if (health === 'fine') return null;
  const { title, words, canReload } = TROUBLES[health];
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
