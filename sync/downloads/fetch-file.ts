// Fetches one file in parts, as one person: first its description, then its parts into the cache (Y17, Y24).

import { retryAfterMs } from '../backoff.ts';
import { MediaParts } from '../contract/media.ts';
import { RefusalBody } from '../contract/refusal.ts';
import { isMarked } from '../contract/server.ts';
import type { Clock } from '../ports.ts';
import type { Caller } from '../remote/call.ts';
import { headerTime } from '../web-ports.ts';
import type { MediaCache } from './media-cache.ts';

/** The browser's fetch; rejects without a network. */
export type Fetch = (path: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** Why nothing more can be fetched now. */
export type DownloadStop =
  | { kind: 'offline' }
  | { kind: 'auth' }
  | { kind: 'full' }
  | { kind: 'later'; retryAfterMs: number | null };

export type FetchContext = { call: Caller; fetch: Fetch; cache: MediaCache; clock: Clock };

/** The time for a part at 15 kB/s; anything slower is hopeless. */
const PART_TIMEOUT_MS = 10 * 60_000;

/** Fetches a file's description; 'refused' is final for now. */
export async function fetchFileInfo(
  { call }: FetchContext,
  assetId: string,
): Promise<{ kind: 'info'; file: MediaParts } | { kind: 'refused'; text: string } | DownloadStop> {
  const response = await call.send({ method: 'GET', path: `/api/media/${assetId}/parts` });
  if (response.kind === 'paused') return { kind: 'auth' };
  if (response.kind === 'none' || !response.marked) return { kind: 'offline' };
  if (response.status >= 500 || response.status === 429) return { kind: 'later', retryAfterMs: response.retryAfterMs };
  const parsed = MediaParts.safeParse(response.body);
  if (response.status === 200 && parsed.success) return { kind: 'info', file: parsed.data };
  const refusal = RefusalBody.safeParse(response.body);
  return { kind: 'refused', text: refusal.success ? refusal.data.message : 'The server does not give this file.' };
}

/**
 * 'mismatch' is a response that only fetching the description again can explain: an expired sign-in, or another
 * version.
 */
export type FetchOutcome = { kind: 'here' } | { kind: 'mismatch' } | { kind: 'aborted' } | DownloadStop;

/** What to fetch, and the cache address to store it at. `etag` and `sizeBytes` are null where any will do. */
export type FetchTarget = { path: string; address: string; etag: string | null; sizeBytes: number | null };

/** Puts a response into the cache, in whole or not at all; 'aborted' when `signal` was aborted. */
export async function fetchToCache(
  context: FetchContext,
  target: FetchTarget,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { call, fetch, cache, clock } = context;
  const identity = await call.identify();
  if (identity.kind === 'paused') return { kind: 'auth' };
  if (identity.kind === 'none') return { kind: 'offline' };
  if (signal.aborted) return { kind: 'aborted' };
  const headers: Record<string, string> = identity.token === null ? {} : { Authorization: `Bearer ${identity.token}` };
  // Not AbortSignal.any, which Safari 16 lacks.
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  const cancel = clock.later(PART_TIMEOUT_MS, abort);
  try {
    const response = await fetch(target.path, { headers, signal: controller.signal });
    const problem = problemWith(response, target, clock.now());
    if (problem) {
      await response.body?.cancel();
      return problem;
    }
    await cache.put(target.address, response);
    return declaredSize(response) !== null || (await hasRightSize(cache, target))
      ? { kind: 'here' }
      : { kind: 'mismatch' };
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') return { kind: 'full' };
    return { kind: signal.aborted ? 'aborted' : 'offline' };
  } finally {
    cancel();
    signal.removeEventListener('abort', abort);
  }
}

/** The size that the response declares and the browser enforces; null when it was re-encoded on the way. */
function declaredSize({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

/** Checks the size of a response that did not declare one; a part of the wrong size is deleted. */
async function hasRightSize(cache: MediaCache, { address, sizeBytes }: FetchTarget): Promise<boolean> {
  if (sizeBytes === null) return true;
  const part = await (await cache.match(address))?.blob();
  if (part?.size === sizeBytes) return true;
  await cache.remove(address);
  return false;
}

/** What is wrong with a response; undefined when it may be stored. */
function problemWith(response: Response, { etag, sizeBytes }: FetchTarget, now: number): FetchOutcome | undefined {
  const { headers, status } = response;
  // A captive portal's page is no part of a video (Y10).
  if (!isMarked(response)) return { kind: 'offline' };
  if (status >= 500 || status === 429)
    return {
      kind: 'later',
      retryAfterMs: retryAfterMs(headers.get('Retry-After'), headerTime(response, 'Date') ?? now),
    };
  const isSized = sizeBytes === null || (declaredSize(response) ?? sizeBytes) === sizeBytes;
  const isRight = etag === null || headers.get('ETag') === etag;
  return status === 200 && isSized && isRight ? undefined : { kind: 'mismatch' };
}
