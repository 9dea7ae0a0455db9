import type { PullOutcome } from '#sync/engine.ts';
import { type CourseState, isWhole } from '#sync/reads.ts';
import { CertificateLink } from '../certificate-link.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VisitorNote } from '../visitor-note.tsx';
import { CourseHeading } from './course-heading.tsx';
import { CourseRating } from './course-rating.tsx';
import { CourseStart } from './course-start.tsx';
import { LearningGoals } from './learning-goals.tsx';
import { LessonRows } from './lesson-rows.tsx';
import { ProgressCard } from './progress-card.tsx';

type CourseViewProps = {
  state: CourseState;
  /** True in the route family without sign-in, which its links never leave. */
  isPublic: boolean;
  outcome: PullOutcome | undefined;
  again: () => void;
};

/** A course that is on this device. On a desk the way in and the progress stand beside the text. */
export function CourseView({ state, isPublic, outcome, again }: CourseViewProps) {
  const { course, totals, rated } = state;
  const isVisitor = usePerson().state !== 'known';
  // A visitor's work is sent by nobody, so it does not wait for anything.
  const lessons = isVisitor ? state.lessons.map((lesson) => ({ ...lesson, waiting: false })) : state.lessons;
  const hasAll = isWhole(state);
  const mayRate = !isVisitor && hasAll && totals.percentComplete >= 100;
  const lessonPath = isPublic ? paths.publicLesson : paths.lesson;
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
        {mayRate && <CourseRating course={course} rated={rated} sent={again} />}
        {!hasAll && !outcome && <Skeleton className="h-31" />}
        <VisitorNote courseId={course.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <LearningGoals course={course} />
        <LessonRows
          lessons={lessons}
          isWhole={hasAll}
          lessonPath={(lessonId) => lessonPath(course.id, lessonId)}
          outcome={outcome}
          again={again}
        />
      </div>
    </div>
  );
}
