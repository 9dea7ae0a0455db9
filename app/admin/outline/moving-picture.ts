// Pictures that move, which a canvas would stop.

/** True for a GIF, and for a WebP, PNG or AVIF that says that it is animated. */
export function isMoving(picture: Uint8Array): boolean {
  const letters = (from: number, to: number) => String.fromCharCode(...picture.subarray(from, to));
  if (letters(0, 3) === 'GIF' || letters(4, 12) === 'ftypavis') return true;
  if (letters(0, 4) === 'RIFF' && letters(8, 16) === 'WEBPVP8X') return ((picture[20] ?? 0) & WEBP_ANIMATION) !== 0;
  return letters(1, 4) === 'PNG' && hasFrames(picture);
}

const WEBP_ANIMATION = 2;
const PNG_CHUNKS_AT = 8;

/** The chunk that announces the frames of a PNG comes before the first of its picture. */
function hasFrames(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = PNG_CHUNKS_AT; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}
