// The type of a file by its first bytes: the names and types that a client sends are only claims.
import type { FileHandle } from 'node:fs/promises';
import { boxesOf } from '#sync/contract/mp4-boxes.ts';
import { CONVERTIBLE_EXTENSIONS } from '#sync/contract/video.ts';

/** How many bytes decide what type a file has. */
export const HEAD_BYTES = 1024;

/** Images and audio share the container of MP4; their brands reveal them. */
const NO_FILM_BRANDS = /^(avif|avis|heic|heix|hevc|heim|mif1|msf1|M4A |M4B |crx )$/;
/** QuickTime files from before `ftyp` begin with one of these. */
const OLD_QUICKTIME = ['moov', 'mdat', 'wide', 'pnot'];

export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm' | 'video/ogg' | 'video/x-msvideo';

/** The content type of a video that begins with these bytes; undefined for everything else. */
export function videoType(head: Buffer): VideoType | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(4, 8) === 'ftyp') {
    if (NO_FILM_BRANDS.test(text(8, 12))) return undefined;
    return text(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  }
  if (OLD_QUICKTIME.includes(text(4, 8))) return 'video/quicktime';
  if (text(0, 4) === '\x1a\x45\xdf\xa3' && text(4, head.length).includes('webm')) return 'video/webm';
  if (text(0, 4) === 'OggS') return 'video/ogg';
  if (text(0, 4) === 'RIFF' && text(8, 11) === 'AVI') return 'video/x-msvideo';
  return undefined;
}

/** The type of a video that has to be converted before browsers can play it; undefined for everything else. */
export function convertibleType(head: Buffer): string | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  const hasSyncAt = (...places: number[]) => places.every((place) => head[place] === 0x47);
  if (text(0, 4) === '\x1a\x45\xdf\xa3' && text(4, head.length).includes('matroska')) return 'video/x-matroska';
  if (text(0, 4) === '\0\0\x01\xba') return 'video/mpeg';
  // The packets of cameras are four bytes longer than those of broadcasts.
  if (hasSyncAt(0, 188, 376) || hasSyncAt(4, 196, 388)) return 'video/mp2t';
  if (text(0, 8) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11') return 'video/x-ms-wmv';
  if (text(0, 4) === 'FLV\x01') return 'video/x-flv';
  return undefined;
}

/** The bytes of an open file from `start` to `end`, both included. */
export const bytesOf = (file: FileHandle) => async (start: number, end: number) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start);
  return buffer.subarray(0, bytesRead);
};

/** The length of an MP4 or QuickTime video in seconds, as its movie header has it; undefined without one. */
export async function readVideoSeconds(file: FileHandle): Promise<number | undefined> {
  const { size } = await file.stat();
  const read = bytesOf(file);
  for await (const movie of boxesOf(read, size)) {
    if (movie.name !== 'moov') continue;
    for await (const { at, name } of boxesOf(read, size, movie.at + 8)) {
      const header = await read(at, at + 39);
      if (name !== 'mvhd' || header.length < 40) continue;
      const isLong = header[8] === 1;
      const scale = header.readUInt32BE(isLong ? 28 : 20);
      const length = isLong ? Number(header.readBigUInt64BE(32)) : header.readUInt32BE(24);
      return scale > 0 && length > 0 ? length / scale : undefined;
    }
  }
  return undefined;
}

const TYPES_BY_EXTENSION: Record<string, VideoType> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogg: 'video/ogg',
  avi: 'video/x-msvideo',
};

/** The extension under which a video of this name or type is stored. */
export function videoExtension({ name, type }: { name: string; type: string }): string {
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  const extension = ending.toLowerCase();
  if (Object.hasOwn(TYPES_BY_EXTENSION, extension) || CONVERTIBLE_EXTENSIONS.includes(extension)) return extension;
  const known = type.toLowerCase().replace('video/avi', 'video/x-msvideo');
  return Object.entries(TYPES_BY_EXTENSION).find(([, each]) => each === known)?.[0] ?? 'mp4';
}

/** The type that a file's extension promises; it is passed on, never trusted. */
export function promisedType(extension: string): VideoType {
  return TYPES_BY_EXTENSION[extension] ?? 'video/mp4';
}
