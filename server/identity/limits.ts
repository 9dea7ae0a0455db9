// Rate limits of the embedded service: by the caller's network, and by the address of a mail (decision 114).

import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import type { Embedded, Http, RateLimitRule, SlowdownRule } from '../deps.ts';
import { clientIp, isOwnCall, networkOf } from '../http/client-ip.ts';
import { AuthError } from './auth-error.ts';

/** The parts of the embedded service. These routes are mounted only where it exists. */
export function embeddedOf(c: Context<Http>): Embedded {
  const { embedded } = c.var.deps.identity;
  if (!embedded) throw new AuthError(404, 'not_found', 'Accounts live in a hosted service');
  return embedded;
}

/** A rule by the caller's network, counted for each kind of call. A class of 300 sits behind one address, and taps twice. */
export const byNetwork = (name: string, limit = 900): RateLimitRule => ({
  name: `${name} by network`,
  limit,
  windowSeconds: 300,
});

const MAILS: RateLimitRule = { name: 'mails of this installation', limit: 1500, windowSeconds: 3600 };
const MAILS_BY_ADDRESS: RateLimitRule = { name: 'mails by address', limit: 10, windowSeconds: 3600 };
/** Below the installation's limit, so that nobody uses up everybody's mails; enough for a class behind one address. */
const MAILS_BY_NETWORK: RateLimitRule = { name: 'mails by network', limit: 500, windowSeconds: 3600 };
/** A mailbox has any number of addresses with a tag ('maren+2@a.example'), and a class may share one. */
const MAILS_BY_MAILBOX: RateLimitRule = { name: 'mails by mailbox', limit: 60, windowSeconds: 3600 };
const mailsOfKind = (kind: string): RateLimitRule => ({ name: `${kind} mail by address`, limit: 1, windowSeconds: 60 });

/** Counts a call; one too many is 429 `over_request_rate_limit`. */
export async function limit(c: Context<Http>, rule: RateLimitRule, who = callerNetwork(c)): Promise<void> {
  refuseWait(await c.var.deps.rateLimits.count(rule, who));
}

function refuseWait(seconds: number): void {
  if (seconds === 0) return;
  const words = `Too many attempts. Try again in ${seconds} s.`;
  throw new AuthError(429, 'over_request_rate_limit', words, { retryAfterSeconds: seconds });
}

/** Who tries a secret: wrong tries slow down this one key. Counted before comparing, so that simultaneous tries are, too. */
export const GUESSES: SlowdownRule = {
  name: 'guesses',
  free: 5,
  waits: [5, 10, 20, 40, 80, 160, 300, 600, 900],
  forgetSeconds: 3600,
};
/** One network that tries many accounts, and many networks that try one account: known devices are not slowed by them. */
const GUESSES_BY_NETWORK: SlowdownRule = {
  name: 'guesses by network',
  free: 150,
  waits: [2, 5, 10, 30, 60],
  forgetSeconds: 900,
};
const GUESSES_BY_ACCOUNT: SlowdownRule = {
  name: 'guesses by account',
  free: 50,
  waits: [5, 10, 30, 60],
  forgetSeconds: 3600,
};

/** Links and codes of mails that were wrong. People open a used link again, so a class has many. */
const WRONG_LINKS: SlowdownRule = {
  name: 'wrong links by network',
  free: 60,
  waits: [5, 15, 30, 60],
  forgetSeconds: 900,
};

/** Runs `work`, which resolves to undefined for what the rule counts; too many of these slow the caller's network down. */
async function limitMisses<T>(c: Context<Http>, rule: SlowdownRule, work: () => Promise<T | undefined>) {
  const { rateLimits } = c.var.deps;
  refuseWait(await rateLimits.waitLeft(rule, callerNetwork(c)));
  const done = await work();
  if (done === undefined) await rateLimits.slowDown(rule, callerNetwork(c));
  return done;
}

/** Runs `verify`, which resolves to undefined for a wrong link or code. */
export const limitWrongLinks = <T>(c: Context<Http>, verify: () => Promise<T | undefined>) =>
  limitMisses(c, WRONG_LINKS, verify);

/** The outcome of a guess, to be told once. */
interface Guess {
  wasRight(): Promise<void>;
  wasWrong(): Promise<void>;
}

/** Takes one try at a secret by `who`; while that one has to wait, 429 `over_request_rate_limit`. */
export async function takeGuess(c: Context<Http>, who: string): Promise<Guess> {
  const { rateLimits } = c.var.deps;
  refuseWait(await rateLimits.slowDown(GUESSES, who));
  return { wasRight: () => rateLimits.reset(GUESSES, who), wasWrong: async () => undefined };
}

/**
 * Takes one try at the password of an account. A device that signed this account in before is slowed by its own wrong tries
 * alone: strangers cannot keep its owner out. Any other try counts for its network and account, and for each of both.
 */
export async function takePasswordGuess(
  c: Context<Http>,
  { account, knownDevice }: { account: string; knownDevice: string | undefined },
): Promise<Guess> {
  if (knownDevice) return takeGuess(c, `${account} on ${knownDevice}`);
  const { rateLimits } = c.var.deps;
  const network = callerNetwork(c);
  // Both are counted once the password was wrong: the right ones of a class that are compared at this moment must not add up.
  refuseWait(await rateLimits.waitLeft(GUESSES_BY_NETWORK, network));
  refuseWait(await rateLimits.waitLeft(GUESSES_BY_ACCOUNT, account));
  const { wasRight } = await takeGuess(c, `${account} from ${network}`);
  const wasWrong = async () => {
    await rateLimits.slowDown(GUESSES_BY_NETWORK, network);
    await rateLimits.slowDown(GUESSES_BY_ACCOUNT, account);
  };
  return { wasRight, wasWrong };
}

/**
 * Counts a call that may send a mail, whether the address has an account or not, so that 429 `over_email_send_rate_limit`
 * reveals nothing. A second mail of a `kind` within a minute is one too many: the first one is still valid.
 * Returns the seconds for which everybody together has used up the installation's mails. Confirmed accounts are mailed all
 * the same: a stranger with many networks keeps nobody from their link.
 */
export async function limitMails(c: Context<Http>, email: string, kind?: string): Promise<number> {
  const { rateLimits } = c.var.deps;
  refuseMail(
    (kind && (await rateLimits.count(mailsOfKind(kind), email))) ||
      (await rateLimits.count(MAILS_BY_ADDRESS, email)) ||
      (await rateLimits.count(MAILS_BY_MAILBOX, email.replace(/\+[^@]*/, ''))) ||
      (await rateLimits.count(MAILS_BY_NETWORK, callerNetwork(c))),
  );
  return rateLimits.count(MAILS, 'all');
}

/** The same for mails to addresses that nobody has confirmed: used up is used up. */
export async function limitFirstMails(c: Context<Http>, email: string, kind?: string): Promise<void> {
  refuseMail(await limitMails(c, email, kind));
}

export function refuseMail(seconds: number): void {
  if (seconds === 0) return;
  const words = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', words, { retryAfterSeconds: seconds });
}

/** Signing up reveals whether an address has an account: a network that finds many of them is slowed down. */
export const FOUND_ACCOUNTS: SlowdownRule = {
  name: 'found accounts by network',
  free: 40,
  waits: [5, 15, 30, 60, 120, 300],
  forgetSeconds: 900,
};

/** Runs a sign-up, which resolves to undefined when the address has an account. Our own call counts for itself. */
export const limitFoundAccounts = <T>(c: Context<Http>, signUp: () => Promise<T | undefined>) =>
  isOwnCall(c) ? signUp() : limitMisses(c, FOUND_ACCOUNTS, signUp);

/** The caller's address. Our server calls for others with the secret key, and names them in the hosted header. */
export function serviceCaller(c: Context<Http>): string {
  const forwarded = c.req.header('Sb-Forwarded-For');
  const isOurs = forwarded && isSecretKey(c, c.req.header('apikey') ?? '');
  return isOurs ? forwarded : clientIp(c);
}

/** The network of `serviceCaller`, which limits count for. */
export function callerNetwork(c: Context<Http>): string {
  return networkOf(serviceCaller(c));
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
  await Promise.all([work(), pause(CONSTANT_MS)]);
}
