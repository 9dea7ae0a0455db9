import { Wifi, WifiOff } from 'lucide-react';
import { useConnection, useOpenedOffline, useServerProbe } from '../device/connection.ts';
import { counted } from '../ui/labels.ts';

const STRIP =
  'flex min-h-9 items-center justify-center gap-2 px-4 font-semibold text-sm in-data-has-full-screen:pt-(--safe-top) hand:in-data-has-quiz-screen:pt-(--safe-top)';
const OVER = 'animate-drop absolute inset-x-0 top-0 in-data-has-full-screen:static hand:in-data-has-quiz-screen:static';

/**
 * Below the header while the server cannot be reached: words, because an icon is missed in the sun. It slides over the top of
 * an open page, so that nothing moves under the finger; the next page leaves room for it, and says there when the
 * connection is back. Where it would lie on what stands in place of the header, it makes room at once.
 */
export function OfflineStrip() {
  useServerProbe();
  const { isOffline, isGuess, work } = useConnection();
  const isReserved = useOpenedOffline();
  const count = work.kind === 'waiting' || work.kind === 'kept' ? work.count : 0;
  return (
    <div role="status" className="relative">
      {isReserved && !isOffline && (
        <p className={`${STRIP} bg-complete-soft text-complete-text`}>
          <Wifi aria-hidden className="size-5 shrink-0" />
          Back online
          {work.kind === 'sent' && work.at && ' · All work sent'}
          {(work.kind === 'syncing' || work.kind === 'waiting') && ` · Sending ${counted(work.count, 'change')}`}
        </p>
      )}
      {isOffline && (
        <p className={`${STRIP} pointer-events-none bg-strip text-strip-ink ${isReserved ? '' : OVER}`}>
          {isGuess ? (
            'Checking the connection…'
          ) : (
            <>
              <WifiOff aria-hidden className="size-5 shrink-0" />
              {count > 0 ? `Offline · ${counted(count, 'change')} saved on this device` : 'Offline'}
            </>
          )}
        </p>
      )}
    </div>
  );
}
