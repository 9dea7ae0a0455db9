import { useEffect, useMemo } from 'react';
import { type Course, LEVELS, matchesFilter } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { readShownProgress } from '../../device/progress-record.ts';
import { paths, SEARCHED } from '../../paths.ts';
import { PullNote } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { SearchField, useTypedSearch } from '../../ui/form/search-field.tsx';
import { counted } from '../../ui/labels.ts';
import { useLocation } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { categoryLabel, levelLabel } from '../messages.ts';
import { CourseCard, CourseGrid } from './course-card.tsx';

/** A category or a level of 'all' means no filter (H5), and leaves the address. */
type CourseFilter = { search: string; category: string; level: string };
type Options = readonly (readonly [value: string, label: string])[];

const ALL = 'all';
const LEVEL_OPTIONS: Options = [[ALL, 'All levels'], ...LEVELS.map((level) => [level, levelLabel(level)] as const)];

type FilterBarProps = {
  filter: CourseFilter;
  onChange: (change: Partial<CourseFilter>) => void;
  categories: Options;
};

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
        onChange={(category) => onChange({ category: category === ALL ? '' : category })}
        options={categories}
      />
      <Choice
        className="min-w-0 grow sm:grow-0"
        label="Level"
        value={filter.level}
        onChange={(level) => onChange({ level: level === ALL ? '' : level })}
        options={LEVEL_OPTIONS}
      />
    </div>
  );
}

const IN_SIGHT = 3;

/** The three categories that are always offered, then the others in the catalog (decisions 4). */
function categoryOptions(courses: readonly Course[]): Options {
  const names = new Set(['software', 'hardware', 'business', ...courses.map(({ category }) => category).sort()]);
  return [[ALL, 'All categories'], ...[...names].map((name) => [name, categoryLabel(name)] as const)];
}

type AllCoursesProps = { courses: Course[]; outcome: PullOutcome | undefined; again: () => void };

/** Every course on this device, filtered by the address; a note says when there may be more. */
export function AllCourses({ courses, outcome, again }: AllCoursesProps) {
  const { userId } = useActiveUser();
  const categories = useMemo(() => categoryOptions(courses), [courses]);
  const address = useTableAddress();
  const filter = {
    search: address.search,
    category: address.filter('category', categories) || ALL,
    level: address.filter('level', LEVEL_OPTIONS) || ALL,
  };
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
      <FilterBar filter={filter} onChange={address.change} categories={categories} />
      {shown.length === 0 ? (
        <EmptyState
          title="No courses found"
          action={
            courses.length > 0 && (
              <Button variant="secondary" onClick={() => address.change({ search: '', category: '', level: '' })}>
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
