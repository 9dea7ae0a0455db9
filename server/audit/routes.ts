// The audit log, for super admins (Z7).
import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type AuditLog, AuditLogQuery } from '#sync/contract/analytics.ts';
import { isUuid } from '#sync/contract/fields.ts';
import { type BrowserReport, BrowserReports, type ReportsTaken } from '#sync/contract/report.ts';
import { type Db, run } from '../db/client.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { optionalActor, requireSuperAdmin } from '../http/actor.ts';
import { clientIp, networkOf } from '../http/client-ip.ts';
import { numberCursor, toPage } from '../http/pages.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate, validateQuery } from '../http/validate.ts';
import { auditLog } from './audit-log.ts';

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

/** The audit log shows that someone tries doors, not each of a thousand tries; the request log has them all. */
const AUDITED: RateLimitRule = { name: 'audited refusals', limit: 5, windowSeconds: 3600 };
const MOST_OF_A_PATH = 300;

/**
 * Adds to the audit log what a known person was refused: 401 after the end of their session, 403 for a missing right. An
 * access token that has merely expired names nobody here, and is refreshed.
 */
export const auditRefusals = createMiddleware<Http>(async (c, next) => {
  await next();
  const { status } = c.res;
  const { actorId, deps } = c.var;
  if (!actorId || (status !== 401 && status !== 403)) return;
  const code = c.error && 'code' in c.error ? String(c.error.code) : undefined;
  try {
    if ((await deps.rateLimits.count(AUDITED, `${actorId} ${code}`)) > 0) return;
    // As it was sent: a decoded NUL is text that PostgreSQL does not store.
    const path = new URL(c.req.url).pathname.slice(0, MOST_OF_A_PATH);
    const details = { method: c.req.method, path, code };
    await auditLog(deps.db, { action: 'access.refused', actorId, details, ip: clientIp(c), at: deps.now() });
  } catch (error) {
    deps.log.warn('refusal not audited', { error: String(error) });
  }
});

// What went wrong in people's browsers, as a kind of their own in the audit log.

const BY_PERSON: RateLimitRule = { name: 'browser reports', limit: 10, windowSeconds: 3600 };
const BY_NETWORK: RateLimitRule = { name: 'browser reports by network', limit: 30, windowSeconds: 3600 };
/** Of the whole installation: a broken version on every tablet must not fill the disk. */
const ALL: RateLimitRule = { name: 'all browser reports', limit: 500, windowSeconds: 3600 };
/** Anybody can be many visitors: they leave room for the reports of people, and bury no acts. */
const OF_VISITORS: RateLimitRule = { name: "visitors' browser reports", limit: 100, windowSeconds: 3600 };

export const browserReportRoutes = new Hono<Http>().post(
  '/browser-reports',
  optionalActor,
  validate(BrowserReports),
  async (c) => {
    const { deps, actor } = c.var;
    if (!deps.env.browserReports) return c.json<ReportsTaken>({ taken: 0 });
    const ip = clientIp(c);
    await limitCalls(deps, actor ? BY_PERSON : BY_NETWORK, actor?.id ?? networkOf(ip));
    await limitCalls(deps, actor ? ALL : OF_VISITORS, '');
    const taken = await logReports(deps.db, c.req.valid('json').reports, {
      actorId: actor?.id ?? null,
      organizationId: actor?.organizationId ?? null,
      ip,
      at: deps.now(),
    });
    return c.json<ReportsTaken>({ taken });
  },
);

type Reporter = { actorId: string | null; organizationId: string | null; ip: string; at: Date };

/** An answer that got lost makes a device send a report again, at the next start at the latest. */
const SENT_AGAIN_MS = 30 * 86_400_000;

/** Logs the reports that are not in the log yet, and returns how many these were. */
function logReports(db: Db, reports: BrowserReport[], reporter: Reporter): Promise<number> {
  const { auditLog: log } = db.tables;
  const ids = reports.map(({ id }) => id.toLowerCase());
  return db.transact(function* (tx) {
    const from = reporter.actorId ? eq(log.actorId, reporter.actorId) : eq(log.ip, reporter.ip);
    const isRecent = gte(log.at, new Date(reporter.at.getTime() - SENT_AGAIN_MS));
    const known = yield* run(
      tx
        .select({ id: log.subject })
        .from(log)
        .where(and(isRecent, from, inArray(log.subject, ids))),
    );
    const seen = new Set(known.map(({ id }) => id));
    const fresh = reports.filter(({ id }) => !seen.has(id.toLowerCase()));
    const acts = fresh.map(({ id, kind, at, name, where, page, count }) => ({
      ...reporter,
      action: `browser.${kind}`,
      subject: id.toLowerCase(),
      details: { name, page, where, count, happenedAt: at },
    }));
    if (acts.length > 0) yield* run(auditLog(tx, acts));
    return acts.length;
  });
}
