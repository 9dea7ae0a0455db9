import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { givesWay, placeReached, type Rows, restAt, within } from './sortable-rows.ts';

type Drag = Rows & {
  id: number;
  elements: readonly HTMLElement[];
  shifts: number[];
  delta: number;
  isByKeys: boolean;
  /** Where the list's top was in the window. */
  listTop: number;
};

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
    (id: number, isByKeys: boolean) => {
      release();
      const from = newest.current.findIndex((item) => item.id === id);
      if (!list.current || from < 0) return;
      const elements = [...list.current.children].filter((child) => child instanceof HTMLElement);
      const tops = elements.map(({ offsetTop }) => offsetTop);
      const heights = elements.map(({ offsetHeight }) => offsetHeight);
      const shifts = elements.map(() => 0);
      const listTop = topOf(list.current);
      drag.current = { id, isByKeys, from, to: from, elements, tops, heights, shifts, delta: 0, listTop };
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

  /** The pointer has gone so many pixels in the window; the page may have scrolled below it, or grown above the list. */
  const follow = useCallback(
    (pixels: number) => {
      const now = drag.current;
      if (!now || now.isByKeys || !list.current) return;
      move(pixels + now.listTop - topOf(list.current));
    },
    [list, move],
  );

  /** One place up (-1) or down (1), as far as the list goes. */
  const step = useCallback(
    (by: number) => {
      const now = drag.current;
      const dragged = now?.elements[now.from];
      if (!now?.elements[now.to + by] || !dragged) return;
      move(restAt(now, now.to + by));
      dragged.scrollIntoView({ block: 'nearest' });
    },
    [move],
  );

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
    start(now.id, now.isByKeys);
    move(now.delta);
  }, [items]);
  useLayoutEffect(() => release, [release]);

  return useMemo(
    () => ({ start, follow, step, drop, release, placeNow: () => drag.current?.to }),
    [start, follow, step, drop, release],
  );
}

const topOf = (list: HTMLElement) => list.getBoundingClientRect().top;
