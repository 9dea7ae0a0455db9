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

/** One device on which a person is signed in at the embedded service. Times are ISO 8601. */
export const DeviceSession = z.object({
  id: z.uuid(),
  /** In words, from the browser's own: 'Chrome on Android'. */
  device: z.string(),
  /** The beginning of the address last used: '203.0.113.x'; null when it is not known. */
  network: z.nullable(z.string()),
  /** To the hour, as long as an access token lives. */
  lastUsedAt: z.string(),
  signedInAt: z.string(),
  /** True for the session that asks. */
  isCurrent: z.boolean(),
});
export type DeviceSession = z.infer<typeof DeviceSession>;

/** The auth service's codes for a session that is over; nothing else may end one (Y22). */
export const SESSION_ENDING_CODES: ReadonlySet<string> = new Set([
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
]);

/** The claims of a JWT, read without verifying the signature; undefined when it cannot be parsed. */
function tokenClaims(token: string): Record<string, unknown> | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}

/** The `session_id` of a JWT; undefined when it has none. */
export function tokenSession(token: string): string | undefined {
  const id = tokenClaims(token)?.session_id;
  return typeof id === 'string' ? id : undefined;
}

/** The `sub` of a JWT; undefined when it has none. */
export function tokenSubject(token: string): string | undefined {
  const sub = tokenClaims(token)?.sub;
  return typeof sub === 'string' ? sub : undefined;
}

/** Whether a token has the second step of its sign-in. */
export const hasSecondStep = (token: string): boolean => tokenClaims(token)?.aal === 'aal2';

/** When the person last proved who they are, in unix seconds, by a token's `amr` claim; 0 when it names no time. */
export const tokenProofAt = (token: string): number => lastProofAt(tokenClaims(token)?.amr);

/** The newest time in an `amr` claim, in unix seconds; 0 when it names none. */
export function lastProofAt(amr: unknown): number {
  if (!Array.isArray(amr)) return 0;
  return Math.max(0, ...amr.map((proof) => Number(proof?.timestamp) || 0));
}
