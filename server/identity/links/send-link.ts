// Creating a link and queueing its mail, in the unit of work that the link belongs to.

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { accountMail } from '../../mail/account-mails.ts';
import { queueMails } from '../../mail/mailer.ts';
import type { UserRow } from '../users.ts';

// One-time links: 32 random bytes that only the mail holds, valid for an hour and for one use (I2).

export type LinkKind = 'signup' | 'invite' | 'magiclink' | 'recovery';

const LIFETIME_MS = 3_600_000;
const SWEEP_CHANCE = 0.02;

/** A newer link of the same slot replaces the older one. */
const SLOTS: Record<LinkKind, LinkKind[]> = {
  signup: ['signup', 'invite'],
  invite: ['signup', 'invite'],
  magiclink: ['magiclink', 'recovery'],
  recovery: ['magiclink', 'recovery'],
};

export interface NewLink {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
  now: Date;
}

/** Stores a new link, whose token exists nowhere else, in place of earlier ones of its slot. Returns the changed person. */
export function* storeLink(
  { queries, tables }: TxContext,
  { userId, kind, redirectTo, now }: NewLink,
): Steps<{ token: string; user: UserRow }> {
  const { oneTimeTokens, authUsers } = tables;
  const token = randomBytes(32).toString('base64url');
  yield* run(
    queries
      .delete(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, SLOTS[kind]))),
  );
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const values = { tokenHash: hashOf(token), userId, kind, redirectTo, expiresAt, createdAt: now };
  yield* run(queries.insert(oneTimeTokens).values(values));
  const change = queries.update(authUsers).set(sentAt(kind, now)).where(eq(authUsers.id, userId));
  const [user] = yield* run(change.returning());
  if (!user) throw new Error('A link needs a person.');
  return { token, user };
}

/** Uses a link up; of many simultaneous calls one gets it. Undefined for a wrong, used or expired token. */
export function* spendLink(
  { queries, tables }: TxContext,
  { token, kinds, now }: { token: string; kinds: LinkKind[]; now: Date },
): Steps<{ userId: string; kind: LinkKind } | undefined> {
  const { oneTimeTokens, authUsers } = tables;
  const [spent] = yield* run(
    queries
      .delete(oneTimeTokens)
      .where(
        and(
          eq(oneTimeTokens.tokenHash, hashOf(token)),
          inArray(oneTimeTokens.kind, kinds),
          gt(oneTimeTokens.expiresAt, now),
        ),
      )
      .returning({ userId: oneTimeTokens.userId, kind: oneTimeTokens.kind }),
  );
  const kind = kinds.find((one) => one === spent?.kind);
  if (!spent || !kind) return undefined;
  const wasRecovery = kind === 'magiclink' || kind === 'recovery';
  if (wasRecovery)
    yield* run(queries.update(authUsers).set({ recoverySentAt: null }).where(eq(authUsers.id, spent.userId)));
  return { userId: spent.userId, kind };
}

/** Occasionally deletes expired links. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  const { oneTimeTokens } = db.tables;
  if (Math.random() < SWEEP_CHANCE) await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sentAt(kind: LinkKind, now: Date): Partial<UserRow> {
  if (kind === 'invite') return { invitedAt: now, confirmationSentAt: now };
  return kind === 'signup' ? { confirmationSentAt: now } : { recoverySentAt: now };
}

// The links in our own mails. They lead to a page with a button, because mail scanners would use them up (I4).

export interface LinkParts {
  kind: LinkKind;
  token: string;
  /** Already checked by `allowedRedirect`. */
  redirectTo: string;
}

/** The parameters of the requesting page that a link passes on. */
const CARRIED = ['courseId', 'invitation'];

/** The address for a mail: our own callback page, or for another app the service's own verify call. */
export function mailLink({ kind, token, redirectTo }: LinkParts, publicUrl: string): string {
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
export function verifyLink({ kind, token, redirectTo }: LinkParts, publicUrl: string): string {
  const link = new URL('/auth/v1/verify', publicUrl);
  link.searchParams.set('token', token);
  link.searchParams.set('type', kind);
  link.searchParams.set('redirect_to', redirectTo);
  return link.href;
}

/** What the verbs of the embedded service need. */
export interface LinkContext {
  db: Db;
  publicUrl: string;
  now: Date;
}

interface LinkToSend {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
}

/** Stores a new link for the person and queues its mail, which is sent when the unit is committed. */
export function* sendLink(
  { tx, publicUrl, now }: Omit<LinkContext, 'db'> & { tx: TxContext },
  { userId, kind, redirectTo }: LinkToSend,
): Steps<UserRow> {
  const { token, user } = yield* storeLink(tx, { userId, kind, redirectTo, now });
  const { full_name: name } = user.userMetadata;
  const mail = accountMail(kind, {
    link: mailLink({ kind, token, redirectTo }, publicUrl),
    name: typeof name === 'string' ? name : undefined,
  });
  yield* run(queueMails(tx, [{ to: user.email, ...mail, at: now }]));
  return user;
}
