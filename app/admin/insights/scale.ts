// From figures to positions in a plot. Pure.

/** The upper end of an axis: 2, 4, 10, 20, 40, 100 ..., so that its half is a whole number too. */
export function axisTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 10]) if (most <= step * unit) return step * unit;
  }
}

/** `part` of `whole` in percent, between 0 and 100. */
export function percentOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, (100 * part) / whole));
}

/** The colours of series, whose lines are also dashed or dotted, so that they differ by more than colour; quiet is what stands behind. */
export type Tone = 'accent' | 'complete' | 'quiet';

/** The text colour of each, used as `currentColor`; it has enough contrast on a card in every theme. */
export const TONES: Record<Tone, string> = {
  accent: 'text-accent-text',
  complete: 'text-complete-text',
  quiet: 'text-ink-soft',
};
