// Search inside lessons. Device and server fold, rank and quote by these functions, so that both find the same lessons in the
// same order.
import * as z from 'zod/mini';
import { spokenIn } from './captions.ts';
import { foldText, Id } from './fields.ts';
import { parseText, plainText } from './lesson-text.ts';

/** What follows in a longer search is not searched for. */
export const SEARCH_LIMIT = 200;

/** Query of GET /api/search. */
export const SearchQuery = z.object({ q: z.string().check(z.maxLength(SEARCH_LIMIT)) });

/**
 * A lesson in which every searched word occurs. `excerpt` is the sentence with the most of them, plain text, or the lesson's
 * description when only the title has them. `second` is where the video says it; null for a sentence of the text. The
 * higher the `score`, the better the lesson matches.
 */
export const LessonHit = z.object({
  lessonId: Id,
  courseId: Id,
  title: z.string(),
  courseTitle: z.string(),
  excerpt: z.string(),
  second: z.nullable(z.int()),
  score: z.int(),
});
export type LessonHit = z.infer<typeof LessonHit>;

export const LessonHits = z.object({ lessons: z.array(LessonHit) });

/** At most this many lessons are found, the best ones. */
export const HITS_LIMIT = 20;

/** What of a lesson is searched; `captions` is WebVTT, and of `documents` it is their titles. */
export type SearchableLesson = {
  title: string;
  description: string;
  body: string;
  captions: string | null;
  documents?: readonly { title: string }[] | undefined;
};

/** A lesson as it is searched: `title` folded, `text` each of its words once, folded, with spaces between. */
export type IndexedLesson = { id: number; title: string; text: string };

export function indexLesson(id: number, lesson: SearchableLesson): IndexedLesson {
  const { title, description, body, captions, documents = [] } = lesson;
  const text = wordsOf([description, withoutAddresses(body), ...documents.map((one) => one.title)].join('\n'));
  return { id, title: foldText(title), text: captions === null ? text : `${text} ${indexCaptions(captions)}` };
}

/** What a video says, for the `text` of an `IndexedLesson`. */
export function indexCaptions(captions: string): string {
  return wordsOf(
    spokenIn(captions)
      .map(({ text }) => text)
      .join('\n'),
  );
}

/** ASCII and punctuation by code point: \p{L} takes twice as long, and a few symbols within words do no harm. */
const BETWEEN_WORDS = /[^a-z0-9\u00c0-\u1fff\u2c00-\uffff]+/;

const wordsOf = (text: string) => [...new Set(foldText(text).split(BETWEEN_WORDS))].join(' ');

const WORDS_LIMIT = 10;

/** The words to search for, folded; none for fewer than two characters. Those after the tenth do not count. */
export function searchedWords(search: string): string[] {
  const words = [...new Set(foldText(search).match(/[\p{L}\p{N}]+/gu))].slice(0, WORDS_LIMIT);
  return words.join('').length < 2 ? [] : words;
}

/** The lessons that have every word, best first: a title before a text, a whole word before the beginning of one. */
export function rankLessons(lessons: Iterable<IndexedLesson>, words: string[]): { id: number; score: number }[] {
  if (words.length === 0) return [];
  const found: { id: number; score: number }[] = [];
  for (const { id, title, text } of lessons) {
    if (!words.every((word) => title.includes(word) || text.includes(word))) continue;
    const score = sum(words, (word) =>
      title.includes(word) ? TITLE_BONUS + matchOf(title, word) : matchOf(text, word),
    );
    found.push({ id, score });
  }
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, HITS_LIMIT);
}

/** The best passage of a lesson that `rankLessons` found. */
export function quoteLesson(lesson: SearchableLesson, words: string[]): Pick<LessonHit, 'excerpt' | 'second'> {
  let best = { text: lesson.description, second: null as number | null };
  let bestScore = 0;
  const weigh = (text: string, second: number | null) => {
    const score = scoreOf(text, words);
    if (score > bestScore) [best, bestScore] = [{ text, second }, score];
  };
  weigh(lesson.description, null);
  const definitions = lesson.body.match(DEFINITIONS)?.slice(0, DEFINITIONS_LIMIT).join('\n') ?? '';
  for (const block of lesson.body.split(BETWEEN_BLOCKS)) {
    if (scoreOf(withoutAddresses(block), words) <= bestScore) continue;
    const lines = plainText(parseText(`${around(block, words)}\n\n${definitions}`)).split('\n');
    for (const sentence of lines.flatMap((line) => sentencesOf(cellsOf(line)))) weigh(sentence, null);
  }
  for (const { title } of lesson.documents ?? []) weigh(title, null);
  for (const { text, startsAt } of lesson.captions === null ? [] : spokenIn(lesson.captions)) {
    weigh(text, Math.floor(startsAt));
  }
  return { excerpt: crop(best.text, words), second: best.second };
}

/** The text in pieces, those that match a word marked; each letter stays as it is written. */
export function markWords(text: string, words: string[]): { text: string; isFound: boolean }[] {
  const letters = [...text];
  // A folded letter may be shorter or longer than the written one.
  const owners = letters.flatMap((letter, at) =>
    foldText(letter)
      .split('')
      .map(() => at),
  );
  const folded = letters.map(foldText).join('');
  const found = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      for (const owner of owners.slice(at, at + word.length)) found.add(owner);
    }
  }
  const pieces: { text: string; isFound: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    // An accent of its own belongs to the letter before it.
    if (last && (last.isFound === found.has(at) || foldText(letter) === '')) last.text += letter;
    else pieces.push({ text: letter, isFound: found.has(at) });
  }
  return pieces;
}

/** How well the best sentence of a paragraph matches; 0 for not at all. */
export function scoreParagraph(paragraph: string, words: string[]): number {
  return Math.max(0, ...sentencesOf(paragraph).map((sentence) => scoreOf(sentence, words)));
}

/** Markdown without what nobody sees of it: addresses of links and of names of links, and the names of characters. */
const withoutAddresses = (markdown: string) =>
  markdown
    .replace(/\]\([^()\n]*\)/g, ']')
    .replace(/^( {0,3}\[[^\]\n]{1,300}\]:)[ \t]*[^\s/:.#]*[/:.#]\S*/gm, '$1')
    .replace(/&#?\w{1,32};/g, ' ');

/** After a heading, and before an empty line, an item or a row; other lines of Markdown are wrapped. */
const BETWEEN_BLOCKS = /(?<=^#.*)\n|\n(?=[ \t]*(?:\n|\||[-*+>#]+[ \t]|\d+[.)][ \t]))/m;

/** A row of a table is a block here: its cells with a point between them. */
const cellsOf = (line: string) =>
  /^\s*\|/.test(line)
    ? line
        .replace(/^\s*\||\|\s*$/g, '')
        .replace(/\s*\|\s*/g, ' · ')
        .trim()
    : line;

/** What the names of links in a block stand for. */
const DEFINITIONS = /^ {0,3}\[[^\]\n]{1,300}\]:[^\n]{1,1000}$/gm;
const DEFINITIONS_LIMIT = 100;

/** No more of a block than a sentence needs. */
const AROUND = 2_000;
function around(block: string, words: string[]): string {
  if (block.length <= 2 * AROUND) return block;
  const folded = foldText(block);
  const found = Math.max(0, ...words.map((word) => folded.indexOf(word)));
  return block.slice(Math.max(0, found - AROUND), found + AROUND);
}

/** A title with a word comes before every text with it. */
const TITLE_BONUS = 3;
/** More than any match is worth: a sentence with two words comes before one with a single better match. */
const A_WORD = 4;

const scoreOf = (text: string, words: string[]) => {
  const folded = foldText(text);
  return sum(words, (word) => (folded.includes(word) ? A_WORD + matchOf(folded, word) : 0));
};

/** 3 for a whole word, 2 for the beginning of one, 1 inside one. */
function matchOf(folded: string, word: string): number {
  let best = 1;
  for (let at = folded.indexOf(word); at !== -1 && best < 3; at = folded.indexOf(word, at + 1)) {
    if (isLetter(folded[at - 1])) continue;
    best = isLetter(folded[at + word.length]) ? 2 : 3;
  }
  return best;
}

const isLetter = (character = ' ') => /[\p{L}\p{N}]/u.test(character);

const sum = (words: string[], worth: (word: string) => number) => words.reduce((all, word) => all + worth(word), 0);

/** A sentence ends with a mark before a space. */
const sentencesOf = (text: string) => text.match(/\S.*?(?:[.!?…](?=\s)|[。！？]|$)/gs) ?? [];

const EXCERPT_LIMIT = 180;

/** A long sentence from a little before its first found word. */
function crop(text: string, words: string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= EXCERPT_LIMIT) return plain;
  const folded = foldText(plain);
  const found = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at !== -1), plain.length);
  const from = found < EXCERPT_LIMIT / 2 ? 0 : plain.lastIndexOf(' ', found - EXCERPT_LIMIT / 4) + 1;
  const rest = plain.slice(from);
  if (rest.length <= EXCERPT_LIMIT) return `…${rest}`;
  const part = rest.slice(0, EXCERPT_LIMIT).replace(/\s\S{0,20}$/, '');
  return `${from > 0 ? '…' : ''}${part}…`;
}
