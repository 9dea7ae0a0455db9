import { LoaderCircle } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type AdminLesson, groupLessons, type Outline } from '#sync/contract/authoring.ts';
import type { Place } from '../../ui/sortable-list.tsx';
import { LessonGroup } from './lesson-group.tsx';
import { LessonRow, type RowActs, type RowPanel } from './lesson-row.tsx';
import type { Asking } from './outline-dialogs.tsx';
import { useReorder } from './use-reorder.ts';

type LessonGroupsProps = { outline: Outline; panel: RowPanel; ask: (asking: Asking) => void };

/** The modules that have lessons, each with its own, then 'Other/New Lessons'. */
export function LessonGroups({ outline, panel, ask }: LessonGroupsProps) {
  const groups = useMemo(() => groupLessons(outline.modules, outline.lessons), [outline.modules, outline.lessons]);
  const { reorder, isReordering } = useReorder(outline);
  const [said, setSaid] = useState('');
  const newest = useRef({ groups, reorder });
  newest.current = { groups, reorder };

  const put = useCallback((groupId: number, from: number, to: number) => {
    void newest.current.reorder(groupId, from, to);
  }, []);
  const acts = useMemo<RowActs>(() => {
    const step = async (lesson: AdminLesson, by: -1 | 1) => {
      const group = newest.current.groups.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
      const from = group?.lessons.findIndex(({ id }) => id === lesson.id) ?? -1;
      const count = group?.lessons.length ?? 0;
      const to = from + by;
      if (!group || from < 0 || to < 0 || to >= count) return;
      const isKept = await newest.current.reorder(group.id, from, to);
      if (isKept) setSaid(`${lesson.title} is now at position ${to + 1} of ${count}.`);
    };
    return {
      step: (lesson, by) => void step(lesson, by),
      move: (lesson) => ask({ about: 'moving', lesson }),
      remove: (lesson) => ask({ about: 'deleting', lesson }),
    };
  }, [ask]);
  const row = useCallback(
    (lesson: AdminLesson, place: Place) => <LessonRow lesson={lesson} {...place} acts={acts} panel={panel} />,
    [acts, panel],
  );
  return (
    <div className="relative flex flex-col gap-6" aria-busy={isReordering}>
      {groups
        .filter(({ lessons }) => lessons.length > 0)
        .map((group) => (
          <LessonGroup key={group.id} group={group} row={row} onMove={put} isDisabled={isReordering} />
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
