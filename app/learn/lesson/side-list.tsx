import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Award, CloudUpload, X } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { type CourseState, isComplete, type LessonState } from '#sync/store/reads.ts';
import type { LessonFamily } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { lessonLabel } from '../../ui/course-labels.ts';
import { usePageMark } from '../../ui/page-mark.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { LessonList } from '../lesson-list.tsx';
import { isSubmitted } from '../modules.ts';

export const listOf = ({ course, lessons, totals }: CourseState, currentLessonId: number, family: LessonFamily) => ({
  course,
  lessons,
  percentComplete: totals.percentComplete,
  currentLessonId,
  family,
});

type SideListProps = {
  course: Course;
  /** In the order in which they are taken. */
  lessons: LessonState[];
  percentComplete: number;
  currentLessonId: number;
  family: LessonFamily;
  /** It has the full height, and a cross in its corner. */
  isTall?: boolean;
  /** Set in the drawer: a chosen lesson replaces the drawer in the history, the current one only closes it. */
  closeDrawer?: () => void;
};

function LessonRow({ view }: { view: LessonState }) {
  const { lesson, unit, waiting } = view;
  const number = lesson.orderIndex;
  return (
    <span className="min-w-0 grow">
      <span className="flex items-baseline justify-between gap-x-2 text-ink-soft text-sm">
        <span className="flex flex-wrap items-center gap-x-1.5">
          <span className="whitespace-nowrap">
            <Trans>Lesson {number}</Trans>
          </span>
          {unit.status === 'completed' && (
            <span className="font-semibold text-complete-text">
              <Trans>Completed</Trans>
            </span>
          )}
          {waiting && (
            <span className="text-accent-text">
              <CloudUpload aria-hidden className="size-4" />
              <span className="sr-only">
                <Trans>Not sent yet</Trans>
              </span>
            </span>
          )}
        </span>
        <span className="shrink-0">{isSubmitted(view) ? t`To be graded` : lessonLabel(lesson)}</span>
      </span>
      <span dir="auto" className="block in-aria-[current]:font-semibold in-aria-[current]:text-accent-text">
        {lesson.title}
      </span>
      {unit.status === 'in_progress' && (
        <span className="sr-only">
          <Trans>In progress</Trans>
        </span>
      )}
    </span>
  );
}

function SideListContent(props: SideListProps) {
  const { course, lessons, percentComplete, currentLessonId, family, isTall, closeDrawer } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = box.current;
    const row = list?.querySelector<HTMLElement>(`[data-lesson="${currentLessonId}"]`);
    if (!list || !row) return;
    let height = 0;
    // Only the list scrolls, never the page; on a narrow screen it has no size until the tablet is rotated.
    const center = () => {
      if (height === 0) list.scrollTop = row.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
      height = list.clientHeight;
    };
    center();
    const resized = new ResizeObserver(center);
    resized.observe(list);
    return () => resized.disconnect();
  }, [currentLessonId]);
  const isWhole = isComplete({ course, lessons });
  const completed = lessons.filter(({ unit }) => unit.status === 'completed').length;
  const count = Math.max(course.lessonCount, lessons.length);
  const { title } = course;
  return (
    <nav aria-label={t`Lessons`} className="flex min-h-0 flex-1 flex-col">
      <div className="border-line border-b p-4">
        <div className={`flex items-start justify-between gap-2 ${isTall ? 'pe-12' : ''}`}>
          <h2 dir="auto" className="font-semibold text-lg">
            {course.title}
          </h2>
          {isWhole && percentComplete >= 100 && (
            <span className="shrink-0 text-complete-text">
              <Award aria-hidden className="size-6" />
              <span className="sr-only">
                <Trans>Course complete</Trans>
              </span>
            </span>
          )}
        </div>
        <div className="mt-1 mb-2 flex justify-between text-ink-soft text-sm">
          <span>
            {/* What this device lacks may be completed. */}
            {isWhole
              ? plural(count, { one: `${completed} of # lesson`, other: `${completed} of # lessons` })
              : plural(count, { one: '# lesson', other: '# lessons' })}
          </span>
          <span className={`font-semibold ${percentComplete >= 100 ? 'text-complete-text' : 'text-accent-text'}`}>
            <Trans>{percentComplete}% complete</Trans>
          </span>
        </div>
        <ProgressBar percent={percentComplete} label={t`Progress in ${title}`} />
      </div>
      <div ref={box} className={`relative overflow-y-auto overscroll-contain ${isTall ? 'flex-1' : 'max-h-96'}`}>
        <LessonList
          lessons={lessons}
          isWhole={isWhole}
          currentId={currentLessonId}
          current="page"
          lessonPath={(lessonId) => family.lesson(course.id, lessonId)}
          replaces={closeDrawer !== undefined}
          onChoose={(event, lessonId) => {
            if (!closeDrawer || lessonId !== currentLessonId) return;
            event.preventDefault();
            closeDrawer();
          }}
        >
          {(view) => <LessonRow view={view} />}
        </LessonList>
      </div>
    </nav>
  );
}

/** The lessons of the course with their state, beside the lesson or in a drawer (R-S2). */
export const SideList = memo(SideListContent);

type ListBesideProps = {
  list: SideListProps;
  /** It was opened on this page just now, not found open. */
  isAsked: boolean;
  onClose: () => void;
};

/** The list on a tablet held across: it stands beside the text while one goes from lesson to lesson, until it is closed. */
export function ListBeside({ list, isAsked, onClose }: ListBesideProps) {
  usePageMark('lesson-list');
  const cross = useRef<HTMLButtonElement>(null);
  // The button that has opened it gives way.
  useEffect(() => {
    if (isAsked) cross.current?.focus({ preventScroll: true });
  }, [isAsked]);
  const close = () => {
    onClose();
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return (
    <aside className="fixed inset-y-0 start-0 z-35 flex w-[calc(24rem+var(--safe-start))] flex-col border-line border-e bg-surface in-data-has-quiz-screen:hidden pt-(--safe-top) pb-(--safe-bottom) ps-(--safe-start) print:hidden">
      <SideList {...list} isTall />
      <IconButton
        ref={cross}
        icon={X}
        aria-label={t`Close`}
        className="absolute top-[calc(0.5rem+var(--safe-top))] end-2 text-ink-soft"
        onClick={close}
      />
    </aside>
  );
}
