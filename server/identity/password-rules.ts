// Which passwords the embedded service takes, and what it asks of a person who changes theirs (decision 116).

import { brotliDecompressSync } from 'node:zlib';
import type { Context } from 'hono';
import { normalPassword } from '#sync/contract/password.ts';
import type { Http } from '../deps.ts';
import { AuthError, invalid } from './auth-error.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { takeGuess } from './limits.ts';
import { isRightPassword, PASSWORD_LIMIT_BYTES } from './passwords.ts';
import type { SessionRow } from './sessions.ts';
import type { UserRow } from './users.ts';

const LEAST_CHARACTERS = 8;

let common: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  common ??= new Set(brotliDecompressSync(Buffer.from(COMMON_PASSWORDS, 'base64')).toString().split('\n'));
  return common.has(password.toLowerCase());
}

/**
 * Refuses a password that is too short (in characters) or one of the 10,000 commonest with 422 `weak_password`, and one that is
 * too long (in bytes) with 400. Judged as it is kept.
 */
export function checkPassword(typed: string): void {
  const password = normalPassword(typed);
  if (Buffer.byteLength(password) > PASSWORD_LIMIT_BYTES) {
    throw invalid('Password cannot be longer than 72 characters');
  }
  if ([...password].length < LEAST_CHARACTERS) {
    throw weak('length', `Password should be at least ${LEAST_CHARACTERS} characters.`);
  }
  if (isCommon(password)) {
    throw weak('pwned', 'Password is known to be weak and easy to guess, please choose a different one.');
  }
}

const weak = (reason: string, message: string) =>
  new AuthError(422, 'weak_password', message, { more: { weak_password: { reasons: [reason], message } } });

const RECENT_SIGN_IN_MS = 5 * 60_000;
/** As long as a link works: the mailbox could set a new password by another one. */
const RECENT_LINK_MS = 60 * 60_000;

/** Whether a session was opened within five minutes, or by a mailed link within the hour, which a recovery is. */
export function isRecentlyProven({ amr }: SessionRow, now: Date): boolean {
  return amr.some(({ method, timestamp }) => {
    const age = now.getTime() - timestamp * 1000;
    return age <= RECENT_SIGN_IN_MS || (method === 'otp' && age <= RECENT_LINK_MS);
  });
}

/**
 * Lets a person set a new password who gives the current one or has just signed in (`isRecentlyProven`). Else 400:
 * `current_password_required`, `current_password_invalid`, or `reauthentication_needed` for an account without a password.
 * A session alone is not enough: it may be a stranger's.
 */
export async function requirePasswordProof(
  c: Context<Http>,
  { user, session, currentPassword }: { user: UserRow; session: SessionRow; currentPassword: string | undefined },
): Promise<void> {
  const isRecent = isRecentlyProven(session, c.var.deps.now());
  if (isRecent && !currentPassword) return;
  if (!user.passwordHash) {
    if (isRecent) return;
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (!currentPassword) {
    throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  }
  const guess = await takeGuess(c, `${user.id} in session ${session.id}`);
  if (!(await isRightPassword(currentPassword, user.passwordHash))) {
    throw new AuthError(400, 'current_password_invalid', 'The current password is wrong.');
  }
  await guess.wasRight();
}
