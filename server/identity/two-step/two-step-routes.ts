// The second step of a sign-in below /api, with embedded and with hosted accounts: what is asked of a person, their recovery
// codes, and a super admin who lets someone in again. Authenticators themselves are the auth protocol's (factor-routes.ts).

import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { RecoveryCodeUse } from '#sync/contract/two-step.ts';
import { run, type Steps } from '../../db/client.ts';
import type { Http, RateLimitRule } from '../../deps.ts';
import { requireActor, requireSuperAdmin } from '../../http/actor.ts';
import { audit, auditActorOf, auditLog, ownAct } from '../../http/audit-log.ts';
import { clientIp } from '../../http/client-ip.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { validate, validateUuid } from '../../http/validate.ts';
import { bearerOf } from '../auth-request.ts';
import { isTwoStepRequired } from '../hosted.ts';
import { GUESSES } from '../limits.ts';
import { mailTwoStep } from './factors.ts';
import {
  countRecoveryCodes,
  dropRecoveryCodes,
  findRecoveryCode,
  makeRecoveryCodes,
  type RecoveryCode,
  spendRecoveryCode,
} from './recovery-codes.ts';

/** Each makes ten argon2id hashes. */
const NEW_CODES: RateLimitRule = { name: 'new recovery codes', limit: 5, windowSeconds: 300 };

export const twoStepRoutes = new Hono<Http>()
  .get('/auth/two-step', requireActor, async (c) => {
    const { accounts, db, env } = c.var.deps;
    const { id, mustStepUp = false } = c.var.actor;
    const { profiles } = db.tables;
    const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
    c.header('Cache-Control', 'no-store');
    return c.json({
      isAsked: mustStepUp,
      isRequired: person !== undefined && isTwoStepRequired(person, env.twoStep),
      recoveryCodesLeft: await countRecoveryCodes(db, id),
      canRecover: accounts.admin !== undefined,
    });
  })
  /** Refuses `two_step_required` for a sign-in without the second step. */
  .post('/auth/recovery-codes', requireActor, async (c) => {
    const { accounts, db, identity, now } = c.var.deps;
    const { id: userId, mustStepUp } = c.var.actor;
    const { aal } = await identity.verify(bearerOf(c));
    if (mustStepUp || aal !== 'aal2') throw new Refusal('two_step_required');
    if (!accounts.admin) throw new Refusal('two_step_not_configured');
    await limitCalls(c.var.deps, NEW_CODES, userId);
    c.header('Cache-Control', 'no-store');
    return c.json({ codes: await makeRecoveryCodes(db, { userId, ip: clientIp(c), at: now() }) }, 201);
  })
  /** Removes the lost authenticator. Refuses `recovery_code_wrong`, `rate_limited`, `two_step_not_configured`. */
  .post('/auth/recovery-codes/use', requireActor, validate(RecoveryCodeUse), async (c) => {
    const { accounts, db, env, queue, now, rateLimits } = c.var.deps;
    const { id: userId } = c.var.actor;
    const { code } = c.req.valid('json');
    const who = `${userId} by recovery code`;
    const retryAfterSeconds = await rateLimits.slowDown(GUESSES, who);
    if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
    const found = await findRecoveryCode(db, userId, code);
    if (!found || isOutdated(found, await accounts.newestFactor(userId))) return refuseCode(c, userId);
    const { codeHash } = found;
    // The authenticator first: should what follows fail, the code still works.
    await accounts.removeFactors(userId);
    const request = { ip: clientIp(c), at: now() };
    const to = await emailOf(c, userId);
    const isSpent = await db.transact(function* (tx): Steps<boolean> {
      if (!(yield* spendRecoveryCode(tx, { userId, codeHash, at: request.at }))) return false;
      yield* run(auditLog(tx, ownAct('account.two_step_recovered', userId, request)));
      const mail = { to, at: request.at, env, by: 'recovery code' as const };
      yield* mailTwoStep(tx, 'two_step_off', mail);
      return true;
    });
    if (!isSpent) return refuseCode(c, userId);
    await rateLimits.reset(GUESSES, who);
    queue.wake('mails');
    return c.json({
      message: 'Your authenticator was removed. Your other recovery codes work until you set up a new one.',
    });
  })
  /** For someone who has lost authenticator and codes. Refuses `user_not_found`, `two_step_not_configured`. */
  .post('/admin/users/:userId/remove-two-step', requireSuperAdmin, async (c) => {
    const { accounts, db, env, queue } = c.var.deps;
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const email = await emailOf(c, userId);
    const removed = await accounts.removeFactors(userId);
    // Recovery codes without an authenticator: an earlier try failed half way, and this one completes it.
    if (removed === 0 && (await countRecoveryCodes(db, userId)) === 0) {
      return c.json({ message: 'This person has no two-step sign-in.' });
    }
    const caller = auditActorOf(c);
    await db.transact(function* (tx): Steps<void> {
      yield* dropRecoveryCodes(tx, userId);
      yield* audit(tx, caller, { action: 'account.two_step_removed', subject: userId });
      const mail = { to: email, at: caller.now, env, by: 'administrator' as const };
      yield* mailTwoStep(tx, 'two_step_off', mail);
    });
    queue.wake('mails');
    return c.json({ message: 'Their two-step sign-in was removed. They were told by email.' });
  });

/** A project does not tell us of a new authenticator, which ends the codes of before (decision 142). */
const isOutdated = ({ createdAt }: RecoveryCode, newestFactor: Date | undefined) =>
  newestFactor !== undefined && newestFactor.getTime() > createdAt.getTime() + CLOCKS_DIFFER_MS;

const CLOCKS_DIFFER_MS = 300_000;

async function refuseCode<E extends Http>(c: Context<E>, userId: string): Promise<never> {
  const { db, now } = c.var.deps;
  const act = ownAct('account.two_step_failed', userId, { ip: clientIp(c), at: now() });
  await auditLog(db, { ...act, details: { by: 'recovery code' } });
  throw new Refusal('recovery_code_wrong', { field: 'code' });
}

async function emailOf<E extends Http>(c: Context<E>, userId: string): Promise<string> {
  const { profiles } = c.var.deps.db.tables;
  const [person] = await c.var.deps.db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  if (!person) throw new Refusal('user_not_found');
  return person.email;
}
