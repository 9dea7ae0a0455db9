// GET and POST /verify: a one-time link becomes a session.

import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { auditLog } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import { AuthError, asAuthError, invalid } from '../auth-error.ts';
import { proofOf, redirectOf, signingOf, validateAuthBody } from '../auth-request.ts';
import { byNetwork, limit, limitWrongLinks } from '../limits.ts';
import { beginSession, type LiveSession, type SignInProof, wireSession } from '../sessions.ts';
import { isBanned, requireEmail, type UserRow, userById } from '../users.ts';
import { type LinkKind, spendLink, sweepLinks } from './send-link.ts';

const VERIFICATIONS = byNetwork('verify');
const wrongLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const wrongCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

const KINDS: Record<string, LinkKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink', 'invite'],
};

const Text = z.nullish(z.string());
const Presented = z.object({ type: Text, token: Text, token_hash: Text, email: Text, phone: Text, redirect_to: Text });

export const verifyRoutes = new Hono<Http>()
  .post('/verify', async (c) => {
    const body = await validateAuthBody(c, Presented);
    if (!body.type) throw invalid('Verify requires a verification type');
    const token = body.token || body.token_hash;
    if (!token || (body.token && body.token_hash)) throw invalid('Verify requires either a token or a token hash');
    const email = body.token ? addressOf(body) : undefined;
    if (!email && (body.email || body.phone || body.redirect_to)) {
      throw invalid('Only the token_hash and type should be provided');
    }
    await limit(c, VERIFICATIONS);
    const verified = await verify(c, { token, type: body.type, email });
    if (!verified) throw email ? wrongCode() : wrongLink();
    c.header('Cache-Control', 'no-store');
    return c.json(await wireSession(verified, signingOf(c)));
  })
  .get('/verify', async (c) => {
    c.header('Cache-Control', 'no-store');
    // A HEAD only looks where a link goes, and must not use it up.
    if (c.req.method === 'HEAD') return c.body(null, 204);
    const place = landingOf(c);
    try {
      const type = c.req.query('type');
      if (!type) throw invalid('Verify requires a verification type');
      const token = c.req.query('token') || c.req.query('token_hash');
      if (!token) throw invalid('Verify requires a token or a token hash');
      await limit(c, VERIFICATIONS);
      const verified = await verify(c, { token, type });
      if (!verified) throw wrongLink();
      const session = await wireSession(verified, signingOf(c));
      const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
      const fields = { access_token, expires_at: `${expires_at}`, expires_in: `${expires_in}`, refresh_token };
      return c.redirect(withFragment(place, { ...fields, sb: '', token_type, type: verified.kind }), 303);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // A person opened this in a browser: the page says in words what a client reads in JSON.
      const { status, code, message } = asAuthError(error, c);
      const fields = { error: OAUTH_ERRORS[status] ?? 'server_error', error_code: code, error_description: message };
      return c.redirect(withFragment(place, { ...fields, sb: '' }), 303);
    }
  });

/** RFC 6749, 4.1.2.1, by status. */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

/** Where a link leads; one that names no page of ours leads to the one that finishes a sign-in. */
function landingOf(c: Context<Http>): string {
  const { publicUrl } = c.var.deps.env;
  const place = redirectOf(c);
  return place === publicUrl || place === `${publicUrl}/` ? `${publicUrl}/auth/callback` : place;
}

function addressOf(body: z.infer<typeof Presented>): string {
  const missing = invalid('Only an email address or phone number should be provided on verify');
  if (body.phone) throw body.email ? missing : wrongCode();
  return requireEmail(body, missing);
}

async function verify(
  c: Context<Http>,
  { token, type, email }: { token: string; type: string; email?: string | undefined },
) {
  const { db, now } = c.var.deps;
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw invalid('Invalid email verification type');
  await sweepLinks(db, now());
  return limitWrongLinks(c, () => verifyLink(db, { token, kinds, email }, proofOf(c, 'otp')));
}

function withFragment(place: string, fields: Record<string, string>): string {
  return `${place}#${new URLSearchParams(fields)}`;
}

// The effect of a one-time link: the address is confirmed and a session begins, in the one unit that uses the link up.

interface PresentedLink {
  token: string;
  kinds: LinkKind[];
  /** Where the link came with an address, the address must match. */
  email?: string | undefined;
}

type Verified = LiveSession & { kind: LinkKind };

/** The session behind a link; undefined when the link is wrong, used or expired, or its person is banned. */
function verifyLink(db: Db, presented: PresentedLink, proof: SignInProof): Promise<Verified | undefined> {
  return db.transact(function* (tx): Steps<Verified | undefined> {
    const spent = yield* spendLink(tx, { ...presented, now: proof.at });
    if (!spent) return undefined;
    const [user] = yield* run(userById(tx, spent.userId));
    if (!user || isBanned(user, proof.at)) return undefined;
    if (presented.email !== undefined && presented.email !== user.email) return undefined;
    if (!user.emailConfirmedAt) yield* confirm(tx, { user, kind: spent.kind, proof });
    if (spent.kind === 'recovery') {
      const act = { action: 'account.recovered', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
      yield* run(auditLog(tx, act));
    }
    return { ...(yield* beginSession(tx, user.id, proof)), kind: spent.kind };
  });
}

function* confirm(
  tx: TxContext,
  { user, kind, proof }: { user: UserRow; kind: LinkKind; proof: SignInProof },
): Steps<void> {
  const { authUsers, oneTimeTokens } = tx.tables;
  // Whoever signed up with this address did not read its mail until now: unless this is the mail of that very sign-up, its
  // password and metadata may come from a stranger who waited for the owner to confirm (pre-hijacking).
  const isStrangers = kind !== 'signup' && user.passwordHash !== null;
  const change = { emailConfirmedAt: proof.at, ...(isStrangers && { passwordHash: null, userMetadata: {} }) };
  yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, user.id)));
  yield* run(tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)));
  const act = { action: 'account.confirmed', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
  yield* run(auditLog(tx, { ...act, details: { by: kind } }));
}
