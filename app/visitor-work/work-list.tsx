import { CircleCheck, CircleDashed, PencilLine } from 'lucide-react';
import type { VisitorCourse, VisitorLesson } from '#sync/visitor-work.ts';

const SHOWN = 3;
const STATES: Record<VisitorLesson['status'], string> = {
  completed: 'completed',
  in_progress: 'in progress',
  draft: 'with a text begun',
};
const ICONS = { completed: CircleCheck, in_progress: CircleDashed, draft: PencilLine };

function LessonLine({ lesson: { title, status } }: { lesson: VisitorLesson }) {
  const Icon = ICONS[status];
  return (
    <li className="flex items-center gap-2">
      <Icon
        aria-hidden
        className={`size-4 shrink-0 ${status === 'completed' ? 'text-complete-text' : 'text-accent-text'}`}
      />
      <span className="min-w-0 truncate">{title}</span>
      <span className="sr-only">, {STATES[status]}</span>
    </li>
  );
}

/** '3 of 9 lessons: 2 completed, 1 in progress'; without the course's length where the course itself is not known here. */
export function shareWords({ lessons, lessonCount }: VisitorCourse): string {
  const share = lessonCount > 0 ? `${lessons.length} of ${lessonCount} lessons` : `Lessons`;
  const parts = (['completed', 'in_progress', 'draft'] as const).flatMap((status) => {
    const count = lessons.filter((lesson) => lesson.status === status).length;
    return count > 0 ? `${count} ${STATES[status]}` : [];
  });
  return `${share}: ${parts.join(', ')}`;
}

/** What was done without signing in: course by course, the first few lessons by name. */
export function WorkList({ courses }: { courses: readonly VisitorCourse[] }) {
  return (
    <ul className="space-y-3">
      {courses.map((course) => (
        <li key={course.courseId}>
          <p className="font-medium">{course.title}</p>
          <p className="text-ink-soft text-sm">{shareWords(course)}</p>
          <ul className="mt-1 space-y-1 text-sm">
            {course.lessons.slice(0, SHOWN).map((lesson) => (
              <LessonLine key={lesson.lessonId} lesson={lesson} />
            ))}
            {course.lessons.length > SHOWN && (
              <li className="pl-6 text-ink-soft">and {course.lessons.length - SHOWN} more</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}
