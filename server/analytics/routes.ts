// Figures for administrators, below /api/admin and /api/analytics.

import { and, eq, inArray, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import {
  ActivityQuery,
  type CourseLearners,
  GroupScopeQuery,
  LearnersQuery,
  QuizFiguresQuery,
  type QuizLessons,
  QuizLessonsQuery,
  QuizPeopleQuery,
  TrendQuery,
} from '#sync/contract/analytics.ts';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { isCertified, readCertified } from '../certificates/ends.ts';
import { type Db, number, pick } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { countUpTo, cursorAt, pageBy, toPage } from '../http/pages.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import { isEnrolledAs, isInactive } from '../organizations/standings.ts';
import { type Actor, may } from '../permissions.ts';
import { FEW_ROWS, narrowPeople, totalOf } from '../search-people.ts';
import { readActivity } from './activity.ts';
import { readAttention } from './attention.ts';
import { type CourseQuery, readCourseAnalytics } from './course-figures.ts';
import { countInstallation, listTopCourses, readOverview, readTrends, shareByCategory } from './overview.ts';
import { listQuizLessons, listQuizResults } from './quiz-figures.ts';
import { listQuizPeople } from './quiz-people.ts';
import { askedScope, scopeOf } from './scope.ts';

export const analyticsRoutes = new Hono<Http>()
  .get('/admin/stats', requireSuperAdmin, async (c) => c.json(await countInstallation(c.var.deps.db.aside)))
  .get('/admin/attention', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    return c.json(await readAttention(c.var.deps, askedScope(c.var.actor, c.req.valid('query'))));
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
  .get('/admin/courses/:id/analytics', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    const { db, now } = c.var.deps;
    const courseId = await followedCourse(db, c.var.actor, c.req.param('id'));
    const scope = askedScope(c.var.actor, c.req.valid('query'));
    return c.json(await readCourseAnalytics(db.aside, { courseId, ...scope, now: now() }));
  })
  .get('/admin/courses/:id/learners', requireAdmin, validateQuery(LearnersQuery), async (c) => {
    const { db, now, env } = c.var.deps;
    const courseId = await followedCourse(db, c.var.actor, c.req.param('id'));
    const asked = c.req.valid('query');
    const scope = scopeOf(c.var.actor, asked.organizationId);
    const query = { ...asked, courseId, ...scope, now: now(), today: dayOf(now(), env.timeZone) };
    return c.json(await listCourseLearners(db, query));
  });

/** The id of a course whose learners this person may follow; everything else is `course_not_found` (P-13 and decision 288). */
async function followedCourse(db: Db, actor: Actor, text: string | undefined): Promise<number> {
  const courseId = validateId(text, 'course_not_found');
  const [course] = await findCourseFacts(db, { ...readerOf(actor), courseId });
  if (!course || !may(actor, 'assign_course', course.facts) || !may(actor, 'see_course', course.facts))
    throw new Refusal('course_not_found');
  return courseId;
}

// The learners of one course by progress (P-6, R-Z11). An org admin sees only their own people.

/** A page of those who are enrolled and match; with equal progress, the longest enrolled come first. */
async function listCourseLearners(
  db: Db,
  { today, now, ...query }: CourseQuery & Omit<LearnersQuery, 'organizationId'> & { today: string },
): Promise<CourseLearners> {
  const { courseProgress, pastRounds, profiles } = db.tables;
  const { userId, percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn, courseId } = courseProgress;
  const { organizationId, people, state, certificate, search, group } = query;
  const isOfStanding = certificate && isCertified(db.tables, { userId, courseId: query.courseId }, certificate, today);
  const isOfState = state && state !== 'inactive' ? isEnrolledAs(db.tables, state, today) : undefined;
  const isHere = and(eq(courseId, query.courseId), isOfState, isOfStanding);
  // Certificates are looked up for each of the enrolled.
  const isIdle = state === 'inactive' ? isInactive(db.tables, now) : undefined;
  const reads = certificate || isIdle ? db.aside : db;
  const lists: PromiseLike<{ id: string }[]>[] = [
    reads.select({ id: userId }).from(courseProgress).where(isHere).limit(FEW_ROWS),
  ];
  const isOurs = organizationId === null ? undefined : eq(profiles.organizationId, organizationId);
  if (isOurs) lists.push(db.select({ id: profiles.id }).from(profiles).where(isOurs).limit(FEW_ROWS));
  const narrowed = await narrowPeople(db, { search, group }, userId, lists);
  const matches = and(
    isHere,
    isIdle,
    isOurs,
    narrowed.matches,
    people ? inArray(userId, people.split(',')) : undefined,
  );
  const sort = query.sort ?? (state === 'completed' ? '-progress' : 'progress');
  const isAscending = !sort.startsWith('-');
  const orders = { progress: [percent, enrolledAt], name: [profiles.sortName], enrolled: [enrolledAt] };
  const by = sort.replace('-', '') as keyof typeof orders;
  const place = pageBy({ by: orders[by], id: userId, isAscending }, query);
  const rows = await reads
    .select({
      ...{ userId, percentComplete: percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn },
      ...pick(profiles, 'fullName', 'email', 'sortName'),
      firstEnrolledAt: sql<Date>`coalesce((select min(${pastRounds.enrolledAt}) from ${pastRounds}
        where ${pastRounds.userId} = ${userId} and ${pastRounds.courseId} = ${courseId}), ${enrolledAt})`.mapWith(
        enrolledAt,
      ),
      matching: narrowed.few && !query.cursor ? number(sql`count(*) over ()`) : number(sql`0`),
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(place.after, matches))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, (row) => {
    const values = {
      progress: [row.percentComplete, row.enrolledAt],
      name: [row.sortName],
      enrolled: [row.enrolledAt],
    };
    return cursorAt(...values[by], row.userId);
  });
  const ids = page.map((row) => row.userId);
  const certifiedIn = await readCertified(db, { courseId: query.courseId, ids, today });
  const learners = page.map(({ sortName: _, matching: __, ...row }) => ({
    ...row,
    certified: certifiedIn(row.userId),
    enrolledAt: row.enrolledAt.toISOString(),
    firstEnrolledAt: row.firstEnrolledAt.toISOString(),
    dueOn: row.completedAt ? null : row.dueOn,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }));
  const total = () => totalOf(narrowed, rows[0]?.matching, () => countUpTo(db, courseProgress, isHere));
  return { learners, nextCursor, ...(!query.cursor && { total: await total() }) };
}
