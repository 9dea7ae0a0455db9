// The audit log: sign-ins, roles and administrative acts, kept for whoever is accountable for them (R-Z7).
import { eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { dayOf } from '#sync/contract/due.ts';
import { isUuid } from '#sync/contract/fields.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Actor } from '../permissions.ts';
import type { WithActor } from './actor.ts';
import { clientIp } from './client-ip.ts';

/** One act. `action` reads like 'account.sign_in'; details never hold a password, a token or a link. */
export interface AuditEvent {
  action: string;
  at: Date;
  actorId?: string | null;
  /** Whose admins read of it. When it is not named: that of the person it was done to, else of the person who did it. */
  organizationId?: string | null;
  /** The id of the thing that was acted on. */
  subject?: string;
  details?: Record<string, unknown>;
  ip?: string;
}

/** The query that logs one act or several: await it, or run it as a step of the unit of work that does the act. */
export function auditLog({ queries, tables }: TxContext, act: AuditEvent | AuditEvent[]) {
  const { id, organizationId: theirs, isSuperAdmin } = tables.profiles;
  const organizationOf = ({ organizationId, subject, actorId }: AuditEvent) => {
    if (organizationId !== undefined) return organizationId;
    const people = [subject, actorId].filter((one): one is string => isUuid(one ?? ''));
    // What super admins do elsewhere is not their own organization's.
    const found = people.map(
      (one) => sql`(select ${theirs} from ${tables.profiles} where ${eq(id, one)} and not ${isSuperAdmin})`,
    );
    return found.length > 0 ? sql<string | null>`coalesce(${sql.join([...found, sql`null`], sql`, `)})` : null;
  };
  const rows = [act].flat().map((one) => ({ ...one, organizationId: organizationOf(one) }));
  return queries.insert(tables.auditLog).values(rows);
}

/** What a person does to their own account. */
export const ownAct = (action: string, id: string, { ip, at }: { ip: string; at: Date }): AuditEvent => {
  return { action, actorId: id, subject: id, ip, at };
};

/** Logs what this person does, one act or many, as a step of the unit of work that does it. */
export function* audit(tx: TxContext, caller: AuditActor, acts: PersonalAct | PersonalAct[]): Steps<void> {
  const { token } = caller.actor;
  const all = [acts].flat().map((act) => ({
    ...auditColumns(caller),
    ...act,
    ...(token && { details: { ...act.details, token: token.name } }),
  }));
  for (const part of inBatches(all)) yield* run(auditLog(tx, part));
}

type PersonalAct = Omit<AuditEvent, 'at' | 'actorId' | 'ip'>;

/** The author of an act, with its address and time, as the audit log records them. */
export interface AuditActor {
  actor: Actor;
  ip: string;
  now: Date;
  /** The calendar day of `now` by which due dates are judged. */
  today: string;
}

/** The author of the act that a request is. */
export function auditActorOf<E extends WithActor<Actor>>(c: Context<E>): AuditActor {
  const now = c.var.deps.now();
  return { actor: c.var.actor, ip: clientIp(c), now, today: dayOf(now, c.var.deps.env.timeZone) };
}

/** The columns of an act that name its author. */
export function auditColumns({ actor, ip, now }: AuditActor) {
  return { actorId: actor.id, ip, at: now };
}
