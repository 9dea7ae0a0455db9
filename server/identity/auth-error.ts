// The embedded service refuses with the hosted service's codes and sentences, because the Supabase client reads them.

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '#sync/contract/refusal.ts';
import { isDiskFull, isUnavailable } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { DISK_FULL, errorFields } from '../http/responses.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';
const VERSION = '2024-01-01';

/** A refusal of the auth service: HTTP status, the hosted service's error code, and its sentence. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the body. */
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfterSeconds, more = {} }: { retryAfterSeconds?: number; more?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.more = more;
  }
}

/** 400 `validation_failed` with the hosted service's sentence. */
export const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** The error hook below /auth/v1. A client that names an API version gets `{ code, message }`, others the older body. */
export function authErrorResponse(error: Error, c: Context<Http>): Response {
  const { status, code, message, retryAfterSeconds, more } = asAuthError(error, c);
  c.header('X-Sb-Error-Code', code);
  if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds));
  if ((c.req.header(VERSION_HEADER) ?? '') < VERSION) {
    return c.json({ code: status, error_code: code, msg: message, ...more }, status as ContentfulStatusCode);
  }
  c.header(VERSION_HEADER, VERSION);
  return c.json({ code, message, ...more }, status as ContentfulStatusCode);
}

/** Any failure in the auth service's words; what nobody meant to throw is logged. */
export function asAuthError(error: Error, c: Context<Http>): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof Refusal) {
    const code = error.code === 'malformed_json' ? 'bad_json' : error.code;
    return new AuthError(error.status, code, error.message);
  }
  c.var.deps.log.error('identity failure', { requestId: c.var.requestId, ...errorFields(error) });
  if (isUnavailable(error)) {
    const message = isDiskFull(error) ? DISK_FULL : 'The database cannot be reached.';
    return new AuthError(503, 'unexpected_failure', message, { retryAfterSeconds: 5 });
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}
