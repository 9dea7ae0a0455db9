// The one place where a failure becomes an answer: refusals with their words, everything else as a logged 500.

import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { TrieRouter } from 'hono/router/trie-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '#sync/contract/refusal.ts';
import { isUnavailable } from '../db/client.ts';
import type { LogFields } from '../deps.ts';
import type { Http } from './context.ts';

/** Answers a refusal: `{ error, message, code, requestId, ...details }`. */
export function answerRefusal(c: Context<Http>, refusal: Refusal): Response {
  const { code, message, status, details } = refusal;
  const { retryAfterSeconds } = details;
  if (typeof retryAfterSeconds === 'number') c.header('Retry-After', String(retryAfterSeconds));
  const body = { ...details, error: message, message, code, requestId: c.var.requestId };
  return c.json(body, status as ContentfulStatusCode);
}

/** Hono's error hook. Only what we threw on purpose reaches the client. */
export function answerError(error: Error, c: Context<Http>): Response {
  if (error instanceof Refusal) return answerRefusal(c, error);
  if (error instanceof HTTPException && error.status < 500) return answerRefusal(c, new Refusal('validation_failed'));
  const { log } = c.var.deps;
  if (isUnavailable(error)) {
    log.error('database unreachable', { requestId: c.var.requestId, ...describe(error) });
    return answerRefusal(c, new Refusal('unavailable', { retryAfterSeconds: 5 }));
  }
  log.error('unexpected failure', { requestId: c.var.requestId, ...describe(error) });
  return answerRefusal(c, new Refusal('internal'));
}

/** What a log may say about an error: its words, its code and where it was thrown. */
export function describe(error: Error): LogFields {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const stack = frames.slice(0, 8).join('\n');
  return { error: `${error.name}: ${error.message}`, query: 'query' in error ? String(error.query) : undefined, stack };
}

/**
 * Answers addresses that no route took: 405 with `Allow` when another kind of request is taken there, else 404.
 * The table of methods is built once, when the first such request comes.
 */
export function answerNotFound(app: Hono<Http>) {
  let methodsOf: TrieRouter<string[]> | undefined;
  return (c: Context<Http>): Response => {
    methodsOf ??= methodTable(app);
    const allowed = new Set(methodsOf.match('ALL', c.req.path)[0].flatMap(([methods]) => methods));
    if (allowed.size === 0 || allowed.has(c.req.method)) return answerRefusal(c, new Refusal('not_found'));
    c.header('Allow', [...allowed].join(', '));
    return answerRefusal(c, new Refusal('method_not_allowed'));
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
