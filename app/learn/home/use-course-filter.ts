import { LEVELS } from '#sync/contract/course.ts';
import { useSearchParams } from '../../ui/router.ts';

/** What the catalog is narrowed to; 'all' and '' mean no filter. */
export type CourseFilter = { search: string; category: string; level: string };

/**
 * The filter lives in the address, so that it survives a reload and can be shared; clearing all of it leaves a bare path.
 * A category that is not one of `categories`, or a level that is none, narrows nothing.
 */
export function useCourseFilter(
  categories: readonly string[],
): [CourseFilter, (change: Partial<CourseFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const among = (known: readonly string[], name: string) => known.find((one) => one === params.get(name)) ?? 'all';
  const filter = {
    search: params.get('search') ?? '',
    category: among(categories, 'category'),
    level: among(LEVELS, 'level'),
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
