import * as z from 'zod/mini';

// Names of people, organizations, courses, lessons and files: one line of text that changes nothing around it.

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Controls, marks of byte order, tags, and what turns the direction of the text that follows, also outside the name. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** The name on one line, trimmed, without what nobody can see and screens obey. Joiners and marks of scripts stay. */
export const cleanName = (text: string): string => text.replace(LINE_ENDS, ' ').replace(UNSAFE, '').trim();

/** Cleans the name that is checked; use it in place of `z.trim()`. */
export const cleaned = () => z.overwrite(cleanName);

/** A required name of at most `limit` characters, cleaned. */
export const requiredName = (missing: string, limit: number, tooLong: string) =>
  z.string(missing).check(cleaned(), z.minLength(1, { error: missing, abort: true }), z.maxLength(limit, tooLong));
