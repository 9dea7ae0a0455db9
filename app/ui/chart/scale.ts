// From figures to places in a plot. Pure.

/** The end of an axis from 0: 2, 4, 10, 20, 40, 100 ..., so that its half is a whole number too. */
export function axisTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 10]) if (most <= step * unit) return step * unit;
  }
}

/** `part` of `whole` in percent, between 0 and 100. */
export function percentOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, (100 * part) / whole));
}
