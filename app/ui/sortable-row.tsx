import { useDraggable } from '@dnd-kit/core';
import { type ReactNode, useMemo } from 'react';
import { GripContext } from './sortable-grip.tsx';

type SortableRowProps = { id: number; isDisabled: boolean; className: string; children: ReactNode };
const attributes = { roleDescription: 'sortable row' };

/** One row of a SortableList, which moves it while it is dragged: nothing here is drawn again then. */
export function SortableRow({ id, isDisabled, className, children }: SortableRowProps) {
  const row = useDraggable({ id, disabled: isDisabled, attributes });
  const { attributes: named, listeners, setActivatorNodeRef: ref } = row;
  const tie = useMemo(() => ({ attributes: named, listeners, ref }), [named, listeners, ref]);
  return (
    <li ref={row.setNodeRef} className={`${className} ${row.isDragging ? 'relative z-10 shadow-high' : ''}`}>
      <GripContext value={tie}>{children}</GripContext>
    </li>
  );
}
