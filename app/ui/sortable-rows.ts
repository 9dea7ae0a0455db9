// Where the rows of a list stand while one of them is dragged: plain numbers, in pixels from the list's top.

/** `from` is the place of the row that is dragged, `to` the one where it would be put down now. */
export type Rows = { tops: readonly number[]; heights: readonly number[]; from: number; to: number };

const top = ({ tops }: Rows, place: number) => tops[place] ?? 0;
const height = ({ heights }: Rows, place: number) => heights[place] ?? 0;
const middle = (rows: Rows, place: number) => top(rows, place) + height(rows, place) / 2;

/** As far as the dragged row may go: it does not leave its list. */
export function within(rows: Rows, delta: number): number {
  const last = rows.tops.length - 1;
  const upmost = top(rows, 0) - top(rows, rows.from);
  const bottom = (place: number) => top(rows, place) + height(rows, place);
  return Math.min(bottom(last) - bottom(rows.from), Math.max(upmost, delta));
}

/** The place that the dragged row has reached: a row gives way once its middle is passed. */
export function placeReached(rows: Rows, delta: number): number {
  const { from, tops } = rows;
  let to = from;
  if (delta > 0) {
    const bottom = top(rows, from) + height(rows, from) + delta;
    while (to + 1 < tops.length && bottom > middle(rows, to + 1)) to += 1;
  } else {
    const upper = top(rows, from) + delta;
    while (to > 0 && upper < middle(rows, to - 1)) to -= 1;
  }
  return to;
}

/** How far the dragged row moves when it is put down at `to`. */
export function restAt(rows: Rows, to: number): number {
  const { from } = rows;
  if (to > from) return top(rows, to) + height(rows, to) - top(rows, from) - height(rows, from);
  return top(rows, to) - top(rows, from);
}

/** How far another row gives way. */
export function givesWay(rows: Rows, place: number): number {
  const { from, to } = rows;
  if (place > from && place <= to) return -height(rows, from);
  return place < from && place >= to ? height(rows, from) : 0;
}
