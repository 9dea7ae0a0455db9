// Acts on several people at once: who of them is there, and what became of each.
import { and, count, eq, inArray } from 'drizzle-orm';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { type AuditActor, auditColumns } from '../http/actor.ts';
import { auditLog } from './audit-log.ts';

/** Well below what either database takes as parameters of one query. */
export const AT_ONCE = 500;

export function inParts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) => all.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

export interface Someone {
  id: string;
  email: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
}

/** The people with these ids, by id; those who do not exist are missing. */
export function* findPeople({ queries, tables }: TxContext, ids: readonly string[]): Steps<Map<string, Someone>> {
  const { id, email, organizationId, isOrgAdmin } = tables.profiles;
  const found = new Map<string, Someone>();
  for (const part of inParts(ids)) {
    const rows = yield* run(
      queries.select({ id, email, organizationId, isOrgAdmin }).from(tables.profiles).where(inArray(id, part)),
    );
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Puts people into an organization, or out of theirs with null; nobody stays an org admin (decision 16). */
export function* movePeople({ queries, tables }: TxContext, some: readonly Someone[], to: string | null): Steps<void> {
  const { profiles } = tables;
  for (const part of inParts(some.map(({ id }) => id))) {
    const change = { organizationId: to, isOrgAdmin: false };
    yield* run(queries.update(profiles).set(change).where(inArray(profiles.id, part)));
  }
}

/** One act of the audit log for each person. */
export function* auditEach(
  source: TxContext,
  acting: AuditActor,
  acts: { action: string; subject: string; organizationId: string | null; details?: Record<string, unknown> }[],
): Steps<void> {
  const all = acts.map((act) => ({ ...auditColumns(acting), ...act }));
  for (const part of inParts(all)) yield* run(auditLog(source, part));
}

/** How many admins this organization has. */
export function* countAdmins({ queries, tables }: TxContext, organizationId: string): Steps<number> {
  const { profiles } = tables;
  const isAdmin = and(eq(profiles.organizationId, organizationId), eq(profiles.isOrgAdmin, true));
  const [row] = yield* run(queries.select({ admins: count() }).from(profiles).where(isAdmin));
  return row?.admins ?? 0;
}

export type Left = BulkOutcome['left'];

/** '1 person' or '3 people'. */
export const people = (number: number) => (number === 1 ? '1 person' : `${number} people`);
