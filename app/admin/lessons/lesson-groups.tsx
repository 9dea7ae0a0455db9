import { LoaderCircle } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import {
  type AdminLesson,
  type CourseModule,
  type LessonGroup as Group,
  groupLessons,
  Outline,
} from '#sync/contract/authoring.ts';
import { api } from '../../api/session.ts';
import { counted } from '../../learn/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { moved } from '../../ui/form/moved.ts';
import { type Place, SortableList } from '../../ui/form/sortable-list.tsx';
import { outlinePath, showOutline, useOutlineAct } from '../frame/use-outline.ts';
import { LessonRow, type LessonRowProps } from './lesson-row.tsx';
import { type Order, reordered } from './new-order.ts';

type Reorder = (groupId: number, from: number, to: number, says?: string) => void;
type LessonGroupProps = Omit<LessonRowProps, 'lesson' | 'move' | keyof Place> & {
  group: Group<AdminLesson, CourseModule>;
  onMove: Reorder;
  isDisabled: boolean;
};

const titleOf = ({ title }: AdminLesson) => title;

/** A module's heading and its lessons. Each module is a list of its own, so a lesson cannot be dragged out of it. */
const LessonGroup = memo(function LessonGroup({ group, onMove, isDisabled, panel, ask }: LessonGroupProps) {
  const { id, title, module, lessons } = group;
  const row = useCallback(
    (lesson: AdminLesson, place: Place) => (
      <LessonRow
        lesson={lesson}
        {...place}
        move={(from, to, says) => onMove(id, from, to, says)}
        ask={ask}
        panel={panel}
      />
    ),
    [id, onMove, ask, panel],
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

/** `before` is what the author saw, and sees again after a refusal. */
type Wanted = { order: Order; before: Outline };

/** Puts lessons into another order inside their group: shown at once, and taken back when the server refuses. */
function useReorder(outline: Outline) {
  const courseId = outline.course.id;
  const { run, isRunning } = useOutlineAct(courseId, {
    send: ({ order, before }: Wanted) =>
      api(`${outlinePath(courseId)}/reorder`, {
        method: 'PUT',
        payload: { lessonOrders: order, seenRev: before.outlineRev },
        answer: Outline,
      }),
    said: () => ({ title: 'Lessons reordered', description: 'The lesson order has been updated successfully.' }),
    failed: { title: 'Error reordering lessons', sentence: 'Failed to reorder lessons' },
    shows: showOutline,
    missed: (_, { before }) => showOutline(before),
  });
  /** Resolves with true once the server has it. */
  const reorder = async (groupId: number, from: number, to: number): Promise<boolean> => {
    const group = groupLessons(outline.modules, outline.lessons).find(({ id }) => id === groupId);
    if (isRunning || !group) return false;
    const next = reordered(outline, groupId, moved(group.lessons, from, to));
    showOutline(next.outline);
    return (await run({ order: next.order, before: outline })) !== undefined;
  };
  return { reorder, isReordering: isRunning };
}

type LessonGroupsProps = Pick<LessonRowProps, 'panel' | 'ask'> & { outline: Outline };

/** The modules that have lessons, each with its own, then 'Other/New Lessons'. */
export function LessonGroups({ outline, panel, ask }: LessonGroupsProps) {
  const groups = useMemo(() => groupLessons(outline.modules, outline.lessons), [outline.modules, outline.lessons]);
  const { reorder, isReordering } = useReorder(outline);
  const [said, setSaid] = useState('');
  const newest = useRef(reorder);
  newest.current = reorder;
  // A row that is dragged says itself where it is; `says` is for one that was moved by its menu.
  const move = useCallback<Reorder>((groupId, from, to, says = '') => {
    void newest.current(groupId, from, to).then((isKept) => isKept && setSaid(says));
  }, []);
  return (
    <div className="relative flex flex-col gap-6" aria-busy={isReordering}>
      {groups
        .filter(({ lessons }) => lessons.length > 0)
        .map((group) => (
          <LessonGroup key={group.id} {...{ group, panel, ask }} onMove={move} isDisabled={isReordering} />
        ))}
      <p role="status" className="sr-only">
        {said}
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
