import { BadgeCheck, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { lessonToContinue } from '#sync/store/next-lesson.ts';
import { type CourseState, isComplete, type LessonState } from '#sync/store/reads.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { lessonFamily } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Link, useLocation } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CertificateLink } from '../certificate/certificate-link.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { VisitorNote } from '../visitor-note.tsx';
import { CourseGoals, CourseHeading } from './course-heading.tsx';
import { CourseRating } from './course-rating.tsx';
import { CourseThumbnail } from './course-thumbnail.tsx';
import { LessonRows } from './lesson-rows.tsx';

type CourseStartProps = {
  course: Course;
  lessons: readonly LessonState[];
  lessonPath: (courseId: number, lessonId: number) => string;
};

/** The next lesson: the first one, or for a user partway through, the one that the home page also names. */
function nextStep(lessons: readonly LessonState[]): { label: string; lessonId: number } | undefined {
  const first = lessons[0];
  if (!first) return undefined;
  const open = lessonToContinue(lessons);
  if (!open) return { label: 'Review Course', lessonId: first.lesson.id };
  const untouched = lessons.every(({ unit }) => unit.status === 'not_started');
  return untouched
    ? { label: 'Start Learning', lessonId: first.lesson.id }
    : { label: 'Continue Learning', lessonId: open.lesson.id };
}

/** The course's picture with the start button over it. */
function CourseStart({ course, lessons, lessonPath }: CourseStartProps) {
  const step = nextStep(lessons);
  const picture = <CourseThumbnail course={course} first className="rounded-lg" />;
  if (!step) return picture;
  return (
    <Link
      to={lessonPath(course.id, step.lessonId)}
      className="group relative block overflow-hidden rounded-lg shadow-low transition-shadow hover:shadow-mid"
    >
      {picture}
      <span className="absolute inset-0 flex items-center justify-center bg-veil">
        <span className="inline-flex min-h-action items-center gap-2.5 rounded-md bg-accent px-6 font-semibold text-accent-ink text-lg group-hover:bg-accent-strong">
          <Play aria-hidden className="size-5 fill-current" />
          {step.label}
        </span>
      </span>
    </Link>
  );
}

type ProgressCardProps = {
  totals: CourseState['totals'];
  lessons: readonly LessonState[];
  /** What follows the progress, such as the link to the certificate. */
  children?: ReactNode;
};

/** The user's progress, unsent work included. */
function ProgressCard({ totals, lessons, children }: ProgressCardProps) {
  const { percentComplete, pointsEarned, totalPoints } = totals;
  const isComplete = percentComplete >= 100;
  const completed = lessons.filter(({ unit }) => unit.status === 'completed').length;
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold">
          Your Progress
          {isComplete && <BadgeCheck aria-hidden className="size-5 text-complete-text" />}
        </h2>
        <p className={`font-bold text-xl ${isComplete ? 'text-complete-text' : 'text-accent-text'}`}>
          {percentComplete}%
        </p>
      </div>
      <ProgressBar percent={percentComplete} label="Course progress" />
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
        <span>
          {completed} of {lessons.length} lessons
        </span>
        <span>
          {pointsEarned.toLocaleString('en')} of {totalPoints.toLocaleString('en')} points
        </span>
      </p>
      {children}
    </Card>
  );
}

type CourseViewProps = {
  state: CourseState;
  outcome: PullOutcome | undefined;
  again: () => void;
};

/** A course that is on this device. On wide screens, the start button and the progress are beside the text. */
export function CourseView({ state, outcome, again }: CourseViewProps) {
  const { course, lessons, totals, ownRating } = state;
  const isVisitor = useActiveUser().state !== 'known';
  const hasAll = isComplete(state);
  const mayRate = !isVisitor && hasAll && totals.percentComplete >= 100;
  const { isPublic, lesson: lessonPath } = lessonFamily(useLocation().pathname);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 items-start gap-6 px-4 py-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10 lg:gap-y-8">
      <CourseHeading course={course} />
      <div className="flex flex-col gap-4 lg:sticky lg:top-[calc(5rem+var(--safe-top))] lg:row-span-2">
        <CourseStart course={course} lessons={lessons} lessonPath={lessonPath} />
        {hasAll && (
          <ProgressCard totals={totals} lessons={lessons}>
            {!isPublic && <CertificateLink courseId={course.id} isComplete={totals.percentComplete >= 100} />}
          </ProgressCard>
        )}
        <DownloadControl courseId={course.id} lessons={lessons.map(({ lesson }) => lesson)} />
        {mayRate && <CourseRating course={course} ownRating={ownRating} onSent={again} />}
        {!hasAll && !outcome && <Skeleton className="h-31" />}
        <VisitorNote courseId={course.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <CourseGoals course={course} />
        <LessonRows
          lessons={lessons}
          isComplete={hasAll}
          lessonPath={(lessonId) => lessonPath(course.id, lessonId)}
          outcome={outcome}
          again={again}
        />
      </div>
    </div>
  );
}
