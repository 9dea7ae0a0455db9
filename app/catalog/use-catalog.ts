import { useCallback } from 'react';
import { readHome } from '#sync/reads.ts';
import { unhurried, useLiveQuery } from '../live-query.ts';
import { useEngine } from '../person.tsx';
import { usePull } from '../use-pull.ts';

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
