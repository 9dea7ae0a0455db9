import { memo, type ReactNode, useCallback } from 'react';
import type { AdminLesson, CourseModule, LessonGroup as Group } from '#sync/contract/authoring.ts';
import { counted } from '../../course-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Place, SortableList } from '../../ui/sortable-list.tsx';

type LessonGroupProps = {
  group: Group<AdminLesson, CourseModule>;
  row: (lesson: AdminLesson, place: Place) => ReactNode;
  onMove: (groupId: number, from: number, to: number) => void;
  isDisabled: boolean;
};

const titleOf = ({ title }: AdminLesson) => title;

/** A module's heading and its lessons. Each module is a list of its own, so a lesson cannot be dragged out of it. */
export const LessonGroup = memo(function LessonGroup({ group, row, onMove, isDisabled }: LessonGroupProps) {
  const { id, title, module, lessons } = group;
  const move = useCallback((from: number, to: number) => onMove(id, from, to), [id, onMove]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id={`module-${id}`} className="min-w-0 break-words font-semibold text-lg">
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
          onMove={move}
          isDisabled={isDisabled}
          aria-labelledby={`module-${id}`}
          rowClassName="border-line bg-surface not-first:border-t first:rounded-t-lg last:rounded-b-lg"
        />
      </Card>
    </div>
  );
});
