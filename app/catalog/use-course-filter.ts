import { useSearchParams } from '../router.ts';

/** What the catalog is narrowed to; 'all' and '' mean no filter. */
export type CourseFilter = { search: string; category: string; level: string };

/** The filter lives in the address, so that it survives a reload and can be shared; clearing all of it leaves a bare path. */
export function useCourseFilter(): [CourseFilter, (change: Partial<CourseFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = {
    search: params.get('search') ?? '',
    category: params.get('category') || 'all',
    level: params.get('level') || 'all',
  };
  const change = (part: Partial<CourseFilter>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(part)) {
          if (value && value !== 'all') next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [filter, change];
}
