// The media of lessons that were opened play again without a network though nobody downloaded them (V5): transient entries
// of the ledger, in the same parts as downloads. Only the server knows who may see a file, so that the copy that it gave to
// one person is granted to that person alone (V7).
import { type MediaParts, PART_BYTES } from '../contract/media.ts';
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
const MEDIA_TYPE = /^(video|audio|image)\/|^text\/vtt/;

export type OpenedPorts = {
  device: Device;
  cache: MediaCache;
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** Unix milliseconds. */
  now: () => number;
};

/** What is asked for, by whom (`visitor` for nobody), and the Authorization header of that person, if there is one. */
export type MediaRequest = { url: URL; range: string | null; userId: string; authorization: string | undefined };

const copiesInProgress = new Set<string>();

/**
 * Answers a request for a file below /media/: from this device, else from the network, keeping a copy when the answer
 * holds the whole of a small file; an error response when it is neither here nor to be had. `later` gets what may go on
 * after the answer.
 */
export async function answerMedia(
  ports: OpenedPorts,
  request: MediaRequest,
  waitUntil: (work: Promise<void>) => void,
): Promise<Response> {
  const { device, cache, now } = ports;
  const { url, range, userId } = request;
  // A ledger that cannot be read now is no reason to fail.
  const playCached = (version: string | null) =>
    playFromCache(device, cache, { path: url.pathname, version, range, userId, now: now() }).catch(() => undefined);
  const cached = await playCached(url.searchParams.get('v'));
  if (cached) return cached;
  try {
    const response = await fetchMedia(ports, request);
    const file = wholeFile(response);
    // A player asks two or three times for the beginning of one file: one of its answers is enough to keep.
    const name = `${userId} ${url.pathname}`;
    if (file && !copiesInProgress.has(name)) {
      copiesInProgress.add(name);
      waitUntil(
        saveCopy(ports, request, { received: file, response: response.clone() }).finally(() =>
          copiesInProgress.delete(name),
        ),
      );
    }
    // As if made here: Chromium plays one video from one origin only. What comes out of the cache has no address, so what
    // comes from the network must not have one either, or the video breaks in the moment its copy is complete.
    const { body, status, headers } = response;
    return new Response(body, { status, headers });
  } catch {
    // Captions of yesterday are better than none.
    return (await playCached(null)) ?? Response.error();
  }
}

/** V4: by address with our own headers. A copy of the player's own request would silently lose Authorization and Range. */
function fetchMedia({ fetch }: OpenedPorts, { url, range, authorization }: MediaRequest): Promise<Response> {
  const headers = new Headers();
  if (range) headers.set('Range', range);
  if (authorization) headers.set('Authorization', authorization);
  return fetch(url, { headers, redirect: 'error' });
}

/** The file, when this answer carries all of it and it is worth keeping; else undefined. */
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

/** Keeps a copy. One that does not fit or breaks off is not missed: nobody waits for it. */
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
    // They have left; somebody else of this device has it already; or it waits for whoever downloads it (V6).
    if (!row || row.isLost || hasAllParts(row)) return;
    for (let n = 0; n < file.parts; n += 1) {
      const address = partAddress(assetId, file, n);
      await cache.put(address, new Response(body.slice(n * PART_BYTES, (n + 1) * PART_BYTES)));
      if (!(await savePart(device, assetId, { etag: file.etag, n }))) await cache.remove(address);
    }
    await clearMediaCache(cache, await evictOpened(device, MAX_OPENED_BYTES));
  } catch {
    // No room, or the network went away in the middle.
  }
}

/** Lets a person's copy of an opened file go, because what it holds does not play; one that they downloaded stays. */
export async function deleteOpenedCopy(
  device: Device,
  cache: MediaCache,
  userId: string,
  address: string,
): Promise<void> {
  const [, assetId] = /^\/media\/([\w-]+)/.exec(address) ?? [];
  if (assetId) await clearMediaCache(cache, await deleteOpenedGrant(device, { userId, assetId }));
}

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
export async function playFromCache(
  device: Device,
  cache: MediaCache,
  request: PlayRequest,
): Promise<Response | undefined> {
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

async function grantedDownload(
  device: Device,
  assetId: string,
  { userId, now }: PlayRequest,
): Promise<Download | undefined> {
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

async function playFile(
  { device, cache, download }: PlayContext,
  rangeHeader: string | null,
): Promise<Response | undefined> {
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
