// What went wrong in people's browsers, as a kind of their own in the audit log.
import { and, eq, gte, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { type BrowserReport, BrowserReports, type ReportsTaken } from '#sync/contract/report.ts';
import { type Db, run } from '../db/client.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { optionalActor } from '../http/actor.ts';
import { clientIp, networkOf } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate } from '../http/validate.ts';
import { auditLog } from './audit-log.ts';

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
