// The signed-in home: the catalog as this device knows it, narrowed by the address.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Config } from '#sync/contract/config.ts';
import { type Course, LEVELS, matchesFilter } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { loadConfig } from '../../api/config.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { keepProgress, keptProgress } from '../../device/progress-record.ts';
import { paths, SEARCHED } from '../../paths.ts';
import { PullErrorView, PullNote } from '../../shell/load-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { SearchField, useTypedSearch } from '../../ui/form/search-field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useLocation } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { categoryLabel, counted, levelLabel } from '../messages.ts';
import { ContinueCard } from './continue-card.tsx';
import { CourseCard } from './course-card.tsx';
import { CourseGrid, CourseGridSkeleton } from './course-grid.tsx';
import { FeaturedCourse, featuredOf } from './featured-course.tsx';
import { useCatalog } from './use-catalog.ts';
import { type CourseFilter, useCourseFilter } from './use-course-filter.ts';

type FilterBarProps = {
  filter: CourseFilter;
  onChange: (change: Partial<CourseFilter>) => void;
  /** Those that can be chosen. */
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

let known: Config['partner'] | undefined;

/**
 * The partner whose host this is (decisions 3), null for none; undefined for one read of the device. Without any word of
 * the server on this device there is none.
 */
function usePartner(): Config['partner'] | undefined {
  const [partner, setPartner] = useState(known);
  useEffect(() => {
    loadConfig().then(
      (config) => {
        known = config.partner ?? null;
        setPartner(known);
      },
      () => setPartner(null),
    );
  }, []);
  return partner;
}

/**
 * Fetches the course in which the person worked last on another device, once for each time that the server tells of it:
 * so that the home knows the very lesson and second without the course having been opened here.
 */
function useGoingOn(goingOn: ReturnType<typeof useCatalog>['goingOn']): void {
  const engine = useEngine();
  const courseId = goingOn?.isBehind ? goingOn.course.id : undefined;
  const toldAt = goingOn?.course.lastActivityAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another activity is another pull
  useEffect(() => {
    if (courseId !== undefined) engine.pullCourse(courseId).catch(() => undefined);
  }, [engine, courseId, toldAt]);
}

const IN_SIGHT = 3;

/** The three that are always offered, then any other that the catalog holds (decisions 4). */
const categoriesOf = (courses: readonly Course[]) => [
  ...new Set(['software', 'hardware', 'business', ...courses.map(({ category }) => category).sort()]),
];

/** `note` is why they may not be all there are. */
function AllCourses({
  courses,
  outcome,
  note,
}: Pick<CoursesProps, 'outcome'> & { courses: Course[]; note: ReactNode }) {
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
      {note}
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
                percent={course.percentComplete ?? keptProgress(userId, course.id) ?? 0}
                first={index < IN_SIGHT}
              />
            </li>
          ))}
        </CourseGrid>
      )}
    </section>
  );
}

type CoursesProps = {
  courses: Course[] | undefined;
  outcome: PullOutcome | undefined;
  again: () => void;
  /** On a partner's host only the course named for them is shown (H7). */
  isPartner: boolean;
};

/** Skeleton, error and offline view while this device has no courses; else the courses, whatever the network does. */
function Courses({ courses, outcome, again, isPartner }: CoursesProps) {
  if (!courses || (courses.length === 0 && !outcome)) return <CourseGridSkeleton />;
  if (courses.length === 0 && outcome && outcome.kind !== 'fresh') {
    return (
      <PullErrorView
        outcome={outcome}
        again={again}
        failed={texts.failedCourses}
        absent="No courses on this device yet"
      >
        Connect once to fetch the catalog; after that it opens without a network.
      </PullErrorView>
    );
  }
  if (isPartner) return courses[0] ? <FeaturedCourse course={courses[0]} /> : <EmptyState title="No courses found" />;
  const note = (
    <PullNote
      outcome={outcome}
      again={again}
      failed={texts.failedCourses}
      shown="Only the courses on this device are listed."
    />
  );
  return <AllCourses courses={courses} outcome={outcome} note={note} />;
}

/** Heading, where to go on, featured course, filters and the grid of all courses. */
export function CatalogPage() {
  usePageTitle('Courses');
  const { userId } = useActiveUser();
  const partner = usePartner();
  const catalog = useCatalog();
  const { goingOn } = catalog;
  useGoingOn(goingOn);
  useEffect(() => {
    const figures = catalog.courses?.flatMap(({ id, percentComplete }) =>
      percentComplete === undefined ? [] : [[id, percentComplete] as const],
    );
    if (figures?.length) keepProgress(userId, new Map(figures));
  }, [userId, catalog.courses]);
  const courses = partner ? catalog.courses?.filter(({ id }) => id === partner.courseId) : catalog.courses;
  const featured = partner === null && courses ? featuredOf(courses) : undefined;
  const isOffered = goingOn !== undefined && (!partner || goingOn.course.id === partner.courseId);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:gap-8 md:py-10">
      <h1 className={`font-bold text-2xl tracking-tight md:text-3xl ${partner === undefined ? 'invisible' : ''}`}>
        {partner ? `${partner.name} Training` : 'Welcome to the Groundwork Learning Hub'}
      </h1>
      {partner !== undefined && isOffered && <ContinueCard goingOn={goingOn} />}
      {featured && <FeaturedCourse course={featured} isSecond={isOffered} />}
      {partner !== undefined && <Courses {...catalog} courses={courses} isPartner={partner !== null} />}
    </div>
  );
}
