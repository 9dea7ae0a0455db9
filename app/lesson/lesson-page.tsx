// A lesson and its place in the course: the main area by kind (S3), the side list beside it, on a phone in a drawer (S1).

import { type ReactNode, useEffect } from 'react';
import { isWhole } from '#sync/reads.ts';
import { DownloadControl } from '../downloads/download-control.tsx';
import { progressLoadFailed, texts } from '../messages.ts';
import { idInPath, paths } from '../paths.ts';
import { PullNote, PullTrouble } from '../pull-trouble.tsx';
import { useParams } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { EmptyState, ErrorState } from '../ui/state-view.tsx';
import { useToast } from '../ui/toast.tsx';
import { type LessonFamily, useLessonFamily } from './lesson-family.ts';
import { LessonScreen } from './lesson-screen.tsx';
import { LessonSkeleton } from './lesson-skeleton.tsx';
import { useLesson } from './use-lesson.ts';

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
  useProgressTrouble(trouble);
  // A whole course without a network needs no word.
  const isRefused = ofCourse?.kind === 'refused' && ofCourse.part !== 'progress';
  const isNoted = state.kind === 'ready' && (isRefused || !state.course || !isWhole(state.course));
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
          <PullTrouble
            level={1}
            outcome={state.outcome}
            again={again}
            failed={texts.failedLesson}
            absent="This lesson is not on this device"
            action={toCourse}
          >
            This lesson will load when the server can be reached. Lessons you've opened before still work.
            <span className="mx-auto mt-4 flex max-w-md justify-center">
              <DownloadControl courseId={courseId} lessonId={lessonId} lessons={[]} />
            </span>
          </PullTrouble>
        </Titled>
      );
  }
}

/** What stands in the way names the page only once it is shown: until then focus and title are the last page's. */
function Titled({ title = 'Lesson', children }: { title?: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

/** A lesson that is shown although the server refused the person's progress: the catalogue's toast (P3). */
function useProgressTrouble(trouble: string | undefined): void {
  const toast = useToast();
  useEffect(() => {
    if (trouble !== undefined) toast(progressLoadFailed(trouble));
  }, [trouble, toast]);
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
