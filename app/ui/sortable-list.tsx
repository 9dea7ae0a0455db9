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
import { useDraggedRows } from './use-dragged-rows.ts';
import { accessibility, useSortableWords } from './use-sortable-words.ts';

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
  const words = useSortableWords({ items, nameOf, placeNow: rows.placeNow });
  const keys = useMemo<KeyboardSensorOptions>(
    () => ({
      coordinateGetter: (event) => {
        const step = STEPS[event.code];
        if (step === undefined) return;
        event.preventDefault();
        rows.step(step);
        words.moved();
      },
    }),
    [rows, words],
  );
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, keys),
  );
  const put = () => {
    words.putDown();
    const moved = rows.drop();
    if (moved) onMove(moved.from, moved.to);
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={accessibility}
      onDragStart={({ active, activatorEvent }) => {
        rows.start(Number(active.id), activatorEvent instanceof KeyboardEvent);
        words.pickedUp(Number(active.id));
      }}
      onDragMove={({ active: { rect } }) => {
        const { initial, translated } = rect.current;
        if (initial && translated) rows.follow(translated.top - initial.top);
        words.moved();
      }}
      onDragEnd={put}
      onDragCancel={() => {
        rows.release();
        words.cancelled();
      }}
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
      <p ref={words.place} role="status" className="sr-only" />
    </DndContext>
  );
}

type DrawnProps<Item> = Place & { item: Item; row: (item: Item, place: Place) => ReactNode };

function DrawnRow<Item>({ item, place, count, row }: DrawnProps<Item>) {
  return row(item, { place, count });
}
const Drawn = memo(DrawnRow) as typeof DrawnRow;
