import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback } from 'react';
import type { Course } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { readCatalog } from '#sync/reads.ts';
import { useEngine } from '../person.tsx';
import { usePull } from '../use-pull.ts';

/**
 * The courses on this device, at once and offline, made fresher whenever the catalog is opened. `courses` is undefined until
 * the device has been read; `outcome` is how the last refresh ended, undefined while it runs.
 */
export function useCatalog(): { courses: Course[] | undefined; outcome: PullOutcome | undefined; again: () => void } {
  const engine = useEngine();
  const courses = useLiveQuery(() => readCatalog(engine.replica), [engine]);
  const { outcome, again } = usePull(useCallback(() => engine.pullCatalog(), [engine]));
  return { courses, outcome, again };
}
