import type { Context } from 'hono';
import { OpId } from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Actor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import type { Sender } from './apply-once.ts';

/** The sender of a change, from the person and the headers of Y9 and Y14. The key may stand in quotes. */
export function readSender<E extends Http & { Variables: { actor: Actor } }>(c: Context<E>): Sender {
  return {
    person: c.var.actor,
    key: readOpId(c, 'Idempotency-Key'),
    dataEpoch: c.req.header('X-Data-Epoch'),
    lastOp: readLastOp(c),
    now: c.var.deps.now(),
  };
}

/** The operation that the asking device had acknowledged last (Y20). */
export const readLastOp = (c: Context) => readOpId(c, 'X-Last-Op');

function readOpId(c: Context, header: string): string | undefined {
  const opId = c.req.header(header)?.replace(/^"(.*)"$/, '$1');
  if (opId !== undefined && !OpId.safeParse(opId).success) {
    throw new Refusal('validation_failed', { field: header }, `${header}: must be a UUID`);
  }
  return opId?.toLowerCase();
}
