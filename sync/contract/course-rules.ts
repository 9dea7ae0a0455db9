// A course's rules, apart from its shapes: a first paint and a tap need no parser.
import type { Course, CourseFilter } from './course.ts';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export const VISIBILITIES = ['public', 'organization', 'private'] as const;

/** Case and accents do not matter in a search: 'Révision' and 'revision' fold to the same text. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What a search and the filters look at. */
type Searched = Pick<Course, 'title' | 'description' | 'instructorName' | 'category' | 'level'>;

/** True when every word of `search` occurs in title, description or instructor, in any order; and the filters agree. */
export function matchesFilter(course: Searched, filter: Pick<CourseFilter, 'category' | 'level' | 'search'>): boolean {
  const wanted = (value: string | undefined) => (!value || value === 'all' ? undefined : value);
  const category = wanted(filter.category);
  if (category && course.category !== category) return false;
  const level = wanted(filter.level);
  if (level && course.level !== level) return false;
  const text = foldText(`${course.title} ${course.description} ${course.instructorName}`);
  return foldText(filter.search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** '1h 35m', '2h' or '35m' from whole minutes. */
export function courseDurationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
}
