// The audit log (R-Z7): of the whole installation for super admins, of their organization for its admins.
import { and, asc, desc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type AuditLog, AuditLogQuery } from '#sync/contract/analytics.ts';
import { isUuid } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { BrowserReports, type ReportsTaken } from '#sync/contract/report.ts';
import type { Db } from '../db/client.ts';
import type { Deps, Http, RateLimitRule } from '../deps.ts';
import { optionalActor, requireAdmin } from '../http/actor.ts';
import { auditLog } from '../http/audit-log.ts';
import { clientIp, networkOf } from '../http/client-ip.ts';
import { countUpTo, numberCursor, textMatches, toPage } from '../http/pages.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate, validateQuery } from '../http/validate.ts';
import { FEW, FEW_ROWS, narrowPeople } from '../people/search-people.ts';
import { type Actor, may } from '../permissions.ts';

export const auditRoutes = new Hono<Http>().get(
  '/admin/audit-log',
  requireAdmin,
  validateQuery(AuditLogQuery),
  async (c) => {
    return c.json(await readAuditLog(c.var.deps, c.var.actor, c.req.valid('query')));
  },
);

/** One page of the audit log, with the present names of what its acts mention. Refuses `organization_not_found`. */
async function readAuditLog(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Actor,
  query: AuditLogQuery,
): Promise<AuditLog> {
  const place = query.organizationId?.toLowerCase() ?? (viewer.isSuperAdmin ? undefined : viewer.organizationId);
  if (place !== undefined && !may(viewer, 'run_organization', { organizationId: place }))
    throw new Refusal('organization_not_found', { field: 'organizationId' });
  const { auditLog, profiles } = db.tables;
  const { id, organizationId, actorId } = auditLog;
  const about = query.finds === 'about' ? query.search : undefined;
  const whom = about
    ? inArray(auditLog.subject, await findPeople(db, viewer, { search: about, place }))
    : (await narrowPeople(db, { search: query.search }, actorId)).matches;
  const ofGroup = query.group ? await byOrToGroup(db, { group: query.group.toLowerCase(), place }) : undefined;
  const isRecent = query.days ? gte(auditLog.at, new Date(now().getTime() - query.days * DAY_MS)) : undefined;
  const isHere = place ? eq(organizationId, place) : undefined;
  // Whose address is guessed right must not be told by a search that finds them.
  const isOwn = (query.search && !about) || query.actor ? isOf(db, viewer) : undefined;
  const isAscending = query.sort === 'time';
  const from = numberCursor(query.cursor);
  const after = from === undefined ? undefined : isAscending ? gt(id, from) : lt(id, from);
  const rows = await db
    .select({ act: auditLog, actor: { name: profiles.fullName, email: addressFor(db, viewer) } })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, actorId))
    .where(and(after, isHere, ofKind(db, query.action), byActor(db, query.actor), whom, ofGroup, isRecent, isOwn))
    .orderBy(isAscending ? asc(id) : desc(id))
    .limit(query.limit + 1);
  const { page, nextCursor } = toPage(rows, query.limit, ({ act }) => String(act.id));
  const names = await nameThings(
    db,
    viewer,
    page.map(({ act }) => act),
  );
  const acts = page.map(({ act: { at, actorId: by, ...act }, actor }) => ({
    ...act,
    at: at.toISOString(),
    // A deleted account leaves its id.
    actor: by === null ? null : { id: by, name: actor?.name ?? null, email: actor?.email ?? null },
    names: Object.fromEntries(mentionedIn(act).flatMap((key) => (names.has(key) ? [[key, names.get(key) ?? '']] : []))),
  }));
  const isNarrowed = Boolean(query.action || query.actor || query.search || query.group || query.days);
  const total = () => (isNarrowed ? null : countUpTo(db, auditLog, isHere));
  return { acts, nextCursor, ...(!query.cursor && { total: await total() }) };
}

const DAY_MS = 86_400_000;

/**
 * Those to whom something was done, of whom the viewer may look for. Who has left the organization is found by their name alone: whose
 * address is guessed right must not be told.
 */
async function findPeople(
  db: Db,
  viewer: Actor,
  { search, place }: { search: string; place: string | null | undefined },
): Promise<string[]> {
  const { auditLog, profiles } = db.tables;
  const { id, fullName, organizationId } = profiles;
  const { matches } = await narrowPeople(db, { search }, id);
  const isHere = place ? sql`and ${eq(auditLog.organizationId, place)}` : sql``;
  const found = await db
    .select({ id, fullName, organizationId })
    .from(profiles)
    .where(
      and(matches, sql`exists (select 1 from ${auditLog} where ${auditLog.subject} = cast(${id} as text) ${isHere})`),
    )
    .limit(FEW_ROWS);
  if (found.length > FEW) throw new Refusal('validation_failed', { field: 'search' }, TOO_MANY);
  const isTheirs = (one: (typeof found)[number]) =>
    viewer.isSuperAdmin || one.organizationId === viewer.organizationId || textMatches([one.fullName ?? ''], search);
  return found.filter(isTheirs).map((one) => one.id);
}

const TOO_MANY = 'Too many people match. Write more of the name.';

/** That an act was done by or to people who are in this group now; there is none outside the organization that is looked at. */
async function byOrToGroup(db: Db, { group, place }: { group: string; place: string | null | undefined }) {
  const { auditLog, groups, groupMembers } = db.tables;
  const { actorId, subject } = auditLog;
  const isHere = and(eq(groups.id, group), place ? eq(groups.organizationId, place) : undefined);
  const [found] = await db.select({ id: groups.id }).from(groups).where(isHere);
  if (!found) return sql`false`;
  const inGroup = eq(groupMembers.groupId, group);
  const ids = db.select({ id: groupMembers.userId }).from(groupMembers).where(inGroup);
  const texts = db
    .select({ id: sql<string>`cast(${groupMembers.userId} as text)` })
    .from(groupMembers)
    .where(inGroup);
  return or(inArray(actorId, ids), inArray(subject, texts));
}

type StoredAct = Pick<AuditLog['acts'][number], 'action' | 'subject' | 'organizationId' | 'details'>;

/** The keys of what an act mentions: people and organizations by id, courses by 'course/4'. */
function mentionedIn({ action, subject, organizationId, details }: StoredAct): string[] {
  const { from, to, courseId, oldest } = details ?? {};
  const ids = [subject, organizationId, from, to].filter((id): id is string => typeof id === 'string' && isUuid(id));
  const courses = [action.startsWith('course.') ? subject : undefined, courseId, oldest].map(Number);
  return [...ids, ...courses.filter((id) => Number.isSafeInteger(id) && id > 0).map((id) => `course/${id}`)];
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

/** That a person is one of the viewer's: of an organization's admins, only who is in it. */
const isOf = ({ tables: { profiles } }: Db, viewer: Actor) =>
  viewer.isSuperAdmin ? undefined : eq(profiles.organizationId, viewer.organizationId ?? '');

/** The present address of a person; null for whoever is not one of the viewer's. */
const addressFor = (db: Db, viewer: Actor) => {
  const { email } = db.tables.profiles;
  const isOwn = isOf(db, viewer);
  return isOwn ? sql<string | null>`case when ${isOwn} then ${email} end` : sql<string | null>`${email}`;
};

/** The present names behind the keys in these acts. Which other organization is meant is not told to admins of one. */
async function nameThings(db: Db, viewer: Actor, acts: StoredAct[]): Promise<Map<string, string>> {
  const { profiles, organizations, courses } = db.tables;
  const keys = [...new Set(acts.flatMap(mentionedIn))];
  const ids = keys.filter(isUuid);
  const courseIds = keys.flatMap((key) => (isUuid(key) ? [] : [Number(key.replace('course/', ''))]));
  const people = await db
    .select({ id: profiles.id, name: profiles.fullName, email: addressFor(db, viewer) })
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
  return new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email ?? 'Someone outside the organization'] as const),
    ...places.map(
      ({ id, name }) =>
        [id, may(viewer, 'run_organization', { organizationId: id }) ? name : 'Another organization'] as const,
    ),
    ...titles.map(({ id, title }) => [`course/${id}`, title] as const),
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
    const { reports } = c.req.valid('json');
    const acts = reports.map(({ id, kind, at: happenedAt, name, where, page, count }) => ({
      action: `browser.${kind}`,
      subject: id.toLowerCase(),
      actorId: actor?.id ?? null,
      organizationId: actor?.organizationId ?? null,
      ip,
      at: deps.now(),
      details: { name, page, where, count, happenedAt },
    }));
    await auditLog(deps.db, acts);
    return c.json<ReportsTaken>({ taken: acts.length });
  },
);
