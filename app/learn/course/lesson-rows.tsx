import { Circle, CircleCheck, CircleDot, CloudUpload } from 'lucide-react';
import { type Lesson, lessonDurationLabel, lessonLabel } from '#sync/contract/lesson.ts';
import type { LessonStatus } from '#sync/contract/progress.ts';
import type { PullOutcome } from '#sync/engine.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { PullErrorView, PullNote } from '../../shell/pull-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';

const STATUS = {
  not_started: { icon: Circle, tone: 'text-line-strong', text: 'Not started' },
  in_progress: { icon: CircleDot, tone: 'text-accent-text', text: 'In progress' },
  completed: { icon: CircleCheck, tone: 'text-complete-text', text: 'Completed' },
} as const satisfies Record<LessonStatus, object>;

function durationLabel(lesson: Lesson): string {
  return lesson.duration > 0 ? lessonDurationLabel(lesson.duration) : lessonLabel(lesson);
}

function LessonRow({ state, number, to }: { state: LessonState; number: number; to: string }) {
  const { lesson, unit, waiting } = state;
  const { icon: Icon, tone, text } = STATUS[unit.status];
  return (
    <li className="border-line not-first:border-t">
      <Link
        to={to}
        className="flex min-h-action items-center gap-3 px-4 py-2.5 hover:bg-sunken group-first:rounded-t-lg sm:gap-4"
      >
        <span aria-hidden className="w-6 shrink-0 text-right text-ink-soft tabular-nums">
          {number}
        </span>
        <Icon role="img" aria-label={text} className={`size-5 shrink-0 ${tone}`} />
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{lesson.title}</span>
          {lesson.isPreview && <Badge tone="accent">Preview</Badge>}
        </span>
        {waiting && (
          <CloudUpload role="img" aria-label="Waiting to be sent" className="size-5 shrink-0 text-accent-text" />
        )}
        <span className="shrink-0 text-ink-soft text-sm tabular-nums">{durationLabel(lesson)}</span>
      </Link>
    </li>
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
  if (outcome?.kind === 'fresh') return <EmptyState title="No lessons yet">This course has no lessons yet.</EmptyState>;
  if (!outcome) return <Skeleton className="m-4 h-56" />;
  return (
    <PullErrorView
      outcome={outcome}
      again={again}
      failed={isVisitor ? texts.failedPublicLessons : texts.failedLessons}
      absent="The lessons are not on this device"
    >
      Open this course once with a connection; after that it works offline.
    </PullErrorView>
  );
}

type LessonRowsProps = NoLessonsProps & {
  /** In the order in which they are taken. */
  lessons: readonly LessonState[];
  /** False while only some lessons of the course are on this device. */
  isComplete: boolean;
  lessonPath: (lessonId: number) => string;
};

/** 'Course Content': every lesson with its number, state and length. */
export function LessonRows({ lessons, isComplete, lessonPath, outcome, again }: LessonRowsProps) {
  const isVisitor = useActiveUser().state !== 'known';
  const failed = failedTitle(outcome, isVisitor);
  // Refused progress has its own toast; a complete list needs no note when offline.
  const isNoted = lessons.length > 0 && (!isComplete || (outcome?.kind === 'refused' && outcome.part !== 'progress'));
  return (
    <section aria-labelledby="content" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="content" className="font-semibold text-xl">
          Course Content
        </h2>
        {lessons.length > 0 && (
          <p className="text-ink-soft text-sm">
            {counted(lessons.length, 'lesson')}
            {!isComplete && outcome && ' on this device'}
          </p>
        )}
      </div>
      {isNoted && (
        <PullNote outcome={outcome} again={again} failed={failed} shown="Only the lessons on this device are listed." />
      )}
      <Card className="overflow-hidden">
        {lessons.length === 0 ? (
          <NoLessons outcome={outcome} again={again} />
        ) : (
          <ol>
            {lessons.map((state, index) => (
              <LessonRow key={state.lesson.id} state={state} number={index + 1} to={lessonPath(state.lesson.id)} />
            ))}
          </ol>
        )}
      </Card>
    </section>
  );
}
