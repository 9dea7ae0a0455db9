import { useCallback, useSyncExternalStore } from 'react';

/** Where a finger is used, or there is no more room than on a phone (decision 352); `hand` in style.css says the same. */
export const HAND = '(width < 48rem), (pointer: coarse)';

/** A tablet held across, with room for a list beside a text of 680 px. */
export const HAS_ROOM_BESIDE = '(width >= 68rem) and (orientation: landscape) and (pointer: coarse)';

export function useMediaQuery(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
