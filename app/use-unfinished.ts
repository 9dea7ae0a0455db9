import { useEffect } from 'react';
import { unfinished } from './unfinished.ts';

/** While `isSo`, no new version of the app interrupts this page (O12). */
export function useUnfinished(isSo: boolean): void {
  useEffect(() => (isSo ? unfinished.begin() : undefined), [isSo]);
}
