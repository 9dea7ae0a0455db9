import type { Context } from 'hono';
import { OpId } from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Actor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import type { Sender } from './apply-once.ts';
import { OPERATIONS_KEPT_DAYS } from './forget-operations.ts';

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

/** A device that starts over sends what it did up to 90 days before its last work: none of that may be forgotten here. */
const ASKED_FOR_MS = (OPERATIONS_KEPT_DAYS - 100) * 86_400_000;

/**
 * The operation that the asking device had acknowledged last (Y20); undefined when it may be forgotten here by now. A time
 * that cannot be read counts as none: the device could never mend it.
 */
export function readLastOp<E extends Http>(c: Context<E>): string | undefined {
  const age = c.var.deps.now().getTime() - Date.parse(c.req.header('X-Last-Op-At') ?? '');
  return age >= ASKED_FOR_MS ? undefined : readOpId(c, 'X-Last-Op');
}

function readOpId(c: Context, header: string): string | undefined {
  const opId = c.req.header(header)?.replace(/^"(.*)"$/, '$1');
  if (opId !== undefined && !OpId.safeParse(opId).success) {
    throw new Refusal('validation_failed', { field: header }, `${header}: must be a UUID`);
  }
  return opId?.toLowerCase();
}
