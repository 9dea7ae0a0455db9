import { CirclePlay } from 'lucide-react';
import { lessonKind, lessonLabel } from '#sync/contract/lesson.ts';
import type { GoingOn } from '#sync/store/next-lesson.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { clockLabel } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** 'at 2:13 of 6:40' for a video that was begun, else how long or large the lesson is. */
function howFar({ lesson, unit }: LessonState): string {
  if (unit.status !== 'in_progress') return lessonLabel(lesson);
  const position = unit.positionSeconds ?? 0;
  if (lessonKind(lesson) !== 'video' || position < 1) return `In progress · ${lessonLabel(lesson)}`;
  return `at ${clockLabel(position)} of ${clockLabel(lesson.duration)}`;
}

/** The way straight back into the lesson that the person last worked on, on whatever device that was. */
export function ContinueCard({ goingOn }: { goingOn: GoingOn<LessonState> }) {
  const { course, lesson, isBegun } = goingOn;
  return (
    <section aria-labelledby="continue">
      <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 md:px-7">
        <CirclePlay aria-hidden className="size-9 shrink-0 text-accent-text max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="continue" className="text-ink-soft text-sm">
            {isBegun ? 'Continue where you left off' : 'Your next course'}
            <span className="max-sm:hidden"> · </span>
            <span className="max-sm:block">{course.title}</span>
          </h2>
          {lesson ? (
            <>
              <p className="mt-0.5 font-semibold text-lg">{lesson.lesson.title}</p>
              <p className="text-ink-soft text-sm">
                Lesson {lesson.lesson.orderIndex} · {howFar(lesson)}
              </p>
            </>
          ) : (
            <Skeleton className="mt-1.5 h-11 w-3/5" />
          )}
        </div>
        <Button
          size="big"
          className="w-full sm:w-auto"
          to={lesson ? paths.lesson(course.id, lesson.lesson.id) : paths.course(course.id)}
        >
          {isBegun ? 'Continue' : 'Start'}
        </Button>
      </Card>
    </section>
  );
}
