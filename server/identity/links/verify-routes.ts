// GET and POST /verify: a one-time link becomes a session.

import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Http, RateLimitRule } from '../../deps.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { proofOf, signingOf, validateAuthBody } from '../auth-request.ts';
import { byNetwork, limit, limitWrongLinks } from '../limits.ts';
import { beginSession, type LiveSession, type SignInProof, wireSession } from '../sessions.ts';
import { hashOfToken, issueCode } from '../two-step/challenge.ts';
import { isBanned, requireEmail, type UserRow, userById } from '../users.ts';
import { confirmEmailChange } from './change-email.ts';
import { confirmAddress, mustConfirm } from './confirm-address.ts';
import { landingOf, withFragment, withQuery, withRefusal, withSession } from './landing.ts';
import { type LinkKind, type SpentLink, spendCode, spendLink, sweepLinks, verificationType } from './send-link.ts';

const VERIFICATIONS = byNetwork('verify');
const wrongLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const wrongCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

const KINDS: Record<string, LinkKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink', 'invite'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Besides the five tries of each code. A stranger who uses them up leaves the links to the owner of the address. */
const CODES_BY_ADDRESS: RateLimitRule = { name: 'codes by address', limit: 20, windowSeconds: 86_400 };
const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const Text = z.nullish(z.string());
const Body = z.object({ type: Text, token: Text, token_hash: Text, email: Text, phone: Text, redirect_to: Text });

export const verifyRoutes = new Hono<Http>()
  .post('/verify', async (c) => {
    const body = await validateAuthBody(c, Body);
    if (!body.type) throw invalid('Verify requires a verification type');
    const token = body.token || body.token_hash;
    if (!token || (body.token && body.token_hash)) throw invalid('Verify requires either a token or a token hash');
    const email = body.token ? addressOf(body) : undefined;
    if (!email && (body.email || body.phone || body.redirect_to)) {
      throw invalid('Only the token_hash and type should be provided');
    }
    await limit(c, VERIFICATIONS);
    if (email) await limit(c, CODES_BY_ADDRESS, email);
    const presented = email ? { code: token, email } : { token };
    const verified = await verify(c, { presented, type: body.type, givesCodes: false });
    if (!verified || verified.is === 'code') throw email ? wrongCode() : wrongLink();
    c.header('Cache-Control', 'no-store');
    if (verified.is === 'first of two') return c.json({ msg: FIRST_OF_TWO, code: '200' });
    if (email) await c.var.deps.rateLimits.reset(CODES_BY_ADDRESS, email);
    return c.json(await wireSession(verified.live, signingOf(c)));
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
      const verified = await verify(c, { presented: { token }, type, givesCodes: true });
      if (!verified) throw wrongLink();
      if (verified.is === 'code') return c.redirect(withQuery(place, { code: verified.code }), 303);
      if (verified.is === 'first of two')
        return c.redirect(withFragment(place, { message: FIRST_OF_TWO, sb: '' }), 303);
      const session = await wireSession(verified.live, signingOf(c));
      return c.redirect(withSession(place, session, { type: verificationType(verified.kind) }), 303);
    } catch (error) {
      const isPkce = c.req.query('token')?.startsWith('pkce_') ?? false;
      return c.redirect(withRefusal(c, place, { error, isPkce }), 303);
    }
  });

function addressOf(body: z.infer<typeof Body>): string {
  const missing = invalid('Only an email address or phone number should be provided on verify');
  if (body.phone) throw body.email ? missing : wrongCode();
  return requireEmail(body, missing);
}

async function verify(
  c: Context<Http>,
  { type, ...wanted }: { presented: Presented; type: string; givesCodes: boolean },
) {
  const { db, now } = c.var.deps;
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw invalid('Invalid email verification type');
  await sweepLinks(db, now());
  return limitWrongLinks(c, () => verifyLink(db, { ...wanted, kinds }, proofOf(c, 'otp')));
}

// The effect of a one-time link or its code: the address is confirmed and a session begins, in the one unit that uses it up.

/** What was presented: the token of a link, or the code of a mail to this address. */
type Presented = { token: string } | { code: string; email: string };

type Verified =
  | { is: 'session'; live: LiveSession; kind: LinkKind }
  /** Only the browser that asked for the link can turn this code into a session. */
  | { is: 'code'; code: string }
  /** One of the two addresses of a change; the other one's link is still to be opened. */
  | { is: 'first of two' };

/** Undefined when what was presented is wrong, used or expired, or its person is banned. */
function verifyLink(
  db: Db,
  wanted: { presented: Presented; kinds: LinkKind[]; givesCodes: boolean },
  proof: SignInProof,
): Promise<Verified | undefined> {
  const { presented, kinds, givesCodes } = wanted;
  const now = proof.at;
  return db.transact(function* (tx): Steps<Verified | undefined> {
    const spent =
      'token' in presented
        ? yield* spendLink(tx, { tokenHash: hashOfToken(presented.token), kinds, now })
        : yield* spendCode(tx, { ...presented, kinds, now });
    if (!spent) return undefined;
    const [user] = yield* run(userById(tx, spent.userId));
    if (!user || isBanned(user, now)) return undefined;
    const took = yield* takeEffect(tx, { user, spent, proof });
    if (took !== 'whole') return took && { is: 'first of two' };
    if (givesCodes && spent.challenge) {
      return {
        is: 'code',
        code: yield* issueCode(tx, { userId: user.id, challenge: spent.challenge, now, kind: 'pkce' }),
      };
    }
    return { is: 'session', live: yield* beginSession(tx, user.id, proof), kind: spent.kind };
  });
}

interface Effect {
  user: UserRow;
  spent: SpentLink;
  proof: SignInProof;
}

function* takeEffect(tx: TxContext, { user, spent, proof }: Effect): Steps<'whole' | 'first of two' | undefined> {
  const { kind } = spent;
  if (kind === 'email_change_current' || kind === 'email_change_new') {
    return yield* confirmEmailChange(tx, { user, kind, ip: proof.ip, now: proof.at });
  }
  if (mustConfirm(user)) yield* confirmAddress(tx, { user, by: kind, proof });
  if (kind === 'recovery') {
    yield* run(auditLog(tx, ownAct('account.recovered', user.id, proof)));
  }
  return 'whole';
}
