import type { Context } from 'hono';
import { OpId } from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { ANSWERED_AT_HEADER } from '#sync/contract/server-paths.ts';
import type { Actor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import type { LastOp, Sender } from './apply-once.ts';
import { OPERATIONS_KEPT_DAYS } from './apply-once.ts';

/**
 * The sender of a change, from the person and the headers of Y9 and Y14. The key may stand in quotes. The answer tells when
 * its operation is remembered, to the millisecond: the device names that time with it from then on (Y20).
 */
export function readSender<E extends Http & { Variables: { actor: Actor } }>(c: Context<E>): Sender {
  const now = c.var.deps.now();
  c.header(ANSWERED_AT_HEADER, now.toISOString());
  return {
    person: c.var.actor,
    key: readOpId(c, 'Idempotency-Key'),
    dataEpoch: c.req.header('X-Data-Epoch'),
    lastOp: readLastOp(c),
    now,
  };
}

/** A device that starts over sends what it did up to 90 days before its last work: none of that may be forgotten here. */
const ASKED_FOR_MS = (OPERATIONS_KEPT_DAYS - 100) * 86_400_000;

/**
 * The operation that the asking device had acknowledged last, and when (Y20); undefined when it may be forgotten here by
 * now. A time that cannot be read counts as none: the device could never mend it.
 */
export function readLastOp<E extends Http>(c: Context<E>): LastOp | undefined {
  const opId = readOpId(c, 'X-Last-Op');
  const at = Date.parse(c.req.header('X-Last-Op-At') ?? '') || 0;
  const isForgotten = at > 0 && c.var.deps.now().getTime() - at >= ASKED_FOR_MS;
  return opId === undefined || isForgotten ? undefined : { opId, at: new Date(at) };
}

function readOpId(c: Context, header: string): string | undefined {
  const opId = c.req.header(header)?.replace(/^"(.*)"$/, '$1');
  if (opId !== undefined && !OpId.safeParse(opId).success) {
    throw new Refusal('validation_failed', { field: header }, `${header}: must be a UUID`);
  }
  return opId?.toLowerCase();
}
