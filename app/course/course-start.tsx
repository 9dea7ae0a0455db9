import { Play } from 'lucide-react';
import type { Course } from '#sync/contract/course.ts';
import { lessonToGoOn } from '#sync/going-on.ts';
import type { LessonState } from '#sync/reads.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { Link } from '../router.ts';

type CourseStartProps = {
  course: Course;
  lessons: readonly LessonState[];
  lessonPath: (courseId: number, lessonId: number) => string;
};

/** Where to go on: the first lesson, or for someone under way the one that the home names, too. */
export function nextStep(lessons: readonly LessonState[]): { label: string; lessonId: number } | undefined {
  const first = lessons[0];
  if (!first) return undefined;
  const open = lessonToGoOn(lessons);
  if (!open) return { label: 'Review Course', lessonId: first.lesson.id };
  const untouched = lessons.every(({ unit }) => unit.status === 'not_started');
  return untouched
    ? { label: 'Start Learning', lessonId: first.lesson.id }
    : { label: 'Continue Learning', lessonId: open.lesson.id };
}

/** The course's picture with the way in over it. */
export function CourseStart({ course, lessons, lessonPath }: CourseStartProps) {
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
