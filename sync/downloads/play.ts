// A file that is here in parts, answered as the server would answer it: for the worker (V5, V7).
import type { Device } from '../store/device.ts';
import {
  captionsAddress,
  type Download,
  type Grant,
  hasAllParts,
  partAddress,
  partSize,
} from '../store/media-ledger.ts';
import { resolveRange, type PartSlice } from './byte-ranges.ts';
import { recordMissing } from './downloads-db.ts';
import type { MediaCache } from './media-cache.ts';

/**
 * Who asks for what: `path` is '/media/{assetId}' or its captions, of which `version` is wanted; null for whichever is
 * here. `now` in unix milliseconds.
 */
export type PlayRequest = { path: string; version: string | null; range: string | null; userId: string; now: number };

/** The id of the file, and whether its captions are meant; undefined for a path of anything else. */
export const ASSET_PATH = /^\/media\/([\w-]+)(\/captions\.vtt)?$/;

/**
 * Captions that were opened are a file of their own, whose etag is their version: nobody gets another person's video by
 * reading what is said in it.
 */
export const openedCaptionsId = (assetId: string) => `${assetId}.vtt`;

/** A player asks dozens of times in a minute; the order of the last uses needs no more than this. */
const USE_SAVED_EVERY_MS = 60_000;

/**
 * The answer from this device; undefined when it is not here as a whole, or this person has no grant for it: then the
 * server decides. A part that turned out to be missing is noted (V6).
 */
export async function playFromCache(device: Device, cache: MediaCache, request: PlayRequest): Promise<Response | undefined> {
  const [, assetId, captions] = ASSET_PATH.exec(request.path) ?? [];
  if (!assetId) return undefined;
  const download = await grantedDownload(device, assetId, request);
  if (!captions) return download && playFile({ device, cache, download }, request.range);
  const downloaded = download && (await playCaptions({ device, cache, download }, request.version));
  if (downloaded) return downloaded;
  const opened = await grantedDownload(device, openedCaptionsId(assetId), request);
  const isRight = request.version === null || request.version === opened?.file?.etag;
  return opened && isRight ? playFile({ device, cache, download: opened }, null) : undefined;
}

async function grantedDownload(device: Device, assetId: string, { userId, now }: PlayRequest): Promise<Download | undefined> {
  const [grant, download] = await Promise.all([device.grants.get([userId, assetId]), device.downloads.get(assetId)]);
  if (grant && download) saveUse(device, grant, now);
  return grant && download;
}

/** Nobody waits for it: it may even fail, on a full device. */
function saveUse({ grants }: Device, { userId, assetId, usedAt }: Grant, now: number): void {
  if (usedAt === undefined || Math.abs(now - usedAt) < USE_SAVED_EVERY_MS) return;
  grants.update([userId, assetId], { usedAt: now }).catch(() => undefined);
}

type PlayContext = { device: Device; cache: MediaCache; download: Download };

async function playCaptions({ device, cache, download }: PlayContext, version: string | null) {
  const { assetId, captionsHere } = download;
  if (captionsHere === null || (version !== null && version !== captionsHere)) return undefined;
  const cached = await cache.match(captionsAddress(assetId, captionsHere));
  if (!cached) await recordMissing(device, assetId, { parts: [], captions: true });
  return cached && new Response(cached.body, { headers: cached.headers });
}

async function playFile({ device, cache, download }: PlayContext, rangeHeader: string | null): Promise<Response | undefined> {
  const { assetId, file } = download;
  // While new captions of it come, a video that is here keeps playing from here.
  if (!file || !hasAllParts(download)) return undefined;
  const range = resolveRange(rangeHeader, file);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.sizeBytes}` } });
  const slices = await Promise.all(range.slices.map((piece) => readSlice(cache, download, piece)));
  const missing = range.slices.flatMap(({ n }, index) => (slices[index] === undefined ? [n] : []));
  if (missing.length > 0) {
    await recordMissing(device, assetId, { parts: missing, captions: false });
    return undefined;
  }
  const body = new Blob(
    slices.flatMap((piece) => piece ?? []),
    { type: file.contentType },
  );
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Length': String(body.size),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  });
  if (range.isWhole) return new Response(body, { headers });
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${file.sizeBytes}`);
  return new Response(body, { status: 206, headers });
}

/** A blob of the cache is a name for bytes on the disk, also when it is cut; undefined when the part is not whole. */
async function readSlice(
  cache: MediaCache,
  { assetId, file }: Download,
  { n, from, to }: PartSlice,
): Promise<Blob | undefined> {
  const cached = file && (await cache.match(partAddress(assetId, file, n)));
  const part = await cached?.blob();
  return file && part?.size === partSize(file, n) ? part.slice(from, to + 1) : undefined;
}
