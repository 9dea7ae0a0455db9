// How often the embedded service may be asked: by address of the caller, and by address of the mail (I3).

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Embedded, RateLimitRule } from '../deps.ts';
import { clientIp } from '../http/client-ip.ts';
import type { Http } from '../http/context.ts';
import { AuthError } from './auth-error.ts';

/** The embedded service's own parts. These routes are mounted only where it exists. */
export function embeddedOf(c: Context<Http>): Embedded {
  const { embedded } = c.var.deps.identity;
  if (!embedded) throw new AuthError(404, 'not_found', 'Accounts live in a hosted service');
  return embedded;
}

/** A rule by the caller's address, the same for every kind of call, each counted on its own. */
export const byClientIp = (name: string, limit = 30): RateLimitRule => ({
  name: `${name} by address`,
  limit,
  windowSeconds: 300,
});

const MAILS: RateLimitRule = { name: 'mails of this installation', limit: 300, windowSeconds: 3600 };
const MAILS_BY_ADDRESS: RateLimitRule = { name: 'mails by address', limit: 10, windowSeconds: 3600 };
/** Below the installation's limit: nobody alone may use up the mails of everybody. A class sits behind one address. */
const MAILS_BY_CALLER: RateLimitRule = { name: 'mails by caller', limit: 100, windowSeconds: 3600 };
const mailsOfKind = (kind: string): RateLimitRule => ({ name: `${kind} mail by address`, limit: 1, windowSeconds: 60 });

/** Counts a call; one too many is 429 `over_request_rate_limit`. */
export async function limit(c: Context<Http>, rule: RateLimitRule, who = serviceCaller(c)): Promise<void> {
  const seconds = await c.var.deps.rateLimits.count(rule, who);
  if (seconds > 0)
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: seconds });
}

/**
 * Counts a call that may send a mail, whether the address has an account or not: 429 `over_email_send_rate_limit`
 * therefore tells nothing.
 */
export async function limitMails(c: Context<Http>, email: string): Promise<void> {
  const { rateLimits } = c.var.deps;
  const seconds =
    (await rateLimits.count(MAILS_BY_ADDRESS, email)) ||
    (await rateLimits.count(MAILS_BY_CALLER, serviceCaller(c))) ||
    (await rateLimits.count(MAILS, 'all'));
  if (seconds === 0) return;
  const words = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', words, { retryAfterSeconds: seconds });
}

/** True for the second mail of a kind within a minute: the first one still works, so the second is silently not sent. */
export async function wasJustAsked(c: Context<Http>, kind: string, email: string): Promise<boolean> {
  return (await c.var.deps.rateLimits.count(mailsOfKind(kind), email)) > 0;
}

/** Who asks. Our own server asks for others with the secret key, and says for whom in the hosted service's header (I6). */
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

const EVEN_MS = 60;

/**
 * Does the work and answers no sooner than everybody else's: the time of an answer must not tell whether there was
 * anything to do for this address.
 */
export async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const even = new Promise<void>((resolve) => setTimeout(resolve, EVEN_MS));
  await Promise.all([work(), even]);
}
