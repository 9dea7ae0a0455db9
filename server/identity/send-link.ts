// Making a link and putting its mail into the outbox, in the unit of work that the link belongs to.
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMail } from '../mail/outbox.ts';
import { type LinkKind, storeLink } from './one-time-links.ts';
import type { UserRow } from './users.ts';

// The links in our own mails. They lead to a page with a button, because mail scanners follow links and would spend them (I4).

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

/** Where the verbs of the embedded service work. */
export interface Desk {
  db: Db;
  publicUrl: string;
  now: Date;
}

interface Sending {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
}

/** Stores a new link of the person and queues the mail with it; the mail leaves when the unit is committed. */
export function* sendLink(
  { source, publicUrl, now }: Omit<Desk, 'db'> & { source: Source },
  { userId, kind, redirectTo }: Sending,
): Steps<UserRow> {
  const { token, user } = yield* storeLink(source, { userId, kind, redirectTo, now });
  const { full_name: name } = user.userMetadata;
  const mail = accountMail(kind, {
    link: mailLink({ kind, token, redirectTo }, publicUrl),
    name: typeof name === 'string' ? name : undefined,
  });
  yield* run(queueMail(source, { to: user.email, ...mail, at: now }));
  return user;
}
