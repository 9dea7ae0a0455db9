import * as z from 'zod/mini';
import { Id } from './fields.ts';

// Uploading a lesson's video in three steps: request a signed target, send the file, complete the upload.

export const VIDEO_LIMIT_BYTES = 2 * 1024 ** 3;
/** The limit of the Video Upload Manager. */
export const SMALL_VIDEO_LIMIT_BYTES = 50 * 1024 ** 2;
export const CAPTIONS_LIMIT_BYTES = 1024 ** 2;
export const PICTURE_LIMIT_BYTES = 10 * 1024 ** 2;
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime', 'video/x-msvideo', 'video/avi'];
export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'ogg', 'mov', 'avi'];

/** The file name under which a lesson's video is sent: 'Walk the path!' with 'A.MOV' gives 'walk-the-path.mov'. */
export function videoFileName(lessonTitle: string, chosenName: string): string {
  const slug = lessonTitle
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
  const [, extension = 'mp4'] = /\.([a-z0-9]{1,5})$/i.exec(chosenName) ?? [];
  return `${slug || 'video'}.${extension.toLowerCase()}`;
}

/** Further videos, which no browser plays: taken where they are converted. */
export const CONVERTIBLE_EXTENSIONS = ['mkv', 'm4v', '3gp', 'mpg', 'mpeg', 'mts', 'm2ts', 'wmv', 'flv'];

/** True for a file that the specification accepts (R-U8), by its type or its extension, and for further ones where videos are converted. */
export function isVideoFile({ type, name }: { type: string; name: string }, converts = false): boolean {
  const ending = extensionOf(name);
  const isKnown = VIDEO_TYPES.includes(type.toLowerCase()) || VIDEO_EXTENSIONS.includes(ending);
  return isKnown || (converts && CONVERTIBLE_EXTENSIONS.includes(ending));
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether browsers play what is compressed by this, in a container that they know. */
export const playsEverywhere = (codec: string) => /^(h264|vp8|vp9|av1|theora)$/.test(codec);

const NAMES: Record<string, string> = { hevc: 'HEVC', prores: 'ProRes', mpeg4: 'MPEG-4 Part 2', mpeg2video: 'MPEG-2' };
/** 'HEVC' for 'hevc'. */
export const codecName = (codec: string) => NAMES[codec] ?? codec.toUpperCase();

/** How long a part of a file that broke off is kept for its sender. */
export const UPLOAD_KEPT_DAYS = 7;

/**
 * Body of POST /api/videos/signed-upload. A `size` (bytes) that is too large is refused at once. With a `fingerprint` of the file,
 * what arrives is kept when the transfer breaks off, and the same person who asks for the same file and lesson again continues.
 * A `document` is not completed as the lesson's video but by POST /api/admin/lessons/{id}/documents.
 */
export const NewUpload = z.object({
  lessonId: Id,
  courseId: Id,
  filename: z.string().check(z.minLength(1), z.maxLength(300)),
  contentType: z.optional(z.string().check(z.maxLength(100))),
  size: z.optional(z.int().check(z.nonnegative())),
  fingerprint: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  kind: z.optional(z.enum(['video', 'document'])),
});
export type NewUpload = z.infer<typeof NewUpload>;

/**
 * Its response: send the file by PUT to `uploadUrl`, with its content type and `Authorization: Bearer {token}`, until
 * `expiresAt`. Where `sentBytes` of it are here already, send the rest by PATCH with that number as `Upload-Offset` (tus 1.0); where
 * all of it is, only complete the upload. With `resumable` the storage takes it in parts instead: it says how to begin a tus client
 * there, which finds by itself what is there already.
 */
export type UploadTarget = {
  uploadUrl: string;
  token: string;
  filePath: string;
  fileName: string;
  lessonId: number;
  expiresAt: string;
  sentBytes: number;
  resumable?: ResumableTarget;
};

/** What a tus client is told, as it stands. */
export type ResumableTarget = {
  endpoint: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
};

/**
 * Response of GET /api/admin/media-usage: the organizations that the admin runs, most used first, in bytes. `quotaBytes` is
 * what each may use, null without a limit.
 */
export type MediaUsage = {
  quotaBytes: number | null;
  organizations: { id: string; name: string; usedBytes: number }[];
};

/** Body of POST /api/videos/upload-complete; the author's browser measured the last two fields. */
export const UploadCompletion = z.object({
  lessonId: Id,
  filePath: z.string().check(z.minLength(1), z.maxLength(500)),
  fileName: z.string().check(z.minLength(1), z.maxLength(300)),
  durationSeconds: z.optional(z.number().check(z.gte(0), z.lte(86_400 * 2))),
  isPlayable: z.optional(z.boolean()),
});
export type UploadCompletion = z.infer<typeof UploadCompletion>;

/** Body of PUT /api/admin/lessons/{id}/captions: WebVTT, or null to remove them. */
export const Captions = z.object({ captions: z.nullable(z.string().check(z.maxLength(CAPTIONS_LIMIT_BYTES))) });

/** A row of GET /api/admin/lessons-upload-status: lessons 14 to 17 of module 4 of course 4. */
export type LessonUploadStatus = {
  id: number;
  title: string;
  orderIndex: number;
  isVideoLesson: boolean;
  hasVideo: boolean;
  videoUrl: string | null;
};
