import * as z from 'zod/mini';
import { Id } from './course.ts';

/** What the auth service hands out. `expires_at` is in unix seconds. Stored per device so that a service worker can read it. */
export const Session = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  user: z.looseObject({ id: z.uuid(), email: z.optional(z.string()) }),
});
export type Session = z.infer<typeof Session>;

export const PASSWORD_LEAST_CHARACTERS = 6;
const PASSWORD_MOST_BYTES = 72;

/** Body of POST /api/auth/signup. The answer says what to do next and holds no session. */
export const SignUp = z.object({
  email: z
    .string('Please enter your email address')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please enter your email address', abort: true }),
      z.maxLength(255, { error: 'Please enter a valid email address', abort: true }),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'Please enter a valid email address'),
    ),
  password: z.string('Password must be at least 6 characters long').check(
    z.minLength(PASSWORD_LEAST_CHARACTERS, { error: 'Password must be at least 6 characters long', abort: true }),
    z.refine(
      (text) => new TextEncoder().encode(text).length <= PASSWORD_MOST_BYTES,
      'Password must be at most 72 bytes long',
    ),
  ),
  fullName: z
    .string('Full name must be at least 2 characters long')
    .check(
      z.trim(),
      z.minLength(2, { error: 'Full name must be at least 2 characters long', abort: true }),
      z.maxLength(99, 'Full name must be less than 100 characters'),
    ),
  invitationToken: z.nullish(z.string().check(z.trim(), z.maxLength(200, 'Invalid invitation token'))),
  courseId: z.nullish(Id),
});
export type SignUp = z.infer<typeof SignUp>;

/** A refused sign-up carries `userExists: true` beside code `account_exists` when the address has an account. */
export const SignUpAnswer = z.object({ message: z.string() });
export type SignUpAnswer = z.infer<typeof SignUpAnswer>;

/** The auth service's own words for a session that is over; nothing else may end one (Y22). */
export const SESSION_ENDING_CODES: ReadonlySet<string> = new Set([
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
]);

/** The `sub` of a JWT, read without checking the signature; undefined when it is not one. */
export function tokenSubject(token: string): string | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const sub: unknown = JSON.parse(json).sub;
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
