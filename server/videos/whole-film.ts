import { readSome, type Storage } from './storage.ts';

/** Enough for every film that is not cut into fragments, and few enough to ask of a storage far away. */
const BOXES_LOOKED_AT = 16;
const BOXES_THAT_MUST_FIT = ['moov', 'mdat', 'moof'];

/**
 * False when an MP4 or QuickTime file says of itself that it is longer than what is here: a sender that announced too
 * few bytes, or a copy cut short before it was sent. Other kinds do not tell, and count as whole.
 */
export async function isWholeFilm(storage: Storage, key: string, size: number): Promise<boolean> {
  let at = 0;
  for (let looked = 0; looked < BOXES_LOOKED_AT && at + 8 <= size; looked += 1) {
    const box = await readSome(storage, key, { start: at, end: Math.min(at + 15, size - 1) });
    const length = lengthOf(box, size - at);
    if (length === undefined) return true;
    if (at + length > size) return !BOXES_THAT_MUST_FIT.includes(box.toString('latin1', 4, 8));
    at += length;
  }
  return true;
}

/** The bytes of a box with its header; `rest` when it goes to the end; undefined when this is no box. */
function lengthOf(box: Buffer, rest: number): number | undefined {
  const short = box.readUInt32BE(0);
  if (short === 0) return rest;
  if (short >= 8) return short;
  if (short !== 1 || box.length < 16) return undefined;
  const long = Number(box.readBigUInt64BE(8));
  return long >= 16 ? long : undefined;
}
