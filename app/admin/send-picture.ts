import { PICTURE_LIMIT_BYTES, PictureKept } from '#sync/contract/video.ts';
import { api } from '../session.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { sentenceOf } from './use-act.ts';

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
