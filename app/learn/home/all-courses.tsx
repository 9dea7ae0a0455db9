import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, CircleArrowDown } from 'lucide-react';
import { Suspense, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { type Course, compareDue, LEVELS, matchesFilter } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../../api/messages.ts';
import { useConnection, useOpenedOffline } from '../../device/connection.ts';
import { paths, SEARCHED } from '../../paths.ts';
import { PullNote } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { courseDurationLabel } from '../../ui/course-labels.ts';
import { Choice } from '../../ui/form/field.tsx';
import { SearchField, useTypedSearch } from '../../ui/form/search-field.tsx';
import { lazyPart, Nothing } from '../../ui/lazy-part.ts';
import { useLocation } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import type { OnDevice } from '../downloads/use-on-device.ts';
import { categoryLabel, levelLabel } from '../messages.ts';
import { CourseCard, CourseGrid } from './course-card.tsx';
import { AwayRow, CourseRow, CourseRows } from './course-row.tsx';

/** It reads texts as lessons do, and comes with what draws these. */
const LessonHitList = lazyPart(() => import('./lesson-hits.tsx').then((file) => file.LessonHitList), Nothing);

type Options = readonly (readonly [value: string, label: string])[];

const ALL = 'all';
const LEVEL_OPTIONS: Options = [[ALL, t`All levels`], ...LEVELS.map((level) => [level, levelLabel(level)] as const)];
const PLACES: Options = [
  ['here', t`On this device`],
  ['all', t`Everywhere`],
];

/** The three categories that are always offered, then the others in the catalog (P-4). */
function categoryOptions(courses: readonly Course[]): Options {
  const names = new Set(['software', 'hardware', 'business', ...courses.map(({ category }) => category).sort()]);
  return [[ALL, t`All categories`], ...[...names].map((name) => [name, categoryLabel(name)] as const)];
}

/** What is searched: the text of the address, and ahead of it what is being typed. */
export function useCourseSearch(): [search: string, type: (text: string) => void] {
  const { search } = useTableAddress();
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has caught up, or leads elsewhere
  useEffect(() => setTyped(undefined), [search]);
  return [typed ?? search, setTyped];
}

/** The filters of the address. Offline, only what is on this device is listed unless the user asks for all of it. */
function useCourseFilter(categories: Options) {
  const address = useTableAddress();
  const isOffline = useOpenedOffline();
  const place = address.filter('place', PLACES) || (isOffline ? 'here' : ALL);
  const filter = {
    search: address.search,
    category: address.filter('category', categories) || ALL,
    level: address.filter('level', LEVEL_OPTIONS) || ALL,
  };
  const queryWith = (search: string) => address.searchWith({ search });
  return { filter, isHereOnly: place === 'here', isOffline, change: address.change, queryWith };
}

const CHIP = 'shrink-0 [&_select]:rounded-full';

type FilterBarProps = ReturnType<typeof useCourseFilter> & {
  categories: Options;
  /** Called when a search is about to be typed. */
  onSearch: () => void;
  onType: (text: string) => void;
};

/** A category or a level of 'all' means no filter (R-H5), and leaves the address. */
function FilterBar({ filter, isHereOnly, isOffline, change, queryWith, categories, onSearch, onType }: FilterBarProps) {
  const [text, setText] = useTypedSearch(filter.search, (search) => change({ search }), queryWith);
  const type = (typed: string) => {
    setText(typed);
    startTransition(() => onType(typed));
  };
  const Icon = isHereOnly ? Check : CircleArrowDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns of <search> in a DOM that does not know it
    <div role="search" className="flex flex-wrap gap-3">
      <div className="w-full md:w-56 md:grow">
        <SearchField label={t`Search courses`} value={text} onChange={type} onFocus={onSearch} look="raised" />
      </div>
      <div className="relative -mx-4 flex max-w-[calc(100%+2rem)] gap-2 overflow-x-auto px-4 py-1 md:m-0 md:p-0">
        <button
          type="button"
          aria-pressed={isHereOnly}
          onClick={() => change({ place: isHereOnly === isOffline ? (isHereOnly ? ALL : 'here') : '' })}
          className={`inline-flex min-h-touch shrink-0 items-center gap-2 rounded-full border px-4 transition-colors outdoor:border-2 ${isHereOnly ? 'border-accent bg-accent-soft font-semibold text-accent-text ring-1 ring-accent' : 'border-line-strong bg-surface'}`}
        >
          <Icon aria-hidden className="size-5" />
          <Trans>On this device</Trans>
        </button>
        <Choice
          isLabelHidden
          className={CHIP}
          label={t`Category`}
          value={filter.category}
          onChange={(category) => change({ category: category === ALL ? '' : category })}
          options={categories}
        />
        <Choice
          isLabelHidden
          className={CHIP}
          label={t`Level`}
          value={filter.level}
          onChange={(level) => change({ level: level === ALL ? '' : level })}
          options={LEVEL_OPTIONS}
        />
      </div>
    </div>
  );
}

/** 'New, 1h 35m' for a course that was not begun, else what is left of it. */
export function courseNote(course: Course, left: string | undefined): string {
  if (course.percentComplete === 100) return t`Completed`;
  const length = courseDurationLabel(course.duration);
  return left ?? t`New, ${length}`;
}

const IN_SIGHT = 3;

type AllCoursesProps = {
  courses: Course[];
  /** Ahead of the address while it is typed. */
  search: string;
  onType: (text: string) => void;
  outcome: PullOutcome | undefined;
  again: () => void;
  onDevice: OnDevice;
  percentOf: (course: Course) => number;
  /** Of a course that was begun. */
  leftOf: (courseId: number) => string | undefined;
};

/** Every course that this device knows, filtered; a note says when there may be more. */
export function AllCourses(props: AllCoursesProps) {
  const { courses, search, onType, outcome, again, onDevice, percentOf, leftOf } = props;
  const categories = useMemo(() => categoryOptions(courses), [courses]);
  const filters = useCourseFilter(categories);
  const { filter, isHereOnly, isOffline, change } = filters;
  const isOfflineNow = useConnection().isOffline;
  const matching = courses.filter((course) => matchesFilter(course, { ...filter, search }));
  // The courses that were begun have no list of their own then.
  const found = isOffline ? matching.sort(compareDue) : matching;
  const opens = ({ id }: Course) => (isOffline ? onDevice.opens(id) : onDevice.isWhole(id));
  const shown = isHereOnly ? found.filter(opens) : found;
  const away = isHereOnly && isOffline ? found.filter((course) => !opens(course)) : [];
  // With a search, the lessons that match stay in sight below.
  const isCompact = isHereOnly || search !== '';
  const noteOf = (course: Course) => courseNote(course, leftOf(course.id));
  const rowOf = (course: Course) => (
    <CourseRow course={course} percent={percentOf(course)} note={noteOf(course)} isHere={onDevice.isWhole(course.id)} />
  );
  const [isSearching, setSearching] = useState(false);
  const section = useRef<HTMLElement>(null);
  useScrollToSearch(section, search !== '');
  return (
    <section ref={section} aria-labelledby="all-courses" className="flex scroll-mt-20 flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="all-courses" className="font-bold text-xl">
          <Trans>All Courses</Trans>
        </h2>
        <p role="status" className="text-ink-soft text-sm">
          {outcome && plural(shown.length + away.length, { one: '# course', other: '# courses' })}
        </p>
      </div>
      <FilterBar {...filters} categories={categories} onSearch={() => setSearching(true)} onType={onType} />
      {shown.length + away.length === 0 && (
        <NoCourses
          title={isHereOnly && found.length > 0 ? t`Nothing is downloaded yet` : t`No courses found`}
          isLine={search !== ''}
          // Not while something is being typed, which would come back.
          showAll={
            courses.length > 0 &&
            search === filter.search &&
            (() => change({ search: '', category: '', level: '', place: '' }))
          }
        />
      )}
      {isCompact && shown.length > 0 && (
        <CourseRows>
          {shown.map((course) => (
            <li key={course.id}>{rowOf(course)}</li>
          ))}
        </CourseRows>
      )}
      {!isCompact && shown.length > 0 && (
        <CourseGrid>
          {shown.map((course, index) => (
            <li key={course.id}>
              <CourseCard
                course={course}
                to={paths.course(course.id)}
                percent={percentOf(course)}
                first={index < IN_SIGHT}
                isHere={onDevice.isWhole(course.id)}
                isAway={isOfflineNow && !onDevice.opens(course.id)}
              />
            </li>
          ))}
        </CourseGrid>
      )}
      {away.length > 0 && (
        <>
          <div className="mt-2 flex items-baseline justify-between gap-4">
            <p className="font-semibold">{isOfflineNow ? t`Needs a connection` : t`Not on this device`}</p>
            <p className="text-ink-soft text-sm">{plural(away.length, { one: '# course', other: '# courses' })}</p>
          </div>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {away.map((course) => (
              <li key={course.id}>
                {isOfflineNow ? <AwayRow course={course} note={noteOf(course)} /> : rowOf(course)}
              </li>
            ))}
          </ul>
        </>
      )}
      <PullNote outcome={outcome} again={again} failed={texts.failedCourses} shown={t`New courses may be missing.`} />
      {(isSearching || search) && (
        <Suspense>
          <LessonHitList
            search={search}
            asked={isHereOnly && !isOfflineNow ? undefined : filter.search}
            courses={courses}
          />
        </Suspense>
      )}
    </section>
  );
}

type NoCoursesProps = {
  title: string;
  /** Lessons may be found below. */
  isLine: boolean;
  showAll: false | (() => void);
};

/** With a search it stands below the lessons that match. */
function NoCourses({ title, isLine, showAll }: NoCoursesProps) {
  const action = showAll && (
    <Button variant={isLine ? 'quiet' : 'secondary'} onClick={showAll}>
      <Trans>Show all courses</Trans>
    </Button>
  );
  if (!isLine) return <EmptyState title={title} action={action} />;
  return (
    <p className="order-1 flex min-h-touch items-center justify-between gap-4 text-ink-soft">
      {title}
      {action}
    </p>
  );
}

/** A search from the header shows its results; the magnifier of a phone, which brings none, opens the box. */
function useScrollToSearch(section: { current: HTMLElement | null }, isSearching: boolean): void {
  const { key, state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per search from the header
  useEffect(() => {
    if (state !== SEARCHED) return;
    section.current?.scrollIntoView();
    if (!isSearching) section.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [key]);
  const wasSearching = useRef(isSearching);
  // What is above goes and comes with the search; the box stays in sight.
  useEffect(() => {
    if (wasSearching.current !== isSearching) section.current?.scrollIntoView();
    wasSearching.current = isSearching;
  }, [isSearching, section]);
}
