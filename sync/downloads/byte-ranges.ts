// A Range header against a file that this device keeps in parts, on plain data.
import { readByteRange } from '../contract/byte-range.ts';
import type { MediaParts } from '../contract/media.ts';
import { partSize } from '../store/media-ledger.ts';

/** Most of what an open end is answered with: a player asks again, and memory stays small. */
const OPEN_END_BYTES = 4 * 1024 * 1024;

/** Bytes `from` to `to` (both included) of part `n`, counted within the part. */
export type PartSlice = { n: number; from: number; to: number };

/** Nothing that exists, or bytes `first` to `last` of the file; `isWhole` when no range counts. */
export type ResolvedRange = 'unsatisfiable' | { first: number; last: number; isWhole: boolean; slices: PartSlice[] };

/** The slices that answer a Range header; without a range that counts, all of them. */
export function resolveRange(header: string | null, file: MediaParts): ResolvedRange {
  const range = readByteRange(header, file.sizeBytes);
  if (range === 'unsatisfiable') return range;
  if (range === 'whole') {
    const last = file.sizeBytes - 1;
    return { first: 0, last, isWhole: true, slices: slicesOf(file, 0, last) };
  }
  const { first } = range;
  const last = range.isOpen ? Math.min(range.last, first + OPEN_END_BYTES - 1) : range.last;
  return { first, last, isWhole: false, slices: slicesOf(file, first, last) };
}

function slicesOf(file: MediaParts, first: number, last: number): PartSlice[] {
  const slices: PartSlice[] = [];
  for (let n = Math.floor(first / file.partBytes); n * file.partBytes <= last; n += 1) {
    const begin = n * file.partBytes;
    slices.push({ n, from: Math.max(0, first - begin), to: Math.min(partSize(file, n) - 1, last - begin) });
  }
  return slices;
}
