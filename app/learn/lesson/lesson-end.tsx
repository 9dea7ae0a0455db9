import { ArrowRight, Award, CircleCheck, PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LessonState } from '#sync/store/reads.ts';
import { type LessonFamily, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

type LessonEndProps = {
  courseId: number;
  next: LessonState | undefined;
  /** The lessons that are not completed, offered on the last lesson. */
  open: LessonState[];
  /** True on the last lesson of the course. */
  isLast: boolean;
  /** True when the lesson was just completed on this page. */
  isNews: boolean;
  family: LessonFamily;
};

const SHOWN_AFTER_MS = 600;

/** What follows a completed lesson: the next one, or the end of the course (S5, decisions 12). */
export function LessonEnd({ courseId, next, open, isLast, isNews, family }: LessonEndProps) {
  const panel = useRef<HTMLElement>(null);
  const [firstOpen] = open;
  useEffect(() => {
    if (!isNews) return;
    // Delayed, because a text lesson opens the next one itself. The margin keeps it clear of the toast on a phone.
    const timer = setTimeout(() => panel.current?.scrollIntoView({ block: 'nearest' }), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isNews]);
  const Icon = isLast ? PartyPopper : CircleCheck;
  return (
    <section
      ref={panel}
      role="status"
      className="flex scroll-mb-28 animate-rise flex-wrap items-center justify-between gap-4 rounded-lg bg-complete-soft p-4 sm:p-5"
    >
      <div className="flex items-center gap-3 text-complete-text">
        <Icon aria-hidden className="size-7 shrink-0" />
        <div>
          <p className="font-semibold text-lg">{isLast ? 'Course completed! Great job!' : 'Lesson completed!'}</p>
          {isLast && open.length > 1 && <p className="text-sm">{open.length} lessons left.</p>}
        </div>
      </div>
      {next && (
        <Button to={family.lesson(courseId, next.lesson.id)}>
          Continue to Next Lesson
          <ArrowRight aria-hidden className="size-5" />
        </Button>
      )}
      {isLast && firstOpen && (
        <Button variant="secondary" to={family.lesson(courseId, firstOpen.lesson.id)}>
          Not finished: Lesson {firstOpen.lesson.orderIndex}
        </Button>
      )}
      {!next && !(isLast && firstOpen) && (
        <div className="flex flex-wrap gap-2">
          {isLast && !family.isPublic && (
            <Button icon={Award} to={paths.certificate(courseId)}>
              View certificate
            </Button>
          )}
          <Button variant="secondary" to={family.course(courseId)}>
            Back to the course
          </Button>
        </div>
      )}
    </section>
  );
}
