import * as z from 'zod/mini';

/** The size of a part in bytes; the last part holds the rest. */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Response of GET /api/media/{assetId}/parts: the description of a file, whose parts are at GET
 * /api/media/{assetId}/parts/{0 to parts - 1}. `etag` is the ETag header of every part; another etag means another
 * file. `captions` is the `v` in the current address of the captions, null without any; GET
 * /api/media/{assetId}/captions always returns the current ones.
 */
export const MediaParts = z.object({
  etag: z.string(),
  contentType: z.string(),
  sizeBytes: z.int().check(z.gte(0)),
  partBytes: z.int().check(z.positive()),
  parts: z.int().check(z.gte(0)),
  captions: z.nullable(z.string()),
});
export type MediaParts = z.infer<typeof MediaParts>;

/** A size in bytes as text: '450 kB', '4.6 MB', '120 MB', '1.2 GB', which no line end divides. */
export function sizeLabel(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)}\u00a0GB`;
  if (bytes >= 1e7) return `${Math.round(bytes / 1e6)}\u00a0MB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)}\u00a0MB`;
  return `${Math.ceil(bytes / 1e3)}\u00a0kB`;
}
