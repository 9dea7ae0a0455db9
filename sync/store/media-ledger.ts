// What is on this device for use without a network (V5, V7): files in parts, and who may use them. Plain data and plain
// rules; the rows are in groundwork-device, the bytes in the browser's cache.
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import { picturesIn } from '../contract/lesson-pictures.ts';
import type { MediaParts } from '../contract/media.ts';

/**
 * The right of one person to use a file that is on this device. It is either part of a download, or transient: the server
 * gave the file to this person when they opened it, and it stays while there is room (`usedAt`, unix milliseconds).
 */
export type Grant = { userId: string; assetId: string; usedAt?: number };

/** A file of the server as it is on this device, once, whoever may see it. Times are unix milliseconds. */
export type Download = {
  assetId: string;
  /** As the server last told; null before it was asked. */
  file: MediaParts | null;
  /** The parts that are here, by number. */
  here: number[];
  /** Names the captions that are here; null for none. */
  captionsHere: string | null;
  /** Nothing is missing. */
  isComplete: boolean;
  /** The browser threw away what had been here (V6): only the person fetches it again. */
  isLost: boolean;
  /** Why the server does not give it, in its own words. */
  refusal: string | null;
  /** Null before it was asked, and when it must be asked again. */
  askedAt: number | null;
};

/** One file that a lesson needs; `bytes` and the version of a film's captions as far as the lesson tells. */
export type NeededFile = { assetId: string; bytes: number | null; captions?: string };

/**
 * A lesson that a person wants on this device; `lessonId` 0 is a whole course whose lessons are not known yet. Times are
 * unix milliseconds.
 */
export type KeptLesson = {
  userId: string;
  courseId: number;
  lessonId: number;
  courseTitle: string;
  title: string;
  orderIndex: number;
  /** Film, pictures, and the picture of its course. */
  files: NeededFile[];
  isPaused: boolean;
  wantedAt: number;
  /** When its text and its quiz were last fetched; null before the first time. */
  checkedAt: number | null;
  /** Why the server does not give the lesson, in its own words. */
  refusal: string | null;
};

/** Everything about one person's downloads. */
export type DownloadLedger = { kept: KeptLesson[]; downloads: Map<string, Download> };

/** What whoever downloads last said of it; kept for other tabs and the next start. */
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

/** The bytes of part `n`. */
export function partSize({ sizeBytes, partBytes }: MediaParts, n: number): number {
  return Math.max(0, Math.min(partBytes, sizeBytes - n * partBytes));
}

/** How many bytes of a file are here. */
export function bytesHere({ file, here }: Download): number {
  return file ? here.reduce((sum, n) => sum + partSize(file, n), 0) : 0;
}

/** The numbers of the parts that are not here, in their order. */
export function partsMissing({ file, here }: Download): number[] {
  return Array.from({ length: file?.parts ?? 0 }, (_, n) => n).filter((n) => !here.includes(n));
}

/** True when every byte of the file itself is here; its captions may still come. */
export function hasAllParts(download: Download): boolean {
  return download.file !== null && partsMissing(download).length === 0;
}

/** The captions that the server has and this device lacks; null for none. */
export function captionsMissing({ file, captionsHere }: Download): string | null {
  return file === null || file.captions === captionsHere ? null : file.captions;
}

/** The row with its `isComplete` in line with the rest. */
export function withCompleteness(download: Download): Download {
  const isComplete = download.refusal === null && hasAllParts(download) && captionsMissing(download) === null;
  return { ...download, isComplete, isLost: download.isLost && !isComplete };
}

/** The row after the server told of its file. Another etag is another file: everything starts over (V5). */
export function withFile(download: Download, file: MediaParts, askedAt: number | null): Download {
  const isSame = download.file?.etag === file.etag && download.file.partBytes === file.partBytes;
  const kept = isSame ? download : { ...newDownload(download.assetId), captionsHere: download.captionsHere };
  return withCompleteness({ ...kept, file, refusal: null, askedAt });
}

/** The row after parts or captions turned out to be gone. */
export function withoutMissing(download: Download, missing: { parts: number[]; captions: boolean }): Download {
  return {
    ...download,
    here: download.here.filter((n) => !missing.parts.includes(n)),
    captionsHere: missing.captions ? null : download.captionsHere,
    isLost: download.isLost || download.isComplete,
    isComplete: false,
  };
}

/** Under what address a part lies in the cache; a part of another version lies elsewhere. */
export function partAddress(assetId: string, file: MediaParts, n: number): string {
  return `/media/${assetId}/parts/${n}?etag=${encodeURIComponent(file.etag)}`;
}

/** Under what address captions lie in the cache. */
export function captionsAddress(assetId: string, name: string): string {
  return `/media/${assetId}/captions.vtt?name=${encodeURIComponent(name)}`;
}

/** Every address in the cache that belongs to a row, whether its bytes are here or on their way. */
export function addressesOf({ assetId, file, captionsHere }: Download): string[] {
  const parts = file ? Array.from({ length: file.parts }, (_, n) => partAddress(assetId, file, n)) : [];
  return captionsHere === null ? parts : [...parts, captionsAddress(assetId, captionsHere)];
}

const ASSET = /^\/media\/([\w-]+)/;
const CAPTIONS_VERSION = /[?&]v=(\w+)/;

/** What a lesson shows besides its words: the video first, then the pictures in its text and the one of its course. */
export function neededFiles(lesson: Lesson, course: Pick<Course, 'thumbnail'> | undefined): NeededFile[] {
  const captions = CAPTIONS_VERSION.exec(lesson.captionsUrl ?? '')?.[1];
  const video = assetIdIn(lesson.videoUrl).map((assetId) => ({
    assetId,
    bytes: lesson.videoBytes,
    ...(captions && { captions }),
  }));
  const pictures = [...picturesIn(lesson.body), course?.thumbnail ?? null].flatMap(assetIdIn);
  const files = [...video, ...pictures.map((assetId) => ({ assetId, bytes: null }))];
  return files.filter(({ assetId }, index) => files.findIndex((other) => other.assetId === assetId) === index);
}

const assetIdIn = (address: string | null) => ASSET.exec(address ?? '')?.slice(1, 2) ?? [];
