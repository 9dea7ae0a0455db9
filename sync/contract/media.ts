import * as z from 'zod/mini';

/** Answer of POST /api/media/{assetId}/token: a ticket for one video and its captions, for a player that cannot send a bearer (V4). */
export const MediaTicket = z.object({ token: z.string(), expiresInSeconds: z.int() });
export type MediaTicket = z.infer<typeof MediaTicket>;

/** How much of a file one part holds (V5); the last one holds what is left. */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Answer of GET /api/media/{assetId}/parts: how a file comes in parts, GET /api/media/{assetId}/parts/{0 to parts - 1}.
 * `etag` is the ETag header of every part: another one is another file. `captions` is the `v` in the address of the
 * captions as they are now, null without any; GET /api/media/{assetId}/captions answers them past whatever copies a device has.
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
