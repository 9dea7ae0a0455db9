// What a picture is, by its bytes: nothing that a page cannot show, and nothing that a tablet cannot draw.
import { readFile } from 'node:fs/promises';
import { imageSize } from 'image-size';

/** The type of an image that pages can show; no SVG, which may carry scripts. */
export function pictureType(head: Buffer): { type: string; extension: string } | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')))
    return { type: 'image/png', extension: 'png' };
  if (text(0, 3) === '\xff\xd8\xff') return { type: 'image/jpeg', extension: 'jpg' };
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { type: 'image/webp', extension: 'webp' };
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return { type: 'image/gif', extension: 'gif' };
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return { type: 'image/avif', extension: 'avif' };
  return undefined;
}

/** A page draws four bytes for each pixel, however small the file is. */
const PIXELS_LIMIT = 50_000_000;

/** Why the picture in a file cannot be shown; undefined when it can. `name` begins the sentence: 'The picture'. */
export async function findPictureFault(path: string, name: string): Promise<string | undefined> {
  const bytes = await readFile(path);
  const { width, height } = sizeOf(bytes);
  if (!(width > 0 && height > 0)) return `${name} is damaged.`;
  if (width * height <= PIXELS_LIMIT) return undefined;
  return `${name} has ${width} × ${height} pixels. At most 50 million are shown.`;
}

/** In pixels; 0 × 0 for bytes that break off or make no sense. */
function sizeOf(bytes: Uint8Array): { width: number; height: number } {
  try {
    return imageSize(bytes);
  } catch {
    return { width: 0, height: 0 };
  }
}
