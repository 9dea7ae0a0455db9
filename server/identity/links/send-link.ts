// Creating a link and queueing its mail, in the unit of work that the link belongs to.

import { randomBytes, randomInt } from 'node:crypto';
import { and, type Column, eq, gt, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { queueMail } from '../../mail/mailer.ts';
import type { Offer } from '../../words/languages.ts';
import { type Challenge, hashOfToken } from '../two-step/challenge.ts';
import { givenName, type UserRow } from '../users.ts';

// One-time links: 32 random bytes that only the mail holds, valid for an hour and for one use. Each has a code of six
// digits beside it, for devices on which the mail is not read.

export type LinkKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

const LIFETIME_MS = 3_600_000;
const KEPT_MS = 30 * 86_400_000;
const SWEEP_CHANCE = 0.02;
const CODE_TRIES = 5;

/** A newer link of the same slot replaces the older one. */
const SLOTS: Record<LinkKind, LinkKind[]> = {
  signup: ['signup', 'invite'],
  invite: ['signup', 'invite'],
  magiclink: ['magiclink', 'recovery'],
  recovery: ['magiclink', 'recovery'],
  email_change_current: ['email_change_current'],
  email_change_new: ['email_change_new'],
  reauthentication: ['reauthentication'],
};

/** The kind as the protocol's verify call names it. */
export const verificationType = (kind: LinkKind) => (kind.startsWith('email_change') ? 'email_change' : kind);

interface NewLink {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
  now: Date;
  /** The link gives a code for the browser that asked for it, instead of a session. */
  challenge?: Challenge | undefined;
}

/** Stores a new link, whose token and code exist nowhere else, in place of earlier ones of its slot. */
export function* storeLink(
  { queries, tables }: TxContext,
  { userId, kind, redirectTo, now, challenge }: NewLink,
): Steps<{ token: string; code: string; user: UserRow }> {
  const { oneTimeTokens, authUsers } = tables;
  const token = `${challenge ? 'pkce_' : ''}${randomBytes(32).toString('base64url')}`;
  const tokenHash = hashOfToken(token);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  yield* run(queries.delete(oneTimeTokens).where(inSlot(tables, userId, kind)));
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const codeHash = hashOfCode(tokenHash, code);
  const values = { tokenHash, codeHash, userId, kind, redirectTo, expiresAt, createdAt: now, ...challenge };
  yield* run(queries.insert(oneTimeTokens).values(values));
  const change = queries.update(authUsers).set(sentAt(kind, now)).where(eq(authUsers.id, userId));
  const [user] = yield* run(change.returning());
  if (!user) throw new Error('A link needs a person.');
  return { token, code, user };
}

/** Where the person's last link of this slot leads, also when it has expired. */
export function* lastTarget({ queries, tables }: TxContext, userId: string, kind: LinkKind): Steps<string | undefined> {
  const here = inSlot(tables, userId, kind);
  const [last] = yield* run(queries.select().from(tables.oneTimeTokens).where(here));
  return last?.redirectTo ?? undefined;
}

const inSlot = ({ oneTimeTokens }: TxContext['tables'], userId: string, kind: LinkKind) =>
  and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, SLOTS[kind]));

export interface SpentLink {
  userId: string;
  kind: LinkKind;
  challenge: Challenge | undefined;
}

/**
 * `spendLink` by the code of six digits and the address of its mail. Each try counts for every code that it may have meant;
 * after five the link alone still works, so that strangers can neither guess a code nor keep its owner out.
 */
export function* spendCode(
  tx: TxContext,
  { email, code, kinds, now }: { email: string; code: string; kinds: LinkKind[]; now: Date },
): Steps<SpentLink | undefined> {
  const { queries, tables } = tx;
  const { oneTimeTokens, authUsers } = tables;
  const whose = (column: Column) =>
    inArray(oneTimeTokens.userId, queries.select({ id: authUsers.id }).from(authUsers).where(eq(column, email)));
  // The address that the mail went to: someone may want an address that is another person's by now.
  const isToNew = eq(oneTimeTokens.kind, 'email_change_new');
  const isMeant = and(
    or(and(not(isToNew), whose(authUsers.email)), and(isToNew, whose(authUsers.newEmail))),
    inArray(oneTimeTokens.kind, kinds),
    gt(oneTimeTokens.expiresAt, now),
    isNotNull(oneTimeTokens.codeHash),
    lt(oneTimeTokens.codeTries, CODE_TRIES),
  );
  const oneMore = { codeTries: sql`${oneTimeTokens.codeTries} + 1` };
  const tried = yield* run(queries.update(oneTimeTokens).set(oneMore).where(isMeant).returning());
  const right = tried.find(({ tokenHash, codeHash }) => codeHash === hashOfCode(tokenHash, code));
  return right && (yield* spendLink(tx, { tokenHash: right.tokenHash, kinds, now }));
}

/** Uses a link up; of many simultaneous calls one gets it. Undefined for a wrong, used or expired token. */
export function* spendLink(
  { queries, tables }: TxContext,
  { tokenHash, kinds, now }: { tokenHash: string; kinds: LinkKind[]; now: Date },
): Steps<SpentLink | undefined> {
  const { oneTimeTokens, authUsers } = tables;
  const here = and(
    eq(oneTimeTokens.tokenHash, tokenHash),
    inArray(oneTimeTokens.kind, kinds),
    gt(oneTimeTokens.expiresAt, now),
  );
  const [spent] = yield* run(queries.delete(oneTimeTokens).where(here).returning());
  const kind = kinds.find((one) => one === spent?.kind);
  if (!spent || !kind) return undefined;
  const { userId, codeChallenge, codeChallengeMethod: method } = spent;
  const wasRecovery = kind === 'magiclink' || kind === 'recovery';
  if (wasRecovery) yield* run(queries.update(authUsers).set({ recoverySentAt: null }).where(eq(authUsers.id, userId)));
  const challenge = codeChallenge && method ? { codeChallenge, codeChallengeMethod: method } : undefined;
  return { userId, kind, challenge };
}

/** Occasionally deletes links that expired a month ago: until then a link that is mailed again leads where this one did. */
export async function sweepLinks(db: Db, now: Date): Promise<void> {
  const { oneTimeTokens } = db.tables;
  const expired = lt(oneTimeTokens.expiresAt, new Date(now.getTime() - KEPT_MS));
  if (Math.random() < SWEEP_CHANCE) await db.delete(oneTimeTokens).where(expired);
}

const hashOfCode = (tokenHash: string, code: string) => hashOfToken(`${tokenHash}:${code}`);

function sentAt(kind: LinkKind, now: Date): Partial<UserRow> {
  switch (kind) {
    case 'invite':
      return { invitedAt: now, confirmationSentAt: now };
    case 'signup':
      return { confirmationSentAt: now };
    case 'email_change_current':
    case 'email_change_new':
      return { emailChangeSentAt: now };
    case 'reauthentication':
      return { reauthenticationSentAt: now };
    default:
      return { recoverySentAt: now };
  }
}

// The links in our own mails. They lead to a page with a button, because mail scanners would use them up.

export interface LinkParts {
  kind: LinkKind;
  token: string;
  /** Already checked by `allowedRedirect`. */
  redirectTo: string;
}

/** The parameters of the requesting page that a link passes on. */
const CARRIED = ['courseId', 'invitation', 'next'];

/** Whether a target says more than the page. */
export const carriesMore = (target: string) => CARRIED.some((name) => new URL(target).searchParams.has(name));

/** The address for a mail: our own callback page, or for another app the service's own verify call. */
export function mailLink({ kind, token, redirectTo }: LinkParts, publicUrl: string): string {
  const wanted = new URL(redirectTo);
  if (wanted.origin !== publicUrl) return verifyLink({ kind, token, redirectTo }, publicUrl);
  const link = new URL(kind === 'recovery' ? '/auth/reset-password' : '/auth/callback', publicUrl);
  link.searchParams.set('token_hash', token);
  link.searchParams.set('type', verificationType(kind));
  for (const name of CARRIED) {
    const value = wanted.searchParams.get(name);
    if (value !== null && (name !== 'next' || isOwnAddress(value))) link.searchParams.set(name, value);
  }
  return link.href;
}

/** GET /auth/v1/verify, which signs in and redirects. */
export function verifyLink({ kind, token, redirectTo }: LinkParts, publicUrl: string): string {
  const link = new URL('/auth/v1/verify', publicUrl);
  link.searchParams.set('token', token);
  link.searchParams.set('type', verificationType(kind));
  link.searchParams.set('redirect_to', redirectTo);
  return link.href;
}

export interface LinkContext {
  db: Db;
  publicUrl: string;
  offer: Offer;
  now: Date;
}

/** The same inside a unit of work. */
export type TxLinkContext = Omit<LinkContext, 'db'> & { tx: TxContext };

/** Stores a new link for the person and queues its mail, which is sent when the unit is committed. */
export function* sendLink({ tx, publicUrl, offer, now }: TxLinkContext, wanted: Omit<NewLink, 'now'>): Steps<UserRow> {
  const { token, code, user } = yield* storeLink(tx, { ...wanted, now });
  const { kind, redirectTo } = wanted;
  const newEmail = user.newEmail ?? undefined;
  const to = (kind === 'email_change_new' && newEmail) || user.email;
  const link = mailLink({ kind, token, redirectTo }, publicUrl);
  const receiver = { to, userId: user.id, asked: user.userMetadata.language };
  yield* queueMail(tx, offer, kind, { ...receiver, at: now, link, code, name: givenName(user), newEmail });
  return user;
}
