// The first thing on the home page: the lesson to continue with, and the course it belongs to.
import { Play } from 'lucide-react';
import { lessonKind } from '#sync/contract/lesson.ts';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { clockLabel, counted } from '../../ui/labels.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { NeedsConnection } from '../device-mark.tsx';
import { useOpensOffline } from '../downloads/use-on-device.ts';
import { kindLabel, lengthToGo } from '../modules.ts';
import { CourseRow } from './course-row.tsx';

/** Seconds watched of a video that was begun, else 0. */
function positionIn({ lesson, unit }: LessonState): number {
  const isBegun = unit.status === 'in_progress' && lessonKind(lesson) === 'video';
  return isBegun ? Math.min(unit.positionSeconds ?? 0, lesson.duration) : 0;
}

/** The lesson's first picture, or its course's, with how far its video was watched. */
function LessonPicture({ state, course }: { state: LessonState | undefined } & Pick<CardProps['next'], 'course'>) {
  const picture = state && picturesIn(state.lesson.body)[0];
  const position = state ? positionIn(state) : 0;
  return (
    <div className="relative overflow-hidden max-md:h-46 md:min-h-52">
      <CourseThumbnail
        course={picture ? { ...course, thumbnail: picture } : course}
        first
        className="absolute inset-0 h-full"
      />
      {state && position >= 1 && (
        <>
          <p className="absolute bottom-4 left-3 flex min-h-9 items-center gap-2 rounded-full bg-stage/80 px-3 font-semibold text-sm text-stage-ink tabular-nums">
            <Play aria-hidden className="size-4 fill-current" />
            {clockLabel(position)} of {clockLabel(state.lesson.duration)}
          </p>
          <span className="absolute inset-x-0 bottom-0 h-1.5 bg-surface/60">
            <span
              className="block h-full bg-accent"
              style={{ width: `${(100 * position) / Math.max(1, state.lesson.duration)}%` }}
            />
          </span>
        </>
      )}
    </div>
  );
}

type CardProps = {
  next: CourseToContinue<LessonState>;
  percent: number;
  isHere: boolean;
};

/** The link to the lesson that the user worked on last, on any device. */
export function ContinueCard({ next, percent, isHere }: CardProps) {
  const { course, lesson, isStarted, lessonsLeft } = next;
  const { isOffline } = useConnection();
  const opens = useOpensOffline(lesson?.lesson);
  return (
    <section aria-label={isStarted ? 'Continue where you left off' : 'Your next course'}>
      <Card className="overflow-hidden">
        <div className="md:grid md:grid-cols-2">
          <LessonPicture state={lesson} course={course} />
          <div className="flex flex-col justify-center gap-4 p-4 md:p-6">
            <div className="min-h-15">
              <h2 className="font-bold text-xl">{lesson?.lesson.title ?? course.title}</h2>
              <p className="mt-1 flex flex-wrap items-center gap-x-1 text-ink-soft">
                {lesson && `Lesson ${lesson.lesson.orderIndex} · ${kindLabel(lesson.lesson)}`}
                {isOffline && !opens ? (
                  <NeedsConnection />
                ) : (
                  lesson && (
                    <span>
                      · <span className="font-semibold text-ink">{lengthToGo(lesson)}</span>
                    </span>
                  )
                )}
              </p>
            </div>
            <Button
              size="big"
              className="w-full"
              to={lesson ? paths.lesson(course.id, lesson.lesson.id) : paths.course(course.id)}
            >
              <Play aria-hidden className="size-5 fill-current" />
              {isStarted ? 'Continue' : 'Start'}
            </Button>
          </div>
        </div>
        <div className="border-line border-t">
          <CourseRow
            course={course}
            percent={percent}
            note={`${counted(lessonsLeft, 'lesson')} left`}
            isHere={isHere}
          />
        </div>
      </Card>
    </section>
  );
}
