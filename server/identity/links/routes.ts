// POST /signup, /otp, /recover and /resend: the calls that end in a mail.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { run, type Steps } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { isOwnCall } from '../../http/client-ip.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { linkContextOf, proofOf, redirectOf, sessionOf, signingOf, validateAuthBody } from '../auth-request.ts';
import {
  byNetwork,
  limit,
  limitFirstMails,
  limitFoundAccounts,
  limitMails,
  refuseMail,
  serviceCaller,
  withConstantTime,
} from '../limits.ts';
import { checkPassword } from '../password-rules.ts';
import { hashPassword, isRightPassword } from '../passwords.ts';
import { openSession, wireSession } from '../sessions.ts';
import { challengeFields, challengeOf } from '../two-step/challenge.ts';
import { addressee, Metadata, noPhones, requireMailbox, type UserRow, userByEmail, wireUser } from '../users.ts';
import {
  type LinkRequest,
  requestChangeAgain,
  requestConfirmation,
  requestMagicLink,
  requestRecovery,
} from './request-link.ts';
import { type LinkContext, sendLink, type TxLinkContext } from './send-link.ts';

const SIGN_UPS = byNetwork('sign-up');
const MAGIC_LINKS = byNetwork('magic link');
const RECOVERIES = byNetwork('recovery');
const RESENDS = byNetwork('resend');

const Data = z.nullish(Metadata);
const SignUp = z.object({ ...addressee, password: z.nullish(z.string()), data: Data, ...challengeFields });
const MagicLink = z.object({ ...addressee, data: Data, create_user: z.nullish(z.boolean()), ...challengeFields });
const Recovery = z.object({ ...addressee, ...challengeFields });
const RESEND_TYPES = 'Missing one of these types: signup, email_change, sms, phone_change';
const Resend = z.object({
  ...addressee,
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change'], RESEND_TYPES),
  ...challengeFields,
});

const anonymous = () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');

export const linkRoutes = new Hono<Http>()
  .post('/signup', async (c) => {
    const { password, data, ...body } = await validateAuthBody(c, SignUp);
    if (!body.email && !body.phone) throw anonymous();
    if (!password) throw invalid('Signup requires a valid password');
    const email = requireMailbox(body, anonymous(), noPhones(400, 'Phone signups are disabled'));
    await limit(c, SIGN_UPS);
    await limitFirstMails(c, email);
    checkPassword(password);
    const metadata = data ?? {};
    const context = linkContextOf(c);
    const { autoconfirm } = c.var.deps.env;
    const wanted = { ...linkRequestOf(c, email, body), password, data: metadata, autoconfirm };
    const user = await limitFoundAccounts(c, () => signUp(context, wanted));
    if (autoconfirm) {
      if (!user) throw new AuthError(422, 'user_already_exists', 'User already registered');
      const live = await openSession(context.db, user.id, proofOf(c, 'password'));
      return c.json(await wireSession(live, signingOf(c)));
    }
    c.var.deps.queue.wake('mails');
    return c.json(user ? wireUser(user) : lookalikeUser(email, metadata, context.now));
  })
  .post('/otp', async (c) => {
    const { data, create_user, ...body } = await validateAuthBody(c, MagicLink);
    const missing = invalid('One of email or phone must be set');
    const email = requireMailbox(body, missing, noPhones(400, 'Unsupported phone provider'));
    await limit(c, MAGIC_LINKS);
    const wanted = { ...linkRequestOf(c, email, body), createUser: create_user !== false, data: data ?? {} };
    return mailQuietly(c, { kind: 'magiclink', wanted, request: requestMagicLink });
  })
  .post('/recover', async (c) => {
    const body = await validateAuthBody(c, Recovery);
    const email = requireMailbox(body, invalid('Password recovery requires an email'));
    const wanted = linkRequestOf(c, email, body);
    await limit(c, RECOVERIES);
    return mailQuietly(c, { kind: 'recovery', wanted, request: requestRecovery });
  })
  .post('/resend', async (c) => {
    const { type, ...body } = await validateAuthBody(c, Resend);
    const email = requireMailbox(
      body,
      invalid(type === 'signup' ? 'Type provided requires an email address' : 'Missing email address or phone number'),
      noPhones(400, 'Phone logins are disabled'),
    );
    if (type !== 'signup' && type !== 'email_change') return c.json({});
    const wanted = linkRequestOf(c, email, body);
    await limit(c, RESENDS);
    return mailQuietly(c, {
      kind: type,
      wanted,
      request: type === 'signup' ? requestConfirmation : requestChangeAgain,
    });
  })
  .get('/reauthenticate', async (c) => {
    const { user } = await sessionOf(c);
    await limitMails(c, user.email, 'reauthentication');
    const { db, ...context } = linkContextOf(c);
    await db.transact((tx) =>
      sendLink({ ...context, tx }, { userId: user.id, kind: 'reauthentication', redirectTo: context.publicUrl }),
    );
    c.var.deps.queue.wake('mails');
    return c.json({});
  });

function linkRequestOf(c: Context<Http>, email: string, body: Parameters<typeof challengeOf>[0]): LinkRequest {
  return { email, redirectTo: redirectOf(c), ip: serviceCaller(c), challenge: challengeOf(body) };
}

interface QuietMail<Wanted> {
  kind: string;
  wanted: Wanted;
  request: (context: LinkContext, wanted: Wanted) => Promise<void>;
}

/**
 * Responds with `{}` after a constant time, whatever there was to do. Our own server, which asks for a super admin, is told when
 * the installation's mails are used up.
 */
async function mailQuietly<W extends LinkRequest>(c: Context<Http>, { kind, wanted, request }: QuietMail<W>) {
  const seconds = await limitMails(c, wanted.email, kind);
  if (isOwnCall(c) && kind === 'signup') refuseMail(seconds);
  await withConstantTime(() => request(linkContextOf(c), { ...wanted, isScarce: seconds > 0 }));
  c.var.deps.queue.wake('mails');
  return c.json({});
}

// Signing up: an account becomes valid when its address is confirmed by the link in the mail.

/** A double submit: the same password again this soon gets the same response and no second mail. */
const SAME_SUBMIT_MS = 60_000;

interface NewAccount extends LinkRequest {
  password: string;
  data: Record<string, unknown>;
  /** AUTOCONFIRM: the account is valid at once, without a mail. */
  autoconfirm: boolean;
}

type SignUpOutcome = { user: UserRow } | { taken: true } | { toCompare: string };
/** The hash that the wanted password was compared with, outside the unit of work. */
type ComparedHash = { hash: string; isSame: boolean } | undefined;

/**
 * Creates the account and mails its link; returns the user, or undefined when the address has a confirmed account.
 * Signing up again before confirming replaces password and link: whoever reads the mail decides which one counts.
 */
async function signUp(context: LinkContext, wanted: NewAccount): Promise<UserRow | undefined> {
  const passwordHash = await hashPassword(wanted.password);
  let compared: ComparedHash;
  for (;;) {
    const attempted = { wanted, passwordHash, compared };
    const outcome: SignUpOutcome = await context.db.transact((tx) => attempt({ ...context, tx }, attempted));
    if ('user' in outcome) return outcome.user;
    if ('taken' in outcome) return undefined;
    compared = { hash: outcome.toCompare, isSame: await isRightPassword(wanted.password, outcome.toCompare) };
  }
}

function* attempt(
  context: TxLinkContext,
  { wanted, passwordHash, compared }: { wanted: NewAccount; passwordHash: string; compared: ComparedHash },
): Steps<SignUpOutcome> {
  const { tx, now } = context;
  const { queries, tables } = tx;
  const { email, autoconfirm, redirectTo, challenge } = wanted;
  const [known] = yield* run(userByEmail(tx, email));
  if (known?.emailConfirmedAt) return { taken: true };
  if (!autoconfirm && known?.passwordHash && isRecent(known, now)) {
    if (compared?.hash !== known.passwordHash) return { toCompare: known.passwordHash };
    if (compared.isSame) return { user: known };
  }
  const confirmed = autoconfirm ? { emailConfirmedAt: now, isUnproven: true } : { confirmationSentAt: now };
  const columns = { passwordHash, userMetadata: wanted.data, ...confirmed };
  const values = { email, ...columns };
  const [made] = known
    ? yield* run(queries.update(tables.authUsers).set(columns).where(eq(tables.authUsers.id, known.id)).returning())
    : yield* run(queries.insert(tables.authUsers).values(values).onConflictDoNothing().returning());
  if (!made) return { taken: true };
  const link = { userId: made.id, kind: 'signup' as const, redirectTo, challenge };
  const user = autoconfirm ? made : yield* sendLink(context, link);
  yield* run(auditLog(tx, ownAct('account.sign_up', user.id, { ip: wanted.ip, at: now })));
  return { user };
}

function isRecent({ confirmationSentAt }: UserRow, now: Date): boolean {
  return confirmationSentAt !== null && now.getTime() - confirmationSentAt.getTime() < SAME_SUBMIT_MS;
}

/** The response to a sign-up for a confirmed address: a user that looks like a new one, without identities. */
function lookalikeUser(email: string, data: Record<string, unknown>, now: Date) {
  const user = { id: randomUUID(), email, confirmationSentAt: now, userMetadata: data, createdAt: now, updatedAt: now };
  return { ...wireUser(user), role: '', user_metadata: data, identities: [] };
}
