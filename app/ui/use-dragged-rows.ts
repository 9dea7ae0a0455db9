import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { givesWay, placeReached, type Rows, restAt, within } from './sortable-rows.ts';

type Drag = Rows & { id: number; elements: readonly HTMLElement[]; shifts: number[]; delta: number };

/** Longer than the turn in which what was put down is drawn in its new order. */
const SETTLED_AFTER_MS = 300;
const GIVE_WAY = 'transform 160ms ease';

/**
 * Moves the rows of a list while one is dragged, past React: of hundreds only those that give way are touched. What was
 * put down stays where it is seen until `items` have the new order.
 */
export function useDraggedRows(list: RefObject<HTMLOListElement | null>, items: readonly { id: number }[]) {
  const drag = useRef<Drag>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(items);
  newest.current = items;

  const release = useCallback(() => {
    clearTimeout(settling.current);
    settling.current = undefined;
    for (const element of drag.current?.elements ?? []) element.removeAttribute('style');
    drag.current = undefined;
  }, []);

  const start = useCallback(
    (id: number) => {
      release();
      const from = newest.current.findIndex((item) => item.id === id);
      if (!list.current || from < 0) return;
      const elements = [...list.current.children].filter((child) => child instanceof HTMLElement);
      const tops = elements.map(({ offsetTop }) => offsetTop);
      const heights = elements.map(({ offsetHeight }) => offsetHeight);
      drag.current = { id, from, to: from, elements, tops, heights, shifts: elements.map(() => 0), delta: 0 };
    },
    [list, release],
  );

  const move = useCallback((delta: number) => {
    const now = drag.current;
    if (!now || settling.current) return;
    now.delta = delta;
    now.to = placeReached(now, delta);
    const glides = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [place, element] of now.elements.entries()) {
      const isDragged = place === now.from;
      const shift = isDragged ? within(now, delta) : givesWay(now, place);
      if (shift === now.shifts[place]) continue;
      now.shifts[place] = shift;
      if (!isDragged && glides) element.style.transition = GIVE_WAY;
      element.style.transform = `translateY(${shift}px)`;
    }
  }, []);

  /** Answers from where to where, and undefined when the row was put down where it was. */
  const drop = useCallback(() => {
    const now = drag.current;
    if (!now) return undefined;
    const { from, to } = now;
    if (from === to) {
      release();
      return undefined;
    }
    move(restAt(now, to));
    settling.current = setTimeout(release, SETTLED_AFTER_MS);
    return { from, to };
  }, [move, release]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order was drawn
  useLayoutEffect(() => {
    const now = drag.current;
    if (!now) return;
    if (settling.current) return release();
    // Somebody else's change arrived while this one is on its way.
    start(now.id);
    move(now.delta);
  }, [items]);
  useLayoutEffect(() => release, [release]);

  return useMemo(() => ({ start, move, drop, release, now: () => drag.current }), [start, move, drop, release]);
}
