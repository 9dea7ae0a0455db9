// What administrators are told in numbers, below /api/admin and /api/analytics.
import { Hono } from 'hono';
import { QuizFiguresQuery, TrendQuery } from '#sync/contract/analytics.ts';
import { AdminPage } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import type { Db } from '../db/client.ts';
import { acceptId, acceptQuery } from '../http/accept.ts';
import type { Actor } from '../http/actor.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import { may } from '../permissions.ts';
import { listCourseLearners, readCourseAnalytics } from './course-analytics.ts';
import { countInstallation, listTopCourses, readOverview, readTrends, shareByCategory } from './overview.ts';
import { listQuizPeople, summarizeQuizzes } from './quiz-figures.ts';
import { scopeOf } from './scope.ts';

export const analyticsRoutes = new Hono<Http>()
  .get('/admin/stats', requireSuperAdmin, async (c) => c.json(await countInstallation(c.var.deps.db)))
  .get('/admin/quiz-analytics/summary', requireSuperAdmin, acceptQuery(QuizFiguresQuery), async (c) => {
    const asked = c.req.valid('query');
    return c.json(await summarizeQuizzes(c.var.deps.db, { ...asked, ...scopeOf(c.var.actor, asked.organizationId) }));
  })
  .get('/admin/quiz-analytics/users', requireSuperAdmin, acceptQuery(QuizFiguresQuery), async (c) => {
    const asked = c.req.valid('query');
    return c.json(await listQuizPeople(c.var.deps.db, { ...asked, ...scopeOf(c.var.actor, asked.organizationId) }));
  })
  .get('/admin/quiz-analytics/organization', requireAdmin, acceptQuery(QuizFiguresQuery), async (c) => {
    const { db } = c.var.deps;
    const { organizationId = c.var.actor.organizationId, ...asked } = c.req.valid('query');
    if (organizationId === null) throw new Refusal('no_organization');
    const { id, name } = await readOrganization(db, c.var.actor, organizationId);
    const question = { ...asked, organizationId: id };
    const people = await listQuizPeople(db, question);
    return c.json({ organization: { id, name }, ...(await summarizeQuizzes(db, question)), ...people });
  })
  .get('/analytics/overview', requireAdmin, async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await readOverview(db, scopeOf(c.var.actor), now()));
  })
  .get('/analytics/trends', requireAdmin, acceptQuery(TrendQuery), async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await readTrends(db, scopeOf(c.var.actor), { ...c.req.valid('query'), now: now() }));
  })
  .get('/analytics/categories', requireAdmin, async (c) => {
    return c.json(await shareByCategory(c.var.deps.db, scopeOf(c.var.actor)));
  })
  .get('/analytics/top-courses', requireAdmin, async (c) => {
    return c.json(await listTopCourses(c.var.deps.db, scopeOf(c.var.actor)));
  })
  .get('/admin/courses/:id/analytics', requireAdmin, async (c) => {
    const { db, now } = c.var.deps;
    const courseId = await ownCourse(db, c.var.actor, c.req.param('id'));
    return c.json(await readCourseAnalytics(db, { courseId, ...scopeOf(c.var.actor), now: now() }));
  })
  .get('/admin/courses/:id/learners', requireAdmin, acceptQuery(AdminPage), async (c) => {
    const { db, now } = c.var.deps;
    const courseId = await ownCourse(db, c.var.actor, c.req.param('id'));
    const asked = { ...c.req.valid('query'), courseId, ...scopeOf(c.var.actor), now: now() };
    return c.json(await listCourseLearners(db, asked));
  });

/** The id of a course that this person may edit; everything else is `course_not_found` (decision 13). */
async function ownCourse(db: Db, actor: Actor, text: string | undefined): Promise<number> {
  const courseId = acceptId(text, 'course_not_found');
  const [course] = await findCourseFacts(db, { ...readerOf(actor), courseId });
  if (!course || !may(actor, 'edit_course', course.facts)) throw new Refusal('course_not_found');
  return courseId;
}
