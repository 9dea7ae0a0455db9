import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import busboy from 'busboy';
import * as z from 'zod/mini';
import { Id } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVideoFile, SMALL_VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { requireEditableLesson, senderNow } from '../../catalog/editable.ts';
import type { Deps, MediaDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { parse } from '../../http/validate.ts';
import { type FileBody, type ReceivedFile, receiveFile } from '../../media/receive-file.ts';
import { promisedType, videoExtension } from '../../media/video-format.ts';
import { attachVideo } from './attach-video.ts';
import { checkVideo } from './complete-upload.ts';
import { requireRoom } from './quota.ts';
import { shownName } from './receive-upload.ts';

/** What the fields and boundaries of a form may add to its video. */
const FORM_BYTES = 64 * 1024;
const FIELD_LIMIT_BYTES = 8 * 1024;
const PARTS_LIMIT = 20;

const TOO_LARGE =
  'File Too Large: Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.';
const WRONG_TYPE = 'Invalid File Type: Please select an MP4, WebM, OGG, MOV, or AVI video file';

const Fields = z.object({
  lessonId: z.pipe(z.string(), z.pipe(z.transform(Number), Id)),
  courseId: z.pipe(z.string(), z.pipe(z.transform(Number), Id)),
  filename: z.optional(z.string()),
});

interface VideoForm {
  contentType: string | undefined;
  body: FileBody;
}

/** A video in a temporary file, under the name and type that its sender claims. */
interface ReceivedVideo extends ReceivedFile {
  name: string;
  type: string;
}

/**
 * The Video Upload Manager's video of at most 50 MB, in one form: `video`, `lessonId`, `courseId`, `filename`, in any
 * order. Refuses as the three steps do, with the manager's own texts.
 */
export async function receiveForm(
  deps: Pick<Deps, 'db' | 'media' | 'log' | 'identity' | 'now'>,
  sender: AuditActor,
  { contentType, body }: VideoForm,
) {
  const { fields, video } = await readForm(deps, { contentType, body });
  try {
    const sent = parse(Fields, fields);
    const caller = await senderNow(deps, sender);
    await deps.db.transact(function* (tx) {
      const { course } = yield* requireEditableLesson(tx, caller.actor, sent);
      const { organizationId } = course;
      const { lessonId } = sent;
      if (video) yield* requireRoom(tx, deps.media, { organizationId, bytes: video.size, lessonId });
    });
    if (!video) throw new Refusal('validation_failed', { field: 'video' }, 'video: a file is missing.');
    return await saveVideo(deps, caller, { ...sent, video });
  } finally {
    if (video) await rm(video.path, { force: true });
  }
}

type VideoToSave = z.output<typeof Fields> & { video: ReceivedVideo };

async function saveVideo(deps: MediaDeps, caller: AuditActor, { lessonId, courseId, video, filename }: VideoToSave) {
  const { storage, converter } = deps.media;
  if (!isVideoFile(video, converter !== undefined)) throw wrongType();
  const extension = videoExtension(video);
  const storageKey = `videos/${lessonId}/${randomUUID()}.${extension}`;
  await storage.put(storageKey, { path: video.path, contentType: promisedType(extension) });
  try {
    const contentType = await checkVideo(deps.media, storageKey, video.size).catch((error) => {
      throw error instanceof Refusal && error.code === 'file_type_refused' ? wrongType() : error;
    });
    const fileName = shownName(filename ?? video.name) || shownName(video.name) || `video.${extension}`;
    const stored = { storageKey, fileName, contentType, sizeBytes: video.size };
    return await attachVideo(deps, caller, { lessonId, courseId, video: stored, found: {} });
  } catch (error) {
    await storage.remove(storageKey);
    throw error;
  }
}

/**
 * Reads a form as it comes in: its fields as text, its video into a temporary file, never into memory. A form that is
 * refused leaves no file. Refuses `wrong_content_type`, `file_too_large`, `file_broken_off` and `validation_failed`.
 */
export async function readForm({ media }: Pick<Deps, 'media'>, { contentType, body }: VideoForm) {
  const form = openForm(contentType);
  const { contentLength } = body;
  if (contentLength !== undefined && contentLength > SMALL_VIDEO_LIMIT_BYTES + FORM_BYTES) throw tooLarge();
  const source = body.open();
  const fields: Record<string, string> = {};
  let receiving: Promise<ReceivedVideo> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated) reject(unreadable('A field of the form is too long.'));
        fields[name] = value;
      });
      form.on('file', (name, stream, { filename = '', mimeType }) => {
        // An abandoned stream breaks with its form; without a listener that would end the process.
        stream.on('error', () => undefined);
        if (name !== 'video' || receiving) return reject(new Refusal('validation_failed', { field: name }));
        const file = { contentLength: undefined, open: () => stream };
        const options = { folder: media.incoming, maxBytes: SMALL_VIDEO_LIMIT_BYTES, tooLarge: tooLarge() };
        receiving = receiveFile(file, options).then((got) => ({ ...got, name: filename, type: mimeType }));
        receiving.catch(reject);
      });
      form.on('partsLimit', () => reject(unreadable('The form has too many parts.')));
      form.on('error', (error: Error) => {
        reject(/header/.test(error.message) ? unreadable('The form is not readable.') : new Refusal('file_broken_off'));
      });
      form.on('close', resolve);
      const breakOff = () => source.readableEnded || reject(new Refusal('file_broken_off'));
      source.once('close', breakOff).once('error', breakOff).pipe(form);
    });
    return { fields, video: await receiving };
  } catch (error) {
    source.unpipe(form);
    form.destroy();
    await receiving?.then(({ path }) => rm(path, { force: true })).catch(() => undefined);
    throw error;
  }
}

/** The parser of a form; refuses `wrong_content_type` for anything but a form with parts. */
function openForm(contentType: string | undefined): busboy.Busboy {
  try {
    if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw new Error('not a form with parts');
    const limits = { fieldSize: FIELD_LIMIT_BYTES, parts: PARTS_LIMIT };
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' });
  } catch {
    throw new Refusal('wrong_content_type', {}, 'Send the body as multipart/form-data.');
  }
}

const unreadable = (message: string) => new Refusal('validation_failed', {}, message);
const tooLarge = () => new Refusal('file_too_large', { field: 'video' }, TOO_LARGE);
const wrongType = () => new Refusal('file_type_refused', { field: 'video' }, WRONG_TYPE);
