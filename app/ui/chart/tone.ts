/** The colours that tell two series apart; the second is dashed too, so that colour is never alone. */
export type Tone = 'accent' | 'complete';

/** Text colour of each: strokes and fills take it as `currentColor`, and it stands out from a card in every theme. */
export const TONES: Record<Tone, string> = { accent: 'text-accent-text', complete: 'text-complete-text' };
