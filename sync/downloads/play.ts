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
import { cutRange, type Piece } from './byte-ranges.ts';
import { noteGone } from './downloads-db.ts';
import type { MediaCache } from './media-cache.ts';

/**
 * Who asks for what: `path` is '/media/{assetId}' or its captions, of which `version` is wanted; null for whichever is
 * here. `now` in unix milliseconds.
 */
export type PlayAsk = { path: string; version: string | null; range: string | null; userId: string; now: number };

/** The id of the file, and whether its captions are meant; undefined for a path of anything else. */
export const ASSET_PATH = /^\/media\/([\w-]+)(\/captions\.vtt)?$/;

/**
 * Captions that were opened are a file of their own, whose etag is their version: nobody gets another person's video by
 * reading what is said in it.
 */
export const openedCaptions = (assetId: string) => `${assetId}.vtt`;

/** A player asks dozens of times in a minute; the order of the last uses needs no more than this. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * The answer from this device; undefined when it is not here as a whole, or this person has no grant for it: then the
 * server decides. A part that turned out to be missing is noted (V6).
 */
export async function playFromHere(device: Device, shelf: MediaCache, ask: PlayAsk): Promise<Response | undefined> {
  const [, assetId, captions] = ASSET_PATH.exec(ask.path) ?? [];
  if (!assetId) return undefined;
  const download = await grantedRow(device, assetId, ask);
  if (!captions) return download && playFile({ device, shelf, download }, ask.range);
  const downloaded = download && (await playCaptions({ device, shelf, download }, ask.version));
  if (downloaded) return downloaded;
  const opened = await grantedRow(device, openedCaptions(assetId), ask);
  const isRight = ask.version === null || ask.version === opened?.file?.etag;
  return opened && isRight ? playFile({ device, shelf, download: opened }, null) : undefined;
}

async function grantedRow(device: Device, assetId: string, { userId, now }: PlayAsk): Promise<Download | undefined> {
  const [grant, download] = await Promise.all([device.grants.get([userId, assetId]), device.downloads.get(assetId)]);
  if (grant && download) noteUse(device, grant, now);
  return grant && download;
}

/** Nobody waits for it: it may even fail, on a full device. */
function noteUse({ grants }: Device, { userId, assetId, usedAt }: Grant, now: number): void {
  if (usedAt === undefined || Math.abs(now - usedAt) < USE_NOTED_EVERY_MS) return;
  grants.update([userId, assetId], { usedAt: now }).catch(() => undefined);
}

type Playing = { device: Device; shelf: MediaCache; download: Download };

async function playCaptions({ device, shelf, download }: Playing, version: string | null) {
  const { assetId, captionsHere } = download;
  if (captionsHere === null || (version !== null && version !== captionsHere)) return undefined;
  const found = await shelf.match(captionsAddress(assetId, captionsHere));
  if (!found) await noteGone(device, assetId, { parts: [], captions: true });
  return found && new Response(found.body, { headers: found.headers });
}

async function playFile({ device, shelf, download }: Playing, range: string | null): Promise<Response | undefined> {
  const { assetId, file } = download;
  // While new captions of it come, a video that is here keeps playing from here.
  if (!file || !hasAllParts(download)) return undefined;
  const cut = cutRange(range, file);
  if (cut === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.sizeBytes}` } });
  const pieces = await Promise.all(cut.pieces.map((piece) => readPiece(shelf, download, piece)));
  const gone = cut.pieces.flatMap(({ n }, index) => (pieces[index] === undefined ? [n] : []));
  if (gone.length > 0) {
    await noteGone(device, assetId, { parts: gone, captions: false });
    return undefined;
  }
  const body = new Blob(
    pieces.flatMap((piece) => piece ?? []),
    { type: file.contentType },
  );
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Length': String(body.size),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  });
  if (cut.isWhole) return new Response(body, { headers });
  headers.set('Content-Range', `bytes ${cut.first}-${cut.last}/${file.sizeBytes}`);
  return new Response(body, { status: 206, headers });
}

/** A blob of the cache is a name for bytes on the disk, also when it is cut; undefined when the part is not whole. */
async function readPiece(
  shelf: MediaCache,
  { assetId, file }: Download,
  { n, from, to }: Piece,
): Promise<Blob | undefined> {
  const found = file && (await shelf.match(partAddress(assetId, file, n)));
  const part = await found?.blob();
  return file && part?.size === partSize(file, n) ? part.slice(from, to + 1) : undefined;
}
