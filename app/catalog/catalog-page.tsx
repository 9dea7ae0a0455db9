// The signed-in home: the catalog as this device knows it, narrowed by the address.
import { type ReactNode, useEffect, useMemo } from 'react';
import { type Course, matchesFilter } from '#sync/contract/course.ts';
import { counted } from '../course-words.ts';
import { paths, SEARCHED } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { keepProgress, keptProgress } from '../progress-record.ts';
import { useLocation } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/state-view.tsx';
import { CatalogState } from './catalog-state.tsx';
import { ContinueCard } from './continue-card.tsx';
import { CourseCard } from './course-card.tsx';
import { CourseGrid } from './course-grid.tsx';
import { FeaturedCourse, featuredOf } from './featured-course.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useCatalog } from './use-catalog.ts';
import { useCourseFilter } from './use-course-filter.ts';
import { useGoingOn } from './use-going-on.ts';
import { usePartner } from './use-partner.ts';

const IN_SIGHT = 3;

/** The three that are always offered, then any other that the catalog holds (decisions 4). */
const categoriesOf = (courses: readonly Course[]) => [
  ...new Set(['software', 'hardware', 'business', ...courses.map(({ category }) => category).sort()]),
];

type AllCoursesProps = {
  courses: Course[];
  /** True once the server has said that these are all, false when it could not be asked: then they are this device's. */
  isWhole: boolean | undefined;
  note: ReactNode;
};

function AllCourses({ courses, isWhole, note }: AllCoursesProps) {
  const { userId } = usePerson();
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
          {isWhole !== undefined && `${counted(shown.length, 'course')}${isWhole ? '' : ' on this device'}`}
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

/** On a partner's host: the one course named for them (H7). */
function PartnerCourse({ courses }: { courses: Course[] }) {
  const [course] = courses;
  return course ? <FeaturedCourse course={course} /> : <EmptyState title="No courses found" />;
}

/** Heading, where to go on, featured course, filters and the grid of all courses. */
export function CatalogPage() {
  usePageTitle('Courses');
  const { userId } = usePerson();
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
      {partner !== undefined && (
        <CatalogState {...catalog} courses={courses}>
          {(found, note) =>
            partner ? (
              <PartnerCourse courses={found} />
            ) : (
              <AllCourses courses={found} isWhole={catalog.outcome && catalog.outcome.kind === 'fresh'} note={note} />
            )
          }
        </CatalogState>
      )}
    </div>
  );
}
