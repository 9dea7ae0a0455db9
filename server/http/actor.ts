// Who asks: a route says `requireActor`, `optionalActor`, `requireAdmin` or `requireSuperAdmin` before it looks at anything
// that was sent, so that a role without the call learns nothing but that (decision 13); then it reads `c.var.actor`.
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Actor, may } from '../permissions.ts';
import { clientIp } from './client-ip.ts';
import type { Http } from './context.ts';

/** The context of a route behind one of these. */
export type WithActor<A> = { Variables: Http['Variables'] & { actor: A }; Bindings: Http['Bindings'] };

/** Refuses visitors with 401. `X-Op-User` naming someone else is 403 `user_mismatch` (Y14). */
export const requireActor = requireRight(() => true);

/** Lets org admins and super admins in; what each of them may touch is the verbs' question. */
export const requireAdmin = requireRight((actor) => actor.isOrgAdmin || actor.isSuperAdmin);

/** Lets super admins in. */
export const requireSuperAdmin = requireRight((actor) => may(actor, 'run_installation', null));

/** Lets visitors in as null. A bearer that is not good is refused all the same, so that the client refreshes it. */
export const optionalActor = createMiddleware<WithActor<Actor | null>>(async (c, next) => {
  c.set('actor', await whoAsks(c));
  await next();
});

function requireRight(hasRight: (actor: Actor) => boolean) {
  return createMiddleware<WithActor<Actor>>(async (c, next) => {
    const actor = await whoAsks(c);
    if (!actor) throw new Refusal('not_authenticated');
    if (!hasRight(actor)) throw new Refusal('access_denied');
    c.set('actor', actor);
    await next();
  });
}

/** The person asking; null is a visitor. Refuses a bearer that is not good. */
export async function whoAsks<E extends Http>(c: Context<E>): Promise<Actor | null> {
  const header = c.req.header('Authorization');
  if (header === undefined) return null;
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (!token) throw new Refusal('not_authenticated');
  const actor = await c.var.deps.identity.whoHolds(token);
  const worksFor = c.req.header('X-Op-User');
  if (worksFor !== undefined && worksFor.toLowerCase() !== actor.id) throw new Refusal('user_mismatch');
  return actor;
}

/** Who does something, from where and when: what the audit log keeps of it. */
export interface AuditActor {
  actor: Actor;
  ip: string;
  now: Date;
}

/** The act that a request is. */
export function auditActorOf<E extends WithActor<Actor>>(c: Context<E>): AuditActor {
  return { actor: c.var.actor, ip: clientIp(c), now: c.var.deps.now() };
}

/** The columns of an act that say who did it. */
export function auditColumns({ actor, ip, now }: AuditActor) {
  return { actorId: actor.id, ip, at: now };
}
