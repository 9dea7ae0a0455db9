// What bodies of several calls have in common, with the hosted service's sentences.
import * as z from 'zod/mini';
import { AuthError } from './auth-error.ts';
import { PASSWORD_LIMIT_BYTES } from './passwords.ts';
import { foldEmail, isEmail } from './users.ts';

const INVALID_EMAIL = 'Unable to validate email address: invalid format';
const METADATA_LIMIT_BYTES = 8192;
const LEAST_CHARACTERS = 6;

/** An address, folded to how it is kept. */
export const Email = z.pipe(z.string(INVALID_EMAIL).check(z.refine(isEmail, INVALID_EMAIL)), z.transform(foldEmail));

/** What a person says about themselves. It travels in every access token, so it must stay small. */
export const Metadata = z.record(z.string(), z.unknown()).check(z.refine(isSmall, 'data is too large'));

function isSmall(data: object): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(data)) <= METADATA_LIMIT_BYTES;
  } catch {
    return false; // nested so deeply that the stack does not reach
  }
}

/** Only null may come here: the implicit flow is the one that this service speaks. */
export const noChallenge = {
  code_challenge: z.nullish(
    z.string().check(z.refine((text) => text === '', 'The PKCE flow is not supported: use the implicit flow')),
  ),
};

/** Refuses a password too short (422 `weak_password`) or too long. Characters count for the first, bytes for the second. */
export function checkPassword(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_LIMIT_BYTES) {
    throw new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters');
  }
  if (password.length >= LEAST_CHARACTERS) return;
  const message = 'Password should be at least 6 characters.';
  throw new AuthError(422, 'weak_password', message, { more: { weak_password: { reasons: ['length'], message } } });
}

/** The person's metadata with these changes: null takes a key away. */
export function mergedMetadata(known: Record<string, unknown>, changes: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null));
}
