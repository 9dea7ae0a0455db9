// One Range header against a file that lies here in parts (RFC 9110, 14.1.2), on plain data.
import type { MediaParts } from '../contract/media.ts';
import { partSize } from '../store/media-ledger.ts';

/** Most of what an open end is answered with: a player asks again, and memory stays small (V5). */
const OPEN_END_BYTES = 4 * 1024 * 1024;

/** Bytes `from` to `to` (both included) of part `n`, counted within the part. */
export type Piece = { n: number; from: number; to: number };

/** Nothing that exists, or bytes `first` to `last` of the file; `isWhole` when no range counts. */
export type Cut = 'unsatisfiable' | { first: number; last: number; isWhole: boolean; pieces: Piece[] };

/** A missing or malformed range is ignored, as the standard allows: the whole file is the answer. */
export function cutRange(header: string | null, file: MediaParts): Cut {
  const size = file.sizeBytes;
  const [matched, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  const isBackward = start !== '' && end !== '' && Number(end) < Number(start);
  if (!matched || (start === '' && end === '') || isBackward)
    return { first: 0, last: size - 1, isWhole: true, pieces: piecesOf(file, 0, size - 1) };
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  if (first >= size || (start === '' && Number(end) === 0)) return 'unsatisfiable';
  const wanted = start !== '' && end !== '' ? Number(end) : start === '' ? size - 1 : first + OPEN_END_BYTES - 1;
  const last = Math.min(wanted, size - 1);
  return { first, last, isWhole: false, pieces: piecesOf(file, first, last) };
}

function piecesOf(file: MediaParts, first: number, last: number): Piece[] {
  const pieces: Piece[] = [];
  for (let n = Math.floor(first / file.partBytes); n * file.partBytes <= last; n += 1) {
    const begin = n * file.partBytes;
    pieces.push({ n, from: Math.max(0, first - begin), to: Math.min(partSize(file, n) - 1, last - begin) });
  }
  return pieces;
}
