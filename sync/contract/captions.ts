// The one reader and writer of captions, WebVTT and SubRip alike, for the author's browser, the server, the search and the
// transcript. What is stored is WebVTT in which a browser finds the same captions and the same words.
import { decodeHTML } from 'entities';

/** A caption as a browser has it: `text` with tags such as <i> and references such as &amp;, times in seconds. */
export interface Cue {
  startsAt: number;
  endsAt: number;
  text: string;
}

/** What of a file is not shown, by the line where it begins, counted from 1. */
export interface LeftOut {
  line: number;
  reason: string;
}

export interface ReadCaptions {
  /** As it is stored; undefined when there is no caption at all, and then `leftOut` says why. */
  webVtt: string | undefined;
  cues: Cue[];
  leftOut: LeftOut[];
}

// Machine translation leaves spaces behind the signs, and makes an arrow of the line.
const TIME = String.raw`(?:(\d+): ?)?(\d{1,2}): ?(\d{1,2})(?: ?[.,] ?(\d+))?`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*(?:--?>|→)\s*${TIME}(?:\s+(.*))?$`);
/** Or what was meant to be a line of times. An arrow between words is none. */
const LIKE_TIMES = /^\s*\d+:[\d:.,]+\s*--?>|-->\s*\d+:\d/;
const BESIDE_CAPTIONS = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

const A_TIME = 'a time is written as 00:01.000 --> 00:04.000.';
const WRONG_ORDER = 'the end must come after the start.';
const NO_TIMES = 'a line with times such as 00:01.000 --> 00:04.000 is missing.';
const NOTHING = 'there is no caption in this file.';

/**
 * Reads what players read, and a little more: times with a comma or without hours, captions without an empty line between them.
 * A caption without words is nothing; any other that no player could show is left out.
 */
export function readCaptions(file: string): ReadCaptions {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isWebVtt = /^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '');
  const read: Reading = { isWebVtt, blocks: [], cues: [], leftOut: [] };
  const starts = lines.flatMap((line, at) => (isTimes(line) ? [at] : []));
  const begins = starts.map((at) => (hasName(lines, at, isWebVtt) ? at - 1 : at));
  readBesides(read, lines, { from: 0, to: begins[0] ?? lines.length });
  for (const [n, at] of starts.entries()) {
    const from = begins[n] ?? at;
    const name = isWebVtt && from < at ? [lines[from] ?? ''] : [];
    const to = Math.max(at + 1, begins[n + 1] ?? lines.length);
    let end = at + 1;
    while (end < to && (!isWebVtt || lines[end] !== '')) end += 1;
    readCue(read, { name, times: lines[at] ?? '', words: lines.slice(at + 1, end), line: at + 1 });
    readBesides(read, lines, { from: end, to });
  }
  const { cues, leftOut } = read;
  if (cues.length > 0) return { webVtt: written(read), cues, leftOut };
  return { webVtt: undefined, cues, leftOut: leftOut.length > 0 ? leftOut : [{ line: 1, reason: NOTHING }] };
}

type Reading = Omit<ReadCaptions, 'webVtt'> & { isWebVtt: boolean; blocks: string[] };

const written = ({ isWebVtt, blocks }: Reading) => `${(isWebVtt ? blocks : ['WEBVTT', ...blocks]).join('\n\n')}\n`;

const isTimes = (line: string) => /[>→]/.test(line) && (TIMES.test(line) || LIKE_TIMES.test(line));

/** Whether the line above the times is the caption's number or name, and not the last line of the caption before. */
function hasName(lines: string[], at: number, isWebVtt: boolean): boolean {
  const [above = '', name = ''] = at < 2 ? ['', at === 1 && !isWebVtt ? lines[0] : ''] : lines.slice(at - 2, at);
  if (name.trim() === '' || isTimes(name)) return false;
  if (/^\s*\d+\s*$/.test(name)) return !isTimes(above);
  return isWebVtt && above === '' && !BESIDE_CAPTIONS.test(name);
}

/** What stands between captions: the head of the file, notes and styles, which are kept; and words without times. */
function readBesides(read: Reading, lines: string[], { from, to }: { from: number; to: number }): void {
  for (let at = from; at < to; at += 1) {
    const first = lines[at] ?? '';
    if (first.trim() === '') continue;
    const begin = at;
    while (at + 1 < to && lines[at + 1] !== '') at += 1;
    const isKept = read.isWebVtt && (begin === 0 || BESIDE_CAPTIONS.test(first));
    if (isKept)
      read.blocks.push(
        lines
          .slice(begin, at + 1)
          .join('\n')
          .trimEnd(),
      );
    else if (!/^\s*\d+\s*$/.test(first)) read.leftOut.push({ line: begin + 1, reason: NO_TIMES });
  }
}

type FoundCue = { name: string[]; times: string; words: string[]; line: number };

function readCue(read: Reading, { name, times, words, line }: FoundCue): void {
  // An empty line ends a caption for a browser, so none may come of removed marks; a line of one space ends none.
  const kept = read.isWebVtt ? words : words.filter((each) => each.trim() !== '');
  const text = asCueText(kept.join('\n'))
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n|\n$/g, '');
  if (wordsOf(text).length === 0) return;
  const parts = TIMES.exec(times) ?? [];
  const [start, end] = [timeOf(parts.slice(1, 5)), timeOf(parts.slice(5, 9))];
  const reason = start === undefined || end === undefined ? A_TIME : WRONG_ORDER;
  if (start === undefined || end === undefined || end.seconds <= start.seconds)
    return void read.leftOut.push({ line, reason });
  const settings = read.isWebVtt && parts[9] ? ` ${parts[9].trimEnd()}` : '';
  read.blocks.push([...name, `${start.stamp} --> ${end.stamp}${settings}`, text].join('\n'));
  read.cues.push({ startsAt: start.seconds, endsAt: end.seconds, text });
}

function timeOf([hours, minutes = '', seconds = '', fraction = '']: (string | undefined)[]) {
  if (minutes === '' || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const parts = [...(hours === undefined ? [] : [hours]), minutes, seconds];
  const thousandths = fraction.slice(0, 3).padEnd(3, '0');
  return {
    stamp: `${parts.map((part) => part.padStart(2, '0')).join(':')}.${thousandths}`,
    seconds: parts.reduce((sum, part) => sum * 60 + Number(part), 0) + Number(thousandths) / 1000,
  };
}

/** Codes that programs write for their own players, and the HTML of SubRip beyond bold, italic and underlined. */
const CODES = /\{\\[^{}\n]*\}/g;
const HTML = /<\/?(?:font|s|strike|em|strong|span|p|div|small|big|center)(?:\s[^<>]*)?>/gi;
const NO_REFERENCE = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;
const NO_TAG =
  /<(?!(?:\/?(?:c|i|b|u|ruby|rt)(?:\.[^\s<>&]*)?|\/?(?:v|lang)(?:\.[^\s<>&]*)?(?:[ \t][^<>]*)?|(?:\d+:)?\d\d:\d\d\.\d{3})>)/g;

/** The words with those marks alone that a browser knows: anything else would disappear with what follows it. */
const asCueText = (words: string) =>
  words
    .replace(CODES, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(HTML, '')
    .replace(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
    .replace(NO_REFERENCE, '&amp;')
    .replace(NO_TAG, '&lt;')
    .replaceAll('-->', '--&gt;');

/** The lines of a caption as they are seen. */
function wordsOf(text: string): string[] {
  const seen = decodeHTML(text.replace(/<[^>]*>?/g, '')).split('\n');
  return seen.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

/** What is said from a moment on; `cue` is the index of the caption that says it. */
export interface Spoken {
  startsAt: number;
  text: string;
  cue: number;
}

/** Automatic captions roll: each repeats the lines above its own, for which some of a hundredth of a second are put in between. */
const rolls = ({ startsAt, endsAt, text }: Cue) => endsAt - startsAt < 0.05 || /<\d+:\d/.test(text);

/** The words of all captions, each line once. */
export function transcriptOf(cues: readonly Cue[]): Spoken[] {
  const repeats = cues.some(rolls);
  let before: string[] = [];
  return cues.flatMap(({ startsAt, text }, cue) => {
    const lines = wordsOf(text);
    const seen = repeats ? overlap(before, lines) : 0;
    before = lines;
    const words = lines.slice(seen).join(' ');
    return words === '' ? [] : [{ startsAt, text: words, cue }];
  });
}

const MOST_REPEATED = 8;

/** How many of the first lines are the last ones of the caption before. */
function overlap(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length, MOST_REPEATED); count > 0; count -= 1)
    if (lines.slice(0, count).join('\n') === before.slice(-count).join('\n')) return count;
  return 0;
}

/** The words of stored captions. */
export const spokenIn = (webVtt: string): Spoken[] => transcriptOf(readCaptions(webVtt).cues);
