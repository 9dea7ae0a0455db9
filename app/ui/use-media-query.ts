import { useCallback, useSyncExternalStore } from 'react';

/** The specification's breakpoint: narrower is a phone. */
export const PHONE = '(width < 48rem)';

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
