import { type LeftOut, readCaptions } from '#sync/contract/captions.ts';
import { Refusal } from '#sync/contract/refusal.ts';

/**
 * The captions as they are stored, SubRip as WebVTT, and what of them is left out. Refuses `captions_not_readable` when nothing would
 * be shown, naming the first `line` at fault.
 */
export function requireCaptions(sent: string): { webVtt: string; leftOut: LeftOut[] } {
  const { webVtt, leftOut } = readCaptions(sent);
  if (webVtt !== undefined) return { webVtt, leftOut };
  const { line = 1, reason = '' } = leftOut[0] ?? {};
  const message = `These captions are neither WebVTT nor SubRip. Line ${line}: ${reason}`;
  throw new Refusal('captions_not_readable', { field: 'captions', line }, message);
}
