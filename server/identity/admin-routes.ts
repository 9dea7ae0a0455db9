// The endpoints of the secret key, for this server and for operators' scripts: accounts, and links without a mail.

import { count, desc, eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod/mini';
import { DatabaseError, type Db, run, type Steps } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { auditLog } from '../http/audit-log.ts';
import { isOwnCall } from '../http/client-ip.ts';
import { parse, readJson } from '../http/validate.ts';
import { AuthError, invalid } from './auth-error.ts';
import { bearerOf, linkContextOf, pathId, redirectOf, validateAuthBody } from './auth-request.ts';
import { dropLinks, dropOtherWaysIn } from './change-user.ts';
import { endMadeBy } from './end-invitations.ts';
import { callerNetwork, isSecretKey, takeGuess } from './limits.ts';
import { generateLink, inviteByMail } from './links/request-link.ts';
import { verifyLink } from './links/send-link.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, isPasswordHash } from './passwords.ts';
import { ownFactor, removeFactor } from './two-step/factors.ts';
import {
  addressee,
  addUser,
  createdTwice,
  Email,
  factorsOf,
  Metadata,
  mergedMetadata,
  noPhones,
  operatorsUser,
  requireEmail,
  type UserRow,
  userById,
  wireFactor,
} from './users.ts';

const shared = {
  password: z.optional(z.string()),
  password_hash: z.optional(z.string().check(z.refine(isPasswordHash, 'Only argon2id hashes in PHC form are taken'))),
  email_confirm: z.optional(z.boolean()),
  user_metadata: z.optional(Metadata),
  app_metadata: z.optional(Metadata),
};
const NewUser = z.object({ id: z.optional(z.uuid('ID must conform to the uuid v4 format')), ...addressee, ...shared });
const BanDuration = z
  .string()
  .check(z.regex(/^(none|(\d{1,6}(\.\d+)?(h|m|s))+)$/, 'invalid format for ban duration: use none or such as 24h'));
const UserChange = z.object({ email: z.optional(Email), ban_duration: z.optional(BanDuration), ...shared });
const PageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 50),
});

const Data = z.nullish(Metadata);
const LinkOrder = z.object({
  ...addressee,
  type: z._default(z.string(), ''),
  password: z.nullish(z.string()),
  new_email: z.nullish(z.string()),
  data: Data,
});
const LinkKind = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']);
const Invitation = z.object({ ...addressee, data: Data });
const Deletion = z.object({ should_soft_delete: z.nullish(z.boolean()) });
const noAddress = () => invalid('An email address is required');

/** Admits only the holder of the secret key. Wrong keys slow their network down, but never this server's own calls. */
export const requireSecretKey = createMiddleware<Http>(async (c, next) => {
  const key = bearerOf(c);
  const guess = isOwnCall(c) ? undefined : await takeGuess(c, `secret key from ${callerNetwork(c)}`);
  if (!isSecretKey(c, key)) throw new AuthError(403, 'not_admin', 'User not allowed');
  await guess?.wasRight();
  await next();
});

function hashOf({ password, password_hash }: Pick<z.infer<typeof UserChange>, 'password' | 'password_hash'>) {
  return password === undefined ? password_hash : newHash(password);
}

export const adminRoutes = new Hono<Http>()
  .use(requireSecretKey)
  .post('/users', async (c) => {
    const { db, now } = c.var.deps;
    const wanted = await validateAuthBody(c, NewUser);
    const missing = invalid('Cannot create a user without either an email or phone');
    const email = requireEmail(wanted, missing, noPhones(422, 'Phone logins are disabled'));
    const user = {
      id: wanted.id?.toLowerCase(),
      email,
      passwordHash: await hashOf(wanted),
      emailConfirmedAt: wanted.email_confirm ? now() : null,
      userMetadata: wanted.user_metadata,
      appMetadata: wanted.app_metadata,
    };
    return c.json(operatorsUser(await db.transact((tx) => addUser(tx, user))));
  })
  .get('/users', async (c) => {
    const { page, per_page } = parse(PageQuery, {
      page: c.req.query('page') || undefined,
      per_page: c.req.query('per_page') || undefined,
    });
    const { db } = c.var.deps;
    const { authUsers } = db.tables;
    const users = await db
      .select()
      .from(authUsers)
      .orderBy(desc(authUsers.createdAt), desc(authUsers.id))
      .limit(per_page)
      .offset((page - 1) * per_page);
    const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(authUsers);
    const last = Math.max(1, Math.ceil(total / per_page));
    const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${per_page}>; rel="${rel}"`;
    const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')];
    c.header('X-Total-Count', String(total));
    c.header('Link', links.join(', '));
    return c.json({ users: users.map((user) => operatorsUser(user)), aud: 'authenticated' });
  })
  .get('/users/:id', async (c) => {
    const user = await knownUser(c);
    return c.json(operatorsUser(user, await factorsOf(c.var.deps.db, user.id)));
  })
  .put('/users/:id', async (c) => {
    const { db, now } = c.var.deps;
    const id = pathId(c, 'id', 'user_id');
    const wanted = await validateAuthBody(c, UserChange);
    const change = { id, wanted, passwordHash: await hashOf(wanted), at: now(), isOwnCall: isOwnCall(c) };
    return c.json(operatorsUser(await changeAccount(db, change)));
  })
  .delete('/users/:id', async (c) => {
    const { db, now } = c.var.deps;
    const id = pathId(c, 'id', 'user_id');
    const { should_soft_delete } = parse(Deletion, await readJson(c, { mayBeEmpty: true }));
    if (should_soft_delete) throw invalid('Soft deletion is not supported: nothing was deleted');
    await deleteUser(db, id, now());
    return c.json({});
  })
  .get('/users/:id/factors', async (c) => {
    const { id } = await knownUser(c);
    return c.json((await factorsOf(c.var.deps.db, id)).map(wireFactor));
  })
  .delete('/users/:id/factors/:factorId', async (c) => {
    const { db, now } = c.var.deps;
    const { id } = await knownUser(c);
    const factor = await ownFactor(db, id, pathId(c, 'factorId', 'factor_id'));
    await db.transact(function* (tx): Steps<void> {
      yield* removeFactor(tx, factor);
      // This server's own calls are logged with the person who asked for them.
      if (!isOwnCall(c)) yield* run(auditLog(tx, { action: 'account.changed_by_operator', subject: id, at: now() }));
    });
    return c.json(wireFactor(factor));
  })
  .post('/generate_link', async (c) => {
    const order = await validateAuthBody(c, LinkOrder);
    const email = requireEmail(order, noAddress());
    const type = LinkKind.safeParse(order.type);
    if (!type.success) throw invalid(`Invalid email action link type requested: ${order.type}`);
    const isSignUp = type.data === 'signup';
    if (isSignUp && !order.password) throw invalid('Signup requires a valid password');
    const passwordHash = isSignUp ? await newHash(order.password ?? '') : undefined;
    const isChange = type.data.startsWith('email_change');
    const newEmail = isChange ? requireEmail({ email: order.new_email }, noAddress()) : undefined;
    const context = linkContextOf(c);
    const redirectTo = redirectOf(c);
    const wanted = { kind: type.data, email, newEmail, data: order.data ?? undefined, redirectTo, passwordHash };
    const { user, kind, token, code } = await generateLink(context, wanted);
    c.header('Cache-Control', 'no-store');
    return c.json({
      ...operatorsUser(user),
      action_link: verifyLink({ kind, token, redirectTo }, context.publicUrl),
      email_otp: code,
      hashed_token: token,
      verification_type: kind,
      redirect_to: redirectTo,
    });
  });

/** POST /invite. The caller has checked the secret key. */
export async function inviteHandler(c: Context<Http>) {
  const { data, ...body } = await validateAuthBody(c, Invitation);
  const email = requireEmail(body, noAddress());
  const user = await inviteByMail(linkContextOf(c), { email, data: data ?? undefined, redirectTo: redirectOf(c) });
  c.var.deps.queue.wake('mails');
  return c.json(operatorsUser(user));
}

function newHash(password: string): Promise<string> {
  checkPassword(password);
  return hashPassword(password);
}

/** The person of the path. Refuses 404 `user_not_found`. */
async function knownUser(c: Context<Http>): Promise<UserRow> {
  const [user] = await userById(c.var.deps.db, pathId(c, 'id', 'user_id'));
  if (!user) throw notFound();
  return user;
}

/** As long as Go's durations are: the databases hold no time of any length. */
const LONGEST_BAN_SECONDS = 9_223_372_036;

/** A duration in Go's notation, such as '1h30m', in seconds; 'none' is 0. */
function banSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const unit: Record<string, number> = { h: 3600, m: 60, s: 1 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)];
  const seconds = parts.reduce((sum, [, count, name]) => sum + Number(count) * (unit[name ?? ''] ?? 0), 0);
  return Math.min(seconds, LONGEST_BAN_SECONDS);
}

const notFound = () => new AuthError(404, 'user_not_found', 'User not found');

interface AccountChange {
  id: string;
  wanted: z.infer<typeof UserChange>;
  passwordHash: string | undefined;
  at: Date;
  /** This server's own call is logged with the person who asked for it. */
  isOwnCall: boolean;
}

/** Changes an account; metadata is merged. A new password or a ban ends all sessions, a new address revokes pending links. */
async function changeAccount(
  db: Db,
  { id, wanted, passwordHash, at, isOwnCall: isOurs }: AccountChange,
): Promise<UserRow> {
  const { email, email_confirm: isConfirmed, user_metadata: userMetadata, app_metadata: appMetadata } = wanted;
  // Zero lifts a ban.
  const seconds = banSeconds(wanted.ban_duration);
  try {
    return await db.transact(function* (tx) {
      const [known] = yield* run(userById(tx, id));
      if (!known) throw notFound();
      // Pending links went to the old address.
      if (email && email !== known.email) yield* dropLinks(tx, id);
      if (passwordHash || seconds) yield* dropOtherWaysIn(tx, id);
      const change = {
        updatedAt: at,
        email,
        passwordHash,
        userMetadata: userMetadata && mergedMetadata(known.userMetadata, userMetadata),
        appMetadata: appMetadata && mergedMetadata(known.appMetadata, appMetadata),
        bannedUntil: seconds ? new Date(at.getTime() + seconds * 1000) : seconds === 0 ? null : undefined,
        ...(isConfirmed && { emailConfirmedAt: known.emailConfirmedAt ?? at, isUnproven: false }),
      };
      const { authUsers } = tx.tables;
      const [changed] = yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, id)).returning());
      if (seconds) yield* endMadeBy(tx, [id], { at });
      if (!isOurs) yield* run(auditLog(tx, { action: 'account.changed_by_operator', subject: id, at }));
      return changed ?? known;
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === 'unique') throw createdTwice();
    throw error;
  }
}

/**
 * Deletes an account with its sessions and links. Profile, progress and certificates do not belong to the auth service;
 * the roles go, because nobody can use them, and a role without a person would count where the last admin must stay.
 */
async function deleteUser(db: Db, id: string, at: Date): Promise<void> {
  const { authUsers, profiles } = db.tables;
  await db.transact(function* (tx) {
    yield* endMadeBy(tx, [id], { at, areGone: true });
    const none = { isOrgAdmin: false, isSuperAdmin: false };
    yield* run(tx.update(profiles).set(none).where(eq(profiles.id, id)));
    const gone = yield* run(tx.delete(authUsers).where(eq(authUsers.id, id)).returning({ id: authUsers.id }));
    if (gone.length === 0) throw notFound();
    yield* run(auditLog(tx, { action: 'account.deleted', subject: id, at }));
  });
}
