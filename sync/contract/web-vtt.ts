// WebVTT as players read it, but strict where a mistake would make them drop a caption in silence. The author's browser and
// the server check captions by this one rule.

/** The first mistake in a text: its line, counted from 1, and what is wrong there. */
export interface CaptionsFault {
  line: number;
  reason: string;
}

const TIMES =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]+\S.*)?$/;
const TIME_WITH_COMMA = /\d{2}:\d{2},\d{3}/;
const SUBRIP_TIMES =
  /^\s*(\d{1,2}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})\s*-->\s*(\d{1,2}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:\s.*)?$/;

/** A SubRip file (.srt) as WebVTT: without its numbers, empty captions, fonts and positions. Any other text as it is. */
export function asWebVtt(text: string): string {
  const lines = linesOf(text);
  const first = lines.find((line) => line.trim() !== '' && !/^\d+$/.test(line.trim())) ?? '';
  if (!SUBRIP_TIMES.test(first)) return text;
  const captions: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const times = SUBRIP_TIMES.exec(line);
    const isNumber = /^\s*\d+\s*$/.test(line) && SUBRIP_TIMES.test(lines[at + 1] ?? '');
    if (times) captions.push([`${timeOf(times.slice(1, 5))} --> ${timeOf(times.slice(5, 9))}`]);
    else if (!isNumber && line.trim() !== '') captions.at(-1)?.push(line.replace(SUBRIP_LOOKS, ''));
  }
  const kept = captions.filter(([, ...words]) => words.join('').trim() !== '');
  return `WEBVTT\n\n${kept.map((caption) => caption.join('\n')).join('\n\n')}\n`;
}

const SUBRIP_LOOKS = /<\/?font[^<>]*>|\{\\an?\d+\}/gi;

function timeOf([hours = '', minutes = '', seconds = '', fraction = '']: string[]): string {
  const two = (part: string) => part.padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${fraction.padEnd(3, '0')}`;
}

/** The text with plain line ends and exactly one at its end, as it is stored. */
export function normalizeCaptions(text: string): string {
  return `${linesOf(text).join('\n').trimEnd()}\n`;
}

/** What keeps a text from being WebVTT with at least one caption; undefined when nothing does. */
export function captionsFault(text: string): CaptionsFault | undefined {
  const lines = linesOf(text);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return { line: 1, reason: 'the file must begin with WEBVTT.' };
  let at = blockEnd(lines, 0);
  // A caption in the header would never be shown.
  const inHeader = lines.slice(0, at).findIndex(hasArrow);
  if (inHeader !== -1) return { line: inHeader + 1, reason: 'an empty line must follow WEBVTT.' };
  let captions = 0;
  while (at < lines.length) {
    const block = lines.slice(at, blockEnd(lines, at));
    const fault = block.length > 0 ? blockFault(block) : undefined;
    if (fault) return { line: at + fault.line, reason: fault.reason };
    if (block.some(hasArrow)) captions += 1;
    at += Math.max(1, block.length);
  }
  return captions === 0 ? { line: lines.length, reason: 'there is no caption in this file.' } : undefined;
}

/** The captions of a WebVTT text without tags such as <v Name>; `startsAt` in seconds. What is no caption is left out. */
export function captionsIn(text: string): { startsAt: number; text: string }[] {
  const captions: { startsAt: number; text: string }[] = [];
  let isWords = false;
  for (const line of linesOf(text)) {
    const [, start] = TIMES.exec(line.trim()) ?? [];
    if (start !== undefined) captions.push({ startsAt: secondsOf(start), text: '' });
    const last = captions.at(-1);
    if (isWords && start === undefined && last && line.trim() !== '') {
      last.text += `${last.text && ' '}${line.trim().replace(/<[^<>]*>/g, '')}`;
    }
    isWords = line.trim() !== '' && (isWords || start !== undefined);
  }
  return captions;
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

const hasArrow = (line: string) => line.includes('-->');

/** The index of the next empty line. It looks from `from` on alone, so that a file of a hundred thousand blocks is read once. */
function blockEnd(lines: string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== '') end += 1;
  return end;
}

/** The mistake in one caption, note, style or region, by its line within the block. */
function blockFault(block: string[]): CaptionsFault | undefined {
  const arrow = block.findIndex(hasArrow);
  if (arrow === -1) {
    if (/^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? '')) return undefined;
    return { line: 1, reason: 'a line with times such as 00:01.000 --> 00:04.000 is missing.' };
  }
  const line = arrow + 1;
  if (arrow > 1) return { line, reason: NEXT_CAPTION };
  const timing = block[arrow] ?? '';
  const [, start, end] = TIMES.exec(timing.trim()) ?? [];
  if (start === undefined || end === undefined) {
    const hint = TIME_WITH_COMMA.test(timing) ? ' Use a point, not a comma.' : '';
    return { line, reason: `a time is written as 00:01.000 --> 00:04.000.${hint}` };
  }
  if (secondsOf(end) <= secondsOf(start)) return { line, reason: 'the end must come after the start.' };
  const next = block.findIndex((each, n) => n > arrow && hasArrow(each));
  if (next !== -1) return { line: next + 1, reason: NEXT_CAPTION };
  return line === block.length ? { line, reason: 'no words follow this time.' } : undefined;
}

const NEXT_CAPTION = 'an empty line must come before the next caption.';

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
