// The first thing on the home page: the lesson to continue with, and the course it belongs to.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Play, RotateCcw } from 'lucide-react';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import type { QuizNews } from '#sync/store/quiz-news.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { clockLabel } from '../../ui/labels.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { NeedsConnection } from '../device-mark.tsx';
import { useOpensOffline } from '../downloads/use-on-device.ts';
import { gradedLater, isSubmitted, kindLabel, leftToDo, lengthToGo, notFinished } from '../modules.ts';
import { notPassed } from '../quiz-news.tsx';
import { CourseRow } from './course-row.tsx';
import type { StepHere } from './opens-first.ts';

/** Seconds watched of a video that was begun, else 0. */
function positionIn({ lesson, unit }: LessonState): number {
  const isBegun = unit.status === 'in_progress' && lesson.videoUrl !== null;
  return isBegun ? Math.min(unit.positionSeconds ?? 0, lesson.duration) : 0;
}

type PictureProps = { state: LessonState | undefined; isFlat: boolean | undefined } & Pick<CardProps['next'], 'course'>;

/** The lesson's first picture, or its course's, with how far its video was watched. */
function LessonPicture({ state, course, isFlat }: PictureProps) {
  const picture = state && picturesIn(state.lesson.body)[0];
  const position = state ? positionIn(state) : 0;
  const [watched, length] = [clockLabel(position), clockLabel(state?.lesson.duration ?? 0)];
  return (
    <div className={`relative overflow-hidden ${isFlat ? 'max-md:h-32' : 'max-md:h-46'} md:min-h-52 low:hidden`}>
      <CourseThumbnail
        course={picture ? { ...course, thumbnail: picture } : course}
        first
        className="absolute inset-0 h-full"
      />
      {state && position >= 1 && (
        <>
          <p className="absolute bottom-4 start-3 flex min-h-9 items-center gap-2 rounded-full bg-stage/80 px-3 font-semibold text-sm text-stage-ink tabular-nums">
            <Play aria-hidden className="size-4 fill-current" />
            <Trans>
              {watched} of {length}
            </Trans>
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
  next: StepHere;
  percent: number;
  isHere: boolean;
  /** The lesson is a quiz that was not passed. */
  failed: QuizNews | undefined;
  /** On a phone leaves room for what stands below it. */
  isFlat?: boolean;
};

/** Number, kind and length of a lesson; a separator stays at the end of its line. */
function LessonLine({ state, left, isAway }: { state: LessonState; left: number; isAway: boolean }) {
  if (isSubmitted(state))
    return (
      <>
        <Trans>You're done for now.</Trans>{' '}
        {left > 1 ? <Trans>Your answers are graded when you are online.</Trans> : gradedLater([state])}
      </>
    );
  const number = state.lesson.orderIndex;
  return (
    <>
      <Trans>Lesson {number}</Trans>&nbsp;· {kindLabel(state.lesson)}
      {isAway ? ' ' : <>&nbsp;· </>}
      {isAway ? (
        <NeedsConnection />
      ) : (
        <span className="whitespace-nowrap font-semibold text-ink">{lengthToGo(state)}</span>
      )}
    </>
  );
}

/** The link to the lesson that the user worked on last, on any device; to their answers where nothing but those wait. */
export function ContinueCard({ next, percent, isHere, failed, isFlat }: CardProps) {
  const { course, lesson, isStarted, away } = next;
  const { isOffline } = useConnection();
  const opens = useOpensOffline(lesson?.lesson);
  const isWaiting = lesson !== undefined && isSubmitted(lesson);
  const isAway = isOffline && !opens && !isWaiting;
  const awayNumber = away?.lesson.orderIndex;
  return (
    <section aria-label={isStarted ? t`Continue where you left off` : t`Your next course`}>
      <Card className="overflow-hidden">
        <div className="md:grid md:grid-cols-2 low:block">
          <LessonPicture state={lesson} course={course} isFlat={isFlat} />
          <div className="flex flex-col justify-center gap-4 p-4 md:p-6">
            <div className="min-h-15">
              <h2 dir="auto" className="font-bold text-xl">
                {lesson?.lesson.title ?? course.title}
              </h2>
              <p className="mt-1 text-ink-soft">
                {failed ? (
                  notPassed(failed)
                ) : lesson ? (
                  <LessonLine state={lesson} left={next.lessonsLeft} isAway={isAway} />
                ) : (
                  isAway && <NeedsConnection />
                )}
              </p>
              {awayNumber !== undefined && (
                <p className="text-ink-soft">
                  <Trans>Lesson {awayNumber} needs a connection.</Trans>
                </p>
              )}
              {next.leftOut.length > 0 && <p className="text-ink-soft">{notFinished(next.leftOut)}</p>}
            </div>
            <Button
              size="big"
              variant={isWaiting || isAway ? 'secondary' : 'primary'}
              className="w-full"
              to={lesson ? paths.lesson(course.id, lesson.lesson.id) : paths.course(course.id)}
            >
              {failed ? (
                <RotateCcw aria-hidden className="size-5" />
              ) : (
                !isWaiting && <Play aria-hidden className="size-5 fill-current" />
              )}
              {failed ? t`Try again` : isWaiting ? t`See your answers` : isStarted ? t`Continue` : t`Start`}
            </Button>
          </div>
        </div>
        <div className="border-line border-t">
          <CourseRow course={course} percent={percent} note={leftToDo(next)} isHere={isHere} />
        </div>
      </Card>
    </section>
  );
}
