import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { AuditLog, AuditLogQuery } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';
import { cut, DEFAULT_PAGE, numberCursor } from '../http/pages.ts';
import { nameThings } from './name-things.ts';

/** The acts of the audit log, newest first, one page of them, and what the things in them are called. */
export async function readAuditLog(db: Db, asked: AuditLogQuery): Promise<AuditLog> {
  const { auditLog, profiles } = db.tables;
  const limit = asked.limit ?? DEFAULT_PAGE;
  const before = numberCursor(asked.cursor);
  const isWanted = and(
    before === undefined ? undefined : lt(auditLog.id, before),
    asked.organizationId ? eq(auditLog.organizationId, asked.organizationId.toLowerCase()) : undefined,
    ofKind(db, asked.action),
    byActor(db, asked.actor),
  );
  const rows = await db
    .select({ act: auditLog, actor: { name: profiles.fullName, email: profiles.email } })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, auditLog.actorId))
    .where(isWanted)
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const { page, nextCursor } = cut(rows, limit, ({ act }) => String(act.id));
  const acts = page.map(({ act: { at, actorId, ...act }, actor }) => ({
    ...act,
    at: at.toISOString(),
    // Who is gone keeps the id.
    actor: actorId === null ? null : { id: actorId, name: actor?.name ?? null, email: actor?.email ?? null },
  }));
  return { acts, nextCursor, names: await nameThings(db, acts) };
}

function ofKind(db: Db, action: string | undefined) {
  const asked = action?.trim();
  if (!asked) return undefined;
  const column = db.tables.auditLog.action;
  return or(eq(column, asked), sql`${column} like ${`${asked.replaceAll(/[\\%_]/g, '\\$&')}.%`} escape '\\'`);
}

/** By id, or by the address that the person has today. */
function byActor(db: Db, actor: string | undefined) {
  const asked = actor?.trim().toLowerCase();
  if (!asked) return undefined;
  const { auditLog, profiles } = db.tables;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(asked)) return eq(auditLog.actorId, asked);
  return eq(profiles.email, asked);
}
