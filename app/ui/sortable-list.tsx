// A list whose rows are put into another order by mouse, touch and keyboard. What drags them is hidden here.
import {
  DndContext,
  KeyboardSensor,
  type KeyboardSensorOptions,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { memo, type ReactNode, useMemo, useRef } from 'react';
import { SortableRow } from './sortable-row.tsx';
import { restAt } from './sortable-rows.ts';
import { useDraggedRows } from './use-dragged-rows.ts';
import { useSortableWords } from './use-sortable-words.ts';

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
const autoScroll = { threshold: { x: 0, y: 0.15 }, acceleration: 20 };
const MOUSE = { activationConstraint: { distance: 4 } };
const TOUCH = { activationConstraint: { delay: 180, tolerance: 8 } };
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** A row stays in its own list. The order shown is that of `items`: `onMove` must change it at once. */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { items, nameOf, row, onMove, isDisabled = false, className = '', rowClassName = '' } = props;
  const list = useRef<HTMLOListElement>(null);
  const rows = useDraggedRows(list, items);
  const keys = useMemo<KeyboardSensorOptions>(
    () => ({
      scrollBehavior: 'auto',
      coordinateGetter: (event, { currentCoordinates: { x, y } }) => {
        const [now, step] = [rows.now(), STEPS[event.code]];
        if (!now || step === undefined) return undefined;
        event.preventDefault();
        const next = now.to + step;
        // From where it is, not from where a key has put it: a scroll may have come between.
        return now.elements[next] && { x, y: y + restAt(now, next) - now.delta };
      },
    }),
    [rows],
  );
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, keys),
  );
  const accessibility = useSortableWords({ items, nameOf, placeNow: () => rows.now()?.to });
  const put = () => {
    const moved = rows.drop();
    if (moved) onMove(moved.from, moved.to);
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={accessibility}
      onDragStart={({ active }) => rows.start(Number(active.id))}
      onDragMove={({ delta }) => rows.move(delta.y)}
      onDragEnd={put}
      onDragCancel={rows.release}
    >
      <ol
        ref={list}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby']}
        className={`relative ${className}`}
      >
        {items.map((item, place) => (
          <SortableRow key={item.id} id={item.id} isDisabled={isDisabled} className={rowClassName}>
            <Drawn item={item} place={place} count={items.length} row={row} />
          </SortableRow>
        ))}
      </ol>
    </DndContext>
  );
}

type DrawnProps<Item> = Place & { item: Item; row: (item: Item, place: Place) => ReactNode };

function DrawnRow<Item>({ item, place, count, row }: DrawnProps<Item>) {
  return row(item, { place, count });
}
const Drawn = memo(DrawnRow) as typeof DrawnRow;
