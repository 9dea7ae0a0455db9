import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { isSameCopy } from '../http/etag.ts';
import type { Asset } from './find-asset.ts';
import type { Storage } from './storage.ts';

/**
 * Answers an asset's bytes as the request's headers ask: 304, 206 with exactly the range, 416, or the whole file. A
 * HEAD opens no file.
 */
export async function playAsset(c: Context, storage: Storage, asset: Asset): Promise<Response> {
  const found = await storage.stat(asset.storageKey);
  if (!found) throw new Refusal('media_not_found');
  const tag = etagOf(asset);
  setMediaHeaders(c, tag);
  if (isSameCopy(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  const range = readRange(rangeThatCounts(c, tag), found.size);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${found.size}`);
    throw new Refusal('range_not_satisfiable');
  }
  const { start, end } = range === 'whole' ? { start: 0, end: found.size - 1 } : range;
  c.header('Content-Type', asset.contentType);
  c.header('Content-Length', String(end - start + 1));
  if (range !== 'whole') c.header('Content-Range', `bytes ${start}-${end}/${found.size}`);
  const status = range === 'whole' ? 200 : 206;
  if (c.req.method === 'HEAD' || end < start) return c.body(null, status);
  return c.body(await storage.read(asset.storageKey, start, end), status);
}

/** Answers an asset's captions as WebVTT; `media_not_found` when it has none. */
export function playCaptions(c: Context, asset: Asset): Response {
  if (asset.captions === null) throw new Refusal('media_not_found');
  // They change while the film stays.
  const version = createHash('sha256').update(asset.captions).digest('base64url').slice(0, 16);
  const tag = etagOf(asset, `-${version}`);
  setMediaHeaders(c, tag);
  if (isSameCopy(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  return c.body(asset.captions, 200, { 'Content-Type': 'text/vtt; charset=utf-8' });
}

/** The ETag of an asset's bytes, or with a suffix of what belongs to them. */
export function etagOf(asset: Asset, suffix = ''): string {
  return `"${asset.etag.replaceAll('"', '')}${suffix}"`;
}

/** The bytes depend on who asks, and a tablet has several people: caches must ask again. */
function setMediaHeaders(c: Context, tag: string): void {
  c.header('ETag', tag);
  c.header('Accept-Ranges', 'bytes');
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization', { append: true });
}

/** A range of another version of the file is no use: then the whole file is the answer (If-Range). */
function rangeThatCounts(c: Context, tag: string): string | undefined {
  const ifRange = c.req.header('If-Range');
  return ifRange === undefined || ifRange === tag ? c.req.header('Range') : undefined;
}

// One Range header against a file of known size (RFC 9110, 14.1.2), on plain data.

/** Whole file, one part of it (`start` and `end` inclusive), or nothing that exists. */
type RangeVerdict = 'whole' | 'unsatisfiable' | { start: number; end: number };

/**
 * Reads a Range header. An absent, malformed, multiple or other-unit range is ignored, as the standard allows: the
 * whole file is the answer. A range that starts behind the end is unsatisfiable.
 */
function readRange(header: string | undefined, size: number): RangeVerdict {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') return suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** The last `length` bytes; all of them when the file is shorter. */
function suffix(length: number, size: number): RangeVerdict {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
