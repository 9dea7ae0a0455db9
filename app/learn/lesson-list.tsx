// The lessons of a course in collapsible modules, joined by a line like the route on a plan.
import { Trans } from '@lingui/react/macro';
import { Check, ChevronDown } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { LessonState } from '#sync/store/reads.ts';
import { ProgressRing } from '../ui/progress.tsx';
import { Link } from '../ui/router.ts';
import { groupByModule, type ModuleGroup, whatIsLeft } from './modules.ts';

type LessonListProps = {
  /** In the order in which they are taken. */
  lessons: readonly LessonState[];
  /** Without all lessons of the course nothing is said of how far a module is. */
  isWhole: boolean;
  /** The lesson that is open or comes next; its module is open. */
  currentId: number | undefined;
  /** What `currentId` is, as in `aria-current`. */
  current: 'page' | 'step';
  lessonPath: (lessonId: number) => string;
  /** The link takes the place of the page in the history. */
  replaces?: boolean;
  onChoose?: (event: MouseEvent, lessonId: number) => void;
  /** What a row says. */
  children: (state: LessonState) => ReactNode;
};

const LINE = 'absolute start-8.25 w-0.5';

/** The lesson's point on the route; each row draws half of the line to either neighbor. */
function RoutePoint({ status, isCurrent }: { status: LessonState['unit']['status']; isCurrent: boolean }) {
  const isDone = status === 'completed';
  const ring = isCurrent
    ? 'size-6 border-[0.4rem] border-accent'
    : status === 'in_progress'
      ? 'size-5 border-4 border-accent'
      : 'size-5 border-2 border-line-strong';
  return (
    <span aria-hidden className="relative grid w-9 shrink-0 place-items-center">
      {isDone ? (
        <span
          className={`grid size-6 place-items-center rounded-full bg-complete text-complete-ink ${isCurrent ? 'ring-2 ring-accent ring-offset-2 ring-offset-accent-soft' : ''}`}
        >
          <Check className="size-4 stroke-3" />
        </span>
      ) : (
        <span className={`rounded-full bg-surface ${ring}`} />
      )}
    </span>
  );
}

const lineColor = (before: LessonState | undefined) =>
  before?.unit.status === 'completed' ? 'bg-complete' : 'bg-line';

function Rows({ group, list }: { group: ModuleGroup; list: LessonListProps }) {
  const { currentId, current, lessonPath, replaces = false, onChoose, children } = list;
  return (
    <ol className="pb-2">
      {group.lessons.map((state, place) => {
        const { id } = state.lesson;
        const isCurrent = id === currentId;
        return (
          <li key={id} data-lesson={id}>
            <Link
              to={lessonPath(id)}
              replace={replaces}
              onClick={onChoose && ((event) => onChoose(event, id))}
              aria-current={isCurrent ? current : undefined}
              className="relative flex min-h-action items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-sunken aria-[current]:bg-accent-soft"
            >
              {place > 0 && (
                <span aria-hidden className={`${LINE} top-0 bottom-1/2 ${lineColor(group.lessons[place - 1])}`} />
              )}
              {place < group.lessons.length - 1 && (
                <span aria-hidden className={`${LINE} top-1/2 bottom-0 ${lineColor(state)}`} />
              )}
              <RoutePoint status={state.unit.status} isCurrent={isCurrent} />
              {children(state)}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

function Module({ group, list }: { group: ModuleGroup; list: LessonListProps }) {
  const { lessons, completed, title } = group;
  const total = lessons.length;
  const left = whatIsLeft(lessons);
  return (
    <details
      open={lessons.some(({ lesson }) => lesson.id === list.currentId)}
      className="group/module border-line not-first:border-t"
    >
      <summary className="flex min-h-16 items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-sunken">
        {list.isWhole && (
          <ProgressRing percent={(100 * completed) / lessons.length} className="size-9">
            {left ? null : <Check aria-hidden className="size-4.5 stroke-3" />}
          </ProgressRing>
        )}
        <span className="min-w-0 grow">
          <h3 dir="auto" className="font-semibold leading-snug">
            {title}
          </h3>
          {list.isWhole && left && (
            <span className="text-ink-soft text-sm">
              <Trans>
                {completed} of {total}, {left}
              </Trans>
            </span>
          )}
          {list.isWhole && !left && (
            <span className="sr-only">
              <Trans>All lessons completed</Trans>
            </span>
          )}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open/module:rotate-180" />
      </summary>
      <Rows group={group} list={list} />
    </details>
  );
}

/** The lessons in their modules, the current one open; in one list where they have none. */
export function LessonList(list: LessonListProps) {
  return groupByModule(list.lessons).map((group) =>
    group.title === undefined ? (
      <Rows key={group.key} group={group} list={list} />
    ) : (
      <Module key={group.key} group={group} list={list} />
    ),
  );
}
