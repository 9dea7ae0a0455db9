// The signed-in home page: where to continue, the featured course, and the catalog as this device has it.

import { Award, CirclePlay, Clock, MonitorPlay } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { lessonKind, lessonLabel } from '#sync/contract/lesson.ts';
import type { Config } from '#sync/contract/server.ts';
import type { PullOutcome } from '#sync/engine.ts';
import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import { type LessonState, readHome } from '#sync/store/reads.ts';
import { loadConfig } from '../../api/config.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { unhurried, useLiveQuery } from '../../device/live-query.ts';
import { saveShownProgress } from '../../device/progress-record.ts';
import { usePull } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { clockLabel } from '../../ui/labels.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { CourseThumbnail } from '../course/course-thumbnail.tsx';
import { AllCourses } from './all-courses.tsx';
import { CourseGridSkeleton } from './course-card.tsx';

/**
 * The courses on this device, refreshed whenever the catalog is opened. `courses` is undefined until the device has been read;
 * `outcome` is how the last refresh ended, undefined while it runs.
 */
function useCatalog() {
  const engine = useEngine();
  const read = unhurried(
    () => readHome(engine.replica),
    ({ isLongQueue }) => isLongQueue,
  );
  const home = useLiveQuery(read, [engine]);
  const { outcome, again } = usePull(useCallback(() => engine.pullCatalog(), [engine]));
  return { courses: home?.courses, courseToContinue: home?.courseToContinue, outcome, again };
}

const PROMISES = [
  { icon: Clock, text: '25 minutes' },
  { icon: Award, text: 'Certificate included' },
  { icon: MonitorPlay, text: 'Video lessons' },
];

const PREFERRED = 4;

/** Course 4 if the user has it, else their first course by id (decisions 7). */
function featuredOf(courses: readonly Course[]): Course | undefined {
  return courses.find((course) => course.id === PREFERRED) ?? [...courses].sort((a, b) => a.id - b.id)[0];
}

/** The featured course; `isSecond` below the card for continuing, which then has the primary button. */
function FeaturedCourse({ course, isSecond = false }: { course: Course; isSecond?: boolean }) {
  return (
    <Card className="grid overflow-hidden md:grid-cols-[2fr_3fr]">
      <div className="md:max-lg:self-center md:max-lg:pl-6">
        <CourseThumbnail course={course} first className="max-md:max-h-44 md:max-lg:rounded-md lg:h-full" />
      </div>
      <div className="flex flex-col items-start gap-3 p-5 md:p-7">
        <h2 className="font-semibold text-xl">{course.title}</h2>
        <p className="line-clamp-3 text-ink-soft">{course.description}</p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-soft text-sm">
          {PROMISES.map(({ icon: Icon, text }) => (
            <li key={text} className="inline-flex items-center gap-1.5">
              <Icon aria-hidden className="size-4 text-accent-text" />
              {text}
            </li>
          ))}
        </ul>
        <Button
          to={paths.course(course.id)}
          size="big"
          variant={isSecond ? 'secondary' : 'primary'}
          className="mt-1 w-full sm:w-auto"
        >
          Continue Course
        </Button>
      </div>
    </Card>
  );
}

/** 'at 2:13 of 6:40' for a video in progress, else the lesson's label. */
function progressLabel({ lesson, unit }: LessonState): string {
  if (unit.status !== 'in_progress') return lessonLabel(lesson);
  const position = unit.positionSeconds ?? 0;
  if (lessonKind(lesson) !== 'video' || position < 1) return `In progress · ${lessonLabel(lesson)}`;
  return `at ${clockLabel(position)} of ${clockLabel(lesson.duration)}`;
}

/** The link to the lesson that the user worked on last, on any device. */
function ContinueCard({ courseToContinue }: { courseToContinue: CourseToContinue<LessonState> }) {
  const { course, lesson, isStarted } = courseToContinue;
  return (
    <section aria-labelledby="continue">
      <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 md:px-7">
        <CirclePlay aria-hidden className="size-9 shrink-0 text-accent-text max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="continue" className="text-ink-soft text-sm">
            {isStarted ? 'Continue where you left off' : 'Your next course'}
            <span className="max-sm:hidden"> · </span>
            <span className="max-sm:block">{course.title}</span>
          </h2>
          {lesson ? (
            <>
              <p className="mt-0.5 font-semibold text-lg">{lesson.lesson.title}</p>
              <p className="text-ink-soft text-sm">
                Lesson {lesson.lesson.orderIndex} · {progressLabel(lesson)}
              </p>
            </>
          ) : (
            <Skeleton className="mt-1.5 h-11 w-3/5" />
          )}
        </div>
        <Button
          size="big"
          className="w-full sm:w-auto"
          to={lesson ? paths.lesson(course.id, lesson.lesson.id) : paths.course(course.id)}
        >
          {isStarted ? 'Continue' : 'Start'}
        </Button>
      </Card>
    </section>
  );
}

let knownPartner: Config['partner'] | undefined;

/** The partner whose host this is (decisions 3), null for none; undefined until the configuration was read. */
function usePartner(): Config['partner'] | undefined {
  const [partner, setPartner] = useState(knownPartner);
  useEffect(() => {
    loadConfig().then(
      (config) => {
        knownPartner = config.partner ?? null;
        setPartner(knownPartner);
      },
      () => setPartner(null),
    );
  }, []);
  return partner;
}

/**
 * Fetches the course that the user worked on last on another device, once for each activity that the server reports, so that
 * the home page knows the lesson and second without the course having been opened here.
 */
function usePullContinuedCourse(courseToContinue: ReturnType<typeof useCatalog>['courseToContinue']): void {
  const engine = useEngine();
  const courseId = courseToContinue?.isOutdated ? courseToContinue.course.id : undefined;
  const lastActivityAt = courseToContinue?.course.lastActivityAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another activity is another pull
  useEffect(() => {
    if (courseId !== undefined) engine.pullCourse(courseId).catch(() => undefined);
  }, [engine, courseId, lastActivityAt]);
}

type CoursesProps = {
  courses: Course[] | undefined;
  outcome: PullOutcome | undefined;
  again: () => void;
  /** On a partner's host, only the partner's course is shown (H7). */
  isPartner: boolean;
};

/** Skeleton, error or offline view while this device has no courses; else the courses. */
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
        Connect once to load the catalog; after that it works offline.
      </PullErrorView>
    );
  }
  if (isPartner) return courses[0] ? <FeaturedCourse course={courses[0]} /> : <EmptyState title="No courses found" />;
  return <AllCourses courses={courses} outcome={outcome} again={again} />;
}

/** Heading, the card for continuing, the featured course, and all courses with their filter. */
export function CatalogPage() {
  usePageTitle('Courses');
  const { userId } = useActiveUser();
  const partner = usePartner();
  const catalog = useCatalog();
  const { courseToContinue } = catalog;
  usePullContinuedCourse(courseToContinue);
  useEffect(() => {
    const figures = catalog.courses?.flatMap(({ id, percentComplete }) =>
      percentComplete === undefined ? [] : [[id, percentComplete] as const],
    );
    if (figures?.length) saveShownProgress(userId, new Map(figures));
  }, [userId, catalog.courses]);
  const courses = partner ? catalog.courses?.filter(({ id }) => id === partner.courseId) : catalog.courses;
  const featured = partner === null && courses ? featuredOf(courses) : undefined;
  const showsContinue = courseToContinue !== undefined && (!partner || courseToContinue.course.id === partner.courseId);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:gap-8 md:py-10">
      <h1 className={`font-bold text-2xl tracking-tight md:text-3xl ${partner === undefined ? 'invisible' : ''}`}>
        {partner ? `${partner.name} Training` : 'Welcome to the Groundwork Learning Hub'}
      </h1>
      {partner !== undefined && showsContinue && <ContinueCard courseToContinue={courseToContinue} />}
      {featured && <FeaturedCourse course={featured} isSecond={showsContinue} />}
      {partner !== undefined && <Courses {...catalog} courses={courses} isPartner={partner !== null} />}
    </div>
  );
}
