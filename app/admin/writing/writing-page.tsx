// /admin/courses/{id}/lessons/{id}: writes a lesson's text in Markdown, and its settings (R-Z8).
import { useRef } from 'react';
import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { idInPath, paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-view.tsx';
import { adminTexts } from '../forms/messages.ts';
import { gated } from '../lists/admin-gate.tsx';
import { useOutline } from '../outline/use-outline.ts';
import { KeptText } from './gone-lesson.tsx';
import { WritingView } from './writing-view.tsx';

export const WritingPage = gated('any', function LessonOfAddress() {
  const params = useParams();
  const courseId = idInPath(params.courseId);
  const lessonId = idInPath(params.lessonId);
  if (!courseId || !lessonId) return <NoSuchLesson courseId={courseId} />;
  return <KnownIds key={lessonId} courseId={courseId} lessonId={lessonId} />;
});

function KnownIds({ courseId, lessonId }: { courseId: number; lessonId: number }) {
  const { data, error, refetch } = useOutline(courseId);
  // Later responses do not interrupt writing; saving detects conflicts.
  const opened = useRef<{ outline: Outline; lesson: AdminLesson }>(undefined);
  const lesson = data?.lessons.find(({ id }) => id === lessonId);
  if (data && lesson) opened.current = { outline: data, lesson };
  usePageTitle(opened.current?.lesson.title ?? 'Lesson');
  if (opened.current) return <WritingView {...opened.current} />;
  const isCourseGone = error?.kind === 'failed' && error.code === 'course_not_found';
  const kept = (data || isCourseGone) && <KeptText lessonId={lessonId} outline={data} />;
  if (error) {
    return (
      <>
        <ApiErrorView title={adminTexts.failedLessons} error={error} refetch={refetch} level={1} />
        {kept}
      </>
    );
  }
  if (!data) return <WritingSkeleton />;
  return (
    <>
      <NoSuchLesson courseId={courseId} />
      {kept}
    </>
  );
}

function NoSuchLesson({ courseId }: { courseId: number | undefined }) {
  return (
    <ErrorState
      level={1}
      title="Lesson not found"
      action={
        courseId === undefined ? (
          <Button to={paths.adminCourses()}>Back to Courses</Button>
        ) : (
          <Button to={paths.adminCourse(courseId)}>Back to Lessons</Button>
        )
      }
    >
      It may have been deleted, or it belongs to another course.
    </ErrorState>
  );
}

function WritingSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:py-8">
      <span className="sr-only">Loading the lesson</span>
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-9 w-2/3" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-[max(22rem,60dvh)]" />
        <Skeleton className="h-[max(22rem,60dvh)] max-lg:hidden" />
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}
