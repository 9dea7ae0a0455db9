// Media over HTTP: films, pictures and captions at stable addresses, with ranges, to whoever may see a lesson of theirs.

import { type Context, Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { acceptUuid } from '../http/accept.ts';
import { type Actor, optionalActor, requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { type Asset, findAsset, openAsset } from './find-asset.ts';
import { partRoutes } from './parts.ts';
import { playAsset, playCaptions } from './play.ts';
import { makeTicket, TICKET_SECONDS, ticketIsGood } from './ticket.ts';

/** Below /api: parts to keep (V5), and a ticket for a player that cannot send the bearer (V4). */
export const videoRoutes = new Hono<Http>()
  .route('/', partRoutes)
  .post('/media/:assetId/token', requireActor, async (c) => {
    const { db, media, now } = c.var.deps;
    const asset = await openAsset(db, c.var.actor, acceptUuid(c.req.param('assetId'), 'media_not_found'));
    c.header('Cache-Control', 'no-store');
    return c.json({ token: makeTicket(media.ticketKey, asset.id, now()), expiresInSeconds: TICKET_SECONDS });
  });

/** Below /media. */
export const mediaRoutes = new Hono<Http>()
  .get('/:assetId', optionalActor, async (c) => playAsset(c, c.var.deps.media.storage, await askedAsset(c)))
  .get('/:assetId/captions.vtt', optionalActor, async (c) => playCaptions(c, await askedAsset(c)));

/** The asset of the address, by a good ticket or by the person's own rights. A ticket that ran out asks for a new one. */
async function askedAsset<E extends Http & { Variables: { actor: Actor | null } }>(c: Context<E>): Promise<Asset> {
  const { db, media, now } = c.var.deps;
  const assetId = acceptUuid(c.req.param('assetId'), 'media_not_found');
  const ticket = c.req.query('token');
  if (ticket === undefined) return openAsset(db, c.var.actor, assetId);
  if (ticketIsGood(media.ticketKey, ticket, { assetId, now: now() })) return findAsset(db, assetId);
  return openAsset(db, c.var.actor, assetId).catch((error) => {
    throw error instanceof Refusal ? new Refusal('token_expired') : error;
  });
}
