import type { DndContextProps } from '@dnd-kit/core';
import { useMemo, useRef } from 'react';

type Told<Item> = {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Where the row that is dragged would be put down. */
  placeNow: () => number | undefined;
};

const INSTRUCTIONS =
  'To move this row, press Space or Enter. While it is held, the arrow keys move it up and down; Space or Enter puts it down, and Escape takes it back.';

/** What is read out of a SortableList: how to drag, and while it is done the row's name and its position. */
export function useSortableWords<Item extends { id: number }>(told: Told<Item>): DndContextProps['accessibility'] {
  const newest = useRef(told);
  newest.current = told;
  return useMemo(() => {
    let [name, start, last] = ['', 0, 0];
    const position = (place: number) => `position ${place + 1} of ${newest.current.items.length}`;
    return {
      screenReaderInstructions: { draggable: INSTRUCTIONS },
      announcements: {
        onDragStart: ({ active }) => {
          const { items, nameOf } = newest.current;
          const item = items.find(({ id }) => id === active.id);
          name = item ? nameOf(item) : '';
          start = item ? items.indexOf(item) : 0;
          last = start;
          return `${name} is picked up, at ${position(start)}.`;
        },
        onDragMove: () => {
          const place = newest.current.placeNow() ?? last;
          if (place === last) return undefined;
          last = place;
          return `${name} is now at ${position(place)}.`;
        },
        onDragOver: () => undefined,
        onDragEnd: () => `${name} is put down at ${position(last)}.`,
        onDragCancel: () => `Moving is cancelled. ${name} stays at ${position(start)}.`,
      },
    };
  }, []);
}
