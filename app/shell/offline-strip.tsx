import { Wifi, WifiOff } from 'lucide-react';
import { useRef } from 'react';
import { useConnection, useServerProbe } from '../device/connection.ts';
import { counted } from '../ui/labels.ts';
import { useLocation } from '../ui/router.ts';

/**
 * Below the header while the server cannot be reached: words, because an icon is missed in the sun. It slides over the top of
 * an open page, so that nothing moves under the finger; the next page leaves room for it, and says there when the
 * connection is back.
 */
export function OfflineStrip() {
  useServerProbe();
  const { isOffline, work } = useConnection();
  const { key } = useLocation();
  const room = useRef({ key: '', isReserved: false });
  if (room.current.key !== key && work.kind !== 'unread') room.current = { key, isReserved: isOffline };
  const count = work.kind === 'waiting' || work.kind === 'kept' ? work.count : 0;
  return (
    <div role="status" className="relative">
      {room.current.isReserved && (
        <div className="flex h-9 items-center justify-center gap-2 bg-complete-soft font-semibold text-complete-text text-sm">
          {!isOffline && (
            <>
              <Wifi aria-hidden className="size-5 shrink-0" />
              Back online
            </>
          )}
        </div>
      )}
      {isOffline && (
        <p className="absolute inset-x-0 top-0 flex min-h-9 animate-drop items-center justify-center gap-2 bg-strip px-4 font-semibold text-sm text-strip-ink">
          <WifiOff aria-hidden className="size-5 shrink-0" />
          {count > 0 ? `Offline · ${counted(count, 'change')} saved on this device` : 'Offline'}
        </p>
      )}
    </div>
  );
}
