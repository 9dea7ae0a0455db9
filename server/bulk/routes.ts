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
import { previewReminders } from './acts.ts';
import { cancelJob, createJob, createJobSteps, listJobs, listRows } from './jobs.ts';

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
    c.var.deps.runJobs();
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

/** So many are enrolled at once: all members of 100,000 would hold the process for seven seconds on SQLite. */
const ENROLLED_AT_ONCE = 500;

/** Enrolls all members of an organization, by a job where they are many. Refuses what `enrollEveryone` refuses. */
async function enrollEveryoneOrStart(
  { db, env, mailer, runJobs }: Deps,
  caller: AuditActor,
  request: EveryoneEnrollment & { courseId: number },
): Promise<{ message: string; changed: number; job?: BulkJob }> {
  const told = await db.transact(function* (tx) {
    const { isLeft, ...told } = yield* enrollEveryone({ ...tx, env }, caller, { ...request, most: ENROLLED_AT_ONCE });
    if (!isLeft) return told;
    const { courseId, dueOn, dueInDays, sendEmail, organizationId, groupId } = request;
    const act = {
      kind: 'enroll' as const,
      courseId,
      ...(dueOn !== undefined && { dueOn }),
      ...(dueInDays && { dueInDays }),
      ...(sendEmail && { sendEmail }),
    };
    const wanted = { organizationId: organizationId.toLowerCase(), act, matching: groupId ? { group: groupId } : {} };
    return { ...told, job: yield* createJobSteps({ ...tx, env }, caller, wanted) };
  });
  runJobs();
  mailer.flush();
  return told;
}
