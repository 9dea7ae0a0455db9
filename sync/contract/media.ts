import * as z from 'zod/mini';

/** Answer of POST /api/media/{assetId}/token: a ticket for one video and its captions, for a player that cannot send a bearer (V4). */
export const MediaTicket = z.object({ token: z.string(), expiresInSeconds: z.int() });
export type MediaTicket = z.infer<typeof MediaTicket>;
