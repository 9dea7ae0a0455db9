// The one place where a failure becomes an answer: refusals with their words, everything else as a logged 500.

import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '#sync/contract/refusal.ts';
import { isUnavailable } from '../db/client.ts';
import type { Http } from './context.ts';
import type { LogFields } from './log.ts';

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
