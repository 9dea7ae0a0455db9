// GET and POST /verify: a one-time link becomes a session.
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Http } from '../http/context.ts';
import { wireSession } from './access-token.ts';
import { acceptBody, proofOf, redirectOf, signingOf } from './asking.ts';
import { AuthError } from './auth-error.ts';
import { Email } from './fields.ts';
import { byCaller, limit } from './limits.ts';
import { type LinkKind, sweepLinks } from './one-time-links.ts';
import { verifyLink } from './verify-link.ts';

const VERIFICATIONS = byCaller('verify');
const EXPIRED = 'Email link is invalid or has expired';

const KINDS: Record<string, LinkKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink', 'invite'],
};

const ByHash = z.strictObject({ token_hash: z.string().check(z.minLength(1)), type: z.string() });
const ByAddress = z.strictObject({ email: Email, token: z.string().check(z.minLength(1)), type: z.string() });
const Ignored = { gotrue_meta_security: z.optional(z.unknown()), redirect_to: z.optional(z.string()) };
const Presented = z.union(
  [z.extend(ByHash, Ignored), z.extend(ByAddress, Ignored)],
  'Only the token_hash and type, or the email, token and type should be provided',
);

export const verifyRoutes = new Hono<Http>()
  .post('/verify', async (c) => {
    const body = await acceptBody(c, Presented);
    await limit(c, VERIFICATIONS);
    const token = 'token_hash' in body ? body.token_hash : body.token;
    const email = 'email' in body ? body.email : undefined;
    const verified = await verify(c, { token, type: body.type, email });
    if (!verified) throw new AuthError(403, 'otp_expired', EXPIRED);
    c.header('Cache-Control', 'no-store');
    return c.json(await wireSession(verified, signingOf(c)));
  })
  .get('/verify', async (c) => {
    c.header('Cache-Control', 'no-store');
    // A HEAD comes from whoever looks where a link goes, and must not spend it.
    if (c.req.method === 'HEAD') return c.body(null, 204);
    const token = c.req.query('token') || c.req.query('token_hash');
    const type = c.req.query('type');
    if (!token || !type) throw new AuthError(400, 'validation_failed', 'Verify requires a token and a type');
    const place = redirectOf(c);
    await limit(c, VERIFICATIONS);
    const verified = await verify(c, { token, type });
    if (!verified) {
      const words = { error: 'access_denied', error_code: 'otp_expired', error_description: EXPIRED, sb: '' };
      return c.redirect(withFragment(place, words), 303);
    }
    const { access_token, expires_at, expires_in, refresh_token, token_type } = await wireSession(
      verified,
      signingOf(c),
    );
    const fields = { access_token, expires_at: `${expires_at}`, expires_in: `${expires_in}`, refresh_token };
    return c.redirect(withFragment(place, { ...fields, sb: '', token_type, type: verified.kind }), 303);
  });

async function verify(
  c: Context<Http>,
  { token, type, email }: { token: string; type: string; email?: string | undefined },
) {
  const { db, now } = c.var.deps;
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kinds) throw new AuthError(400, 'validation_failed', 'Verify requires a verification type');
  await sweepLinks(db, now());
  return verifyLink(db, { token, kinds, email }, proofOf(c, 'otp'));
}

function withFragment(place: string, fields: Record<string, string>): string {
  return `${place}#${new URLSearchParams(fields)}`;
}
