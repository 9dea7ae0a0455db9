// How the server responds: JSON that a client may cache, refusals with their messages, and anything else as a logged 500.
import { createHash } from 'node:crypto';

import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { TrieRouter } from 'hono/router/trie-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '#sync/contract/refusal.ts';
import { isDiskFull, isUnavailable } from '../db/client.ts';
import type { Http, LogFields } from '../deps.ts';

/**
 * JSON with an ETag over its bytes, or 304 when the client's copy has the same one. The response depends on the person, so
 * only the person's own cache may store it, and must revalidate.
 */
export function jsonWithEtag<T>(c: Context, body: T) {
  const text = JSON.stringify(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization, Accept-Language', { append: true });
  if (etagMatches(c.req.header('If-None-Match'), tag)) return c.body(null, 304) as never;
  return c.body(text, 200, { 'Content-Type': 'application/json' }) as unknown as ReturnType<typeof c.json<T>>;
}

/** The weak comparison of RFC 9110, 13.1.2, over a list of tags or `*`. */
export function etagMatches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare);
}

/** A refusal as a response: `{ error, message, code, requestId, ...details }`. */
export function refusalResponse(c: Context<Http>, refusal: Refusal): Response {
  const { code, message, status, details } = refusal;
  const { retryAfterSeconds } = details;
  if (typeof retryAfterSeconds === 'number') c.header('Retry-After', String(retryAfterSeconds));
  const body = { ...details, error: message, message, code, requestId: c.var.requestId };
  return c.json(body, status as ContentfulStatusCode);
}

export const DISK_FULL = "The server's disk is full, so nothing can be saved right now. Please try again later.";

/** Hono's error hook. Only what we threw on purpose reaches the client. */
export function errorResponse(error: Error, c: Context<Http>): Response {
  if (error instanceof Refusal) return refusalResponse(c, error);
  if (error instanceof HTTPException && error.status < 500) return refusalResponse(c, new Refusal('validation_failed'));
  const { log } = c.var.deps;
  if (isUnavailable(error)) {
    const [event, message] = wordsForUnavailable(error);
    log.error(event, { requestId: c.var.requestId, ...errorFields(error) });
    return refusalResponse(c, new Refusal('unavailable', { retryAfterSeconds: 5 }, message));
  }
  log.error('unexpected failure', { requestId: c.var.requestId, ...errorFields(error) });
  return refusalResponse(c, new Refusal('internal'));
}

/** What the log says of a database that took no work, and what its sender is told. */
function wordsForUnavailable(error: Error): [event: string, message?: string] {
  if (isDiskFull(error)) return ['disk full', DISK_FULL];
  if ('code' in error && error.code === 'QUEUE_FULL')
    return ['too much work waits', 'The server is busy right now. Please try again in a moment.'];
  return ['database unreachable'];
}

/** What a log line holds of an error: its message, its query and where it was thrown. */
export function errorFields(error: Error): LogFields {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const stack = frames.slice(0, 8).join('\n');
  const query = 'query' in error && error.query !== undefined ? String(error.query) : undefined;
  return { error: `${error.name}: ${error.message}`, query, stack };
}

/**
 * Responds to addresses without a route: 405 with `Allow` when another method has one, else 404.
 * The table of methods is built once, with the first such request.
 */
export function notFoundHandler(app: Hono<Http>) {
  let methodsOf: TrieRouter<string[]> | undefined;
  return (c: Context<Http>): Response => {
    methodsOf ??= methodTable(app);
    const allowed = new Set(methodsOf.match('ALL', c.req.path)[0].flatMap(([methods]) => methods));
    if (allowed.size === 0 || allowed.has(c.req.method)) return refusalResponse(c, new Refusal('not_found'));
    c.header('Allow', [...allowed].join(', '));
    return refusalResponse(c, new Refusal('method_not_allowed'));
  };
}

function methodTable(app: Hono<Http>): TrieRouter<string[]> {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL') continue;
    const methods = byPath.get(path) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    byPath.set(path, methods);
  }
  const router = new TrieRouter<string[]>();
  for (const [path, methods] of byPath) router.add('ALL', path, [...methods]);
  return router;
}

/** What was in the way of another system's answer, for whoever runs that system. */
export function outcomeOf(error: Error & { code?: string }, timeoutMs: number): string {
  const { name, code = '', message, cause } = error;
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${timeoutMs / 1000} seconds.`;
  // A fetch says only that it failed; what did is its cause.
  if (cause instanceof Error) return outcomeOf(cause, timeoutMs) || message;
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return CERTIFICATE_WORDS[code] ?? 'The certificate is not trusted.';
  return NO_ADDRESS.includes(code) ? 'No server is known by this name.' : (CONNECTION_WORDS[code] ?? message);
}

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL'];

const CONNECTION_WORDS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection broke off.',
  EPIPE: 'The connection broke off.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'The server cannot be reached.',
};

const CERTIFICATE_WORDS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another address.',
};
