// The signed-in home page: what to do today or in a few minutes, certificates, what waits to be sent, the featured course, and the catalog.

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Award, ChevronRight, Clock, CloudUpload, MonitorPlay, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Course, featuredOf } from '#sync/contract/course.ts';
import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import { type HomeState, type LessonState, readHome } from '#sync/store/reads.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection, useOpenedOffline } from '../../device/connection.ts';
import { unhurried, useLiveQuery } from '../../device/live-query.ts';
import { readShownProgress, saveShownProgress } from '../../device/progress-record.ts';
import { usePull } from '../../device/use-pull.ts';
import { FIRST_RUN, paths } from '../../paths.ts';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { courseDurationLabel } from '../../ui/course-labels.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, Navigate, useLocation } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { CalendarButton } from '../calendar.tsx';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { useOnDevice } from '../downloads/use-on-device.ts';
import { leftToDo } from '../modules.ts';
import { QuizNewsList, useQuizNews } from '../quiz-news.tsx';
import { usePartner } from '../use-partner.ts';
import { AllCourses, useCourseSearch } from './all-courses.tsx';
import { CertificateShelf, hasAchieved } from './certificate-shelf.tsx';
import { ContinueCard } from './continue-card.tsx';
import { CourseGridSkeleton } from './course-card.tsx';
import { CourseRow, CourseRows } from './course-row.tsx';
import { type StepHere, whatOpensFirst } from './opens-first.ts';
import { SpareMinutes } from './spare-minutes.tsx';

type Home = HomeState & { toContinue: StepHere[] };

/** The courses on this device, undefined until read, and the outcome of their refresh, undefined while it runs. */
function useCatalog() {
  const engine = useEngine();
  const isOffline = useOpenedOffline();
  const read = unhurried(
    async (): Promise<Home> => {
      const home = await readHome(engine.replica);
      return isOffline ? { ...home, toContinue: await whatOpensFirst(engine.replica, home.toContinue) } : home;
    },
    ({ isLongQueue }) => isLongQueue,
  );
  const home = useLiveQuery(read, [engine, isOffline]);
  const { outcome, again } = usePull(() => engine.pullCatalog(), [engine]);
  return { home, outcome, again };
}

/** '25 minutes' or '2h 17m': the one length of the course, as on its card. */
const lengthOf = (minutes: number) =>
  minutes < 60 ? plural(minutes, { one: '# minute', other: '# minutes' }) : courseDurationLabel(minutes);

type FeaturedProps = {
  course: Course;
  /** Below the card for continuing, which has the primary button. */
  isSecond: boolean;
  heading: 'h2' | 'h3';
};

function FeaturedCourse({ course, isSecond, heading: Heading }: FeaturedProps) {
  const promises = [
    { icon: Clock, text: lengthOf(course.duration) },
    { icon: Award, text: t`Certificate included` },
    { icon: MonitorPlay, text: t`Video lessons` },
  ];
  return (
    <Card className="grid overflow-hidden md:grid-cols-2 low:grid-cols-1">
      <div className="relative max-md:h-46 md:min-h-72 low:hidden">
        <CourseThumbnail course={course} first={!isSecond} className="absolute inset-0 h-full" />
      </div>
      <div className="flex flex-col items-start justify-center gap-3 p-4 md:p-6 low:grid low:grid-cols-2 low:items-center">
        <div>
          <Heading dir="auto" className="font-bold text-xl">
            {course.title}
          </Heading>
          <p className="text-ink-soft">{plural(course.lessonCount, { one: '# lesson', other: '# lessons' })}</p>
        </div>
        <p dir="auto" className="line-clamp-3 text-ink-soft low:col-span-2">
          {course.description}
        </p>
        <ul className="flex flex-wrap gap-2 text-sm low:col-span-2">
          {promises.map(({ icon: Icon, text }) => (
            <li key={text} className="inline-flex items-center gap-1.5 rounded-sm bg-sunken px-2 py-0.5 font-medium">
              <Icon aria-hidden className="size-4" />
              {text}
            </li>
          ))}
        </ul>
        <Button
          to={paths.course(course.id)}
          size="big"
          variant={isSecond ? 'secondary' : 'primary'}
          className="mt-1 w-full low:col-start-2 low:row-start-1"
        >
          <Trans>Continue Course</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** 'Good morning, Lena', by the clock of this device. */
function greeting(fullName: string): string {
  const hour = new Date().getHours();
  const [name] = fullName.trim().split(/\s+/);
  const isNamed = name && !name.includes('@');
  if (hour < 5 || hour >= 18) return isNamed ? t`Good evening, ${name}` : t`Good evening`;
  if (hour < 12) return isNamed ? t`Good morning, ${name}` : t`Good morning`;
  return isNamed ? t`Good afternoon, ${name}` : t`Good afternoon`;
}

const STUCK_AFTER_MS = 3_000;

/** Work that has waited for a while although the server can be reached; offline the strip below the header says it. */
function WaitingWork() {
  const { isOffline, work } = useConnection();
  const isWaiting = !isOffline && (work.kind === 'waiting' || work.kind === 'syncing' || work.kind === 'attention');
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setStuck(true), STUCK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setStuck(false);
    };
  }, [isWaiting]);
  if (!isWaiting || !isStuck) return null;
  const isProblem = work.kind === 'attention';
  const Icon = isProblem ? TriangleAlert : CloudUpload;
  return (
    <Link
      to={paths.syncStatus()}
      className="flex min-h-19 items-center gap-3 rounded-lg border border-line bg-surface p-3 ps-4 shadow-low hover:bg-sunken"
    >
      <span className="flex size-13 shrink-0 items-center justify-center rounded-full bg-sunken">
        <Icon aria-hidden className={`size-6 ${isProblem ? 'text-danger-text' : ''}`} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {isProblem
            ? plural(work.count, { one: '# change needs attention', other: '# changes need attention' })
            : plural(work.count, { one: '# change waiting to be sent', other: '# changes waiting to be sent' })}
        </span>
        <span className="block text-ink-soft text-sm">
          {isProblem
            ? t`The server refused it. See why, and choose what to do.`
            : t`Saved on this device and sent automatically.`}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}

/** Fetches the course that was worked on last on another device, so that home knows its lesson and second. */
function usePullContinuedCourse(next: CourseToContinue<LessonState> | undefined): void {
  const engine = useEngine();
  const courseId = next?.isOutdated ? next.course.id : undefined;
  const lastActivityAt = next?.course.lastActivityAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another activity is another pull
  useEffect(() => {
    if (courseId !== undefined) engine.pullCourse(courseId).catch(() => undefined);
  }, [engine, courseId, lastActivityAt]);
}

/** The percentage of a course, also before the device has its lessons; what is known is kept for the next first paint. */
function usePercent(courses: Course[] | undefined): (course: Course) => number {
  const { userId } = useActiveUser();
  useEffect(() => {
    const figures = courses?.flatMap(({ id, percentComplete }) =>
      percentComplete === undefined ? [] : [[id, percentComplete] as const],
    );
    if (figures?.length) saveShownProgress(userId, new Map(figures));
  }, [userId, courses]);
  return ({ id, percentComplete }) => percentComplete ?? readShownProgress(userId, id) ?? 0;
}

type HubProps = ReturnType<typeof useCatalog> & { home: Home };

/** The page once this device knows some courses. While something is searched, only results are shown. */
function Hub({ home, outcome, again }: HubProps) {
  const isOffline = useOpenedOffline();
  const [search, type] = useCourseSearch();
  const onDevice = useOnDevice(home);
  const percentOf = usePercent(home.courses);
  // Without a network, what was downloaded comes before what may need one.
  const isHere = ({ course }: (typeof home.toContinue)[number]) => Number(isOffline && onDevice.isWhole(course.id));
  const [next, ...others] = home.toContinue.toSorted((a, b) => isHere(b) - isHere(a));
  const news = useQuizNews(next?.lesson?.lesson.id);
  const due = home.toContinue.map(({ course }) => course).filter(({ dueOn }) => dueOn);
  const featured = featuredOf(home.courses);
  const isFirstRun = useLocation().state === FIRST_RUN && home.toContinue.length === 0;
  if (isFirstRun && featured) return <Navigate to={paths.course(featured.id)} replace />;
  // Whoever was given a course needs no other one offered.
  const isGiven = home.toContinue.some(({ course }) => course.dueOn !== undefined);
  const showsFeatured = featured && !isGiven && (!isOffline || onDevice.opens(featured.id));
  const leftOf = (courseId: number) => {
    const begun = home.toContinue.find(({ course }) => course.id === courseId);
    return begun && leftToDo(begun);
  };
  return (
    <>
      {!search && (
        <>
          <QuizNewsList news={news.others} />
          {next && (
            <ContinueCard
              next={next}
              percent={percentOf(next.course)}
              isHere={onDevice.isWhole(next.course.id)}
              failed={news.ofNext}
              isFlat={hasAchieved(home.courses)}
            />
          )}
          <SpareMinutes toContinue={[next, ...others].filter((one) => one !== undefined)} />
          <CertificateShelf courses={home.courses} />
          {others.length > 0 && !isOffline && (
            <section aria-labelledby="other-courses" className="flex flex-col gap-4">
              <h2 id="other-courses" className="font-bold text-xl">
                <Trans>Your other courses</Trans>
              </h2>
              <CourseRows>
                {others.map((other) => (
                  <li key={other.course.id}>
                    <CourseRow
                      course={other.course}
                      percent={percentOf(other.course)}
                      note={leftToDo(other)}
                      isHere={onDevice.isWhole(other.course.id)}
                    />
                  </li>
                ))}
              </CourseRows>
            </section>
          )}
          {due.length > 1 && (
            <CalendarButton courses={due} className="-my-3 self-start px-0!">
              <Trans>Add due dates to calendar</Trans>
            </CalendarButton>
          )}
          <WaitingWork />
          {showsFeatured && (
            <section aria-labelledby="hub" className="flex flex-col gap-4">
              <h2 id="hub" className="font-bold text-xl">
                <Trans>Welcome to the Groundwork Learning Hub</Trans>
              </h2>
              <FeaturedCourse heading="h3" course={featured} isSecond={next !== undefined} />
            </section>
          )}
        </>
      )}
      <AllCourses
        courses={home.courses}
        search={search}
        onType={type}
        outcome={outcome}
        again={again}
        onDevice={onDevice}
        percentOf={percentOf}
        leftOf={leftOf}
      />
    </>
  );
}

/** A partner's host shows the partner's course alone (R-H7). */
function PartnerCourse({ home, courseId }: { home: Home; courseId: number }) {
  const course = home.courses.find(({ id }) => id === courseId);
  const onDevice = useOnDevice(home);
  const percentOf = usePercent(home.courses);
  const next = home.toContinue.find(({ course }) => course.id === courseId);
  const news = useQuizNews(next?.lesson?.lesson.id, courseId);
  if (!course) return <EmptyState title={t`No courses found`} />;
  return (
    <>
      <QuizNewsList news={news.others} />
      {next ? (
        <ContinueCard
          next={next}
          percent={percentOf(course)}
          isHere={onDevice.isWhole(courseId)}
          failed={news.ofNext}
        />
      ) : (
        <FeaturedCourse heading="h2" course={course} isSecond={false} />
      )}
    </>
  );
}

/** Greeting, what to do today, and all courses; skeleton, error or offline view while this device has no courses. */
export function CatalogPage() {
  usePageTitle(t`Learn`);
  const { name, profile } = useActiveUser();
  const partner = usePartner();
  const partnerName = partner?.name;
  const { home, outcome, again } = useCatalog();
  usePullContinuedCourse(home?.toContinue[0]);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 pt-2 pb-8 md:gap-8 md:pt-4 lg:pt-8">
      <h1 className={`font-bold text-2xl ${partner === undefined ? 'invisible' : ''}`}>
        {partnerName
          ? t`${partnerName} Training`
          : greeting(profile ? (profile.has_real_name && profile.full_name) || '' : name)}
      </h1>
      {!home || (home.courses.length === 0 && !outcome) || partner === undefined ? (
        <CourseGridSkeleton />
      ) : home.courses.length === 0 && outcome && outcome.kind !== 'fresh' ? (
        <PullErrorView
          outcome={outcome}
          again={again}
          failed={texts.failedCourses}
          absent={t`No courses on this device yet`}
        >
          <Trans>Connect once to load the catalog; after that it works offline.</Trans>
        </PullErrorView>
      ) : partner ? (
        <PartnerCourse home={home} courseId={partner.courseId} />
      ) : (
        <Hub home={home} outcome={outcome} again={again} />
      )}
    </div>
  );
}
