// Figures for administrators, below /api/admin and /api/analytics.

import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import {
  type CourseAnalytics,
  type CourseLearners,
  LearnersQuery,
  QuizFiguresQuery,
  ScopeQuery,
  TrendQuery,
} from '#sync/contract/analytics.ts';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVisibleLesson, readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { type Db, number, pick } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Http } from '../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../http/actor.ts';
import { countUpTo, cursorAt, pageBy, toPage } from '../http/pages.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import { type Actor, may } from '../permissions.ts';
import { FEW_ROWS, narrowPeople, totalOf } from '../search-people.ts';
import { readAttention } from './attention.ts';
import { countInstallation, listTopCourses, readOverview, readTrends, shareByCategory } from './overview.ts';
import { listQuizPeople, summarizeQuizzes } from './quiz-figures.ts';
import { type Scope, scopeOf, within } from './scope.ts';

export const analyticsRoutes = new Hono<Http>()
  .get('/admin/stats', requireSuperAdmin, async (c) => c.json(await countInstallation(c.var.deps.db)))
  .get('/admin/attention', requireAdmin, validateQuery(ScopeQuery), async (c) => {
    const scope = scopeOf(c.var.actor, c.req.valid('query').organizationId);
    return c.json(await readAttention(c.var.deps, scope));
  })
  .get('/admin/quiz-analytics/summary', requireSuperAdmin, validateQuery(QuizFiguresQuery), async (c) => {
    const query = c.req.valid('query');
    return c.json(await summarizeQuizzes(c.var.deps.db, { ...query, ...scopeOf(c.var.actor, query.organizationId) }));
  })
  .get('/admin/quiz-analytics/users', requireSuperAdmin, validateQuery(QuizFiguresQuery), async (c) => {
    const query = c.req.valid('query');
    return c.json(await listQuizPeople(c.var.deps.db, { ...query, ...scopeOf(c.var.actor, query.organizationId) }));
  })
  .get('/admin/quiz-analytics/organization', requireAdmin, validateQuery(QuizFiguresQuery), async (c) => {
    const { db } = c.var.deps;
    const { organizationId = c.var.actor.organizationId, ...query } = c.req.valid('query');
    if (organizationId === null) throw new Refusal('no_organization');
    const { id, name } = await readOrganization(db, c.var.actor, organizationId);
    const question = { ...query, organizationId: id };
    const people = await listQuizPeople(db, question);
    return c.json({ organization: { id, name }, ...(await summarizeQuizzes(db, question)), ...people });
  })
  .get('/analytics/overview', requireAdmin, async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await readOverview(db, scopeOf(c.var.actor), now()));
  })
  .get('/analytics/trends', requireAdmin, validateQuery(TrendQuery), async (c) => {
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
  .get('/admin/courses/:id/learners', requireAdmin, validateQuery(LearnersQuery), async (c) => {
    const { db, now, env } = c.var.deps;
    const courseId = await ownCourse(db, c.var.actor, c.req.param('id'));
    const query = { ...c.req.valid('query'), courseId, ...scopeOf(c.var.actor), today: dayOf(now(), env.timeZone) };
    return c.json(await listCourseLearners(db, query));
  });

/** The id of a course that this person may edit; everything else is `course_not_found` (decision 13). */
async function ownCourse(db: Db, actor: Actor, text: string | undefined): Promise<number> {
  const courseId = validateId(text, 'course_not_found');
  const [course] = await findCourseFacts(db, { ...readerOf(actor), courseId });
  if (!course || !may(actor, 'edit_course', course.facts)) throw new Refusal('course_not_found');
  return courseId;
}

// The figures of one course, and its learners by progress (decision 6, Z11). An org admin sees only their own people.

const ACTIVE_MS = 30 * 24 * 60 * 60 * 1000;

interface CourseQuery extends Scope {
  courseId: number;
  now: Date;
}

async function readCourseAnalytics(db: Db, query: CourseQuery): Promise<CourseAnalytics> {
  const enrolled = await countEnrolled(db, query);
  const { lessons: quizzes } = await summarizeQuizzes(db, query);
  return { ...enrolled, lessons: await countDropOff(db, query), quizzes };
}

async function countEnrolled(db: Db, { courseId, now, ...scope }: CourseQuery) {
  const { courseProgress, profiles } = db.tables;
  const isActive = gte(courseProgress.lastActivityAt, new Date(now.getTime() - ACTIVE_MS));
  const [row] = await db
    .select({
      enrollments: number(sql`count(*)`),
      completions: number(sql`count(${courseProgress.completedAt})`),
      percentSum: number(sql`coalesce(sum(${courseProgress.percent}), 0)`),
      activeLearners: number(sql`count(*) filter (where ${isActive})`),
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
    .where(and(eq(courseProgress.courseId, courseId), within(db.tables, scope)));
  const { enrollments = 0, completions = 0, percentSum = 0, activeLearners = 0 } = row ?? {};
  const per = (sum: number) => (enrollments === 0 ? 0 : Math.round(sum / enrollments));
  return {
    enrollments,
    completions,
    completionRate: per(100 * completions),
    averagePercent: per(percentSum),
    activeLearners,
  };
}

/** How many started and completed each lesson that learners see, in the order of the course. */
async function countDropOff(db: Db, { courseId, ...scope }: CourseQuery): Promise<CourseAnalytics['lessons']> {
  const { lessons, courses, unitProgress, profiles } = db.tables;
  const begun = await db
    .select({
      lessonId: unitProgress.lessonId,
      started: number(sql`count(*) filter (where ${unitProgress.status} <> 'not_started')`),
      completed: number(sql`count(*) filter (where ${unitProgress.status} = 'completed')`),
    })
    .from(unitProgress)
    .innerJoin(profiles, eq(profiles.id, unitProgress.userId))
    .where(and(eq(unitProgress.courseId, courseId), within(db.tables, scope)))
    .groupBy(unitProgress.lessonId);
  const known = new Map(begun.map((row) => [row.lessonId, row]));
  const rows = await db
    .select({ lessonId: lessons.id, title: lessons.title, orderIndex: lessons.orderIndex })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.courseId, courseId), isVisibleLesson(db.tables)))
    .orderBy(lessons.orderIndex, lessons.id);
  return rows.map((row) => {
    const { started = 0, completed = 0 } = known.get(row.lessonId) ?? {};
    return { ...row, started, completed };
  });
}

/** A page of those who are enrolled and match; with equal progress, the longest enrolled come first. */
async function listCourseLearners(
  db: Db,
  { today, ...query }: Omit<CourseQuery, 'now'> & LearnersQuery & { today: string },
): Promise<CourseLearners> {
  const { courseProgress, profiles } = db.tables;
  const { userId, percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn, courseId } = courseProgress;
  const { organizationId, people, state, search, group } = query;
  const isHere = and(eq(courseId, query.courseId), inState(db.tables, state, today));
  const lists: PromiseLike<{ id: string }[]>[] = [
    db.select({ id: userId }).from(courseProgress).where(isHere).limit(FEW_ROWS),
  ];
  const isOurs = organizationId === null ? undefined : eq(profiles.organizationId, organizationId);
  if (isOurs) lists.push(db.select({ id: profiles.id }).from(profiles).where(isOurs).limit(FEW_ROWS));
  const narrowed = await narrowPeople(db, { search, group }, userId, lists);
  const matches = and(isHere, isOurs, narrowed.matches, people ? inArray(userId, people.split(',')) : undefined);
  const sort = query.sort ?? (state === 'completed' ? '-progress' : 'progress');
  const isAscending = !sort.startsWith('-');
  const orders = { progress: [percent, enrolledAt], name: [profiles.sortName], enrolled: [enrolledAt] };
  const by = sort.replace('-', '') as keyof typeof orders;
  const place = pageBy({ by: orders[by], id: userId, isAscending }, query);
  const rows = await db
    .select({
      ...{ userId, percentComplete: percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn },
      ...pick(profiles, 'fullName', 'email', 'sortName'),
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
  const learners = page.map(({ sortName: _, matching: __, ...row }) => ({
    ...row,
    enrolledAt: row.enrolledAt.toISOString(),
    dueOn: row.completedAt ? null : row.dueOn,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }));
  const total = () => totalOf(narrowed, rows[0]?.matching, () => countUpTo(db, courseProgress, isHere));
  return { learners, nextCursor, ...(!query.cursor && { total: await total() }) };
}

/** Without a state nothing is left out. */
function inState({ courseProgress }: Tables, state: LearnersQuery['state'], today: string): SQL | undefined {
  const { percent, completedAt, dueOn } = courseProgress;
  switch (state) {
    case 'behind':
      return isNull(completedAt);
    case 'not-started':
      return and(isNull(completedAt), eq(percent, 0));
    case 'overdue':
      return and(isNull(completedAt), lt(dueOn, today));
    case 'completed':
      return isNotNull(completedAt);
    case undefined:
      return undefined;
  }
}
