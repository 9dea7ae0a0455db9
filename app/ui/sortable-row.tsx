import { useSortable } from '@dnd-kit/sortable';
import { type ReactNode, useMemo } from 'react';
import { GripContext } from './sortable-grip.tsx';

/** One row of a SortableList. Its content is drawn by the list: while something is dragged only transforms change here. */
export function SortableRow({ id, className, children }: { id: number; className: string; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'sortable row' },
  });
  const tie = useMemo(
    () => ({ attributes, listeners, ref: setActivatorNodeRef }),
    [attributes, listeners, setActivatorNodeRef],
  );
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={`${className} ${isDragging ? 'relative z-10 shadow-high' : ''}`}
    >
      <GripContext value={tie}>{children}</GripContext>
    </li>
  );
}
