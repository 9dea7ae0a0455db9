// The signed-in person's own account below /api/auth.

import { Hono } from 'hono';
import { ProfileChange, ProfileHint } from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import { accept } from '../http/accept.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { findProfile, hintProfile, saveName } from './profiles.ts';

export const accountRoutes = new Hono<Http>()
  .get('/auth/user', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor.id)))
  .get('/auth/profile', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor.id)))
  .put('/auth/profile', requireActor, accept(ProfileChange), async (c) => {
    const { db } = c.var.deps;
    await saveName(db, c.var.actor.id, c.req.valid('json').full_name);
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
