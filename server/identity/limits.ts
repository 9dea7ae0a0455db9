// Rate limits of the embedded service: by the caller's address, and by the address of a mail (I3).

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Embedded, Http, RateLimitRule } from '../deps.ts';
import { clientIp } from '../http/client-ip.ts';
import { AuthError } from './auth-error.ts';

/** The parts of the embedded service. These routes are mounted only where it exists. */
export function embeddedOf(c: Context<Http>): Embedded {
  const { embedded } = c.var.deps.identity;
  if (!embedded) throw new AuthError(404, 'not_found', 'Accounts live in a hosted service');
  return embedded;
}

/** A rule by the caller's address, counted for each kind of call. */
export const byClientIp = (name: string, limit = 30): RateLimitRule => ({
  name: `${name} by address`,
  limit,
  windowSeconds: 300,
});

const MAILS: RateLimitRule = { name: 'mails of this installation', limit: 300, windowSeconds: 3600 };
const MAILS_BY_ADDRESS: RateLimitRule = { name: 'mails by address', limit: 10, windowSeconds: 3600 };
/** Below the installation's limit, so that nobody uses up everybody's mails. A class sits behind one address. */
const MAILS_BY_CALLER: RateLimitRule = { name: 'mails by caller', limit: 100, windowSeconds: 3600 };
const mailsOfKind = (kind: string): RateLimitRule => ({ name: `${kind} mail by address`, limit: 1, windowSeconds: 60 });

/** Counts a call; one too many is 429 `over_request_rate_limit`. */
export async function limit(c: Context<Http>, rule: RateLimitRule, who = serviceCaller(c)): Promise<void> {
  const seconds = await c.var.deps.rateLimits.count(rule, who);
  if (seconds > 0)
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: seconds });
}

/**
 * Counts a call that may send a mail, whether the address has an account or not, so that 429 `over_email_send_rate_limit`
 * reveals nothing. A second mail of a `kind` within a minute is one too many: the first one is still valid.
 */
export async function limitMails(c: Context<Http>, email: string, kind?: string): Promise<void> {
  const { rateLimits } = c.var.deps;
  const seconds =
    (kind && (await rateLimits.count(mailsOfKind(kind), email))) ||
    (await rateLimits.count(MAILS_BY_ADDRESS, email)) ||
    (await rateLimits.count(MAILS_BY_CALLER, serviceCaller(c))) ||
    (await rateLimits.count(MAILS, 'all'));
  if (seconds === 0) return;
  const words = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', words, { retryAfterSeconds: seconds });
}

/** The caller's address. Our server calls for others with the secret key, and names them in the hosted header (I6). */
export function serviceCaller(c: Context<Http>): string {
  const forwarded = c.req.header('Sb-Forwarded-For');
  const isOurs = forwarded && isSecretKey(c, c.req.header('apikey') ?? '');
  return isOurs ? forwarded : clientIp(c);
}

/** Compares with the secret key in constant time. */
export function isSecretKey(c: Context<Http>, key: string): boolean {
  return timingSafeEqual(digest(key), digest(embeddedOf(c).secretKey));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const CONSTANT_MS = 60;

/**
 * Runs the work and takes at least a fixed time, so that the time of a response does not reveal whether there was anything
 * to do for an address.
 */
export async function withConstantTime(work: () => Promise<void>): Promise<void> {
  const even = new Promise<void>((resolve) => setTimeout(resolve, CONSTANT_MS));
  await Promise.all([work(), even]);
}
