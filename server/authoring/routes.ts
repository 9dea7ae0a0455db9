// Courses as those who run them see, make and give them: below /api/admin, /api/enterprise/admin and POST /api/courses.
import { Hono } from 'hono';
import { CourseChange, NewCourse, WrittenCourse } from '#sync/contract/course-draft.ts';
import { CourseGrant, Enrollment, SearchedPage } from '#sync/contract/organization.ts';
import { accept, acceptId, acceptQuery, acceptUuid } from '../http/accept.ts';
import { actingOf, requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import { listAdminCourses, listOrganizationCourses, tellCourse } from './admin-course.ts';
import { cleanDuplicates, refreshLessons } from './clean-duplicates.ts';
import { requireEditable } from './editable.ts';
import { enrollPeople, grantCourse, revokeCourse, unenrollPerson } from './give-course.ts';
import { changeCourse, createCourse } from './write-course.ts';

const courseIn = (id: string | undefined) => acceptId(id, 'course_not_found');

export const authoringRoutes = new Hono<Http>()
  .get('/admin/courses', requireAdmin, acceptQuery(SearchedPage), async (c) => {
    return c.json(await listAdminCourses(c.var.deps.db, c.var.actor, c.req.valid('query')));
  })
  .get('/admin/courses/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const id = courseIn(c.req.param('id'));
    await db.transact((source) => requireEditable(source, c.var.actor, id));
    return c.json({ course: await tellCourse(db, id) });
  })
  .post('/admin/courses', requireAdmin, accept(NewCourse), async (c) => {
    return c.json({ course: await createCourse(c.var.deps.db, actingOf(c), c.req.valid('json')) }, 201);
  })
  .put('/admin/courses/:id', requireAdmin, accept(CourseChange), async (c) => {
    const change = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json({ course: await changeCourse(c.var.deps.db, actingOf(c), change) });
  })
  // The creation screen saves a draft, whatever it sends (decision 7).
  .post('/courses', requireAdmin, accept(WrittenCourse), async (c) => {
    const draft = { ...c.req.valid('json'), isPublished: false };
    return c.json({ course: await createCourse(c.var.deps.db, actingOf(c), draft) }, 201);
  })
  .post('/admin/courses/:id/enrollments', requireAdmin, accept(Enrollment), async (c) => {
    const asked = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await enrollPeople(c.var.deps.db, actingOf(c), asked));
  })
  .delete('/admin/courses/:id/enrollments/:userId', requireAdmin, async (c) => {
    const userId = acceptUuid(c.req.param('userId'), 'user_not_found');
    const asked = { courseId: courseIn(c.req.param('id')), userId };
    return c.json(await unenrollPerson(c.var.deps.db, actingOf(c), asked));
  })
  .get('/admin/courses/:id/lessons/refresh', requireSuperAdmin, async (c) => {
    return c.json(await refreshLessons(c.var.deps.db, courseIn(c.req.param('id'))));
  })
  .post('/admin/cleanup-course-duplicates', requireSuperAdmin, async (c) => {
    return c.json(await cleanDuplicates(c.var.deps.db, actingOf(c)));
  })
  .get('/enterprise/admin/organizations/:id/courses', requireAdmin, acceptQuery(SearchedPage), async (c) => {
    const { db } = c.var.deps;
    const id = acceptUuid(c.req.param('id'), 'organization_not_found');
    const organization = await readOrganization(db, c.var.actor, id);
    const { isSuperAdmin } = c.var.actor;
    return c.json(await listOrganizationCourses(db, { organization, isSuperAdmin }, c.req.valid('query')));
  })
  .post('/enterprise/admin/grant-course-access', requireSuperAdmin, accept(CourseGrant), async (c) => {
    return c.json(await grantCourse(c.var.deps.db, actingOf(c), c.req.valid('json')));
  })
  .post('/enterprise/admin/revoke-course-access', requireSuperAdmin, accept(CourseGrant), async (c) => {
    return c.json(await revokeCourse(c.var.deps.db, actingOf(c), c.req.valid('json')));
  });
