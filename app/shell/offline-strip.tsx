import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Wifi, WifiOff } from 'lucide-react';
import { useConnection, useOpenedOffline, useServerProbe } from '../device/connection.ts';

const STRIP =
  'flex min-h-9 items-center justify-center gap-2 px-4 font-semibold text-sm in-data-has-full-screen:pt-(--safe-top) hand:in-data-has-quiz-screen:pt-(--safe-top)';
const OVER = 'animate-drop absolute inset-x-0 top-0 in-data-has-full-screen:static hand:in-data-has-quiz-screen:static';

function backOnline(work: ReturnType<typeof useConnection>['work']): string {
  if (work.kind === 'sent' && work.at) return t`Back online · All work sent`;
  if (work.kind === 'syncing' || work.kind === 'waiting')
    return plural(work.count, { one: 'Back online · Sending # change', other: 'Back online · Sending # changes' });
  return t`Back online`;
}

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
          {backOnline(work)}
        </p>
      )}
      {isOffline && (
        <p className={`${STRIP} pointer-events-none bg-strip text-strip-ink ${isReserved ? '' : OVER}`}>
          {isGuess ? (
            <Trans>Checking the connection…</Trans>
          ) : (
            <>
              <WifiOff aria-hidden className="size-5 shrink-0" />
              {count > 0
                ? plural(count, {
                    one: 'Offline · # change saved on this device',
                    other: 'Offline · # changes saved on this device',
                  })
                : t`Offline`}
            </>
          )}
        </p>
      )}
    </div>
  );
}
