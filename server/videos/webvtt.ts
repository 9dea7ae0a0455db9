import { Refusal } from '#sync/contract/refusal.ts';

// WebVTT as players read it, strict where a mistake would make them drop a caption without a word.

const TIMES =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]+\S.*)?$/;
const TIMES_WITH_COMMA = /\d{2}:\d{2},\d{3}/;

/** The captions with plain line ends; refuses `captions_not_readable`, naming the `line` and what is wrong with it. */
export function readWebVtt(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) throw wrong(1, firstLineWords(lines));
  let cues = 0;
  let at = headerEnd(lines);
  while (at < lines.length) {
    if (lines[at]?.trim() === '') at += 1;
    else {
      const block = lines.slice(at, blockEnd(lines, at));
      if (judgeBlock(block, at)) cues += 1;
      at += block.length;
    }
  }
  if (cues === 0) throw wrong(lines.length, 'there is no caption in this file.');
  return `${lines.join('\n').trimEnd()}\n`;
}

function firstLineWords(lines: string[]): string {
  const looksLikeSrt = lines.slice(0, 4).some((line) => TIMES_WITH_COMMA.test(line));
  const hint = looksLikeSrt ? ' This looks like SubRip (.srt); please save it as WebVTT (.vtt).' : '';
  return `the file must begin with WEBVTT.${hint}`;
}

/** The header goes to the first empty line; a caption in it would never be shown. */
function headerEnd(lines: string[]): number {
  const end = blockEnd(lines, 0);
  const arrow = lines.slice(0, end).findIndex((line) => line.includes('-->'));
  if (arrow !== -1) throw wrong(arrow + 1, 'an empty line must stand between WEBVTT and the first caption.');
  return end;
}

/** Looks from here on alone: a file of a hundred thousand blocks is read once. */
function blockEnd(lines: string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== '') end += 1;
  return end;
}

/** True for a caption, false for a note, a style or a region. `at` is the index of the block's first line. */
function judgeBlock(block: string[], at: number): boolean {
  const arrow = block.findIndex((line) => line.includes('-->'));
  if (arrow === -1) {
    if (/^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? '')) return false;
    throw wrong(at + 1, 'a line with times such as 00:01.000 --> 00:04.000 is missing.');
  }
  if (arrow > 1) throw wrong(at + arrow + 1, 'an empty line must stand before the next caption.');
  const line = block[arrow] ?? '';
  const [, start = '', end = ''] = TIMES.exec(line.trim()) ?? [];
  if (start === '') throw wrong(at + arrow + 1, timesWords(line));
  if (secondsOf(end) <= secondsOf(start)) throw wrong(at + arrow + 1, 'a caption must end after it begins.');
  const next = block.findIndex((each, n) => n > arrow && each.includes('-->'));
  if (next !== -1) throw wrong(at + next + 1, 'an empty line must stand before the next caption.');
  return true;
}

function timesWords(line: string): string {
  const hint = TIMES_WITH_COMMA.test(line) ? ' (with a point, not a comma)' : '';
  return `times must look like 00:01.000 --> 00:04.000${hint}.`;
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function wrong(line: number, words: string): Refusal {
  const details = { field: 'captions', line };
  return new Refusal('captions_not_readable', details, `These captions are not WebVTT. Line ${line}: ${words}`);
}
