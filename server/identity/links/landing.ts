// Where a browser lands that came by a link or from a provider: the wanted page, with a session, a code or a refusal.
import type { Context } from 'hono';
import type { Http } from '../../deps.ts';
import { asAuthError } from '../auth-error.ts';
import { redirectOf } from '../auth-request.ts';
import type { wireSession } from '../sessions.ts';

/** The wanted page as far as it is allowed; a request that names no page of ours leads to the one that finishes a sign-in. */
export function landingOf(c: Context<Http>): string {
  const { publicUrl } = c.var.deps.env;
  const place = redirectOf(c);
  return place === publicUrl || place === `${publicUrl}/` ? signInPage(c) : place;
}

/** The page that finishes a sign-in. */
export const signInPage = (c: Context<Http>) => `${c.var.deps.env.publicUrl}/auth/callback`;

export function withFragment(place: string, fields: Record<string, string>): string {
  return `${place}#${new URLSearchParams(fields)}`;
}

export function withQuery(place: string, fields: Record<string, string>): string {
  const url = new URL(place);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** For a client that asked without a challenge. */
export function withSession(place: string, session: Awaited<ReturnType<typeof wireSession>>, more = {}): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  const fields = { access_token, expires_at: `${expires_at}`, expires_in: `${expires_in}`, refresh_token };
  return withFragment(place, { ...fields, sb: '', token_type, ...more });
}

/** RFC 6749, 4.1.2.1, by status. */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

/** A person opened this in a browser: the page says in words what a client reads in JSON. */
export function withRefusal(c: Context<Http>, place: string, failed: { error: unknown; isPkce: boolean }): string {
  if (!(failed.error instanceof Error)) throw failed.error;
  const { status, code, message } = asAuthError(failed.error, c);
  const fields = { error: OAUTH_ERRORS[status] ?? 'server_error', error_code: code, error_description: message };
  return withFragment(failed.isPkce ? withQuery(place, fields) : place, { ...fields, sb: '' });
}
