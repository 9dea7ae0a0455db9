// The audit log: sign-ins, roles and administrative acts, kept for whoever has to answer for them (Z7).
import type { TxContext } from '../db/client.ts';

/** One act. `action` reads like 'account.sign_in'; details never hold a password, a token or a link. */
export interface AuditEvent {
  action: string;
  at: Date;
  actorId?: string | null;
  organizationId?: string | null;
  /** The id of the thing acted on. */
  subject?: string;
  details?: Record<string, unknown>;
  ip?: string;
}

/** The query that notes an act, or several: to be awaited, or run as a step of the unit of work that does it. */
export function auditLog({ queries, tables }: TxContext, act: AuditEvent | AuditEvent[]) {
  return queries.insert(tables.auditLog).values([act].flat());
}
