// Uploads a video or a document in the three steps of a signed upload: a target, the file, the completion.

import { promisedDocumentType } from '#sync/contract/document.ts';
import {
  type NewUpload,
  UPLOAD_KEPT_DAYS,
  type UploadCompletion,
  type UploadTarget,
  videoFileName,
} from '#sync/contract/video.ts';
import { ApiError, byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { typeOfVideo } from './chosen-file.ts';
import { isOfFile, UploadFailure } from './upload-failure.ts';
import type { SendVideo, UploadRequest } from './upload-queue.ts';

const NO_TARGET = 'Failed to get upload URL';
const NOT_COMPLETED = 'Failed to complete upload';

/** Files that were sent but not yet attached to their lesson: a retry does not send them again. */
const arrived = new WeakMap<File, { lessonId: number; target: UploadTarget }>();

export const sendVideo: SendVideo = async (request, way) => {
  const { file, lessonId } = request;
  const earlier = arrived.get(file);
  const target = earlier?.lessonId === lessonId ? earlier.target : await sendToTarget(request, way);
  arrived.set(file, { lessonId, target });
  way.onFinishing();
  const { durationSeconds, isPlayable } = await request.playability;
  const { filePath, fileName } = target;
  const payload: UploadCompletion = { lessonId, filePath, fileName, durationSeconds, isPlayable };
  const { documentTitle } = request;
  const done: Promise<unknown> =
    documentTitle === undefined
      ? call(server.videos['upload-complete'].$post({ json: payload }))
      : call(
          server.admin.lessons[':id'].documents.$post({ ...byId(lessonId), json: { filePath, title: documentTitle } }),
        );
  await done.catch((error) => {
    // The server has refused it: a retry must send the file again.
    if (error instanceof ApiError) arrived.delete(file);
    throw failureOf(error, NOT_COMPLETED);
  });
  arrived.delete(file);
};

const sendToTarget = async (request: UploadRequest, way: Parameters<SendVideo>[1]): Promise<UploadTarget> => {
  const { file, lessonId, courseId, title } = request;
  const kind = request.documentTitle === undefined ? 'video' : 'document';
  const contentType = kind === 'video' ? typeOfVideo(file) : promisedDocumentType(file.name);
  const filename = kind === 'video' ? videoFileName(title, file.name) : file.name;
  const fingerprint = await fingerprintOf(file);
  const payload: NewUpload = { lessonId, courseId, filename, contentType, size: file.size, fingerprint, kind };
  const asked = call(server.videos['signed-upload'].$post({ json: payload }));
  const target = await asked.catch((error) => {
    throw failureOf(error, NO_TARGET);
  });
  if (target.sentBytes === file.size) return target;
  const { sendInParts } = await import('./send-in-parts.ts');
  // Without a fingerprint the server would make another place for the file.
  const renew = fingerprint
    ? async () => signedOf(await call(server.videos['signed-upload'].$post({ json: payload })))
    : undefined;
  const ownDays = fingerprint === undefined ? undefined : UPLOAD_KEPT_DAYS;
  const keptDays = target.resumable ? HOSTED_KEPT_DAYS : ownDays;
  await sendInParts({ file, name: target.filePath, signed: signedOf(target), renew, keptDays, ...way });
  return target;
};

/** As long as a hosted storage keeps a part of a file. */
const HOSTED_KEPT_DAYS = 1;

/** Where and with which rights a file is sent: to a place that is made for it, or to one that the storage makes. */
const signedOf = ({ resumable, uploadUrl, token, expiresAt }: UploadTarget) => ({
  ...(resumable ?? { uploadUrl, headers: { Authorization: `Bearer ${token}` } }),
  expiresAt,
});

const SAMPLE_BYTES = 1024 ** 2;

/** By which the server knows a file that it has a part of: size, last change, beginning, middle and end. Undefined without https. */
async function fingerprintOf(file: File): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  const middle = Math.floor(file.size / 2);
  const parts = [file.slice(0, SAMPLE_BYTES), file.slice(middle, middle + SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)];
  const samples = new Blob([`${file.size} ${file.lastModified} `, ...parts]);
  const hash = await crypto.subtle.digest('SHA-256', await samples.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The server's message, or the specification's without a response. */
function failureOf(error: unknown, otherwise: string): UploadFailure {
  if (error instanceof ApiError) {
    const { status, code, sentence = otherwise } = error;
    return new UploadFailure(sentence, { refusesFile: isOfFile(status, code) });
  }
  const detail = error instanceof TypeError ? 'The server cannot be reached. Check your connection.' : undefined;
  return new UploadFailure(otherwise, { detail });
}
