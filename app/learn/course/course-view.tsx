import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Award, BadgeCheck, Play, RotateCcw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { OwnCertificate } from '#sync/contract/certificate.ts';
import type { Course } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { isStarted, lessonsLeftOut, lessonToContinue } from '#sync/store/next-lesson.ts';
import type { QuizNews } from '#sync/store/quiz-news.ts';
import { type CourseState, isComplete, type LessonState, readCertificatesOf } from '#sync/store/reads.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { lessonFamily, paths } from '../../paths.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { locale } from '../../ui/language.ts';
import { lazyPart, Nothing } from '../../ui/lazy-part.ts';
import { ProgressRing } from '../../ui/progress.tsx';
import { Link, useLocation } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CalendarButton } from '../calendar.tsx';
import { CourseLanguage } from '../course-language.tsx';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { DueMark } from '../due-mark.tsx';
import { gradedLater, isSubmitted, lengthToGo, notFinished, whatIsLeft } from '../modules.ts';
import { notPassed, QuizNewsList, useQuizNews } from '../quiz-news.tsx';
import { ValidityMark } from '../validity-mark.tsx';
import { VisitorNote } from '../visitor-note.tsx';
import { CourseAbout, CourseGoals, CourseHeading } from './course-heading.tsx';
import { CourseRating } from './course-rating.tsx';
import { LessonRows } from './lesson-rows.tsx';

const PracticeLink = lazyPart(() => import('../practice-link.tsx').then((file) => file.PracticeLink), Nothing);

/** The course's picture. Until the course is begun, it leads to the first lesson. */
function CoursePicture({ course, startPath }: { course: Course; startPath: string | undefined }) {
  const picture = <CourseThumbnail course={course} first className="md:rounded-lg lg:rounded-b-none" />;
  const place = 'relative -order-1 -mx-4 -mt-4 md:mx-0 md:mt-0 low:hidden lg:block';
  if (!startPath) return <div className={place}>{picture}</div>;
  return (
    <Link to={startPath} className={place}>
      {picture}
      <span className="absolute bottom-3 start-4 me-4 inline-flex min-h-touch items-center gap-2 rounded-md bg-surface px-4 font-semibold shadow-mid outdoor:border-2 outdoor:border-line-strong lg:bg-accent lg:text-accent-ink lg:hover:bg-accent-strong">
        <Play aria-hidden className="size-5 fill-current" />
        <Trans>Start Learning</Trans>
      </span>
    </Link>
  );
}

/** The user's progress, unsent work included. */
function CourseProgress({ totals, lessons }: { totals: CourseState['totals']; lessons: readonly LessonState[] }) {
  const { percentComplete, pointsEarned, totalPoints } = totals;
  const completed = lessons.filter(({ unit }) => unit.status === 'completed').length;
  const left = whatIsLeft(lessons);
  const [earned, total] = [pointsEarned.toLocaleString(locale), totalPoints.toLocaleString(locale)];
  return (
    <section aria-labelledby="progress" className="flex items-center gap-4 p-4">
      <h2 id="progress" className="sr-only">
        <Trans>Your Progress</Trans>
      </h2>
      <ProgressRing percent={percentComplete} label={t`Course progress`} className="size-16" />
      <p className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          <Plural value={lessons.length} one={`${completed} of # lesson`} other={`${completed} of # lessons`} />
          {!left && <BadgeCheck aria-hidden className="size-5 text-complete-text" />}
        </span>
        <span className="text-ink-soft text-sm">
          <span>
            <Trans>
              {earned} of {total} points
            </Trans>
          </span>
          {left && `, ${left}`}
        </span>
      </p>
    </section>
  );
}

type ContinueProps = {
  next: LessonState;
  failed: QuizNews | undefined;
  answered: readonly LessonState[];
  /** The open lessons before it. */
  leftOut: readonly LessonState[];
  to: string;
  children: ReactNode;
};

/** Leads to what comes next; where only answers wait, there is nothing to continue with. */
function ContinueButton({ next, failed, answered, leftOut, to, children }: ContinueProps) {
  const number = next.lesson.orderIndex;
  if (isSubmitted(next))
    return (
      <>
        <p className="text-ink-soft max-lg:text-center lg:mb-3">
          <Trans>You're done for now.</Trans> {gradedLater(answered)}
        </p>
        <Button size="big" variant="secondary" to={to} className="w-full">
          <Trans>See your answers</Trans>
        </Button>
      </>
    );
  if (failed)
    return (
      <>
        <p className="text-ink-soft max-lg:text-center lg:mb-3">
          <span className="lg:hidden">
            <Trans>Lesson {number}.</Trans>{' '}
          </span>
          {notPassed(failed)}
        </p>
        <Button size="big" icon={RotateCcw} to={to} className="w-full">
          <Trans>Try again</Trans>
        </Button>
      </>
    );
  return (
    <>
      {leftOut.length > 0 && <p className="text-ink-soft text-sm max-lg:text-center lg:mb-3">{notFinished(leftOut)}</p>}
      <Button size="big" to={to} className="w-full">
        {/* In the line, so that it stays beside the words where they take two. */}
        <span className="text-balance">
          <Play aria-hidden className="me-2 mb-0.5 inline size-5 fill-current" />
          {children}
        </span>
      </Button>
    </>
  );
}

/** What comes next, on a desktop; a phone and a tablet have it at the bottom of the screen. */
function NextLesson(step: Omit<ContinueProps, 'children'>) {
  const { next } = step;
  const length = lengthToGo(next);
  return (
    <div className="px-4 pb-4 max-lg:hidden">
      <p className="text-ink-soft text-sm">{isSubmitted(next) ? t`Answered` : t`Next`}</p>
      <p className="mb-4 font-semibold">
        {next.lesson.orderIndex}. <bdi>{next.lesson.title}</bdi>
      </p>
      <ContinueButton {...step}>
        <Trans>Continue: {length}</Trans>
      </ContinueButton>
    </div>
  );
}

/** 'Continue: lesson 17, 1 min left', in at most two lines. */
function StepWords({ step, isBegun }: { step: LessonState; isBegun: boolean }) {
  const number = step.lesson.orderIndex;
  const length = lengthToGo(step);
  return isBegun ? (
    <Trans>
      Continue: <span className="whitespace-nowrap">lesson {number},</span>{' '}
      <span className="whitespace-nowrap">{length}</span>
    </Trans>
  ) : (
    <Trans>
      Start: <span className="whitespace-nowrap">lesson {number},</span>{' '}
      <span className="whitespace-nowrap">{length}</span>
    </Trans>
  );
}

type CertificateLinkProps = {
  courseId: number;
  /** True when every lesson is completed, unsent work included. */
  isComplete: boolean;
};

/** The link to a course's certificate, with a note while it has not been issued yet. A later Reset does not remove it. */
function CertificateLink({ courseId, isComplete }: CertificateLinkProps) {
  const { replica } = useEngine();
  const read = useLiveQuery(() => readCertificatesOf(replica, courseId), [replica, courseId]);
  if (!read) return null;
  if (!read.present && !isComplete)
    return read.round > 1 ? <Renewed courseId={courseId} earlier={read.earlier} /> : null;
  return (
    <div className="flex flex-col gap-2">
      <Button icon={Award} to={paths.certificate(courseId)} variant="secondary" className="w-full">
        <Trans>View certificate</Trans>
      </Button>
      {read.present ? (
        <ValidityMark certificate={read.present} />
      ) : (
        <p className="text-ink-soft text-sm">
          <Trans>Your certificate will be issued at the next sync.</Trans>
        </p>
      )}
    </div>
  );
}

/** Says why everything is to be done again. An earlier certificate is still there. */
const Renewed = ({ courseId, earlier }: { courseId: number; earlier: OwnCertificate | undefined }) => (
  <p className="text-ink-soft text-sm">
    <Trans>This course was renewed for you. Complete it again for a new certificate.</Trans>{' '}
    {earlier && (
      <Link
        to={paths.certificate(courseId, { serial: earlier.serial })}
        className="text-accent-text underline underline-offset-4"
      >
        <Trans>Earlier certificate</Trans>
      </Link>
    )}
  </p>
);

type CourseViewProps = {
  state: CourseState;
  outcome: PullOutcome | undefined;
  again: () => void;
};

/** A course that is on this device. On a desktop, one card with picture, progress and next step stays beside the list. */
export function CourseView({ state, outcome, again }: CourseViewProps) {
  const { course, lessons, totals, ownRating } = state;
  const isVisitor = useActiveUser().state !== 'known';
  const hasAll = isComplete(state);
  const isDone = hasAll && totals.percentComplete >= 100;
  const { isPublic, lesson } = lessonFamily(useLocation().pathname);
  const lessonPath = (lessonId: number) => lesson(course.id, lessonId);
  const [first] = lessons;
  const isBegun = lessons.some(isStarted);
  const next = lessonToContinue(lessons);
  const answered = lessons.filter(isSubmitted);
  const leftOut = next && isBegun ? lessonsLeftOut(lessons, next) : [];
  const news = useQuizNews(next?.lesson.id, course.id);
  const step = next && { next, failed: news.ofNext, answered, leftOut, to: lessonPath(next.lesson.id) };
  return (
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-6 px-4 pt-4 lg:grid lg:grow-0 lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-12 lg:py-8">
      {/* The count of the server may be older than what this person has begun here. */}
      <CourseHeading course={{ ...course, enrollmentCount: Math.max(course.enrollmentCount, isBegun ? 1 : 0) }} />
      <div className={`flex flex-col gap-6 ${isBegun ? 'max-lg:order-2' : ''}`}>
        <CourseLanguage courseId={course.id} wording={state.wording} />
        <CourseAbout course={course} />
      </div>
      <div className="contents lg:sticky lg:top-[calc(6rem+var(--safe-top))] lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:flex lg:flex-col lg:gap-4">
        <div className="contents lg:block lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:shadow-low">
          <CoursePicture course={course} startPath={isBegun || !first ? undefined : lessonPath(first.lesson.id)} />
          <div className="rounded-lg bg-surface max-lg:border max-lg:border-line max-lg:shadow-low">
            {news.others.length > 0 && (
              <div className="p-4 pb-0">
                <QuizNewsList news={news.others} isInCourse />
              </div>
            )}
            {hasAll && <CourseProgress totals={totals} lessons={lessons} />}
            {!hasAll && !outcome && <Skeleton className="m-4 h-16" />}
            {course.dueOn && !isDone && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 border-line px-4 py-2 not-first:border-t">
                <DueMark course={course} />
                <CalendarButton courses={[course]} className="px-0!">
                  <Trans>Add to calendar</Trans>
                </CalendarButton>
              </div>
            )}
            {isBegun && step && <NextLesson {...step} />}
            <div className="flex flex-col gap-2 px-4 pb-4 empty:hidden">
              {hasAll && !isPublic && <CertificateLink courseId={course.id} isComplete={isDone} />}
              {first && isDone && (
                <Button variant="secondary" to={lessonPath(first.lesson.id)}>
                  <Trans>Review Course</Trans>
                </Button>
              )}
              {isBegun && !isPublic && (
                <Suspense>
                  <PracticeLink courseId={course.id} />
                </Suspense>
              )}
            </div>
            <div className="border-line px-4 py-3 empty:hidden [:not(:empty)~&]:border-t">
              <DownloadControl courseId={course.id} lessons={lessons.map(({ lesson }) => lesson)} />
            </div>
          </div>
        </div>
        {isDone && !isVisitor && <CourseRating course={course} ownRating={ownRating} onSent={again} />}
        <VisitorNote courseId={course.id} />
      </div>
      <div className="order-1 flex min-w-0 flex-col gap-8 max-lg:mb-2">
        <LessonRows
          lessons={lessons}
          isComplete={hasAll}
          nextId={next?.lesson.id}
          lessonPath={lessonPath}
          outcome={outcome}
          again={again}
        />
        <CourseGoals course={course} />
      </div>
      {step && (
        <ActionBar className="md:bg-surface! desk:bleed lg:hidden">
          <ContinueButton {...step}>
            <StepWords step={step.next} isBegun={isBegun} />
          </ContinueButton>
        </ActionBar>
      )}
    </div>
  );
}
