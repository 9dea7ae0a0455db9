// A list that is reordered by mouse, touch and keyboard, on @dnd-kit/sortable.

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DraggableAttributes,
  type DraggableSyntheticListeners,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { t } from '@lingui/core/macro';
import { GripVertical } from 'lucide-react';
import { createContext, memo, type ReactNode, use, useMemo, useRef } from 'react';

/** `place` counts from 0. */
export type Place = { place: number; count: number };

type SortableListProps<Item extends { id: number }> = {
  items: readonly Item[];
  /** The name of an item in announcements. */
  nameOf: (item: Item) => string;
  /** Renders a row, which contains a SortableGrip. Memoized in a long list, so that unchanged rows are not rendered again. */
  row: (item: Item, place: Place) => ReactNode;
  /** Called when the row at `from` was dropped at `to`. */
  onMove: (from: number, to: number) => void;
  isDisabled?: boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className?: string;
  rowClassName?: string;
};

const inColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const modifiers = [inColumn];
const MOUSE = { activationConstraint: { distance: 4 } };
const TOUCH = { activationConstraint: { delay: 180, tolerance: 8 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates };
const INSTRUCTIONS = {
  draggable: t`To move this row, press Space or Enter. While it is held, the arrow keys move it up and down; Space or Enter puts it down, and Escape takes it back.`,
};

/** Shows `items` in their order; `onMove` must change that order at once. Rows cannot leave the list. */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { items, nameOf, row, onMove, isDisabled = false, className = '', rowClassName = '' } = props;
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYS),
  );
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const name = (id: unknown) => items.flatMap((item) => (item.id === id ? nameOf(item) : []))[0];
  const placed = (id: unknown, at = id) => ({ row: name(id) ?? '', position: placeOf(at) + 1, total: items.length });
  const last = useRef<unknown>(undefined);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      last.current = active.id;
      const { row, position, total } = placed(active.id);
      return t`${row} is picked up, at position ${position} of ${total}.`;
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === last.current) return undefined;
      last.current = over.id;
      const { row, position, total } = placed(active.id, over.id);
      return t`${row} is now at position ${position} of ${total}.`;
    },
    onDragEnd: ({ active, over }) => {
      const { row, position, total } = placed(active.id, over?.id);
      return t`${row} is put down at position ${position} of ${total}.`;
    },
    onDragCancel: ({ active }) => {
      const { row, position, total } = placed(active.id);
      return t`Moving is cancelled. ${row} stays at position ${position} of ${total}.`;
    },
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(placeOf(active.id), placeOf(over.id));
      }}
    >
      <SortableContext items={items as Item[]} strategy={verticalListSortingStrategy} disabled={isDisabled}>
        <ol
          aria-label={props['aria-label']}
          aria-labelledby={props['aria-labelledby']}
          className={`relative ${className}`}
        >
          {items.map((item, place) => (
            <SortableRow key={item.id} id={item.id} className={rowClassName}>
              <Drawn item={item} place={place} count={items.length} row={row} />
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type DrawnProps<Item> = Place & { item: Item; row: (item: Item, place: Place) => ReactNode };

function DrawnRow<Item>({ item, place, count, row }: DrawnProps<Item>) {
  return row(item, { place, count });
}
const Drawn = memo(DrawnRow) as typeof DrawnRow;

type Grip = {
  attributes: DraggableAttributes;
  listeners: DraggableSyntheticListeners;
  ref: (element: HTMLElement | null) => void;
};
const GripContext = createContext<Grip | undefined>(undefined);

function SortableRow({ id, className, children }: { id: number; className: string; children: ReactNode }) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef: ref,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id,
    attributes: { roleDescription: t`sortable row` },
  });
  const grip = useMemo(() => ({ attributes, listeners, ref }), [attributes, listeners, ref]);
  return (
    <li
      ref={setNodeRef}
      style={transform ? { transform: `translateY(${transform.y}px)`, transition } : undefined}
      className={`motion-reduce:transition-none! ${className} ${isDragging ? 'relative z-10 shadow-high' : ''}`}
    >
      <GripContext value={grip}>{children}</GripContext>
    </li>
  );
}

/** The handle of a row: moved by mouse, after a long press, or by Space and the arrow keys. `label` names the row. */
export function SortableGrip({ label }: { label: string }) {
  const grip = use(GripContext);
  if (!grip) throw new Error('A SortableGrip must be in a row of a SortableList.');
  return (
    <button
      type="button"
      ref={grip.ref}
      {...grip.attributes}
      {...grip.listeners}
      aria-label={t`Move ${label}`}
      // A swipe here still scrolls the page; only a long press picks up the row.
      className="inline-flex size-touch shrink-0 cursor-grab touch-manipulation select-none items-center justify-center rounded-md text-ink-soft [-webkit-touch-callout:none] hover:bg-sunken hover:text-ink active:cursor-grabbing aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    >
      <GripVertical aria-hidden className="size-5" />
    </button>
  );
}

/** The items after the one at `from` was moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}
