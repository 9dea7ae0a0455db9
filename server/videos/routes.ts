// Media over HTTP: films, pictures and captions at stable addresses, with ranges, to whoever may see a lesson of theirs.
import { type Context, Hono } from 'hono';
import { type MediaParts, PART_BYTES } from '#sync/contract/media.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { acceptUuid } from '../http/accept.ts';
import { type Actor, optionalActor, requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { type Asset, findAsset, openAsset } from './find-asset.ts';
import { etagOf, playAsset, playCaptions } from './play.ts';
import { makeTicket, TICKET_SECONDS, ticketIsGood } from './ticket.ts';

/**
 * Below /api: media in parts of 8 MiB for devices that keep them (V5), in plain answers, because the browser's cache takes no
 * partial ones; and a ticket for a player that cannot send the bearer (V4).
 */
export const videoRoutes = new Hono<Http>()
  .get('/media/:assetId/parts', optionalActor, async (c) => {
    const { asset, size } = await askedFile(c);
    c.header('Cache-Control', 'no-store');
    return c.json(partsOf(asset, size));
  })
  .get('/media/:assetId/parts/:n', optionalActor, async (c) => {
    const { asset, size } = await askedFile(c);
    const n = partNumber(c.req.param('n'), size);
    const start = n * PART_BYTES;
    const end = Math.min(start + PART_BYTES, size) - 1;
    c.header('Cache-Control', 'no-store');
    c.header('ETag', etagOf(asset));
    c.header('Content-Type', 'application/octet-stream');
    c.header('Content-Length', String(end - start + 1));
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(await c.var.deps.media.storage.read(asset.storageKey, start, end));
  })
  .get('/media/:assetId/captions', optionalActor, async (c) => {
    const { asset } = await askedFile(c);
    const answer = playCaptions(c, asset);
    answer.headers.set('Cache-Control', 'no-store');
    return answer;
  })
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

async function askedFile<E extends Http & { Variables: { actor: Actor | null } }>(
  c: Context<E>,
): Promise<{ asset: Asset; size: number }> {
  const { db, media } = c.var.deps;
  const asset = await openAsset(db, c.var.actor, acceptUuid(c.req.param('assetId'), 'media_not_found'));
  const found = await media.storage.stat(asset.storageKey);
  if (!found) throw new Refusal('media_not_found');
  return { asset, size: found.size };
}

function partsOf(asset: Asset, sizeBytes: number): MediaParts {
  const { captions, captionsRev, contentType } = asset;
  return {
    etag: etagOf(asset),
    contentType,
    sizeBytes,
    partBytes: PART_BYTES,
    parts: countParts(sizeBytes),
    captions: captions === null ? null : String(captionsRev),
  };
}

const countParts = (sizeBytes: number) => Math.ceil(sizeBytes / PART_BYTES);

function partNumber(text: string, sizeBytes: number): number {
  const n = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  if (n < countParts(sizeBytes)) return n;
  throw new Refusal('media_not_found');
}
