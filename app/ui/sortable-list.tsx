// A list whose rows are put into another order by mouse, touch and keyboard. What drags them is hidden here.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  type Modifier,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { memo, type ReactNode, useMemo, useRef } from 'react';
import { SortableRow } from './sortable-row.tsx';
import { announcementsFor, instructions } from './sortable-words.ts';

/** `place` counts from 0. */
export type Place = { place: number; count: number };

type SortableListProps<Item extends { id: number }> = {
  items: readonly Item[];
  /** Read out while its row moves. */
  nameOf: (item: Item) => string;
  /** Draws a row, with a SortableGrip somewhere in it. Must stay the same function, so that still rows are not drawn again. */
  row: (item: Item, place: Place) => ReactNode;
  /** The row at `from` was put down at `to`. */
  onMove: (from: number, to: number) => void;
  isDisabled?: boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className?: string;
  rowClassName?: string;
};

const inColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const modifiers = [inColumn];
const measuring = { droppable: { strategy: MeasuringStrategy.WhileDragging } };
const autoScroll = { threshold: { x: 0, y: 0.15 }, acceleration: 20 };
const MOUSE = { activationConstraint: { distance: 4 } };
const TOUCH = { activationConstraint: { delay: 180, tolerance: 8 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' } as const;

/** A row stays in its own list. The order shown is that of `items`: `onMove` must change it at once. */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { items, nameOf, row, onMove, isDisabled = false, className = '', rowClassName = '' } = props;
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYS),
  );
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const newest = useRef({ items, nameOf });
  newest.current = { items, nameOf };
  const accessibility = useMemo(() => {
    const placeOf = (id: UniqueIdentifier) => newest.current.items.findIndex((item) => item.id === id);
    const announcements = announcementsFor(
      (id) => {
        const item = newest.current.items[placeOf(id)];
        return item ? newest.current.nameOf(item) : '';
      },
      (id) => `position ${placeOf(id) + 1} of ${newest.current.items.length}`,
    );
    return { announcements, screenReaderInstructions: instructions, restoreFocus: true };
  }, []);
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(Number(active.id)), over ? ids.indexOf(Number(over.id)) : -1];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      measuring={measuring}
      autoScroll={autoScroll}
      accessibility={accessibility}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={isDisabled}>
        <ol aria-label={props['aria-label']} aria-labelledby={props['aria-labelledby']} className={className}>
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
