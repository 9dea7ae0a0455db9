// A lesson and its place in the course: the main area by kind (S3), the side list beside it, on a phone in a drawer (S1).
import { type ReactNode, useCallback, useEffect } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { type CourseState, isComplete, type LessonState, readCourse, readLesson } from '#sync/store/reads.ts';
import { progressLoadFailed, texts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { idInPath, paths } from '../../paths.ts';
import { PullErrorView, PullNote } from '../../shell/load-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { type LessonFamily, useLessonFamily } from './lesson-family.ts';
import { LessonScreen } from './lesson-screen.tsx';

/** What the page shows; `course` is absent when only the lesson is on the device. */
type LessonPageState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LessonState; course: CourseState | undefined }
  | { kind: 'elsewhere'; view: LessonState }
  | { kind: 'not-found' }
  | { kind: 'failed'; outcome: Exclude<PullOutcome, { kind: 'fresh' }> };

type Known = { course: CourseState | undefined; lesson: LessonState | undefined };

/** Decides what to show from what the device knows and what the last pull brought. */
function lessonPageState(
  known: Known | undefined,
  outcome: PullOutcome | undefined,
  courseId: number,
): LessonPageState {
  if (!known) return { kind: 'loading' };
  const { lesson, course } = known;
  if (lesson && lesson.lesson.courseId !== courseId) return { kind: 'elsewhere', view: lesson };
  if (lesson) return { kind: 'ready', view: lesson, course };
  if (!outcome || outcome.kind === 'fresh') return outcome ? { kind: 'not-found' } : { kind: 'loading' };
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'not-found' };
  return { kind: 'failed', outcome };
}

/** What the server itself said; '' when it said nothing that can be read. */
const serverWords = ({ code, message }: { code: string; message: string }) => (code === 'unreadable' ? '' : message);

/**
 * One lesson with its course from the replica, asked afresh when it is opened and when the network comes back. `trouble` is
 * why the person's progress could not be read, in the server's words; `ofCourse` how the last fetch of the course ended.
 */
function useLesson(courseId: number, lessonId: number) {
  const engine = useEngine();
  const course = usePull(useCallback(() => engine.pullCourse(courseId), [engine, courseId]));
  const lesson = usePull(useCallback(() => engine.pullLesson(lessonId), [engine, lessonId]));
  const again = useCallback(() => {
    course.again();
    lesson.again();
  }, [course.again, lesson.again]);

  const known = useLiveQuery(async () => {
    const [course, lesson] = await Promise.all([
      readCourse(engine.replica, courseId),
      readLesson(engine.replica, lessonId),
    ]);
    return { for: lessonId, course, lesson };
  }, [engine, courseId, lessonId]);
  // Between two addresses the live query still holds the old lesson for a moment.
  const ofCourse = course.outcome;
  const isProgress = ofCourse?.kind === 'refused' && ofCourse.part === 'progress';
  const refused = isProgress ? serverWords(ofCourse) : undefined;
  const state = lessonPageState(known?.for === lessonId ? known : undefined, lesson.outcome, courseId);
  return { state, trouble: state.kind === 'ready' ? refused : undefined, ofCourse, again };
}

/** The lesson page's shape while the device is read. */
function LessonSkeleton() {
  return (
    <div
      role="status"
      className="mx-auto grid w-full max-w-page gap-6 px-4 py-4 md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_19rem] md:py-6"
    >
      <span className="sr-only">Loading the lesson</span>
      <div className="space-y-4">
        <Skeleton className="h-12 w-48" />
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="hidden space-y-3 md:block">
        <Skeleton className="h-20" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

/** The lesson of the address, or what stands in its way. Serves both route families. */
export function LessonPage() {
  const { courseId: courseText, lessonId: lessonText } = useParams();
  const family = useLessonFamily();
  const courseId = idInPath(courseText);
  const lessonId = idInPath(lessonText);
  if (!courseId || !lessonId) return <NoSuchLesson courseId={courseId} family={family} />;
  return <LessonOfCourse courseId={courseId} lessonId={lessonId} family={family} />;
}

function LessonOfCourse(props: { courseId: number; lessonId: number; family: LessonFamily }) {
  const { courseId, lessonId, family } = props;
  const { state, trouble, ofCourse, again } = useLesson(courseId, lessonId);
  const toast = useToast();
  // A lesson is shown although the server refused the person's progress (P3).
  useEffect(() => {
    if (trouble !== undefined) toast(progressLoadFailed(trouble));
  }, [trouble, toast]);
  // A whole course without a network needs no word.
  const isRefused = ofCourse?.kind === 'refused' && ofCourse.part !== 'progress';
  const isNoted = state.kind === 'ready' && (isRefused || !state.course || !isComplete(state.course));
  const toCourse = (
    <Button variant="secondary" to={family.course(courseId)}>
      Back to the course
    </Button>
  );

  switch (state.kind) {
    case 'loading':
      return <LessonSkeleton />;
    case 'ready':
      return (
        <LessonScreen key={lessonId} view={state.view} course={state.course} family={family}>
          <PullNote
            outcome={isNoted ? ofCourse : undefined}
            again={again}
            failed={family.isPublic ? texts.failedPublicLessons : texts.failedLessons}
            shown={
              state.course
                ? 'Only the lessons on this device are listed.'
                : 'The list of lessons is not on this device.'
            }
          />
        </LessonScreen>
      );
    case 'elsewhere':
      return (
        <Titled title="Lesson not found">
          <EmptyState
            level={1}
            title="This lesson belongs to another course"
            action={<Button to={family.lesson(state.view.lesson.courseId, lessonId)}>Open it there</Button>}
          >
            The address names a course that does not hold this lesson.
          </EmptyState>
        </Titled>
      );
    case 'not-found':
      return <NoSuchLesson courseId={courseId} family={family} />;
    case 'failed':
      return (
        <Titled>
          <PullErrorView
            level={1}
            outcome={state.outcome}
            again={again}
            failed="Failed to fetch lesson"
            absent="This lesson is not on this device"
            action={toCourse}
          >
            This lesson will load when the server can be reached. Lessons you've opened before still work.
            <span className="mx-auto mt-4 flex max-w-md justify-center">
              <DownloadControl courseId={courseId} lessonId={lessonId} lessons={[]} />
            </span>
          </PullErrorView>
        </Titled>
      );
  }
}

/** What stands in the way names the page only once it is shown: until then focus and title are the last page's. */
function Titled({ title = 'Lesson', children }: { title?: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

function NoSuchLesson({ courseId, family }: { courseId: number | undefined; family: LessonFamily }) {
  usePageTitle('Lesson not found');
  return (
    <ErrorState
      level={1}
      title="Lesson not found"
      action={
        <Button variant="secondary" to={courseId ? family.course(courseId) : paths.home()}>
          {courseId ? 'Back to the course' : 'Back to Catalog'}
        </Button>
      }
    >
      There is no such lesson, or it is not open to you.
    </ErrorState>
  );
}
