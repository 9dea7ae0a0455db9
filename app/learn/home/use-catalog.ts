import { useCallback } from 'react';
import { readHome } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { unhurried, useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';

/**
 * The courses on this device, at once and offline, made fresher whenever the catalog is opened. `courses` is undefined until
 * the device has been read; `outcome` is how the last refresh ended, undefined while it runs.
 */
export function useCatalog() {
  const engine = useEngine();
  const read = unhurried(
    () => readHome(engine.replica),
    ({ isLongQueue }) => isLongQueue,
  );
  const home = useLiveQuery(read, [engine]);
  const { outcome, again } = usePull(useCallback(() => engine.pullCatalog(), [engine]));
  return { courses: home?.courses, goingOn: home?.goingOn, outcome, again };
}
