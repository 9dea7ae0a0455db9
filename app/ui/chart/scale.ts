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

/** The colours that tell two series apart; the second is dashed too, so that colour is never alone. */
export type Tone = 'accent' | 'complete';

/** Text colour of each: strokes and fills take it as `currentColor`, and it stands out from a card in every theme. */
export const TONES: Record<Tone, string> = { accent: 'text-accent-text', complete: 'text-complete-text' };
