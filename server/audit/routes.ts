// The audit log, for super admins (Z7).

import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { type AuditLog, AuditLogQuery } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';
import { requireSuperAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { cut, DEFAULT_PAGE, numberCursor } from '../http/pages.ts';
import { validateQuery } from '../http/validate.ts';

export const auditRoutes = new Hono<Http>().get(
  '/admin/audit-log',
  requireSuperAdmin,
  validateQuery(AuditLogQuery),
  async (c) => {
    return c.json(await readAuditLog(c.var.deps.db, c.req.valid('query')));
  },
);

/** The acts of the audit log, newest first, one page of them, and what the things in them are called. */
async function readAuditLog(db: Db, asked: AuditLogQuery): Promise<AuditLog> {
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

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What the ids in these acts are called today: people and organizations by id, courses by 'course/4'. */
async function nameThings(db: Db, acts: AuditLog['acts']): Promise<Record<string, string>> {
  const { profiles, organizations, courses } = db.tables;
  const told = acts.flatMap((act) => [act.subject, act.organizationId, act.details?.from, act.details?.to]);
  const ids = [...new Set(told.filter((id): id is string => typeof id === 'string' && UUID.test(id)))];
  const numbered = acts.flatMap(({ action, subject, details }) => [
    Number(action.startsWith('course.') ? subject : undefined),
    Number(details?.courseId ?? undefined),
    Number(details?.oldest ?? undefined),
  ]);
  const courseIds = [...new Set(numbered.filter((id) => Number.isSafeInteger(id) && id > 0))];
  const people = await db
    .select({ id: profiles.id, name: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.id, ids));
  const places = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, ids));
  const titles = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.id, courseIds));
  return Object.fromEntries([
    ...people.map(({ id, name, email }) => [id, name ?? email]),
    ...places.map(({ id, name }) => [id, name]),
    ...titles.map(({ id, title }) => [`course/${id}`, title]),
  ]);
}
