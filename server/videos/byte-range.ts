// One Range header against a file of known size (RFC 9110, 14.1.2), on plain data.

/** Whole file, one part of it (`start` and `end` inclusive), or nothing that exists. */
export type RangeVerdict = 'whole' | 'unsatisfiable' | { start: number; end: number };

/**
 * Reads a Range header. An absent, malformed, multiple or other-unit range is ignored, as the standard allows: the
 * whole file is the answer. A range that starts behind the end is unsatisfiable.
 */
export function readRange(header: string | undefined, size: number): RangeVerdict {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') return suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** The last `length` bytes; all of them when the file is shorter. */
function suffix(length: number, size: number): RangeVerdict {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
