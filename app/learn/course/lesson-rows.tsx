import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import type { LessonStatus } from '#sync/contract/progress.ts';
import type { PullOutcome } from '#sync/engine.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { PullErrorView, PullNote } from '../../shell/pull-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { lessonLabel } from '../../ui/course-labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { LessonList } from '../lesson-list.tsx';
import { isSubmitted } from '../modules.ts';

const STATUS = {
  not_started: t`Not started`,
  in_progress: t`In progress`,
  completed: t`Completed`,
} satisfies Record<LessonStatus, string>;

function LessonRow({ state }: { state: LessonState }) {
  const { lesson, unit, waiting } = state;
  return (
    <>
      <span role="img" aria-label={isSubmitted(state) ? t`Answered` : STATUS[unit.status]} className="sr-only" />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 in-aria-[current]:font-semibold in-aria-[current]:text-accent-text">
        <span>
          {lesson.orderIndex}. <bdi>{lesson.title}</bdi>
        </span>
        {lesson.isPreview && (
          <Badge tone="accent">
            <Trans>Preview</Trans>
          </Badge>
        )}
      </span>
      {waiting && (
        <CloudUpload role="img" aria-label={t`Waiting to be sent`} className="size-5 shrink-0 text-accent-text" />
      )}
      <span className="shrink-0 text-ink-soft text-sm tabular-nums">
        {isSubmitted(state) ? t`To be graded` : lessonLabel(lesson)}
      </span>
    </>
  );
}

type NoLessonsProps = { outcome: PullOutcome | undefined; again: () => void };

/** Names what was refused: the course, which is fetched first, or its lessons. */
function failedTitle(outcome: PullOutcome | undefined, isVisitor: boolean): string {
  if (outcome?.kind === 'refused' && outcome.part === 'lessons')
    return isVisitor ? texts.failedPublicLessons : texts.failedLessons;
  return isVisitor ? texts.failedPublicCourse : texts.failedCourse;
}

/** The course is in the catalog, but its lessons are not on this device. */
function NoLessons({ outcome, again }: NoLessonsProps) {
  const isVisitor = useActiveUser().state !== 'known';
  if (outcome?.kind === 'fresh')
    return (
      <EmptyState level={3} title={t`No lessons yet`}>
        <Trans>This course has no lessons yet.</Trans>
      </EmptyState>
    );
  if (!outcome) return <Skeleton className="m-4 h-56" />;
  return (
    <PullErrorView
      level={3}
      outcome={outcome}
      again={again}
      failed={isVisitor ? texts.failedPublicLessons : texts.failedLessons}
      absent={t`The lessons are not on this device`}
    >
      <Trans>Open this course once with a connection; after that it works offline.</Trans>
    </PullErrorView>
  );
}

type LessonRowsProps = NoLessonsProps & {
  /** In the order in which they are taken. */
  lessons: readonly LessonState[];
  /** False while only some lessons of the course are on this device. */
  isComplete: boolean;
  /** The lesson to continue with. */
  nextId: number | undefined;
  lessonPath: (lessonId: number) => string;
};

/** 'Course Content': every lesson with its number, state and length, in its module. */
export function LessonRows({ lessons, isComplete, nextId, lessonPath, outcome, again }: LessonRowsProps) {
  const isVisitor = useActiveUser().state !== 'known';
  const failed = failedTitle(outcome, isVisitor);
  // Refused progress has its own toast; a complete list needs no note when offline.
  const isNoted = lessons.length > 0 && (!isComplete || (outcome?.kind === 'refused' && outcome.part !== 'progress'));
  return (
    <section aria-labelledby="content" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="content" className="font-semibold text-xl">
          <Trans>Course Content</Trans>
        </h2>
        {lessons.length > 0 && (
          <p className="text-ink-soft text-sm">
            {!isComplete && outcome
              ? plural(lessons.length, { one: '# lesson on this device', other: '# lessons on this device' })
              : plural(lessons.length, { one: '# lesson', other: '# lessons' })}
          </p>
        )}
      </div>
      {isNoted && (
        <PullNote
          outcome={outcome}
          again={again}
          failed={failed}
          shown={t`Only the lessons on this device are listed.`}
        />
      )}
      <Card className="overflow-hidden">
        {lessons.length === 0 ? (
          <NoLessons outcome={outcome} again={again} />
        ) : (
          <LessonList lessons={lessons} isWhole={isComplete} currentId={nextId} current="step" lessonPath={lessonPath}>
            {(state) => <LessonRow state={state} />}
          </LessonList>
        )}
      </Card>
    </section>
  );
}
