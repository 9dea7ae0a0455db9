// A lesson in its course: the main area by the lesson's kind (R-S3), and the list of lessons beside it, or in a drawer (R-S1).
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { type CourseState, isComplete, type LessonState, readCourse, readLesson } from '#sync/store/reads.ts';
import { progressLoadFailed, texts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { localText, setLocalText } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull, useRepeatedly } from '../../device/use-pull.ts';
import { idInPath, type LessonFamily, lessonFamily, paths } from '../../paths.ts';
import { CourseNotFound } from '../../shell/not-found-page.tsx';
import { PullErrorView, PullNote } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useLocation, useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';
import { useToast } from '../../ui/toast.tsx';
import { HAS_ROOM_BESIDE, useMediaQuery } from '../../ui/use-media-query.ts';
import { DownloadControl } from '../downloads/download-control.tsx';
import { OpensNow } from '../downloads/opens-now.tsx';
import { KeptReflection } from './kept-reflection.tsx';
import { LessonScreen } from './lesson-screen.tsx';
import { ListBeside, listOf } from './side-list.tsx';

/** What the page shows; `course` is absent when only the lesson is on the device. */
type LessonPageState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LessonState; course: CourseState | undefined }
  | { kind: 'elsewhere'; view: LessonState }
  | { kind: 'not-found' }
  | { kind: 'ended' }
  | { kind: 'failed'; outcome: Exclude<PullOutcome, { kind: 'fresh' }> };

/** Decides what to show from the device's data and the outcome of the last pull. */
function lessonPageState(
  stored: { course: CourseState | undefined; lesson: LessonState | undefined } | undefined,
  outcome: PullOutcome | undefined,
  courseId: number,
): LessonPageState {
  if (!stored) return { kind: 'loading' };
  const { lesson, course } = stored;
  if (lesson && lesson.lesson.courseId !== courseId) return { kind: 'elsewhere', view: lesson };
  if (lesson) return { kind: 'ready', view: lesson, course };
  if (!outcome || outcome.kind === 'fresh') return outcome ? { kind: 'not-found' } : { kind: 'loading' };
  if (outcome.kind === 'refused' && outcome.code === 'access_ended') return { kind: 'ended' };
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'not-found' };
  return { kind: 'failed', outcome };
}

/** The server's own message; '' when its response could not be read. */
const serverMessage = ({ code, message }: { code: string; message: string }) => (code === 'unreadable' ? '' : message);

/** One lesson with its course, pulled again and again; `progressError` says why the server refused the user's progress. */
function useLesson(courseId: number, lessonId: number) {
  const engine = useEngine();
  const course = usePull(() => engine.pullCourse(courseId), [engine, courseId]);
  const lesson = usePull(() => engine.pullLesson(lessonId), [engine, lessonId]);
  const again = () => {
    course.again();
    lesson.again();
  };
  useRepeatedly(again);

  const stored = useLiveQuery(async () => {
    const [course, lesson] = await Promise.all([
      readCourse(engine.replica, courseId),
      readLesson(engine.replica, lessonId),
    ]);
    return { for: lessonId, course, lesson };
  }, [engine, courseId, lessonId]);
  // After a change of the address, the live query still holds the old lesson for a moment.
  const courseOutcome = course.outcome;
  const isProgress = courseOutcome?.kind === 'refused' && courseOutcome.part === 'progress';
  const refused = isProgress ? serverMessage(courseOutcome) : undefined;
  const state = lessonPageState(stored?.for === lessonId ? stored : undefined, lesson.outcome, courseId);
  const listed = stored?.course?.course.id === courseId ? stored.course : undefined;
  return { state, listed, progressError: state.kind === 'ready' ? refused : undefined, courseOutcome, again };
}

function LessonSkeleton() {
  return (
    <div
      role="status"
      className="mx-auto grid w-full max-w-page gap-6 px-4 py-4 hand:max-w-[44.5rem] desk:grid-cols-[minmax(0,1fr)_16rem] desk:py-6 desk:lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <span className="sr-only">
        <Trans>Loading the lesson</Trans>
      </span>
      <div className="space-y-4">
        <Skeleton className="h-12 w-48 hand:hidden" />
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="hidden space-y-3 desk:block">
        <Skeleton className="h-20" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

/** The lesson of the address, or why it cannot be shown. Serves both route families. */
export function LessonPage() {
  const { courseId: courseText, lessonId: lessonText } = useParams();
  const family = lessonFamily(useLocation().pathname);
  const courseId = idInPath(courseText);
  const lessonId = idInPath(lessonText);
  if (!courseId || !lessonId) return <NoSuchLesson courseId={courseId} family={family} />;
  return <LessonOfCourse courseId={courseId} lessonId={lessonId} family={family} />;
}

/** Set while the list of lessons is wished beside a text: it is there again after a reload. */
const LIST_KEY = 'groundwork.lesson-list';

function LessonOfCourse(props: { courseId: number; lessonId: number; family: LessonFamily }) {
  const { courseId, lessonId, family } = props;
  const { state, listed, progressError, courseOutcome, again } = useLesson(courseId, lessonId);
  const toast = useToast();
  const hasRoom = useMediaQuery(HAS_ROOM_BESIDE);
  const [isWished, setIsWished] = useState(() => localText(LIST_KEY) !== null);
  const [isAsked, setIsAsked] = useState(false);
  const showList = (isShown: boolean) => {
    setLocalText(LIST_KEY, isShown ? 'yes' : null);
    setIsWished(isShown);
    setIsAsked(isShown);
  };
  // The lesson is shown although the server refused the user's progress (R-P3).
  useEffect(() => {
    if (progressError !== undefined) toast(progressLoadFailed(progressError));
  }, [progressError, toast]);
  // A complete course needs no note when offline.
  const isRefused = courseOutcome?.kind === 'refused' && courseOutcome.part !== 'progress';
  const isNoted = state.kind === 'ready' && (isRefused || !state.course || !isComplete(state.course));
  const beside = hasRoom && isWished && listed && (
    <ListBeside list={listOf(listed, lessonId, family)} isAsked={isAsked} onClose={() => showList(false)} />
  );
  const toCourse = (
    <Button variant="secondary" to={family.course(courseId)}>
      <Trans>Back to the course</Trans>
    </Button>
  );

  switch (state.kind) {
    case 'loading':
      return (
        <>
          <LessonSkeleton />
          {beside}
        </>
      );
    case 'ready':
      return (
        <>
          <LessonScreen
            key={lessonId}
            view={state.view}
            course={state.course}
            family={family}
            hasListBeside={hasRoom && isWished}
            showListBeside={hasRoom ? () => showList(true) : undefined}
          >
            <PullNote
              outcome={isNoted ? courseOutcome : undefined}
              again={again}
              failed={family.isPublic ? texts.failedPublicLessons : texts.failedLessons}
              shown={
                state.course
                  ? t`Only the lessons on this device are listed.`
                  : t`The list of lessons is not on this device.`
              }
            />
          </LessonScreen>
          {beside}
        </>
      );
    case 'elsewhere':
      return (
        <Titled title={t`Lesson not found`}>
          <EmptyState
            level={1}
            title={t`This lesson belongs to another course`}
            action={
              <Button to={family.lesson(state.view.lesson.courseId, lessonId)}>
                <Trans>Open it there</Trans>
              </Button>
            }
          >
            <Trans>The course in this link doesn't have this lesson.</Trans>
          </EmptyState>
        </Titled>
      );
    case 'ended':
      return <CourseNotFound hasEnded />;
    case 'not-found':
      return (
        <>
          <NoSuchLesson courseId={courseId} family={family} />
          <KeptReflection lessonId={lessonId} />
        </>
      );
    case 'failed':
      return (
        <Titled>
          <PullErrorView
            level={1}
            outcome={state.outcome}
            again={again}
            failed={t`Failed to fetch lesson`}
            absent={t`This lesson is not on this device`}
            action={toCourse}
          >
            <Trans>
              You're offline. This lesson will load when you reconnect. Lessons you've opened before still work.
            </Trans>
            <span className="mx-auto mt-4 flex max-w-md justify-center">
              <DownloadControl courseId={courseId} lessonId={lessonId} lessons={[]} />
            </span>
          </PullErrorView>
          {state.outcome.kind === 'offline' && <OpensNow courseId={courseId} lessonId={lessonId} />}
        </Titled>
      );
  }
}

/** Sets the page title only when an error is shown: until then, focus and title stay with the last page. */
function Titled({ title = t`Lesson`, children }: { title?: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

function NoSuchLesson({ courseId, family }: { courseId: number | undefined; family: LessonFamily }) {
  usePageTitle(t`Lesson not found`);
  return (
    <ErrorState
      level={1}
      title={t`Lesson not found`}
      action={
        <Button variant="secondary" to={courseId ? family.course(courseId) : paths.home()}>
          {courseId ? t`Back to the course` : t`Back to Catalog`}
        </Button>
      }
    >
      <Trans>This lesson doesn't exist, or you don't have access to it.</Trans>
    </ErrorState>
  );
}
