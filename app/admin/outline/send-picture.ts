import { PICTURE_LIMIT_BYTES } from '#sync/contract/video.ts';
import { byId, call, withFile } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { sentenceOf } from '../../api/use-api-mutation.ts';
import { isMoving } from './moving-picture.ts';

/** Twice the width of a lesson's text, for sharp screens; more would only cost data. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.85;

/** A picture to send; sizes in pixels. */
type SmallPicture = { file: Blob; width: number; height: number };

/**
 * Scales a picture down to the size a lesson shows, and strips its metadata. Animated pictures stay unchanged. Throws when
 * this browser cannot read the file as a picture.
 */
async function shrinkPicture(file: Blob): Promise<SmallPicture> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  try {
    if (isMoving(new Uint8Array(await file.arrayBuffer()))) return { file, width: bitmap.width, height: bitmap.height };
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
  // A browser that cannot write WebP returns PNG.
  const blob =
    webp?.type === 'image/webp' ? webp : await written(wish.type === 'image/jpeg' ? 'image/jpeg' : 'image/png');
  if (!blob) throw new Error('The picture could not be drawn.');
  return blob;
}

/** The content types that browsers show and a canvas can read. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The address of the uploaded picture with its size in pixels, or a sentence saying why it was refused. */
export type SentPicture = { url: string; width: number; height: number } | { failure: string };

/** Scales a picture down and uploads it to the course; everyone who can see the course can see it. */
export async function sendPicture(file: File, courseId: number): Promise<SentPicture> {
  const small = await shrinkPicture(file).catch(() => undefined);
  if (!small) return { failure: 'This file is not a picture that this browser can show.' };
  if (small.file.size > PICTURE_LIMIT_BYTES) return { failure: 'A picture must be smaller than 10 MB.' };
  try {
    const kept = await call(server.admin.courses[':id'].pictures.$post(byId(courseId), withFile(small.file)));
    return { url: kept.url, width: small.width, height: small.height };
  } catch (failure) {
    return { failure: sentenceOf(failure, 'The picture could not be sent.') };
  }
}
