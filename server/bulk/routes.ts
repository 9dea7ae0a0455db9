// Jobs of an organization over HTTP, for its administrators.
import { Hono } from 'hono';
import { type BulkJob, BulkRowsQuery, NewBulkJob, PreviewedReminders } from '#sync/contract/bulk-job.ts';
import { EveryoneEnrollment } from '#sync/contract/due.ts';
import { type AuditActor, auditActorOf } from '../audit/audit-log.ts';
import { enrollEveryone } from '../authoring/courses/enroll-people.ts';
import type { Deps, Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { validate, validateId, validateQuery, validateUuid } from '../http/validate.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import { cancelJob, createJob, createJobSteps, listJobs, listRows } from './jobs.ts';
import { previewReminders } from './matching.ts';

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
  .post(`${ALL}/preview-reminders`, requireAdmin, validate(PreviewedReminders), async (c) => {
    const request = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    return c.json(await previewReminders(c.var.deps, auditActorOf(c), request));
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
  .post('/admin/courses/:id/enroll-everyone', requireAdmin, validate(EveryoneEnrollment), async (c) => {
    const request = { ...c.req.valid('json'), courseId: validateId(c.req.param('id'), 'course_not_found') };
    return c.json(await enrollEveryoneOrStart(c.var.deps, auditActorOf(c), request));
  })
  .post(`${ALL}/:jobId/cancel`, requireAdmin, async (c) => {
    const place = { organizationId: organizationIn(c.req.param('id')), jobId: jobIn(c.req.param('jobId')) };
    return c.json(await cancelJob(c.var.deps.db, auditActorOf(c), place));
  });

/** Enrolls all members of an organization, by a job where they are many. Refuses what `enrollEveryone` refuses. */
async function enrollEveryoneOrStart(
  { db, env, queue }: Deps,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number },
): Promise<{ message: string; changed: number; job?: BulkJob }> {
  const told = await db.transact(function* (unit) {
    const tx = { ...unit, env };
    const { waiting, ...told } = yield* enrollEveryone(tx, caller, request);
    if (waiting.length === 0) return told;
    const { courseId, dueOn, dueInDays, sendEmail, organizationId } = request;
    const act = {
      kind: 'enroll' as const,
      courseId,
      ...(dueOn !== undefined && { dueOn }),
      ...(dueInDays && { dueInDays }),
      ...(sendEmail && { sendEmail }),
    };
    const wanted = { organizationId: organizationId.toLowerCase(), act, ids: waiting };
    return { ...told, job: yield* createJobSteps(tx, caller, wanted) };
  });
  queue.wake('jobs');
  queue.wake('mails');
  return told;
}
