import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { Id } from '#sync/contract/course.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVideoFile, SMALL_VIDEO_LIMIT_BYTES, type VideoKept } from '#sync/contract/video.ts';
import type { Deps } from '../../deps.ts';
import type { AuditActor } from '../../http/actor.ts';
import { parse } from '../../http/validate.ts';
import { boundaryOf, fieldText, type Part, partsOf } from '../../media/multipart.ts';
import type { SentBody } from '../../media/receive-file.ts';
import { type Arrived, receiveFile } from '../../media/receive-file.ts';
import { promisedType, videoExtension } from '../../media/video-format.ts';
import { requireEditableLesson } from '../editable.ts';
import { attachVideo } from './attach-video.ts';
import { checkVideo } from './complete-upload.ts';
import { shownName, videoKey } from './receive-upload.ts';

/** What the fields and boundaries of a form may add to its film. */
const FORM_BYTES = 64 * 1024;

const TOO_LARGE =
  'File Too Large: Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.';
const WRONG_TYPE = 'Invalid File Type: Please select an MP4, WebM, OGG, MOV, or AVI video file';

const Fields = z.object({
  lessonId: z.pipe(z.string(), z.pipe(z.transform(Number), Id)),
  courseId: z.pipe(z.string(), z.pipe(z.transform(Number), Id)),
  filename: z.optional(z.string()),
});

type Needs = Pick<Deps, 'db' | 'media' | 'log'>;
interface Film extends Arrived {
  name: string;
  type: string;
}

/**
 * The Video Upload Manager's film of at most 50 MB, in one form: `video`, `lessonId`, `courseId`, `filename`, in any
 * order. Refuses as the three steps do, in the manager's own words.
 */
export async function receiveForm(
  needs: Needs,
  acting: AuditActor,
  { contentType, body }: { contentType: string | undefined; body: SentBody },
): Promise<VideoKept> {
  const boundary = boundaryOf(contentType);
  if (body.announced !== undefined && body.announced > SMALL_VIDEO_LIMIT_BYTES + FORM_BYTES) throw tooLarge();
  const { fields, film } = await readForm(needs, partsOf(body.open(), boundary));
  try {
    const { lessonId, courseId, filename } = parse(Fields, fields);
    await needs.db.transact(function* (source) {
      yield* requireEditableLesson(source, acting.actor, { lessonId, courseId });
    });
    if (!film) throw new Refusal('validation_failed', { field: 'video' }, 'video: a file is missing.');
    return await keepFilm(needs, acting, { lessonId, courseId, film, filename });
  } finally {
    if (film) await rm(film.path, { force: true });
  }
}

interface Keeping {
  lessonId: number;
  courseId: number;
  film: Film;
  filename: string | undefined;
}

async function keepFilm(needs: Needs, acting: AuditActor, { lessonId, courseId, film, filename }: Keeping) {
  const { storage } = needs.media;
  if (!isVideoFile(film)) throw wrongType();
  const extension = videoExtension(film);
  const storageKey = videoKey(lessonId, randomUUID(), extension);
  await storage.keep(storageKey, { path: film.path, contentType: promisedType(extension) });
  try {
    const contentType = await checkVideo(storage, storageKey, film.size).catch((error) => {
      throw error instanceof Refusal && error.code === 'file_type_refused' ? wrongType() : error;
    });
    const fileName = shownName(filename ?? film.name) || shownName(film.name) || `video.${extension}`;
    const kept = { storageKey, fileName, contentType, sizeBytes: film.size };
    return await attachVideo(needs, acting, { lessonId, courseId, film: kept, found: {} });
  } catch (error) {
    await storage.remove(storageKey);
    throw error;
  }
}

async function readForm({ media }: Needs, parts: AsyncGenerator<Part>) {
  const fields: Record<string, string> = {};
  let film: Film | undefined;
  try {
    for await (const part of parts) {
      if (part.fileName === undefined) fields[part.name] = await fieldText(part);
      else if (part.name !== 'video' || film) throw new Refusal('validation_failed', { field: part.name });
      else {
        const source = Readable.from(part.bytes, { objectMode: false });
        const limits = { maxBytes: SMALL_VIDEO_LIMIT_BYTES, tooLarge, folder: media.arriving };
        const arrived = await receiveFile({ source, ...limits });
        film = { ...arrived, name: part.fileName, type: part.contentType };
      }
    }
  } catch (error) {
    if (film) await rm(film.path, { force: true });
    throw error;
  }
  return { fields, film };
}

const tooLarge = () => new Refusal('file_too_large', { field: 'video' }, TOO_LARGE);
const wrongType = () => new Refusal('file_type_refused', { field: 'video' }, WRONG_TYPE);
