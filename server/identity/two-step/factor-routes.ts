// The second step of a sign-in in the auth protocol's words: enroll, challenge, verify and unenroll an authenticator app.

import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Http, RateLimitRule } from '../../deps.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { pathId, sessionOf, signingOf, validateAuthBody } from '../auth-request.ts';
import { knownDevice, rememberDevice } from '../known-device.ts';
import { limit, serviceCaller, takeGuess } from '../limits.ts';
import { wireSession } from '../sessions.ts';
import type { FactorRow } from '../users.ts';
import {
  challengeFactor,
  enrollFactor,
  type FactorCall,
  ownFactor,
  requireChallenge,
  unenrollFactor,
  verifyFactor,
} from './factors.ts';

const CALLS: RateLimitRule = { name: 'factors', limit: 60, windowSeconds: 300 };

const Name = z.nullish(z.string().check(z.maxLength(100)));
const Enrollment = z.object({ factor_type: z.nullish(z.string()), friendly_name: Name, issuer: Name });
const Answer = z.object({ challenge_id: z.nullish(z.string()), code: z.nullish(z.string()) });

export const factorRoutes = new Hono<Http>()
  .post('/factors', async (c) => {
    const { db, env } = c.var.deps;
    const call = await callOf(c);
    const { factor_type: type, friendly_name: friendlyName, issuer } = await validateAuthBody(c, Enrollment);
    if (type === 'phone') throw refused('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    if (type === 'webauthn') throw refused('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn');
    // A colon would end the issuer in the label of an otpauth address.
    const name = (issuer || new URL(env.publicUrl).hostname).replace(/\s*:\s*/g, ' ').trim();
    c.header('Cache-Control', 'no-store');
    return c.json(await enrollFactor(db, call, { friendlyName: friendlyName ?? '', issuer: name }));
  })
  .post('/factors/:id/challenge', async (c) => {
    const { db } = c.var.deps;
    const call = await callOf(c);
    const factor = await factorOf(c, call);
    return c.json(await challengeFactor(db, factor, call.at));
  })
  .post('/factors/:id/verify', async (c) => {
    const { db, env, queue } = c.var.deps;
    const call = await callOf(c);
    const factor = await factorOf(c, call);
    const { challenge_id: challengeId, code } = await validateAuthBody(c, Answer);
    if (!code) throw invalid('Code needs to be non-empty');
    requireChallenge(factor, challengeId ?? '', call.at);
    // A stranger with the password cannot keep out a device on which a code was right before.
    const who = `${call.user.id} by authenticator`;
    const device = knownDevice(c, who);
    const guess = await takeGuess(c, device ? `${who} on ${device}` : who);
    const live = await verifyFactor(db, call, { factor, code, env });
    if (!live) {
      await guess.wasWrong();
      await auditLog(db, ownAct('account.two_step_failed', call.user.id, call));
      throw refused('mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await guess.wasRight();
    rememberDevice(c, who, '/auth/v1/factors');
    queue.wake('mails');
    c.header('Cache-Control', 'no-store');
    return c.json(await wireSession(live, signingOf(c)));
  })
  .delete('/factors/:id', async (c) => {
    const { db, env, queue } = c.var.deps;
    const call = await callOf(c);
    const factor = await factorOf(c, call);
    await unenrollFactor(db, call, { factor, env });
    queue.wake('mails');
    return c.json({ id: factor.id });
  });

const refused = (code: string, message: string) => new AuthError(422, code, message);

async function callOf(c: Context<Http>): Promise<FactorCall> {
  const { user, session } = await sessionOf(c);
  await limit(c, CALLS, session.id);
  return { user, session, ip: serviceCaller(c), at: c.var.deps.now() };
}

function factorOf(c: Context<Http>, { user }: FactorCall): Promise<FactorRow> {
  return ownFactor(c.var.deps.db, user.id, pathId(c, 'id', 'factor_id'));
}
