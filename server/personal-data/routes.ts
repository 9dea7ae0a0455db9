// A person's own data over HTTP: exports of it, and erasing it, by the person or by a super admin.
import { type Context, Hono } from 'hono';
import { Merge } from '#sync/contract/person.ts';
import { type Erased, Erasure, type ErasureState, FRESH_SIGN_IN_SECONDS } from '#sync/contract/personal-data.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { lastProofAt } from '#sync/contract/session.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireActor, requireAdmin, requireSuperAdmin, type WithActor } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate, validateUuid } from '../http/validate.ts';
import { isErased } from '../identity/erasures.ts';
import type { Actor } from '../permissions.ts';
import { erasePerson } from './erase-person.ts';
import { listExports, readExport, requestExport } from './exports.ts';
import { mergePeople } from './merge-people.ts';

const EXPORTS: RateLimitRule = { name: 'exports', limit: 5, windowSeconds: 86_400 };
/** Asked once by a device whose session has ended; a class may sit behind one address. */
const QUESTIONS: RateLimitRule = { name: 'erasure questions', limit: 300, windowSeconds: 600 };

export const personalDataRoutes = new Hono<Http>()
  .get('/account/exports', requireActor, async (c) => {
    const { db, now } = c.var.deps;
    return c.json({ exports: await listExports(db, c.var.actor.id, now()) });
  })
  .post('/account/exports', requireActor, async (c) => {
    const { db, now, queue } = c.var.deps;
    await limitCalls(c.var.deps, EXPORTS, c.var.actor.id);
    await requestExport(db, c.var.actor.id, now());
    queue.wake('exports');
    return c.json({ exports: await listExports(db, c.var.actor.id, now()) }, 201);
  })
  .get('/account/exports/:id', requireActor, async (c) => {
    const { db, now } = c.var.deps;
    const id = validateUuid(c.req.param('id'), 'not_found');
    const zip = await readExport(db, { id, userId: c.var.actor.id, now: now() });
    return c.body(zip, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
    });
  })
  .post('/account/erase', requireActor, validate(Erasure, { mayBeEmpty: true }), async (c) => {
    const { actor, ip, now: at } = auditActorOf(c);
    if (actor.mustStepUp) throw new Refusal('two_step_required');
    await requireFreshProof(c, c.req.valid('json').proof);
    await erasePerson(c.var.deps, { userId: actor.id, by: { id: actor.id, ip }, at });
    const answer: Erased = { message: 'Your account and your data were erased.' };
    return c.json(answer);
  })
  .post('/admin/people/:userId/merge', requireAdmin, validate(Merge), async (c) => {
    const { intoId, isPreview } = c.req.valid('json');
    const wanted = {
      from: validateUuid(c.req.param('userId'), 'user_not_found'),
      into: intoId.toLowerCase(),
      isPreview,
    };
    return c.json(await mergePeople(c.var.deps.db, auditActorOf(c), wanted));
  })
  .post('/admin/users/:userId/erase', requireSuperAdmin, validate(Erasure, { mayBeEmpty: true }), async (c) => {
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const { actor, ip, now: at } = auditActorOf(c);
    await requireFreshProof(c, c.req.valid('json').proof);
    await erasePerson(c.var.deps, { userId, by: { id: actor.id, ip }, at });
    const answer: Erased = { message: 'The account and the data of this person were erased.' };
    return c.json(answer);
  })
  /** For a device that was refused: needs no session, and tells only who already knows the id. */
  .get('/erasures/:userId', async (c) => {
    await limitCalls(c.var.deps, QUESTIONS, clientNetwork(c));
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const answer: ErasureState = { erased: await isErased(c.var.deps.db, userId) };
    return c.json(answer);
  });

/** Erasing needs a password or link used within five minutes: in `proof`, or in the session itself. */
async function requireFreshProof(c: Context<WithActor<Actor>>, proof: string | undefined): Promise<void> {
  const { identity, now } = c.var.deps;
  const bearer = c.req.header('Authorization')?.replace(/^Bearer +/i, '') ?? '';
  const { sub, amr } = await identity.verify(proof ?? bearer);
  const age = now().getTime() / 1000 - lastProofAt(amr);
  if (sub !== c.var.actor.id || age > FRESH_SIGN_IN_SECONDS) throw new Refusal('sign_in_again', { field: 'proof' });
}
