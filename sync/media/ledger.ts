// What lies on this device for use without a network (V5, V7): files in parts, and whose wish they are. Plain data and
// plain rules; the rows lie in groundwork-device, the bytes in the browser's cache.
import type { MediaParts } from '../contract/media.ts';

/** A file of the server as it lies on this device, once, whoever may see it. Times are unix milliseconds. */
export type Download = {
  assetId: string;
  /** As the server last told; null before it was asked. */
  file: MediaParts | null;
  /** The parts that are here, by number. */
  here: number[];
  /** Names the captions that are here; null for none. */
  captionsHere: string | null;
  /** Written last: nothing is missing. */
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
export type Ledger = { kept: KeptLesson[]; downloads: Map<string, Download> };

/** What whoever downloads last said of it; kept for other tabs and the next start. */
export type Standing = {
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

/** True when nothing is missing, whatever the flag says yet. */
export function isWhole(download: Download): boolean {
  return hasAllParts(download) && download.captionsHere === (download.file?.captions ?? null);
}

/** The row after the server told of its file. Another etag is another file: everything starts over (V5). */
export function withFile(download: Download, file: MediaParts, now: number): Download {
  const isSame = download.file?.etag === file.etag && download.file.partBytes === file.partBytes;
  const kept = isSame ? download : { ...newDownload(download.assetId), captionsHere: download.captionsHere };
  const next = { ...kept, file, refusal: null, askedAt: now };
  return { ...next, isComplete: next.isComplete && isWhole(next) };
}

/** The row after parts or captions turned out to be gone; the same row when nothing is missing. */
export function without(download: Download, gone: { parts: number[]; captions: boolean }): Download {
  if (gone.parts.length === 0 && !gone.captions) return download;
  return {
    ...download,
    here: download.here.filter((n) => !gone.parts.includes(n)),
    captionsHere: gone.captions ? null : download.captionsHere,
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

/** Every address that a row says is in the cache. */
export function addressesOf({ assetId, file, here, captionsHere }: Download): string[] {
  const parts = file ? here.map((n) => partAddress(assetId, file, n)) : [];
  return captionsHere === null ? parts : [...parts, captionsAddress(assetId, captionsHere)];
}
