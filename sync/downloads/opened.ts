// The media of lessons that were opened play again without a network though nobody downloaded them (V5): transient entries
// of the ledger, in the same parts as downloads. Only the server knows who may see a file, so that the copy that it gave to
// one person is granted to that person alone (V7).
import { type MediaParts, PART_BYTES } from '../contract/media.ts';
import type { Device } from '../store/device.ts';
import { hasAllParts, partAddress } from '../store/media-ledger.ts';
import { evictOpened, deleteOpenedGrant, grantOpened, savePart } from './downloads-db.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';
import { ASSET_PATH, openedCaptionsId, playFromCache } from './play.ts';

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
      waitUntil(saveCopy(ports, request, { received: file, response: response.clone() }).finally(() => copiesInProgress.delete(name)));
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
export async function deleteOpenedCopy(device: Device, cache: MediaCache, userId: string, address: string): Promise<void> {
  const [, assetId] = /^\/media\/([\w-]+)/.exec(address) ?? [];
  if (assetId) await clearMediaCache(cache, await deleteOpenedGrant(device, { userId, assetId }));
}
