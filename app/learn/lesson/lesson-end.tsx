import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Award, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LessonState } from '#sync/store/reads.ts';
import { COMPLETED, type LessonFamily, paths } from '../../paths.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { lessonLabel } from '../../ui/course-labels.ts';
import { Flourish } from '../../ui/flourish.tsx';
import { type LessonProgress, NextLessonButton } from '../lesson-parts.tsx';
import { gradedLater, isSubmitted, notFinished } from '../modules.ts';

type LessonEndProps = {
  /** '2 of 5 in this module done.' */
  done: string | undefined;
  points: number;
  /** The lessons of the course that are not completed. */
  open: readonly LessonState[];
  /** True on the last lesson of the course, and on the one that has just completed it. */
  isLast: boolean;
  /** What has just completed it. */
  completedBy: LessonProgress['completedBy'];
  /** The result of a quiz stands above and has said it: only what it adds is said. */
  hasVerdict: boolean;
};

const SHOWN_AFTER_MS = 600;

/** What a completed lesson says, once and in one place (R-S5). */
export function LessonEnd({ done, points, open, isLast, completedBy, hasVerdict }: LessonEndProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever watches or reads keeps their place.
    if (completedBy !== 'tap') return;
    const timer = setTimeout(() => panel.current?.scrollIntoView({ block: 'nearest' }), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [completedBy]);
  const isWhole = isLast && open.length === 0;
  // A failed quiz would take a celebration back.
  const isGradedLater = isLast && !isWhole && open.every(isSubmitted);
  const isNews = completedBy !== null && !isGradedLater;
  // Who watches sees the words without scrolling: the picture leaves a phone no room for more.
  const isBeside = completedBy === 'watching';
  const words = (
    <div>
      {(!hasVerdict || isWhole) && (
        <p className="text-balance font-bold text-xl">
          {isGradedLater ? t`You're done for now` : isWhole ? t`Course completed! Great job!` : t`Lesson completed!`}
        </p>
      )}
      <p className="text-ink-soft">
        {isLast && !isGradedLater && open.length > 1 && (
          <>
            <Plural value={open.length} one="# lesson left." other="# lessons left." />{' '}
          </>
        )}
        {!isWhole && !isGradedLater && done && `${done} `}
        <Plural value={points} one="# point." other="# points." />
      </p>
    </div>
  );
  if (hasVerdict) return <section className="-mt-4 text-center">{words}</section>;
  return (
    <section
      ref={panel}
      className={`flex scroll-mb-40 items-center gap-3 border-line border-t pt-5 ${isNews && !isBeside ? 'flex-col gap-2 text-center' : ''}`}
    >
      {isNews ? (
        <Flourish isSmall={isBeside} />
      ) : (
        <CircleCheck aria-hidden className="size-8 shrink-0 text-complete-text" />
      )}
      {words}
    </section>
  );
}

type NextStepProps = {
  courseId: number;
  next: LessonState | undefined;
  /** The lessons that are not completed, offered on the last lesson. */
  open: LessonState[];
  isLast: boolean;
  family: LessonFamily;
  /** The course has just been completed: its end is celebrated. */
  isNews: boolean;
};

/** What follows a completed lesson: the next one, or the end of the course (P-12). */
export function NextStep({ courseId, next, open, isLast, family, isNews }: NextStepProps) {
  const isWhole = isLast && open.length === 0 && !family.isPublic;
  const firstOpen = open.find((one) => !isSubmitted(one));
  const submitted = open.filter(isSubmitted);
  return (
    <ActionBar className="desk:lg:flex-row desk:lg:items-center desk:lg:justify-end">
      {next && (
        <>
          <p className="flex justify-between gap-3 desk:lg:me-auto">
            <span className="font-semibold">
              {next.lesson.orderIndex}. <bdi>{next.lesson.title}</bdi>
            </span>
            <span className="shrink-0 text-ink-soft">{lessonLabel(next.lesson)}</span>
          </p>
          <NextLessonButton
            size="big"
            variant="next"
            className="shrink-0 desk:lg:whitespace-nowrap"
            to={family.lesson(courseId, next.lesson.id)}
          />
        </>
      )}
      {isLast && firstOpen && (
        <Button size="big" to={family.lesson(courseId, firstOpen.lesson.id)}>
          {notFinished([firstOpen])}
        </Button>
      )}
      {isWhole && (
        <Button size="big" icon={Award} to={paths.certificate(courseId)} state={isNews ? COMPLETED : undefined}>
          <Trans>View certificate</Trans>
        </Button>
      )}
      {isLast && !firstOpen && submitted.length > 0 && (
        <p className="text-ink-soft desk:lg:me-auto">
          {gradedLater(submitted)} <Trans>If you passed, your certificate comes with the result.</Trans>
        </p>
      )}
      {!next && !(isLast && firstOpen) && (
        <Button
          size="big"
          variant="secondary"
          className="shrink-0 desk:lg:whitespace-nowrap"
          to={family.course(courseId)}
        >
          <Trans>Back to the course</Trans>
        </Button>
      )}
    </ActionBar>
  );
}
