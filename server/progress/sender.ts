import type { Context } from 'hono';
import { OpId } from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Actor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import type { Sender } from './apply-once.ts';

/** The sender of a change, from the person and the headers of Y9 and Y14. The key may stand in quotes. */
export function readSender<E extends Http & { Variables: { actor: Actor } }>(c: Context<E>): Sender {
  const key = c.req.header('Idempotency-Key')?.replace(/^"(.*)"$/, '$1');
  if (key !== undefined && !OpId.safeParse(key).success) {
    throw new Refusal('validation_failed', { field: 'Idempotency-Key' }, 'Idempotency-Key: must be a UUID');
  }
  return {
    person: c.var.actor,
    key: key?.toLowerCase(),
    dataEpoch: c.req.header('X-Data-Epoch'),
    now: c.var.deps.now(),
  };
}
