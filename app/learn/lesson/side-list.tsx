import { Award, Circle, CircleCheck, CircleDashed, CloudUpload } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { lessonLabel } from '#sync/contract/lesson.ts';
import type { LessonStatus } from '#sync/contract/progress.ts';
import type { LessonState } from '#sync/store/reads.ts';
import type { LessonFamily } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Link } from '../../ui/router.ts';

type SideListProps = {
  course: Course;
  lessons: LessonState[];
  percentComplete: number;
  currentLessonId: number;
  family: LessonFamily;
  /** Set in the drawer: a chosen lesson replaces the drawer in the history, the current one only closes it. */
  closeDrawer?: () => void;
};

function StatusIcon({ status }: { status: LessonStatus }) {
  if (status === 'completed') return <CircleCheck aria-hidden className="size-6 shrink-0 text-complete-text" />;
  if (status === 'in_progress') return <CircleDashed aria-hidden className="size-6 shrink-0 text-accent-text" />;
  return <Circle aria-hidden className="size-6 shrink-0 text-line-strong" />;
}

type LessonLinkProps = Pick<SideListProps, 'closeDrawer'> & { view: LessonState; isCurrent: boolean; to: string };

function LessonLink({ view, isCurrent, to, closeDrawer }: LessonLinkProps) {
  const { lesson, unit, waiting } = view;
  return (
    <Link
      to={to}
      replace={closeDrawer !== undefined}
      onClick={(event) => {
        if (!closeDrawer || !isCurrent) return;
        event.preventDefault();
        closeDrawer();
      }}
      aria-current={isCurrent ? 'page' : undefined}
      className="flex min-h-touch items-start gap-3 rounded-md px-3 py-2.5 hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      <StatusIcon status={unit.status} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-ink-soft text-sm">
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            Lesson {lesson.orderIndex}
            {waiting && (
              <span className="text-accent-text">
                <CloudUpload aria-hidden className="size-4" />
                <span className="sr-only">Not sent yet</span>
              </span>
            )}
          </span>
          <span className="shrink-0">{lessonLabel(lesson)}</span>
        </span>
        <span className={`block ${isCurrent ? 'font-semibold text-accent-text' : ''}`}>{lesson.title}</span>
        {unit.status === 'in_progress' && <span className="sr-only">In progress</span>}
        {unit.status === 'completed' && (
          <span className="mt-1 block">
            <Badge tone="complete">Completed</Badge>
          </span>
        )}
      </span>
    </Link>
  );
}

function SideListContent({ course, lessons, percentComplete, currentLessonId, family, closeDrawer }: SideListProps) {
  const list = useRef<HTMLOListElement>(null);
  const sorted = [...lessons].sort((a, b) => a.lesson.orderIndex - b.lesson.orderIndex);
  useEffect(() => {
    // Only the list scrolls; scrollIntoView would also move the page.
    const box = list.current;
    const row = box?.querySelector<HTMLElement>(`[data-lesson="${currentLessonId}"]`);
    if (!box || !row) return;
    const center = () => {
      box.scrollTop = row.offsetTop - box.clientHeight / 2 + row.clientHeight / 2;
    };
    center();
    // On a narrow screen the list has no size until the tablet is rotated.
    const resized = new ResizeObserver(center);
    resized.observe(box);
    return () => resized.disconnect();
  }, [currentLessonId]);
  return (
    <nav aria-label="Lessons">
      <div className="px-1 pb-3">
        <div className="flex items-start justify-between gap-2">
          <h2 className="font-semibold text-lg">{course.title}</h2>
          {percentComplete >= 100 && (
            <span className="shrink-0 text-complete-text">
              <Award aria-hidden className="size-6" />
              <span className="sr-only">Course complete</span>
            </span>
          )}
        </div>
        <div className="mt-1 mb-2 flex justify-between text-ink-soft text-sm">
          <span>{counted(sorted.length, 'lesson')}</span>
          <span
            className={percentComplete >= 100 ? 'font-semibold text-complete-text' : 'font-semibold text-accent-text'}
          >
            {percentComplete}% complete
          </span>
        </div>
        <ProgressBar percent={percentComplete} label={`Progress in ${course.title}`} />
      </div>
      <ol ref={list} className="relative max-h-96 space-y-0.5 overflow-y-auto p-1">
        {sorted.map((view) => (
          <li key={view.lesson.id} data-lesson={view.lesson.id}>
            <LessonLink
              view={view}
              isCurrent={view.lesson.id === currentLessonId}
              to={family.lesson(course.id, view.lesson.id)}
              closeDrawer={closeDrawer}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The lessons of the course with their state, beside the lesson or, on a phone, in a drawer (S2). */
export const SideList = memo(SideListContent);
