// The audit log, for super admins (Z7).

import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { type AuditLog, AuditLogQuery } from '#sync/contract/analytics.ts';
import { isUuid } from '#sync/contract/fields.ts';
import type { Db } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireSuperAdmin } from '../http/actor.ts';
import { numberCursor, toPage } from '../http/pages.ts';
import { validateQuery } from '../http/validate.ts';

export const auditRoutes = new Hono<Http>().get(
  '/admin/audit-log',
  requireSuperAdmin,
  validateQuery(AuditLogQuery),
  async (c) => {
    return c.json(await readAuditLog(c.var.deps.db, c.req.valid('query')));
  },
);

/** One page of the audit log, newest first, with the present names of what its acts mention. */
async function readAuditLog(db: Db, query: AuditLogQuery): Promise<AuditLog> {
  const { auditLog, profiles } = db.tables;
  const limit = query.limit;
  const before = numberCursor(query.cursor);
  const isWanted = and(
    before === undefined ? undefined : lt(auditLog.id, before),
    query.organizationId ? eq(auditLog.organizationId, query.organizationId.toLowerCase()) : undefined,
    ofKind(db, query.action),
    byActor(db, query.actor),
  );
  const rows = await db
    .select({ act: auditLog, actor: { name: profiles.fullName, email: profiles.email } })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, auditLog.actorId))
    .where(isWanted)
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(rows, limit, ({ act }) => String(act.id));
  const acts = page.map(({ act: { at, actorId, ...act }, actor }) => ({
    ...act,
    at: at.toISOString(),
    // A deleted account leaves its id.
    actor: actorId === null ? null : { id: actorId, name: actor?.name ?? null, email: actor?.email ?? null },
  }));
  return { acts, nextCursor, names: await nameThings(db, acts) };
}

function ofKind(db: Db, action: string | undefined) {
  const wanted = action?.trim();
  if (!wanted) return undefined;
  const column = db.tables.auditLog.action;
  return or(eq(column, wanted), sql`${column} like ${`${wanted.replaceAll(/[\\%_]/g, '\\$&')}.%`} escape '\\'`);
}

/** By id, or by the person's present address. */
function byActor(db: Db, actor: string | undefined) {
  const wanted = actor?.trim().toLowerCase();
  if (!wanted) return undefined;
  const { auditLog, profiles } = db.tables;
  if (isUuid(wanted)) return eq(auditLog.actorId, wanted);
  return eq(profiles.email, wanted);
}

/** The present names behind the ids in these acts: people and organizations by id, courses by 'course/4'. */
async function nameThings(db: Db, acts: AuditLog['acts']): Promise<Record<string, string>> {
  const { profiles, organizations, courses } = db.tables;
  const mentioned = acts.flatMap((act) => [act.subject, act.organizationId, act.details?.from, act.details?.to]);
  const ids = [...new Set(mentioned.filter((id): id is string => typeof id === 'string' && isUuid(id)))];
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
