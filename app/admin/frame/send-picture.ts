import { PICTURE_LIMIT_BYTES, PictureKept } from '#sync/contract/video.ts';
import { api } from '../../api/session.ts';
import { sentenceOf } from '../../api/use-api-mutation.ts';

/** Twice the width of a lesson's text, for sharp screens; more would only cost the learner's data. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.85;

/** A picture as it is sent; sizes in pixels. */
type SmallPicture = { file: Blob; width: number; height: number };

/**
 * A picture not larger than a lesson shows it, and without what a camera noted of place and person. Animated ones stay as
 * they are. Throws when this browser cannot read the file as a picture.
 */
async function shrinkPicture(file: Blob): Promise<SmallPicture> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  try {
    if (file.type === 'image/gif') return { file, width: bitmap.width, height: bitmap.height };
    const drawn = await draw(bitmap, { width, height, type: file.type });
    const isBetter = scale < 1 || file.type === 'image/jpeg' || drawn.size < file.size;
    return { file: isBetter ? drawn : file, width, height };
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, wish: { width: number; height: number; type: string }): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = wish.width;
  canvas.height = wish.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, wish.width, wish.height);
  const written = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  const webp = await written('image/webp');
  // A browser that cannot write WebP answers with PNG.
  const blob =
    webp?.type === 'image/webp' ? webp : await written(wish.type === 'image/jpeg' ? 'image/jpeg' : 'image/png');
  if (!blob) throw new Error('The picture could not be drawn.');
  return blob;
}

/** What a browser shows and a canvas reads, by content type. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Where the picture lies now, with its size in pixels, or a sentence saying why it was not taken. */
export type SentPicture = { url: string; width: number; height: number } | { failure: string };

/** Makes a picture as small as the product shows it and gives it to the course; whoever may see the course may see it. */
export async function sendPicture(file: File, courseId: number): Promise<SentPicture> {
  const small = await shrinkPicture(file).catch(() => undefined);
  if (!small) return { failure: 'This file is not a picture that this browser can show.' };
  if (small.file.size > PICTURE_LIMIT_BYTES) return { failure: 'A picture must be smaller than 10 MB.' };
  try {
    const path = `/api/admin/courses/${courseId}/pictures`;
    const kept = await api(path, { method: 'POST', payload: small.file, answer: PictureKept });
    return { url: kept.url, width: small.width, height: small.height };
  } catch (failure) {
    return { failure: sentenceOf(failure, 'The picture could not be sent.') };
  }
}
