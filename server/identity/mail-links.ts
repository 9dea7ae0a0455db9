// The links in our own mails. They lead to a page with a button, because mail scanners follow links and would spend them (I4).
import type { LinkKind } from './one-time-links.ts';

export interface Linked {
  kind: LinkKind;
  token: string;
  /** Already judged by `allowedRedirect`. */
  redirectTo: string;
}

/** What a link carries on from the page that asked for it. */
const CARRIED = ['courseId', 'invitation'];

/** The address for a mail: our own callback page, or for an app elsewhere the service's own verify call. */
export function mailLink({ kind, token, redirectTo }: Linked, publicUrl: string): string {
  const wanted = new URL(redirectTo);
  if (wanted.origin !== publicUrl) return verifyLink({ kind, token, redirectTo }, publicUrl);
  const link = new URL(kind === 'recovery' ? '/auth/reset-password' : '/auth/callback', publicUrl);
  link.searchParams.set('token_hash', token);
  link.searchParams.set('type', kind);
  for (const name of CARRIED) {
    const value = wanted.searchParams.get(name);
    if (value !== null) link.searchParams.set(name, value);
  }
  return link.href;
}

/** GET /auth/v1/verify, which signs in and redirects. */
export function verifyLink({ kind, token, redirectTo }: Linked, publicUrl: string): string {
  const link = new URL('/auth/v1/verify', publicUrl);
  link.searchParams.set('token', token);
  link.searchParams.set('type', kind);
  link.searchParams.set('redirect_to', redirectTo);
  return link.href;
}
