// Answers the service worker's requests for media: from this device's cache, else from the network. Media of
// opened lessons are cached too, as transient entries of the ledger in the same parts as downloads. Only the server
// knows who may see a file, so a copy is granted only to the person it was sent to.
import { type MediaParts, PART_BYTES } from '../contract/media.ts';
import { isMarked } from '../contract/server.ts';
import type { Device } from '../store/device.ts';
import {
  captionsAddress,
  type Download,
  type Grant,
  hasAllParts,
  partAddress,
  partSize,
} from '../store/media-ledger.ts';
import { type PartSlice, resolveRange } from './byte-ranges.ts';
import { deleteOpenedGrant, evictOpened, grantOpened, recordMissing, savePart } from './downloads-db.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';

const MIB = 1024 * 1024;
const MAX_COPY_BYTES = 25 * MIB;
const MAX_OPENED_BYTES = 200 * MIB;
const MEDIA_TYPE = /^(video|audio|image)\/|^text\/vtt|^application\/pdf/;

export type OpenedPorts = {
  device: Device;
  cache: MediaCache;
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** Unix milliseconds. */
  now: () => number;
};

/** The request, the person who makes it (`visitor` when no one is signed in), and their Authorization header, if any. */
export type MediaRequest = { url: URL; range: string | null; userId: string; authorization: string | undefined };

const copiesInProgress = new Set<string>();

/**
 * Answers a request for a file below /media/: from this device, else from the network. Saves a copy when the response
 * holds all of a small file; `waitUntil` receives that work. Returns an error response when the file is neither here
 * nor reachable.
 */
export async function answerMedia(ports: OpenedPorts, request: MediaRequest, waitUntil: (work: Promise<void>) => void) {
  const { device, cache, now } = ports;
  const { url, range, userId } = request;
  // An unreadable ledger is no reason to fail.
  const playCached = (version: string | null) =>
    playFromCache(device, cache, { path: url.pathname, version, range, userId, now: now() }).catch(() => undefined);
  const cached = await playCached(url.searchParams.get('v'));
  if (cached) return cached;
  try {
    const response = await fetchMedia(ports, request);
    const file = wholeFile(response);
    // A player requests the beginning of a file two or three times; one copy is enough.
    const name = `${userId} ${url.pathname}`;
    if (file && !copiesInProgress.has(name)) {
      copiesInProgress.add(name);
      waitUntil(
        saveCopy(ports, request, { received: file, response: response.clone() }).finally(() =>
          copiesInProgress.delete(name),
        ),
      );
    }
    // A response without an address: Chromium plays one video from one origin only. Cached responses have no address,
    // so network responses must not have one either, or the video breaks as soon as its copy is complete.
    const { body, status, headers } = response;
    return new Response(body, { status, headers });
  } catch {
    // Yesterday's captions are better than none.
    return (await playCached(null)) ?? Response.error();
  }
}

/**
 * By URL with our own headers, because a copy of the player's request would silently lose Authorization and Range.
 */
async function fetchMedia({ fetch }: OpenedPorts, { url, range, authorization }: MediaRequest): Promise<Response> {
  const headers = new Headers();
  if (range) headers.set('Range', range);
  if (authorization) headers.set('Authorization', authorization);
  const response = await fetch(url, { headers, redirect: 'error' });
  // A network's own page in the place of a picture (Y10).
  if (!isMarked(response)) throw new TypeError('The answer is not from our server.');
  return response;
}

/** The file's description when this response carries all of it and it is worth keeping; else undefined. */
function wholeFile({ status, headers }: Response): MediaParts | undefined {
  const etag = headers.get('ETag');
  const contentType = headers.get('Content-Type') ?? '';
  const sizeBytes = Number(headers.get('Content-Length'));
  const fullRange = `bytes 0-${sizeBytes - 1}/${sizeBytes}`;
  const isWhole = status === 200 || (status === 206 && headers.get('Content-Range') === fullRange);
  const isSmall = sizeBytes > 0 && sizeBytes <= MAX_COPY_BYTES;
  if (!etag || !isWhole || !isSmall || !MEDIA_TYPE.test(contentType)) return undefined;
  const parts = Math.ceil(sizeBytes / PART_BYTES);
  return { etag, contentType, sizeBytes, partBytes: PART_BYTES, parts, captions: null };
}

/** Saves a copy. It is optional: one that does not fit or is interrupted is dropped. */
async function saveCopy(
  { device, cache, now }: OpenedPorts,
  { url, userId }: MediaRequest,
  { received, response }: { received: MediaParts; response: Response },
): Promise<void> {
  const [, asset, isCaptions] = ASSET_PATH.exec(url.pathname) ?? [];
  const version = url.searchParams.get('v');
  if (!asset || (isCaptions && !version)) return void response.body?.cancel();
  const assetId = isCaptions ? openedCaptionsId(asset) : asset;
  const file = isCaptions && version ? { ...received, etag: version } : received;
  try {
    const body = await response.blob();
    if (body.size !== file.sizeBytes) return;
    const row = await grantOpened(device, { userId, assetId, usedAt: now() }, file);
    // They have signed out; or another person here has the file already; or it waits for the downloader.
    if (!row || row.isLost || hasAllParts(row)) return;
    for (let n = 0; n < file.parts; n += 1) {
      const address = partAddress(assetId, file, n);
      await cache.put(address, new Response(body.slice(n * PART_BYTES, (n + 1) * PART_BYTES)));
      if (!(await savePart(device, assetId, { etag: file.etag, n }))) await cache.remove(address);
    }
    await clearMediaCache(cache, await evictOpened(device, MAX_OPENED_BYTES));
  } catch {
    // No room, or the connection broke.
  }
}

/** Deletes a person's copy of an opened file that does not play; a downloaded file stays. */
export async function deleteOpenedCopy(device: Device, cache: MediaCache, userId: string, address: string) {
  const [, assetId] = /^\/media\/([\w-]+)/.exec(address) ?? [];
  if (assetId) await clearMediaCache(cache, await deleteOpenedGrant(device, { userId, assetId }));
}

/**
 * `path` is '/media/{assetId}' or its captions in the given `version`, null for whichever is here. `now` is in unix
 * milliseconds, null for a look that is no use of the file.
 */
export type PlayRequest = {
  path: string;
  version: string | null;
  range: string | null;
  userId: string;
  now: number | null;
};

/** Captures the id of the file and whether its captions are meant. */
export const ASSET_PATH = /^\/media\/([\w-]+)(\/captions\.vtt)?$/;

/**
 * The id of opened captions: a file of its own, whose etag is their version, so that reading captions does not grant the
 * video.
 */
export const openedCaptionsId = (assetId: string) => `${assetId}.vtt`;

/** A player sends dozens of requests a minute; the order of last uses needs no finer resolution. */
const USE_SAVED_EVERY_MS = 60_000;

/**
 * The response from this device; undefined when the file is not completely here or this person has no grant: then the
 * server decides. Records parts that turn out to be missing.
 */
export async function playFromCache(device: Device, cache: MediaCache, request: PlayRequest) {
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

async function grantedDownload(device: Device, assetId: string, { userId, now }: PlayRequest) {
  const [grant, download] = await Promise.all([device.grants.get([userId, assetId]), device.downloads.get(assetId)]);
  if (grant && download) saveUse(device, grant, now);
  return grant && download;
}

/** Optional: it may fail on a full device. */
function saveUse({ grants }: Device, { userId, assetId, usedAt }: Grant, now: number | null): void {
  if (usedAt === undefined || now === null || Math.abs(now - usedAt) < USE_SAVED_EVERY_MS) return;
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

async function playFile({ device, cache, download }: PlayContext, rangeHeader: string | null) {
  const { assetId, file } = download;
  // A video keeps playing from here while new captions of it are fetched.
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

/** Slicing a cached blob reads no bytes into memory. undefined when the part is incomplete. */
async function readSlice(cache: MediaCache, { assetId, file }: Download, { n, from, to }: PartSlice) {
  const cached = file && (await cache.match(partAddress(assetId, file, n)));
  const part = await cached?.blob();
  return file && part?.size === partSize(file, n) ? part.slice(from, to + 1) : undefined;
}
