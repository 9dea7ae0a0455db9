import { Refusal } from '#sync/contract/refusal.ts';
import { asWebVtt, captionsFault, normalizeCaptions } from '#sync/contract/web-vtt.ts';

/** The captions as they are stored, SubRip as WebVTT; refuses `captions_not_readable`, naming the `line` and what is wrong with it. */
export function readWebVtt(sent: string): string {
  const text = asWebVtt(sent);
  const fault = captionsFault(text);
  if (!fault) return normalizeCaptions(text);
  const details = { field: 'captions', line: fault.line };
  const message = `These captions are neither WebVTT nor SubRip. Line ${fault.line}: ${fault.reason}`;
  throw new Refusal('captions_not_readable', details, message);
}
