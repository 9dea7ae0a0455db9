// Tablets report how they are, below /api/tablets; admins see and manage them below /api/admin/tablets.
import { Hono } from 'hono';
import { type TabletAnswer, TabletChange, TabletReport, TabletsQuery } from '#sync/contract/tablet.ts';
import { scopeOf } from '../analytics/scope.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireActor, requireAdmin } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { deviceName } from '../http/device-name.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate, validateQuery, validateUuid } from '../http/validate.ts';
import { changeTablet, forgetTablet, isKnown, listTablets, noteReport } from './tablets.ts';

const ONE = '/admin/tablets/:id';
const REPORTS: RateLimitRule = { name: 'tablet reports', limit: 120, windowSeconds: 3600 };
/** No one works on many new devices a day. */
const NEW_TABLETS: RateLimitRule = { name: 'new tablets', limit: 20, windowSeconds: 86_400 };

export const tabletRoutes = new Hono<Http>()
  .post('/tablets', requireActor, validate(TabletReport), async (c) => {
    const { deps, actor } = c.var;
    const { organizationId } = actor;
    if (organizationId === null || !deps.env.tabletReports) return c.json<TabletAnswer>({ signOutAskedAt: null });
    await limitCalls(deps, REPORTS, actor.id);
    const report = c.req.valid('json');
    const at = { organizationId, deviceId: report.id.toLowerCase() };
    if (!(await isKnown(deps.db, at))) await limitCalls(deps, NEW_TABLETS, actor.id);
    const browser = deviceName(c.req.header('User-Agent') ?? '');
    return c.json(await noteReport(deps.db, at, { report, browser, now: deps.now() }));
  })
  .get('/admin/tablets', requireAdmin, validateQuery(TabletsQuery), async (c) => {
    const { db, now } = c.var.deps;
    const query = c.req.valid('query');
    return c.json(await listTablets(db, { ...query, ...scopeOf(c.var.actor, query.organizationId), now: now() }));
  })
  .patch(ONE, requireAdmin, validate(TabletChange), async (c) => {
    const id = validateUuid(c.req.param('id'), 'tablet_not_found');
    await changeTablet(c.var.deps.db, auditActorOf(c), { id, ...c.req.valid('json') });
    return c.json({ message: 'The device was changed.' });
  })
  /** Until it reports again. */
  .delete(ONE, requireAdmin, async (c) => {
    const id = validateUuid(c.req.param('id'), 'tablet_not_found');
    await forgetTablet(c.var.deps.db, auditActorOf(c), id);
    return c.json({ message: 'The device was removed from the list.' });
  });
