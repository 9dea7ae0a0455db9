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
const silent = () => undefined;
/** dnd-kit listens for the arrow keys a task after a row was picked up. */
const KEYS_HEARD_MS = 10;

/** How to drag, for those who hear it; what happens then is said by `useSortableWords`, which knows positions. */
export const accessibility: DndContextProps['accessibility'] = {
  screenReaderInstructions: { draggable: INSTRUCTIONS },
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
};

/** Says a row's name and its position while it is dragged, in the element that gets the ref `place`. */
export function useSortableWords<Item extends { id: number }>(told: Told<Item>) {
  const newest = useRef(told);
  newest.current = told;
  const place = useRef<HTMLParagraphElement>(null);
  return useMemo(() => {
    let [name, first, last] = ['', 0, 0];
    const position = (at: number) => `position ${at + 1} of ${newest.current.items.length}`;
    let pickingUp: ReturnType<typeof setTimeout>;
    const say = (words: string) => {
      clearTimeout(pickingUp);
      if (place.current) place.current.textContent = words;
    };
    return {
      place,
      pickedUp: (id: number) => {
        const { items, nameOf } = newest.current;
        const item = items.find((one) => one.id === id);
        if (!item) return;
        name = nameOf(item);
        first = last = items.indexOf(item);
        // Whoever hears this can press a key.
        const words = `${name} is picked up, at ${position(first)}.`;
        pickingUp = setTimeout(() => say(words), KEYS_HEARD_MS);
      },
      moved: () => {
        const now = newest.current.placeNow() ?? last;
        if (now !== last) say(`${name} is now at ${position(now)}.`);
        last = now;
      },
      putDown: () => say(`${name} is put down at ${position(last)}.`),
      cancelled: () => say(`Moving is cancelled. ${name} stays at ${position(first)}.`),
    };
  }, []);
}
