// Signing up, and the signed-in person's own account, below /api/auth.

import { Hono } from 'hono';
import { NameQuestion, ProfileChange, ProfileHint } from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { SignUp } from '#sync/contract/sign-up.ts';
import type { Db } from '../db/client.ts';
import { accept, acceptQuery } from '../http/accept.ts';
import { requireActor } from '../http/actor.ts';
import { callerAddress } from '../http/caller.ts';
import type { Http } from '../http/context.ts';
import { limitCalls, type Rule } from '../http/rate-limit.ts';
import { nameAvailability, saveName } from './names.ts';
import { findProfile, hintProfile } from './profiles.ts';
import { signUp } from './sign-up.ts';

/** Signing up tells whether an address has an account, so it is limited (I3); a class may sit behind one address. */
const SIGN_UPS: Rule = { name: 'account sign-ups', limit: 60, windowSeconds: 600 };
const SIGN_UPS_BY_EMAIL: Rule = { name: 'account sign-ups by email', limit: 5, windowSeconds: 600 };

export const accountRoutes = new Hono<Http>()
  .post('/auth/signup', accept(SignUp), async (c) => {
    const asked = c.req.valid('json');
    const ip = callerAddress(c);
    await limitCalls(c.var.deps, SIGN_UPS, ip);
    await limitCalls(c.var.deps, SIGN_UPS_BY_EMAIL, asked.email.toLowerCase());
    return c.json(await signUp(c.var.deps, { ...asked, ip }));
  })
  .get('/auth/name-availability', requireActor, acceptQuery(NameQuestion), async (c) =>
    c.json(await nameAvailability(c.var.deps.db, c.var.actor, c.req.valid('query').name)),
  )
  .get('/auth/user', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor.id)))
  .get('/auth/profile', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor.id)))
  .put('/auth/profile', requireActor, accept(ProfileChange), async (c) => {
    const { db } = c.var.deps;
    await saveName(db, c.var.actor, c.req.valid('json').full_name);
    return c.json(await ownProfile(db, c.var.actor.id));
  })
  .post('/auth/ensure-profile', requireActor, accept(ProfileHint, { mayBeEmpty: true }), async (c) => {
    const { db } = c.var.deps;
    await hintProfile(db, c.var.actor.id, c.req.valid('json'));
    return c.json(await ownProfile(db, c.var.actor.id));
  });

/** `requireActor` made the row; it is gone only when someone deleted the account in between. */
async function ownProfile(db: Db, id: string) {
  const profile = await findProfile(db, id);
  if (!profile) throw new Refusal('profile_not_found');
  return profile;
}
