import * as z from 'zod/mini';

/**
 * The session that the auth service issues. `expires_at` is in unix seconds. Stored per device, so that a service
 * worker can read it.
 */
export const Session = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  user: z.looseObject({ id: z.uuid(), email: z.optional(z.string()) }),
});
export type Session = z.infer<typeof Session>;

/** The auth service's codes for a session that is over; nothing else may end one (Y22). */
export const SESSION_ENDING_CODES: ReadonlySet<string> = new Set([
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
]);

/** The `sub` of a JWT, read without verifying the signature; undefined when it cannot be parsed. */
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
