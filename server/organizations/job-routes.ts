// Jobs of an organization over HTTP, for its administrators.
import { Hono } from 'hono';
import { BulkRowsQuery, NewBulkJob } from '#sync/contract/bulk-job.ts';
import type { Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { validate, validateQuery, validateUuid } from '../http/validate.ts';
import { readOrganization } from '../identity/require-organization.ts';
import { cancelJob, createJob, listJobs, listRows } from './jobs.ts';

const ALL = '/enterprise/admin/organizations/:id/bulk-jobs';
const organizationIn = (id: string | undefined) => validateUuid(id, 'organization_not_found');
const jobIn = (id: string | undefined) => validateUuid(id, 'job_not_found');

export const bulkRoutes = new Hono<Http>()
  .get(ALL, requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    return c.json({ jobs: await listJobs(db, id) });
  })
  .post(ALL, requireAdmin, validate(NewBulkJob), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    const job = await createJob(c.var.deps, auditActorOf(c), wanted);
    c.var.deps.queue.wake('jobs');
    c.var.deps.queue.wake('mails');
    return c.json({ job }, 201);
  })
  .get(`${ALL}/:jobId/rows`, requireAdmin, validateQuery(BulkRowsQuery), async (c) => {
    const { db } = c.var.deps;
    const { id } = await readOrganization(db, c.var.actor, organizationIn(c.req.param('id')));
    const place = { organizationId: id, jobId: jobIn(c.req.param('jobId')) };
    return c.json(await listRows(db, place, c.req.valid('query')));
  })
  .get('/admin/bulk-jobs', requireSuperAdmin, async (c) => c.json({ jobs: await listJobs(c.var.deps.db, null) }))
  .get('/admin/bulk-jobs/:jobId/rows', requireSuperAdmin, validateQuery(BulkRowsQuery), async (c) => {
    const place = { organizationId: null, jobId: jobIn(c.req.param('jobId')) };
    return c.json(await listRows(c.var.deps.db, place, c.req.valid('query')));
  })
  .post('/admin/bulk-jobs/:jobId/cancel', requireSuperAdmin, async (c) => {
    const place = { organizationId: null, jobId: jobIn(c.req.param('jobId')) };
    return c.json(await cancelJob(c.var.deps.db, auditActorOf(c), place));
  })
  .post(`${ALL}/:jobId/cancel`, requireAdmin, async (c) => {
    const place = { organizationId: organizationIn(c.req.param('id')), jobId: jobIn(c.req.param('jobId')) };
    return c.json(await cancelJob(c.var.deps.db, auditActorOf(c), place));
  });
