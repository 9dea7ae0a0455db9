// Courses as administrators list, create and grant them: below /api/admin, /api/enterprise/admin and POST /api/courses.

import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { CourseChange, NewCourse, WrittenCourse } from '#sync/contract/course-draft.ts';
import { type AdminCourse, CourseGrant, Enrollment, SearchedPage } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit, auditActorOf } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../../http/actor.ts';
import { validate, validateId, validateQuery, validateUuid } from '../../http/validate.ts';
import { readOrganization, requireActive } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { type CourseRecord, requireEditable } from '../editable.ts';
import { listAdminCourses, listOrganizationCourses, readAdminCourse } from './admin-course.ts';
import { enrollPeople, grantCourse, revokeCourse, unenrollPerson } from './assign-course.ts';
import { cleanDuplicates, refreshLessons } from './clean-duplicates.ts';

const courseIn = (id: string | undefined) => validateId(id, 'course_not_found');

export const authoringRoutes = new Hono<Http>()
  .get('/admin/courses', requireAdmin, validateQuery(SearchedPage), async (c) => {
    return c.json(await listAdminCourses(c.var.deps.db, c.var.actor, c.req.valid('query')));
  })
  .get('/admin/courses/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const id = courseIn(c.req.param('id'));
    await db.transact((tx) => requireEditable(tx, c.var.actor, id));
    return c.json({ course: await readAdminCourse(db, id) });
  })
  .post('/admin/courses', requireAdmin, validate(NewCourse), async (c) => {
    return c.json({ course: await createCourse(c.var.deps.db, auditActorOf(c), c.req.valid('json')) }, 201);
  })
  .put('/admin/courses/:id', requireAdmin, validate(CourseChange), async (c) => {
    const change = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json({ course: await changeCourse(c.var.deps.db, auditActorOf(c), change) });
  })
  // The creation screen always saves a draft, whatever it sends (decision 7).
  .post('/courses', requireAdmin, validate(WrittenCourse), async (c) => {
    const draft = { ...c.req.valid('json'), isPublished: false };
    return c.json({ course: await createCourse(c.var.deps.db, auditActorOf(c), draft) }, 201);
  })
  .post('/admin/courses/:id/enrollments', requireAdmin, validate(Enrollment), async (c) => {
    const request = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await enrollPeople(c.var.deps.db, auditActorOf(c), request));
  })
  .delete('/admin/courses/:id/enrollments/:userId', requireAdmin, async (c) => {
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const request = { courseId: courseIn(c.req.param('id')), userId };
    return c.json(await unenrollPerson(c.var.deps.db, auditActorOf(c), request));
  })
  .get('/admin/courses/:id/lessons/refresh', requireSuperAdmin, async (c) => {
    return c.json(await refreshLessons(c.var.deps.db, courseIn(c.req.param('id'))));
  })
  .post('/admin/cleanup-course-duplicates', requireSuperAdmin, async (c) => {
    return c.json(await cleanDuplicates(c.var.deps.db, auditActorOf(c)));
  })
  .get('/enterprise/admin/organizations/:id/courses', requireAdmin, validateQuery(SearchedPage), async (c) => {
    const { db } = c.var.deps;
    const id = validateUuid(c.req.param('id'), 'organization_not_found');
    const organization = await readOrganization(db, c.var.actor, id);
    const { isSuperAdmin } = c.var.actor;
    return c.json(await listOrganizationCourses(db, { organization, isSuperAdmin }, c.req.valid('query')));
  })
  .post('/enterprise/admin/grant-course-access', requireSuperAdmin, validate(CourseGrant), async (c) => {
    return c.json(await grantCourse(c.var.deps.db, auditActorOf(c), c.req.valid('json')));
  })
  .post('/enterprise/admin/revoke-course-access', requireSuperAdmin, validate(CourseGrant), async (c) => {
    return c.json(await revokeCourse(c.var.deps.db, auditActorOf(c), c.req.valid('json')));
  });

/**
 * Creates a course. That of an org admin belongs to their organization and is visible to its members, whatever visibility
 * is sent; naming another organization is `organization_not_found`.
 */
async function createCourse(db: Db, caller: AuditActor, wanted: NewCourse): Promise<AdminCourse> {
  const { courses } = db.tables;
  const { duration, price, ...columns } = wanted;
  const id = await db.transact(function* (tx) {
    const home = yield* homeOf(tx, caller.actor, wanted);
    const measures = { durationMinutes: duration ?? 0, priceCents: price ?? 0 };
    const row = { ...columns, ...home, ...measures, createdBy: caller.actor.id, createdAt: caller.now };
    const [made] = yield* run(tx.insert(courses).values(row).returning({ id: courses.id }));
    if (!made) throw new Error('The course was not stored.');
    const about = { organizationId: home.organizationId, subject: String(made.id) };
    yield* audit(tx, caller, { ...about, action: 'course.created', details: { title: wanted.title } });
    if (wanted.isPublished) yield* audit(tx, caller, { ...about, action: 'course.published' });
    return made.id;
  });
  return readAdminCourse(db, id);
}

interface Home {
  organizationId: string | null;
  visibility: AdminCourse['visibility'];
}

function* homeOf(tx: TxContext, actor: Person, wanted: NewCourse): Steps<Home> {
  const named = wanted.organizationId?.toLowerCase() ?? null;
  if (actor.isSuperAdmin) {
    if (named !== null) yield* requireActive(tx, actor, named);
    return { organizationId: named, visibility: wanted.visibility ?? 'public' };
  }
  const own = actor.organizationId;
  if (own === null) throw new Refusal('no_organization');
  yield* requireActive(tx, actor, named ?? own);
  return { organizationId: own, visibility: 'organization' };
}

/**
 * Changes a course, including whether it is published; absent fields stay. Refuses `course_not_found`, and org admins who
 * change visibility or owner.
 */
async function changeCourse(db: Db, caller: AuditActor, { courseId, ...change }: CourseChange & { courseId: number }) {
  const { courses } = db.tables;
  await db.transact(function* (tx) {
    const known = yield* requireEditable(tx, caller.actor, courseId);
    const wanted = columnsOf(change);
    const fields = changedFields(known, wanted);
    if (fields.length === 0) return;
    yield* requireFree(tx, caller, { known, wanted });
    yield* run(tx.update(courses).set(wanted).where(eq(courses.id, courseId)));
    const about = { organizationId: known.organizationId, subject: String(courseId) };
    const others = fields.filter((field) => field !== 'isPublished');
    if (others.length > 0)
      yield* audit(tx, caller, { ...about, action: 'course.changed', details: { fields: others } });
    if (fields.includes('isPublished')) {
      const action = wanted.isPublished ? 'course.published' : 'course.unpublished';
      yield* audit(tx, caller, { ...about, action });
    }
  });
  return readAdminCourse(db, courseId);
}

type Columns = Partial<CourseRecord>;

function columnsOf({ duration, price, organizationId, ...change }: CourseChange): Columns {
  const named: Columns = {
    ...change,
    ...(duration !== undefined && { durationMinutes: duration }),
    ...(price !== undefined && { priceCents: price }),
    ...(organizationId !== undefined && { organizationId: organizationId?.toLowerCase() ?? null }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function changedFields(known: CourseRecord, wanted: Columns): string[] {
  const before = known as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name]) => name);
}

/** Only super admins change the visibility and the owner of an existing course (decisions 13 and 14). */
function* requireFree(
  tx: TxContext,
  { actor }: AuditActor,
  { known, wanted }: { known: CourseRecord; wanted: Columns },
): Steps<void> {
  const { organizationId = known.organizationId, visibility = known.visibility } = wanted;
  if (organizationId !== known.organizationId) {
    if (organizationId !== null) yield* requireActive(tx, actor, organizationId);
    if (!actor.isSuperAdmin) throw new Refusal('access_denied', { field: 'organizationId' });
  }
  if (visibility !== known.visibility && !actor.isSuperAdmin)
    throw new Refusal('access_denied', { field: 'visibility' });
}
