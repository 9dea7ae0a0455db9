import { ArrowRight, CircleCheck, PartyPopper } from 'lucide-react';
import type { LessonState } from '#sync/reads.ts';
import { Button } from '../ui/button.tsx';
import type { LessonFamily } from './lesson-family.ts';

type LessonEndProps = {
  courseId: number;
  next: LessonState | undefined;
  /** The first lesson that is not completed; on the last lesson it is what is left to do. */
  firstOpen: LessonState | undefined;
  family: LessonFamily;
};

/** What follows a completed lesson: the next one, or the end of the course (S5, decisions 12). */
export function LessonEnd({ courseId, next, firstOpen, family }: LessonEndProps) {
  const Icon = next ? CircleCheck : PartyPopper;
  return (
    <section
      role="status"
      className="flex animate-rise flex-wrap items-center justify-between gap-4 rounded-lg bg-complete-soft p-4 sm:p-5"
    >
      <div className="flex items-center gap-3 text-complete-text">
        <Icon aria-hidden className="size-7 shrink-0" />
        <p className="font-semibold text-lg">{next ? 'Lesson completed!' : 'Course completed! Great job!'}</p>
      </div>
      {next && (
        <Button to={family.lesson(courseId, next.lesson.id)}>
          Continue to Next Lesson
          <ArrowRight aria-hidden className="size-5" />
        </Button>
      )}
      {!next && firstOpen && (
        <Button variant="secondary" to={family.lesson(courseId, firstOpen.lesson.id)}>
          Still open: Lesson {firstOpen.lesson.orderIndex}
        </Button>
      )}
      {!next && !firstOpen && (
        <Button variant="secondary" to={family.course(courseId)}>
          Back to the course
        </Button>
      )}
    </section>
  );
}
