// Media over HTTP: videos, pictures and captions at stable addresses, with ranges, to whoever may see a lesson of theirs.

import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { readByteRange } from '#sync/contract/byte-range.ts';
import { type MediaParts, PART_BYTES } from '#sync/contract/media.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { pick } from '../db/client.ts';
import type { Deps, Http } from '../deps.ts';
import { optionalActor, requireActor } from '../http/actor.ts';
import { etagMatches } from '../http/responses.ts';
import { validateUuid } from '../http/validate.ts';
import { findPerson } from '../identity/profiles.ts';
import type { Actor, Person, Viewer } from '../permissions.ts';
import { type Asset, openAsset } from './find-asset.ts';
import { makeTicket, readTicket, TICKET_SECONDS } from './ticket.ts';

/**
 * Below /api: media in parts of 8 MiB for devices that keep them, in plain answers, because the browser's cache takes no
 * partial ones; and a ticket for a player that cannot send the bearer.
 */
export const videoRoutes = new Hono<Http>()
  .get('/media/:assetId/parts', optionalActor, async (c) => {
    return c.json(partsOf(await assetOfSender(c)));
  })
  .get('/media/:assetId/parts/:n', optionalActor, async (c) => {
    const asset = await assetOfSender(c);
    const start = partNumber(c.req.param('n'), asset.sizeBytes) * PART_BYTES;
    const end = Math.min(start + PART_BYTES, asset.sizeBytes) - 1;
    c.header('ETag', etagOf(asset));
    c.header('Content-Type', 'application/octet-stream');
    c.header('Content-Length', String(end - start + 1));
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(await c.var.deps.media.storage.read(asset.storageKey, start, end));
  })
  .get('/media/:assetId/captions', optionalActor, async (c) => {
    const response = captionsResponse(c, await assetOfSender(c));
    response.headers.set('Cache-Control', 'no-store');
    return response;
  })
  .post('/media/:assetId/token', requireActor, async (c) => {
    const { media, now } = c.var.deps;
    const { id: assetId } = await assetOfSender(c);
    const token = makeTicket(media.ticketKey, { assetId, userId: c.var.actor.id }, now());
    return c.json({ token, expiresInSeconds: TICKET_SECONDS });
  });

/** Below /media. */
export const mediaRoutes = new Hono<Http>()
  .get('/:assetId', optionalActor, async (c) => assetResponse(c, await requestedAsset(c)))
  .get('/:assetId/captions.vtt', optionalActor, async (c) => captionsResponse(c, (await requestedAsset(c)).asset));

interface RequestedAsset {
  asset: Asset;
  /** Whose rights opened it. */
  viewer: Viewer;
}

/**
 * The asset of the address, by the rights that the sender has now, or the person of a valid ticket. Without them an
 * expired ticket is `token_expired`.
 */
async function requestedAsset<E extends Http & { Variables: { actor: Actor | null } }>(
  c: Context<E>,
): Promise<RequestedAsset> {
  const { db, media, now } = c.var.deps;
  const assetId = validateUuid(c.req.param('assetId'), 'media_not_found');
  const ticket = c.req.query('token');
  const holder = ticket === undefined ? undefined : readTicket(media.ticketKey, ticket, { assetId, now: now() });
  const person = holder === undefined ? undefined : await findPerson(c.var.deps, holder);
  const viewer: Viewer = person ?? c.var.actor;
  try {
    return { asset: await openAsset(db, viewer, assetId), viewer };
  } catch (error) {
    throw error instanceof Refusal && ticket !== undefined && !holder ? new Refusal('token_expired') : error;
  }
}

const assetOfSender = <E extends Http & { Variables: { actor: Actor | null } }>(c: Context<E>): Promise<Asset> =>
  openAsset(c.var.deps.db, c.var.actor, validateUuid(c.req.param('assetId'), 'media_not_found'));

const partsOf = ({ captions, captionsRev, ...asset }: Asset): MediaParts => ({
  etag: etagOf(asset),
  ...pick(asset, 'contentType', 'sizeBytes'),
  partBytes: PART_BYTES,
  parts: countParts(asset.sizeBytes),
  captions: captions === null ? null : String(captionsRev),
});

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
async function assetResponse<E extends Http>(c: Context<E>, { asset, viewer }: RequestedAsset): Promise<Response> {
  const { storageKey, sizeBytes } = asset;
  const tag = etagOf(asset);
  setMediaHeaders(c, tag);
  if (etagMatches(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  const range = readByteRange(rangeHeader(c, tag), sizeBytes);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${sizeBytes}`);
    throw new Refusal('range_not_satisfiable');
  }
  const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
  c.header('Content-Type', asset.contentType);
  c.header('Content-Length', String(last - first + 1));
  if (range !== 'whole') c.header('Content-Range', `bytes ${first}-${last}/${sizeBytes}`);
  const status = range === 'whole' ? 200 : 206;
  if (c.req.method === 'HEAD' || last < first) return c.body(null, status);
  const bytes = await c.var.deps.media.storage.read(storageKey, first, last);
  return c.body(viewer ? whileOpen(c.var.deps, { bytes, viewer, assetId: asset.id }) : bytes, status);
}

/** How often a running answer is judged again: a player reads a long video from one answer, for as long as it plays. */
const JUDGED_EVERY_MS = 60_000;

/** The bytes, until the right of the viewer ends: then the answer breaks off. */
function whileOpen(
  deps: Deps,
  { bytes, viewer, assetId }: { bytes: ReadableStream<Uint8Array<ArrayBuffer>>; viewer: Person; assetId: string },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = bytes.getReader();
  let judgedAt = deps.now().getTime();
  return new ReadableStream({
    async pull(controller) {
      const now = deps.now().getTime();
      if (now - judgedAt >= JUDGED_EVERY_MS) {
        judgedAt = now;
        const person = await findPerson(deps, viewer.id);
        await openAsset(deps.db, person ?? null, assetId);
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
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
function etagOf({ etag }: Pick<Asset, 'etag'>, suffix = ''): string {
  return `"${etag.replaceAll('"', '')}${suffix}"`;
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
