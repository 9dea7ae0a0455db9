import * as z from 'zod/mini';

// What the shapes of the contract have in common: ids, counts, texts, pages, UUIDs and percentages.

/** Of a page to return to after a sign-in, encoded: the address of an email's link takes 2,000 characters in all. */
export const PAGE_LIMIT = 500;

/** The largest id that both databases can hold; ids in paths and bodies are checked against it. */
export const MAX_ID = 2_147_483_647;

/** The id of a course, lesson or question: a positive whole number. */
export const Id = z.int().check(z.positive(), z.lte(MAX_ID));

export const Count = z.int().check(z.nonnegative());

/** A required text of at most `limit` characters, trimmed. */
export const requiredText = (missing: string, limit: number, tooLong: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(limit, tooLong));

/** A whole number from `least` to `most`, with one message for every violation. */
export const wholeNumber = (sentence: string, least: number, most: number) =>
  z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence));

/** The most rows in one page of a list. */
export const PAGE_ROWS_LIMIT = 500;

/** A list counts no further than this: `total` is then one more, and null where even that would cost too much. One that reads all its rows tells their number. */
export const COUNT_LIMIT = 1000;

/** The end of every page of a list. Only the first page has a `total`. */
export type PageEnd = { nextCursor: string | null; total?: number | null };

/** Query fields of every list: the size of a page, and the last page's cursor. */
export const PAGE_FIELDS = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_ROWS_LIMIT)), 100),
};

/** Query field of lists that are searched; every word must occur. */
export const SEARCH_FIELD = { search: z.optional(z.string().check(z.maxLength(200))) };

/**
 * Folds a text for search and order: without case, accents, and the width of letters, and with one apostrophe. 'Révision' and 'revision'
 * become the same, and so do 'Łukasz' and 'lukasz', 'Strauß' and 'strauss', 'O’Brien' and "o'brien".
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const plain = MAY_HAVE_ACCENTS.test(lower)
    ? lower
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(WHOLE, (letter) => PLAIN[letter] ?? letter)
    : lower;
  return plain.replace(APOSTROPHE, "'");
}

const APOSTROPHE = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u0060\u00b4\uff07]/g;

/** Letters that Unicode does not take apart, as people type them without. A sigma at the end of a word is a sigma. */
const PLAIN: Record<string, string> = {
  ...{
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ø: 'o',
    ħ: 'h',
    ı: 'i',
    ŧ: 't',
    ŋ: 'n',
    ĸ: 'k',
    ƒ: 'f',
    ɨ: 'i',
    ʉ: 'u',
    ə: 'e',
    ɓ: 'b',
    ɗ: 'd',
    ƙ: 'k',
  },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
};
const WHOLE = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Anything but ASCII, signs and typographic punctuation: folding a long text without any is ten times as fast. */
const MAY_HAVE_ACCENTS = /[^\0-\u00bf\u2000-\u206f]/;

/** How a UUID is written in lower case, as part of a regular expression. */
export const UUID_FORM = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const UUID = new RegExp(`^${UUID_FORM}$`);

/** True for a UUID in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** How far a piece of work is, in whole percent: rounded down, so that 100 means all of it; 0 of nothing. */
export function percentDone(done: number, all: number): number {
  return all === 0 ? 0 : Math.floor((100 * done) / all);
}

/** A share in whole percent, rounded to the nearest; 0 of nothing. */
export function roundedPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}
