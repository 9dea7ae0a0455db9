import { useEffect } from 'react';
import { useEngine } from '../person.tsx';
import type { useCatalog } from './use-catalog.ts';

/**
 * Fetches the course in which the person worked last on another device, once for each time that the server tells of it:
 * so that the home knows the very lesson and second without the course having been opened here.
 */
export function useGoingOn(goingOn: ReturnType<typeof useCatalog>['goingOn']): void {
  const engine = useEngine();
  const courseId = goingOn?.isBehind ? goingOn.course.id : undefined;
  const toldAt = goingOn?.course.lastActivityAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another activity is another pull
  useEffect(() => {
    if (courseId !== undefined) engine.pullCourse(courseId).catch(() => undefined);
  }, [engine, courseId, toldAt]);
}
