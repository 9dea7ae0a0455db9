import { useEffect, useMemo } from 'react';
import { type Course, LEVELS, matchesFilter } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { readShownProgress } from '../../device/progress-record.ts';
import { paths, SEARCHED } from '../../paths.ts';
import { PullNote } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { SearchField, useTypedSearch } from '../../ui/form/search-field.tsx';
import { useLocation, useSearchParams } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { categoryLabel, counted, levelLabel } from '../messages.ts';
import { CourseCard, CourseGrid } from './course-card.tsx';

/** The catalog's filter; 'all' and '' mean no filter. */
type CourseFilter = { search: string; category: string; level: string };

/**
 * The filter, stored in the address so that it survives a reload and can be shared. A category that is not one of
 * `categories`, or an unknown level, is ignored.
 */
function useCourseFilter(categories: readonly string[]): [CourseFilter, (change: Partial<CourseFilter>) => void] {
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

type FilterBarProps = {
  filter: CourseFilter;
  onChange: (change: Partial<CourseFilter>) => void;
  /** The categories to choose from. */
  categories: readonly string[];
};

/** Search, category and level of the catalog. */
function FilterBar({ filter, onChange, categories }: FilterBarProps) {
  const [text, setText] = useTypedSearch(filter.search, (search) => onChange({ search }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" className="flex flex-wrap gap-2">
      <div className="w-full sm:w-72 md:grow">
        <SearchField label="Search courses" value={text} onChange={setText} look="raised" />
      </div>
      <Choice
        className="min-w-0 grow sm:grow-0"
        label="Category"
        value={filter.category}
        onChange={(category) => onChange({ category })}
        options={[['all', 'All categories'], ...categories.map((name) => [name, categoryLabel(name)] as const)]}
      />
      <Choice
        className="min-w-0 grow sm:grow-0"
        label="Level"
        value={filter.level}
        onChange={(level) => onChange({ level })}
        options={[['all', 'All levels'], ...LEVELS.map((level) => [level, levelLabel(level)] as const)]}
      />
    </div>
  );
}

const IN_SIGHT = 3;

/** The three categories that are always offered, then the others in the catalog (decisions 4). */
const categoriesOf = (courses: readonly Course[]) => [
  ...new Set(['software', 'hardware', 'business', ...courses.map(({ category }) => category).sort()]),
];

type AllCoursesProps = { courses: Course[]; outcome: PullOutcome | undefined; again: () => void };

/** Every course on this device, filtered by the address; a note says when there may be more. */
export function AllCourses({ courses, outcome, again }: AllCoursesProps) {
  const { userId } = useActiveUser();
  const categories = useMemo(() => categoriesOf(courses), [courses]);
  const [filter, changeFilter] = useCourseFilter(categories);
  const shown = courses.filter((course) => matchesFilter(course, filter));
  const { key, state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per search from the header
  useEffect(() => {
    if (state === SEARCHED) document.getElementById('all-courses')?.scrollIntoView();
  }, [key]);
  return (
    <section aria-labelledby="all-courses" className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="all-courses" className="font-semibold text-xl">
          All Courses
        </h2>
        <p role="status" className="text-ink-soft text-sm">
          {outcome && `${counted(shown.length, 'course')}${outcome.kind === 'fresh' ? '' : ' on this device'}`}
        </p>
      </div>
      <PullNote
        outcome={outcome}
        again={again}
        failed={texts.failedCourses}
        shown="Only the courses on this device are listed."
      />
      <FilterBar filter={filter} onChange={changeFilter} categories={categories} />
      {shown.length === 0 ? (
        <EmptyState
          title="No courses found"
          action={
            courses.length > 0 && (
              <Button variant="secondary" onClick={() => changeFilter({ search: '', category: 'all', level: 'all' })}>
                Show all courses
              </Button>
            )
          }
        />
      ) : (
        <CourseGrid>
          {shown.map((course, index) => (
            <li key={course.id}>
              <CourseCard
                course={course}
                to={paths.course(course.id)}
                percent={course.percentComplete ?? readShownProgress(userId, course.id) ?? 0}
                first={index < IN_SIGHT}
              />
            </li>
          ))}
        </CourseGrid>
      )}
    </section>
  );
}
