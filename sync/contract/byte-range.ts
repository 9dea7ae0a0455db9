// One Range header against a file of known size (RFC 9110, 14.1.2). The server and a device that plays from its own copy read it alike.

/** The whole file, one part of it (`first` and `last` inclusive), or nothing that exists. `isOpen` when the header names no end. */
export type ByteRange = 'whole' | 'unsatisfiable' | { first: number; last: number; isOpen: boolean };

/**
 * Reads a Range header. A missing, malformed or multiple range, and one of another unit, is ignored, as the standard allows.
 * A range that begins behind the end of the file, ends before it begins (`bytes=5-2`) or is empty is unsatisfiable.
 */
export function readByteRange(header: string | null | undefined, size: number): ByteRange {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (start === '' && end === '') return 'whole';
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
  return first > last ? 'unsatisfiable' : { first, last, isOpen: end === '' };
}
