import * as z from 'zod/mini';

// Names of people, organizations, courses, lessons and files: one line of text that changes nothing around it.

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Controls, marks of byte order, tags, and what turns the direction of the text that follows, also outside the name. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Joiners, spaces, marks without a letter, and letters that are drawn as nothing. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/**
 * The name on one line, trimmed, without characters that are invisible and change how screens draw it. Joiners and marks of scripts stay beside
 * letters; of nothing but them an empty name is left.
 */
export const cleanName = (text: string): string => {
  const clean = text.replace(LINE_ENDS, ' ').replace(UNSAFE, '').trim();
  return INVISIBLE.test(clean) ? '' : clean;
};

/** Cleans the name that is checked; use it in place of `z.trim()`. */
export const cleaned = () => z.overwrite(cleanName);

/** A required name of at most `limit` characters, cleaned. */
export const requiredName = (missing: string, limit: number, tooLong: string) =>
  z.string(missing).check(cleaned(), z.minLength(1, { error: missing, abort: true }), z.maxLength(limit, tooLong));
