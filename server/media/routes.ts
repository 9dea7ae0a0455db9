// Media over HTTP: videos, pictures and captions at stable addresses, with ranges, to whoever may see a lesson of theirs.

import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { readByteRange } from '#sync/contract/byte-range.ts';
import { type MediaParts, PART_BYTES } from '#sync/contract/media.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http, MediaStorage } from '../deps.ts';
import { optionalActor, requireActor } from '../http/actor.ts';
import { etagMatches } from '../http/responses.ts';
import { validateUuid } from '../http/validate.ts';
import type { Actor } from '../permissions.ts';
import { type Asset, findAsset, openAsset } from './find-asset.ts';
import { makeTicket, TICKET_SECONDS, ticketIsGood } from './ticket.ts';

/**
 * Below /api: media in parts of 8 MiB for devices that keep them (V5), in plain answers, because the browser's cache takes no
 * partial ones; and a ticket for a player that cannot send the bearer (V4).
 */
export const videoRoutes = new Hono<Http>()
  .get('/media/:assetId/parts', optionalActor, async (c) => {
    const { asset, size } = await requestedFile(c);
    c.header('Cache-Control', 'no-store');
    return c.json(partsOf(asset, size));
  })
  .get('/media/:assetId/parts/:n', optionalActor, async (c) => {
    const { asset, size } = await requestedFile(c);
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
    const { asset } = await requestedFile(c);
    const response = captionsResponse(c, asset);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  })
  .post('/media/:assetId/token', requireActor, async (c) => {
    const { db, media, now } = c.var.deps;
    const asset = await openAsset(db, c.var.actor, validateUuid(c.req.param('assetId'), 'media_not_found'));
    c.header('Cache-Control', 'no-store');
    return c.json({ token: makeTicket(media.ticketKey, asset.id, now()), expiresInSeconds: TICKET_SECONDS });
  });

/** Below /media. */
export const mediaRoutes = new Hono<Http>()
  .get('/:assetId', optionalActor, async (c) => assetResponse(c, c.var.deps.media.storage, await requestedAsset(c)))
  .get('/:assetId/captions.vtt', optionalActor, async (c) => captionsResponse(c, await requestedAsset(c)));

/** The asset of the address, by a valid ticket or by the person's own rights. An expired ticket is `token_expired`. */
async function requestedAsset<E extends Http & { Variables: { actor: Actor | null } }>(c: Context<E>): Promise<Asset> {
  const { db, media, now } = c.var.deps;
  const assetId = validateUuid(c.req.param('assetId'), 'media_not_found');
  const ticket = c.req.query('token');
  if (ticket === undefined) return openAsset(db, c.var.actor, assetId);
  if (ticketIsGood(media.ticketKey, ticket, { assetId, now: now() })) return findAsset(db, assetId);
  return openAsset(db, c.var.actor, assetId).catch((error) => {
    throw error instanceof Refusal ? new Refusal('token_expired') : error;
  });
}

async function requestedFile<E extends Http & { Variables: { actor: Actor | null } }>(
  c: Context<E>,
): Promise<{ asset: Asset; size: number }> {
  const { db, media } = c.var.deps;
  const asset = await openAsset(db, c.var.actor, validateUuid(c.req.param('assetId'), 'media_not_found'));
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

/**
 * An asset's bytes as the request's headers ask for them: 304, 206 with exactly the range, 416, or the whole file. A
 * HEAD opens no file.
 */
async function assetResponse(c: Context, storage: MediaStorage, asset: Asset): Promise<Response> {
  const found = await storage.stat(asset.storageKey);
  if (!found) throw new Refusal('media_not_found');
  const tag = etagOf(asset);
  setMediaHeaders(c, tag);
  if (etagMatches(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  const range = readByteRange(rangeHeader(c, tag), found.size);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${found.size}`);
    throw new Refusal('range_not_satisfiable');
  }
  const { first, last } = range === 'whole' ? { first: 0, last: found.size - 1 } : range;
  c.header('Content-Type', asset.contentType);
  c.header('Content-Length', String(last - first + 1));
  if (range !== 'whole') c.header('Content-Range', `bytes ${first}-${last}/${found.size}`);
  const status = range === 'whole' ? 200 : 206;
  if (c.req.method === 'HEAD' || last < first) return c.body(null, status);
  return c.body(await storage.read(asset.storageKey, first, last), status);
}

/** An asset's captions as WebVTT; `media_not_found` when it has none. */
function captionsResponse(c: Context, asset: Asset): Response {
  if (asset.captions === null) throw new Refusal('media_not_found');
  // Captions change while the video stays the same.
  const version = createHash('sha256').update(asset.captions).digest('base64url').slice(0, 16);
  const tag = etagOf(asset, `-${version}`);
  setMediaHeaders(c, tag);
  if (etagMatches(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  return c.body(asset.captions, 200, { 'Content-Type': 'text/vtt; charset=utf-8' });
}

/** The ETag of an asset's bytes, or with a suffix that of its captions. */
function etagOf(asset: Asset, suffix = ''): string {
  return `"${asset.etag.replaceAll('"', '')}${suffix}"`;
}

/** The response depends on the person, and several people share a tablet: caches must revalidate. */
function setMediaHeaders(c: Context, tag: string): void {
  c.header('ETag', tag);
  c.header('Accept-Ranges', 'bytes');
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization', { append: true });
}

/** The Range header, unless If-Range names another version of the file: then the whole file is the answer. */
function rangeHeader(c: Context, tag: string): string | undefined {
  const ifRange = c.req.header('If-Range');
  return ifRange === undefined || ifRange === tag ? c.req.header('Range') : undefined;
}
