// What is on this device for offline use: files in parts, and who may use them. Plain data and rules; the rows
// live in groundwork-device, the bytes in the browser's cache.
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import { picturesIn } from '../contract/lesson-pictures.ts';
import type { MediaParts } from '../contract/media.ts';

/**
 * One person's right to use a file on this device. It belongs to a download, or is transient: the person opened the
 * file, and it stays while there is room (`usedAt`, unix milliseconds).
 */
export type Grant = { userId: string; assetId: string; usedAt?: number };

/** Holds the grants of what people left here for whoever signs in next (Y23a); nobody sits here under this name. */
export const LEFT_HERE = 'left-here';

/** A file on this device, stored once, whoever may see it. Times are unix milliseconds. */
export type Download = {
  assetId: string;
  /** As last received from the server; null before the first time. */
  file: MediaParts | null;
  /** The numbers of the parts that are here. */
  here: number[];
  /** The version of the captions that are here; null for none. */
  captionsHere: string | null;
  /** Nothing is missing. */
  isComplete: boolean;
  /** The browser has deleted bytes of it; only the person downloads it again. */
  isLost: boolean;
  /** The server's message when it refuses the file. */
  refusal: string | null;
  /** Null before the server was asked, and when it has to be asked again. */
  askedAt: number | null;
};

/** A file that a lesson needs; `bytes` and the captions' version are present when the lesson knows them. */
export type NeededFile = { assetId: string; bytes: number | null; captions?: string };

/**
 * A lesson that a person keeps on this device. `lessonId` 0 is a whole course whose lessons are not known yet. Times
 * are unix milliseconds.
 */
export type KeptLesson = {
  userId: string;
  courseId: number;
  lessonId: number;
  courseTitle: string;
  title: string;
  orderIndex: number;
  /** The video, the documents, the pictures, and the course's picture. */
  files: NeededFile[];
  isPaused: boolean;
  wantedAt: number;
  /** When its text and quiz were last fetched; null before the first time. */
  checkedAt: number | null;
  /** The server's message when it refuses the lesson. */
  refusal: string | null;
};

/** Everything about one person's downloads. */
export type DownloadLedger = { kept: KeptLesson[]; downloads: Map<string, Download> };

/** The last status that the downloading tab reported; stored for other tabs and the next start. */
export type StoredDownloadStatus = {
  kind: 'idle' | 'working' | 'offline' | 'later' | 'auth' | 'full';
  /** Unix milliseconds. */
  at: number;
};

export const newDownload = (assetId: string): Download => ({
  assetId,
  file: null,
  here: [],
  captionsHere: null,
  isComplete: false,
  isLost: false,
  refusal: null,
  askedAt: null,
});

export function partSize({ sizeBytes, partBytes }: MediaParts, n: number): number {
  return Math.max(0, Math.min(partBytes, sizeBytes - n * partBytes));
}

export function bytesHere({ file, here }: Download): number {
  return file ? here.reduce((sum, n) => sum + partSize(file, n), 0) : 0;
}

/** The numbers of the missing parts, in order. */
export function partsMissing({ file, here }: Download): number[] {
  return Array.from({ length: file?.parts ?? 0 }, (_, n) => n).filter((n) => !here.includes(n));
}

/** True when every byte of the file is here; its captions may still be missing. */
export function hasAllParts(download: Download): boolean {
  return download.file !== null && partsMissing(download).length === 0;
}

/** The version of the captions that this device lacks; null when none are missing. */
export function captionsMissing({ file, captionsHere }: Download): string | null {
  return file === null || file.captions === captionsHere ? null : file.captions;
}

/** The row with `isComplete` recomputed. */
export function withCompleteness(download: Download): Download {
  const isComplete = download.refusal === null && hasAllParts(download) && captionsMissing(download) === null;
  return { ...download, isComplete, isLost: download.isLost && !isComplete };
}

/**
 * The row with the server's description of its file. Another etag means another file, so everything starts over.
 */
export function withFile(download: Download, file: MediaParts, askedAt: number | null): Download {
  const isSame = download.file?.etag === file.etag && download.file.partBytes === file.partBytes;
  const kept = isSame ? download : { ...newDownload(download.assetId), captionsHere: download.captionsHere };
  return withCompleteness({ ...kept, file, refusal: null, askedAt });
}

/** The row without parts or captions that turned out to be missing. */
export function withoutMissing(download: Download, missing: { parts: number[]; captions: boolean }): Download {
  return {
    ...download,
    here: download.here.filter((n) => !missing.parts.includes(n)),
    captionsHere: missing.captions ? null : download.captionsHere,
    isLost: download.isLost || download.isComplete,
    isComplete: false,
  };
}

/** The cache address of a part; each version of a file has its own. */
export function partAddress(assetId: string, file: MediaParts, n: number): string {
  return `/media/${assetId}/parts/${n}?etag=${encodeURIComponent(file.etag)}`;
}

/** The cache address of captions. */
export function captionsAddress(assetId: string, name: string): string {
  return `/media/${assetId}/captions.vtt?name=${encodeURIComponent(name)}`;
}

/** All cache addresses of a file, whether or not the bytes are here yet. */
export function addressesOf({ assetId, file, captionsHere }: Download): string[] {
  const parts = file ? Array.from({ length: file.parts }, (_, n) => partAddress(assetId, file, n)) : [];
  return captionsHere === null ? parts : [...parts, captionsAddress(assetId, captionsHere)];
}

const ASSET = /^\/media\/([\w-]+)/;
const CAPTIONS_VERSION = /[?&]v=(\w+)/;

/** The files a lesson needs: the video and the documents, whose sizes are known, the video's picture, those in its text, and the course's. */
export function neededFiles(lesson: Lesson, course: Pick<Course, 'thumbnail'> | undefined): NeededFile[] {
  const captions = CAPTIONS_VERSION.exec(lesson.captionsUrl ?? '')?.[1];
  const video = assetIdIn(lesson.videoUrl).map((assetId) => ({
    assetId,
    bytes: lesson.videoBytes,
    ...(captions && { captions }),
  }));
  const documents = (lesson.documents ?? []).map(({ assetId, bytes }) => ({ assetId, bytes }));
  const texts = [lesson, ...Object.values(lesson.words ?? {})].flatMap(({ body }) => picturesIn(body));
  const pictures = [lesson.posterUrl ?? null, ...texts, course?.thumbnail ?? null].flatMap(assetIdIn);
  const files = [...video, ...documents, ...pictures.map((assetId) => ({ assetId, bytes: null }))];
  return files.filter(({ assetId }, index) => files.findIndex((other) => other.assetId === assetId) === index);
}

const assetIdIn = (address: string | null) => ASSET.exec(address ?? '')?.slice(1, 2) ?? [];
