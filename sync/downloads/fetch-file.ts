// One file of the server in parts: how it comes, and its parts into the cache, in the person's name (V5, Y17, Y24).
import { retryAfterMs } from '../backoff.ts';
import { MediaParts } from '../contract/media.ts';
import { RefusalBody } from '../contract/refusal.ts';
import { MARKER_HEADER, MARKER_VALUE } from '../contract/server-paths.ts';
import type { Caller } from '../flush/call.ts';
import type { Clock } from '../ports.ts';
import type { MediaCache } from './media-cache.ts';

/** The browser's own fetch; it rejects without a network. */
export type Fetch = (path: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** Why nothing more can be fetched now. */
export type Stop =
  | { kind: 'offline' }
  | { kind: 'auth' }
  | { kind: 'full' }
  | { kind: 'later'; retryAfterMs: number | null };

export type FetchContext = { call: Caller; fetch: Fetch; shelf: MediaCache; clock: Clock };

/** At 15 kB/s a part takes so long; what takes longer is no download any more. */
const PART_TIMEOUT_MS = 10 * 60_000;

/** How a file comes; 'refused' is the server's last word for now. */
export async function askFile(
  { call }: FetchContext,
  assetId: string,
): Promise<{ kind: 'told'; file: MediaParts } | { kind: 'refused'; text: string } | Stop> {
  const answer = await call.send({ method: 'GET', path: `/api/media/${assetId}/parts` });
  if (answer.kind === 'paused') return { kind: 'auth' };
  if (answer.kind === 'none' || !answer.marked) return { kind: 'offline' };
  if (answer.status >= 500 || answer.status === 429) return { kind: 'later', retryAfterMs: answer.retryAfterMs };
  const read = MediaParts.safeParse(answer.body);
  if (answer.status === 200 && read.success) return { kind: 'told', file: read.data };
  const refusal = RefusalBody.safeParse(answer.body);
  return { kind: 'refused', text: refusal.success ? refusal.data.message : 'The server does not give this file.' };
}

/** 'odd' is an answer that only asking for the file again explains: a sign-in that ran out, another version. */
export type Fetched = { kind: 'here' } | { kind: 'odd' } | { kind: 'broken-off' } | Stop;

/** What to fetch, and under what address to keep it. `etag` and `sizeBytes` are null where any will do. */
export type Errand = { path: string; address: string; etag: string | null; sizeBytes: number | null };

/** Puts an answer into the cache, whole or not at all; 'broken-off' when `signal` was aborted. */
export async function fetchTo(context: FetchContext, errand: Errand, signal: AbortSignal): Promise<Fetched> {
  const { call, fetch, shelf, clock } = context;
  const who = await call.identify();
  if (who.kind === 'paused') return { kind: 'auth' };
  if (who.kind === 'none') return { kind: 'offline' };
  if (signal.aborted) return { kind: 'broken-off' };
  const headers: Record<string, string> = who.token === null ? {} : { Authorization: `Bearer ${who.token}` };
  // Not AbortSignal.any: Safari 16 lacks it.
  const end = new AbortController();
  const abort = () => end.abort();
  signal.addEventListener('abort', abort);
  const cancel = clock.later(PART_TIMEOUT_MS, abort);
  try {
    const answer = await fetch(errand.path, { headers, signal: end.signal });
    const verdict = judge(answer, errand, clock.now());
    if (verdict) {
      await answer.body?.cancel();
      return verdict;
    }
    await shelf.put(errand.address, answer);
    return toldSize(answer) !== null || (await hasRightSize(shelf, errand)) ? { kind: 'here' } : { kind: 'odd' };
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') return { kind: 'full' };
    return { kind: signal.aborted ? 'broken-off' : 'offline' };
  } finally {
    cancel();
    signal.removeEventListener('abort', abort);
  }
}

function serverTime({ headers }: Response): number | null {
  const time = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(time) ? null : time;
}

/** The size that an answer promises and a browser holds it to; null when somebody on the way packed it anew. */
function toldSize({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

/** What came without a promise is weighed; a part that is too short or too long does not stay. */
async function hasRightSize(shelf: MediaCache, { address, sizeBytes }: Errand): Promise<boolean> {
  if (sizeBytes === null) return true;
  const part = await (await shelf.match(address))?.blob();
  if (part?.size === sizeBytes) return true;
  await shelf.remove(address);
  return false;
}

/** What is wrong with an answer; undefined when it may be kept. */
function judge(answer: Response, { etag, sizeBytes }: Errand, now: number): Fetched | undefined {
  const { headers, status } = answer;
  // A hotel's sign-in page is no part of a video (Y10).
  if (headers.get(MARKER_HEADER) !== MARKER_VALUE) return { kind: 'offline' };
  if (status >= 500 || status === 429)
    return { kind: 'later', retryAfterMs: retryAfterMs(headers.get('Retry-After'), serverTime(answer) ?? now) };
  const isSized = sizeBytes === null || (toldSize(answer) ?? sizeBytes) === sizeBytes;
  const isRight = etag === null || headers.get('ETag') === etag;
  return status === 200 && isSized && isRight ? undefined : { kind: 'odd' };
}
