// Figures for administrators, below /api/admin and /api/analytics.

import { Hono } from 'hono';
import {
  ActivityQuery,
  GroupScopeQuery,
  LearnersQuery,
  QuizFiguresQuery,
  type QuizLessons,
  QuizLessonsQuery,
  QuizPeopleQuery,
  ScopeQuery,
  TrendQuery,
} from '#sync/contract/analytics.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { TrainingReport } from '#sync/contract/training-report.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { type Db, pick } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { readOrganization } from '../identity/require-organization.ts';
import { readMailFacts } from '../mail/mail-state.ts';
import { listLearners } from '../people/learners.ts';
import { type Actor, may } from '../permissions.ts';
import { readActivity } from './activity.ts';
import { readAttention } from './attention.ts';
import { readCourseAnalytics } from './course-figures.ts';
import { countInstallation, listTopCourses, readOverview, readTrends, shareByCategory } from './overview.ts';
import { listQuizLessons, listQuizResults } from './quiz-figures.ts';
import { listQuizPeople } from './quiz-people.ts';
import { readReport } from './report.ts';
import { askedScope, scopeOf } from './scope.ts';

export const analyticsRoutes = new Hono<Http>()
  .get('/admin/stats', requireSuperAdmin, async (c) => c.json(await countInstallation(c.var.deps.db.aside)))
  .get('/admin/attention', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    return c.json(await readAttention(c.var.deps, askedScope(c.var.actor, c.req.valid('query'))));
  })
  .get('/admin/mail', requireAdmin, validateQuery(ScopeQuery), async (c) => {
    const { organizationId } = scopeOf(c.var.actor, c.req.valid('query').organizationId);
    return c.json(await readMailFacts(c.var.deps, organizationId));
  })
  .get('/admin/activity', requireAdmin, validateQuery(ActivityQuery), async (c) => {
    const { db, now } = c.var.deps;
    const { since, ...named } = c.req.valid('query');
    return c.json(await readActivity(db, askedScope(c.var.actor, named), { since, now: now() }));
  })
  .get('/admin/quiz-analytics/summary', requireSuperAdmin, validateQuery(QuizFiguresQuery), async (c) => {
    const query = c.req.valid('query');
    return c.json(
      await listQuizResults(c.var.deps.db.aside, {
        ...query,
        ...scopeOf(c.var.actor, query.organizationId),
        now: c.var.deps.now(),
      }),
    );
  })
  .get('/admin/quiz-analytics/lessons', requireAdmin, validateQuery(QuizLessonsQuery), async (c) => {
    const { db, now } = c.var.deps;
    const query = c.req.valid('query');
    const scope = askedScope(c.var.actor, query);
    const whose = scope.organizationId && (await readOrganization(db, c.var.actor, scope.organizationId));
    const organization = whose ? pick(whose, 'id', 'name') : null;
    const lessons = await listQuizLessons(db.aside, { ...query, ...scope, now: now() });
    return c.json<QuizLessons>({ organization, ...lessons });
  })
  .get('/admin/quiz-analytics/users', requireSuperAdmin, validateQuery(QuizPeopleQuery), async (c) => {
    const query = c.req.valid('query');
    return c.json(await listQuizPeople(c.var.deps.db, { ...query, ...scopeOf(c.var.actor, query.organizationId) }));
  })
  .get('/admin/quiz-analytics/people', requireAdmin, validateQuery(QuizPeopleQuery), async (c) => {
    const query = c.req.valid('query');
    return c.json(await listQuizPeople(c.var.deps.db, { ...query, ...askedScope(c.var.actor, query) }));
  })
  .get('/admin/quiz-analytics/organization', requireAdmin, validateQuery(QuizPeopleQuery), async (c) => {
    const { db, now } = c.var.deps;
    const { organizationId = c.var.actor.organizationId, ...query } = c.req.valid('query');
    if (organizationId === null) throw new Refusal('no_organization');
    const { id, name } = await readOrganization(db, c.var.actor, organizationId);
    const question = { ...query, organizationId: id };
    const people = await listQuizPeople(db, question);
    return c.json({
      organization: { id, name },
      ...(await listQuizResults(db.aside, { ...question, now: now() })),
      ...people,
    });
  })
  .get('/analytics/overview', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await readOverview(db.aside, askedScope(c.var.actor, c.req.valid('query')), now()));
  })
  .get('/analytics/trends', requireAdmin, validateQuery(TrendQuery), async (c) => {
    const { db, now } = c.var.deps;
    const query = c.req.valid('query');
    return c.json(await readTrends(db.aside, askedScope(c.var.actor, query), { range: query.range, now: now() }));
  })
  .get('/analytics/categories', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    return c.json(await shareByCategory(c.var.deps.db.aside, askedScope(c.var.actor, c.req.valid('query'))));
  })
  .get('/analytics/top-courses', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    return c.json(await listTopCourses(c.var.deps.db.aside, askedScope(c.var.actor, c.req.valid('query'))));
  })
  .get('/analytics/report', requireAdmin, validateQuery(ScopeQuery), async (c) => {
    return c.json(await reportFor(c.var, c.req.valid('query')));
  })
  .get('/analytics/report.pdf', requireAdmin, validateQuery(ScopeQuery), async (c) => {
    const report = await reportFor(c.var, c.req.valid('query'));
    // As for certificates: loaded with the first PDF.
    const { drawReport } = await import('./draw-report.ts');
    const pdf = await drawReport(report);
    return c.body(pdf, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="training-report-${report.today}.pdf"`,
    });
  })
  .get('/admin/courses/:id/analytics', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    const { db, now } = c.var.deps;
    const courseId = await followedCourse(db, c.var.actor, c.req.param('id'));
    const scope = askedScope(c.var.actor, c.req.valid('query'));
    return c.json(await readCourseAnalytics(db.aside, { courseId, ...scope, now: now() }));
  })
  .get('/admin/courses/:id/learners', requireAdmin, validateQuery(LearnersQuery), async (c) => {
    const { organizationId: named, ...query } = c.req.valid('query');
    const courseId = await followedCourse(c.var.deps.db, c.var.actor, c.req.param('id'));
    return c.json(await listLearners(c.var.deps, { ...query, courseId, ...scopeOf(c.var.actor, named) }));
  });

/** The id of a course whose learners this person may follow; everything else is `course_not_found` (P-13 and decision 288). */
async function followedCourse(db: Db, actor: Actor, text: string | undefined): Promise<number> {
  const courseId = validateId(text, 'course_not_found');
  const [course] = await findCourseFacts(db, { ...readerOf(actor), courseId });
  if (!course || !may(actor, 'assign_course', course.facts) || !may(actor, 'see_course', course.facts))
    throw new Refusal('course_not_found');
  return courseId;
}

/** Of one organization: an admin's own, or the one that a super admin names. Refuses `no_organization` and `organization_not_found`. */
async function reportFor(
  { deps, actor }: Http['Variables'] & { actor: Actor },
  { organizationId = actor.organizationId ?? undefined }: { organizationId?: string | undefined },
): Promise<TrainingReport> {
  if (organizationId === undefined) throw new Refusal('no_organization');
  return readReport(deps, await readOrganization(deps.db, actor, organizationId));
}
