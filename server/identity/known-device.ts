// A cookie on devices that an account was signed in on, and one on those that took its second step. Wrong passwords and codes
// of strangers cannot keep such a device out; it gives no right by itself (decision 114).

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Http } from '../deps.ts';
import { requestOrigin } from '../http/client-ip.ts';
import { embeddedOf } from './limits.ts';

/** The one path that reads those for passwords: other requests do not carry the cookies of everybody on a shared tablet. */
const PATH = '/auth/v1/token';
/** As long as browsers keep any cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;
const PREFIX = 'groundwork-device-';
/** About 4 KB. Proxies refuse a request with 8 KB of cookies, and with it every sign-in on a tablet that a class shares. */
const MOST_ACCOUNTS = 40;

/** The id of a device that this account (a folded address) was signed in on before; undefined for any other. */
export function knownDevice(c: Context<Http>, account: string): string | undefined {
  const [id = '', seal = ''] = getCookie(c, cookieOf(account))?.split('.') ?? [];
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(c, account, id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

/** Marks the browser of this request as a known device of the account, for the calls below `path`. */
export function rememberDevice(c: Context<Http>, account: string, path = PATH): void {
  if (knownDevice(c, account)) return;
  // Browsers send the oldest first.
  const all = Object.keys(getCookie(c)).filter((name) => name.startsWith(PREFIX));
  const surplus = Math.max(0, all.length - MOST_ACCOUNTS + 1);
  for (const name of all.slice(0, surplus)) deleteCookie(c, name, { path });
  const id = randomBytes(12).toString('base64url');
  setCookie(c, cookieOf(account), `${id}.${sealOf(c, account, id)}`, {
    path,
    maxAge: MAX_AGE_SECONDS,
    httpOnly: true,
    sameSite: 'Strict',
    secure: requestOrigin(c).startsWith('https:'),
  });
}

/** A name for each account, which does not tell whose it is. */
function cookieOf(account: string): string {
  return `${PREFIX}${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}

function sealOf(c: Context<Http>, account: string, id: string): string {
  return createHmac('sha256', embeddedOf(c).keys.deviceKey).update(`${id} ${account}`).digest('base64url');
}
