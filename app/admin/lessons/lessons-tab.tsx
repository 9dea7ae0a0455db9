// 'Course Lessons': the lessons of a course by module; ordered, renamed, added and deleted here.

import { FolderTree, LoaderCircle, Plus } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import {
  type AdminLesson,
  type CourseModule,
  type LessonGroup as Group,
  groupLessons,
  type Outline,
} from '#sync/contract/authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import type { ApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { moved, type Place, SortableList } from '../../ui/form/sortable-list.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { adminTexts } from '../forms/messages.ts';
import { showOutline, useOutlineAct } from '../outline/use-outline.ts';
import { LessonRow, type LessonRowProps, type RowPanel } from './lesson-row.tsx';
import { countLabel, type Order, reordered } from './outline.ts';
import { type Asking, OutlineDialogs } from './outline-dialogs.tsx';

type Reorder = (groupId: number, from: number, to: number, announcement?: string) => void;
type LessonGroupProps = Omit<LessonRowProps, 'lesson' | 'number' | 'move' | keyof Place> & {
  group: Group<AdminLesson, CourseModule>;
  /** The number of its first lesson. */
  first: number;
  onMove: Reorder;
  isDisabled: boolean;
};

const titleOf = ({ title }: AdminLesson) => title;

/** A module's heading and its lessons. Each module is its own list, so a lesson cannot be dragged to another one. */
const LessonGroup = memo(function LessonGroup({ group, first, onMove, isDisabled, panel, ask }: LessonGroupProps) {
  const { id, title, module, lessons } = group;
  const row = useCallback(
    (lesson: AdminLesson, place: Place) => (
      <LessonRow
        lesson={lesson}
        number={first + place.place}
        {...place}
        move={(from, to, announcement) => onMove(id, from, to, announcement)}
        ask={ask}
        panel={panel}
      />
    ),
    [id, first, onMove, ask, panel],
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id={`module-${id}`} className="min-w-0 font-semibold text-lg">
          {title}
        </h3>
        <span className="text-ink-soft text-sm">{counted(lessons.length, 'lesson')}</span>
        {module?.isEnabled === false && <Badge>Off: hidden from learners</Badge>}
      </div>
      <Card>
        <SortableList
          items={lessons}
          nameOf={titleOf}
          row={row}
          onMove={(from, to) => onMove(id, from, to)}
          isDisabled={isDisabled}
          aria-labelledby={`module-${id}`}
          rowClassName="border-line bg-surface not-first:border-t first:rounded-t-lg last:rounded-b-lg"
        />
      </Card>
    </div>
  );
});

/** Reorders lessons inside their group: shown at once, and reverted to `before` when the server refuses. */
function useReorder(outline: Outline) {
  const courseId = outline.course.id;
  const { run, isRunning } = useOutlineAct(courseId, {
    send: ({ order, before }: { order: Order; before: Outline }) =>
      call(
        server.admin.courses[':id'].lessons.reorder.$put({
          ...byId(courseId),
          json: { lessonOrders: order, seenRev: before.outlineRev },
        }),
      ),
    successToast: () => ({
      title: 'Lessons reordered',
      description: 'The lesson order has been updated successfully.',
    }),
    errorToast: { title: 'Error reordering lessons', sentence: 'Failed to reorder lessons' },
    onSuccess: showOutline,
    onError: (_, { before }) => showOutline(before),
  });
  /** Resolves with true once the server has saved it. */
  const reorder = async (groupId: number, from: number, to: number): Promise<boolean> => {
    const group = groupLessons(outline).find(({ id }) => id === groupId);
    if (isRunning || !group) return false;
    const next = reordered(outline, groupId, moved(group.lessons, from, to));
    showOutline(next.outline);
    return (await run({ order: next.order, before: outline })) !== undefined;
  };
  return { reorder, isReordering: isRunning };
}

type LessonGroupsProps = Pick<LessonRowProps, 'panel' | 'ask'> & { outline: Outline };

/** Each group with the number of its first lesson: lessons are numbered in the order shown. */
function numbered<G extends { lessons: readonly unknown[] }>(groups: readonly G[]) {
  let next = 1;
  return groups.map((group) => {
    next += group.lessons.length;
    return { group, first: next - group.lessons.length };
  });
}

/** The modules that have lessons, then 'Other/New Lessons'. */
function LessonGroups({ outline, panel, ask }: LessonGroupsProps) {
  const groups = useMemo(() => numbered(groupLessons(outline)), [outline.modules, outline.lessons, outline]);
  const { reorder, isReordering } = useReorder(outline);
  const [announced, setAnnounced] = useState('');
  const newest = useRef(reorder);
  newest.current = reorder;
  // A dragged row announces its position itself; `announcement` is for a row that was moved by its menu.
  const move = useCallback<Reorder>((groupId, from, to, announcement = '') => {
    void newest.current(groupId, from, to).then((isKept) => isKept && setAnnounced(announcement));
  }, []);
  return (
    <div className="relative flex flex-col gap-6" aria-busy={isReordering}>
      {groups
        .filter(({ group }) => group.lessons.length > 0)
        .map(({ group, first }) => (
          <LessonGroup key={group.id} {...{ group, first, panel, ask }} onMove={move} isDisabled={isReordering} />
        ))}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {isReordering && (
        <div className="absolute -inset-2 z-20 rounded-lg bg-canvas/60">
          <p
            role="status"
            className="sticky top-[45dvh] mx-auto mt-4 flex w-fit items-center gap-3 rounded-lg border border-line bg-surface px-5 py-3 font-medium shadow-mid"
          >
            <LoaderCircle aria-hidden className="size-5 animate-spin text-accent-text" />
            Reordering lessons...
          </p>
        </div>
      )}
    </div>
  );
}

type LessonsTabProps = { outline: ApiQuery<Outline>; panel: RowPanel };

export function LessonsTab({ outline: { data, error, refetch }, panel }: LessonsTabProps) {
  const [asking, setAsking] = useState<Asking>();
  if (error && !data) return <ApiErrorView title={adminTexts.failedLessons} error={error} refetch={refetch} />;
  const addLesson = (
    <Button icon={Plus} disabled={!data} onClick={() => setAsking({ about: 'adding' })} data-focus="add">
      Add New Lesson
    </Button>
  );
  return (
    <section aria-labelledby="lessons" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="lessons" tabIndex={-1} className="font-semibold text-xl">
            Course Lessons
          </h2>
          <p className="min-h-5 text-ink-soft text-sm">{data && countLabel(data)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={FolderTree}
            variant="secondary"
            disabled={!data}
            onClick={() => setAsking({ about: 'modules' })}
          >
            Modules
          </Button>
          {addLesson}
        </div>
      </div>
      {error && (
        <Card className="border-danger!">
          <ApiErrorView title={adminTexts.failedLessons} error={error} refetch={refetch} />
        </Card>
      )}
      {!data ? (
        <LessonsSkeleton />
      ) : data.lessons.length === 0 ? (
        <Card>
          <EmptyState title="No lessons yet">Add the first one above, or create modules first.</EmptyState>
        </Card>
      ) : (
        <LessonGroups outline={data} panel={panel} ask={setAsking} />
      )}
      {data && <OutlineDialogs outline={data} asking={asking} ask={setAsking} />}
    </section>
  );
}

const GROUPS = ['a', 'b', 'c'];

function LessonsSkeleton() {
  return (
    <div role="status" aria-label="Loading lessons" className="flex flex-col gap-6">
      {GROUPS.map((group) => (
        <div key={group} className="flex flex-col gap-2">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="h-76 max-md:h-112" />
        </div>
      ))}
    </div>
  );
}
