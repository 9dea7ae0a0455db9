// Uploads a video or a document: in the three steps of a signed upload, or a small video in a single request.

import { promisedDocumentType } from '#sync/contract/document.ts';
import {
  type NewUpload,
  UPLOAD_KEPT_DAYS,
  type UploadCompletion,
  type UploadTarget,
  videoFileName,
} from '#sync/contract/video.ts';
import { ApiError, addressOf, byId, call } from '../../api/client.ts';
import { ownToken, server } from '../../api/session.ts';
import { typeOfVideo } from './chosen-file.ts';
import { isOfFile, refusalIn, sendFile, UploadFailure } from './send-file.ts';
import type { SendVideo, UploadRequest } from './upload-queue.ts';

const NO_TARGET = 'Failed to get upload URL';
const NOT_COMPLETED = 'Failed to complete upload';

export const sendVideo: SendVideo = (request, way) =>
  request.way === 'signed' ? sendSigned(request, way) : sendSmall(request, way);

/** Files that were sent but not yet attached to their lesson: a retry does not send them again. */
const arrived = new WeakMap<File, { lessonId: number; target: UploadTarget }>();

const sendSigned: SendVideo = async (request, way) => {
  const { file, lessonId } = request;
  const earlier = arrived.get(file);
  const target = earlier?.lessonId === lessonId ? earlier.target : await sendToTarget(request, way);
  arrived.set(file, { lessonId, target });
  way.onFinishing();
  const { durationSeconds, isPlayable } = await request.playability;
  const { filePath, fileName } = target;
  const payload: UploadCompletion = { lessonId, filePath, fileName, durationSeconds, isPlayable };
  const { documentTitle: documentName } = request;
  const done: Promise<unknown> =
    documentName === undefined
      ? call(server.videos['upload-complete'].$post({ json: payload }))
      : call(
          server.admin.lessons[':id'].documents.$post({ ...byId(lessonId), json: { filePath, title: documentName } }),
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

const sendSmall: SendVideo = async (request, way) => {
  const send = async (token: string | undefined) =>
    sendFile({
      url: addressOf(server['upload-video']),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      body: formOf(request),
      signal: way.signal,
      onSent: (bytes) => way.onSent(Math.min(bytes, request.file.size)),
    });
  let answer = await send(await ownToken());
  if (answer.status === 401) answer = await send(await ownToken({ isFresh: true }));
  const { status, text } = answer;
  if (isGood(status)) return;
  const refusal = refusalIn(text);
  throw new UploadFailure(refusal?.message ?? `Upload failed with status ${status}`, {
    refusesFile: isOfFile(status, refusal?.code),
  });
};

function formOf({ file, lessonId, courseId, title }: UploadRequest): FormData {
  const form = new FormData();
  form.set('lessonId', String(lessonId));
  form.set('courseId', String(courseId));
  form.set('filename', videoFileName(title, file.name));
  form.set('video', file);
  return form;
}

const isGood = (status: number) => status >= 200 && status < 300;

/** The server's message, or the specification's without a response. */
function failureOf(error: unknown, otherwise: string): UploadFailure {
  if (error instanceof ApiError) {
    const { status, code, sentence = otherwise } = error;
    return new UploadFailure(sentence, { refusesFile: isOfFile(status, code) });
  }
  const detail = error instanceof TypeError ? 'The server cannot be reached. Check your connection.' : undefined;
  return new UploadFailure(otherwise, { detail });
}
