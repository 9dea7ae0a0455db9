// Authentication of a route: it names `requireActor`, `optionalActor`, `requireAdmin` or `requireSuperAdmin` before it reads
// what was sent, so that a role without the right learns nothing else (P-13). Its handler reads `c.var.actor`.
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http } from '../deps.ts';
import { type Actor, may } from '../permissions.ts';

/** The context of a route behind one of these. */
export type WithActor<A> = { Variables: Http['Variables'] & { actor: A }; Bindings: Http['Bindings'] };

/** Refuses visitors with 401. `X-Op-User` naming someone else is 403 `user_mismatch` (Y14). */
export const requireActor = requireRight(() => true);

/** Admits org admins and super admins; what each of them may touch, the verbs decide. */
export const requireAdmin = requireRight((actor) => actor.isOrgAdmin || actor.isSuperAdmin);

export const requireSuperAdmin = requireRight((actor) => may(actor, 'run_installation', null));

/** Admits visitors as null. An invalid bearer is refused all the same, so that the client refreshes it. */
export const optionalActor = createMiddleware<WithActor<Actor | null>>(async (c, next) => {
  c.set('actor', await readActor(c));
  await next();
});

function requireRight(hasRight: (actor: Actor) => boolean) {
  return createMiddleware<WithActor<Actor>>(async (c, next) => {
    const judge = async () => {
      const actor = await readActor(c);
      if (!actor) throw new Refusal('not_authenticated');
      if (!hasRight(actor)) throw new Refusal(actor.mustStepUp ? 'two_step_required' : 'access_denied');
      c.set('actor', actor);
    };
    await judge();
    c.set('judgeAgain', judge);
    await next();
  });
}

/** The calls by which a device sends its work (sync/outbox/wire.ts). */
const SENT_WORK = /^\/api\/(sync|progress\/unit|lessons\/\d+\/quiz\/submit|courses\/\d+\/(enroll|rating))$/;

/** The person who sent the request; null is a visitor. Refuses an invalid bearer. */
export async function readActor<E extends Http>(c: Context<E>): Promise<Actor | null> {
  const header = c.req.header('Authorization');
  if (header === undefined) return null;
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (!token) throw new Refusal('not_authenticated');
  const { identity } = c.var.deps;
  const isSentWork = SENT_WORK.test(c.req.path);
  const actor = await identity.authenticate(token, isSentWork).catch(async (refusal: unknown) => {
    c.set('actorId', (await identity.verify(token)).sub);
    throw refusal;
  });
  c.set('actorId', actor.id);
  const worksFor = c.req.header('X-Op-User');
  const own = [actor.id, actor.mergedFrom];
  if (worksFor !== undefined && !own.includes(worksFor.toLowerCase())) throw new Refusal('user_mismatch');
  return actor;
}
