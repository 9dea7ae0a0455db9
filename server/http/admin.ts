// Who administers: a route says `requireAdmin` or `requireSuperAdmin` before it looks at anything that was sent, so that
// a role without the call learns nothing but that (decision 13).
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '#sync/contract/refusal.ts';
import { may } from '../permissions.ts';
import { type Actor, type WithActor, whoAsks } from './actor.ts';
import { callerAddress } from './caller.ts';

/** Lets org admins and super admins in; what each of them may touch is the verbs' question. */
export const requireAdmin = createMiddleware<WithActor<Actor>>(async (c, next) => {
  const actor = await whoAsks(c);
  if (!actor) throw new Refusal('not_authenticated');
  if (!actor.isOrgAdmin && !actor.isSuperAdmin) throw new Refusal('access_denied');
  c.set('actor', actor);
  await next();
});

/** Lets super admins in. */
export const requireSuperAdmin = createMiddleware<WithActor<Actor>>(async (c, next) => {
  const actor = await whoAsks(c);
  if (!actor) throw new Refusal('not_authenticated');
  if (!may(actor, 'run_installation', null)) throw new Refusal('access_denied');
  c.set('actor', actor);
  await next();
});

/** Who does something, from where and when: what the audit log keeps of it. */
export interface Acting {
  actor: Actor;
  ip: string;
  now: Date;
}

/** The act that a request is. */
export function actingOf<E extends WithActor<Actor>>(c: Context<E>): Acting {
  return { actor: c.var.actor, ip: callerAddress(c), now: c.var.deps.now() };
}

/** The columns of an act that say who did it. */
export function signed({ actor, ip, now }: Acting) {
  return { actorId: actor.id, ip, at: now };
}
