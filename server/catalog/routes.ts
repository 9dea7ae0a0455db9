// The catalog over HTTP: courses and lessons, for visitors and for signed-in people.

import { and, type Column, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { CourseFilter, type CourseList, matchesFilter } from '#sync/contract/course.ts';
import { SearchQuery } from '#sync/contract/search.ts';
import { languagesIn } from '#sync/contract/words.ts';
import { type Db, pick } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { numberCursor, toPage } from '../http/pages.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { jsonWithEtag } from '../http/responses.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { may, type Viewer } from '../permissions.ts';
import { courseFacts, type Reader, readerOf } from './facts.ts';
import { listLessons, openLesson } from './lessons.ts';
import { openCourse, readCourses } from './open-course.ts';
import { searchLessons } from './search.ts';

const VISITOR = null;
/** A fast typist searches twice a second. */
const SEARCHES: RateLimitRule = { name: 'searches', limit: 120, windowSeconds: 60 };

const courseId = (text: string | undefined) => validateId(text, 'course_not_found');
const lessonId = (text: string | undefined) => validateId(text, 'lesson_not_found');

const asked = ({ req }: Pick<Context, 'req'>) => languagesIn(req.header('Accept-Language'));

export const catalogRoutes = new Hono<Http>()
  .get('/public/courses', validateQuery(CourseFilter), async (c) => {
    return jsonWithEtag(c, await listCourses(c.var.deps.db, VISITOR, { ...c.req.valid('query'), languages: asked(c) }));
  })
  .get('/public/courses/:id', async (c) => {
    return jsonWithEtag(c, await openCourse(c.var.deps.db, VISITOR, courseId(c.req.param('id')), asked(c)));
  })
  .get('/public/courses/:id/lessons', async (c) => {
    return jsonWithEtag(c, {
      lessons: await listLessons(c.var.deps.db, VISITOR, courseId(c.req.param('id')), asked(c)),
    });
  })
  .get('/public/lessons/:id', async (c) => {
    return jsonWithEtag(c, await openLesson(c.var.deps.db, VISITOR, lessonId(c.req.param('id')), asked(c)));
  })
  .get('/courses', requireActor, validateQuery(CourseFilter), async (c) => {
    return jsonWithEtag(
      c,
      await listCourses(c.var.deps.db, c.var.actor, { ...c.req.valid('query'), languages: asked(c) }),
    );
  })
  .get('/courses/:id', requireActor, async (c) => {
    return jsonWithEtag(c, await openCourse(c.var.deps.db, c.var.actor, courseId(c.req.param('id')), asked(c)));
  })
  .get('/courses/:id/lessons', requireActor, async (c) => {
    return jsonWithEtag(c, {
      lessons: await listLessons(c.var.deps.db, c.var.actor, courseId(c.req.param('id')), asked(c)),
    });
  })
  .get('/lessons/:id', requireActor, async (c) => {
    return jsonWithEtag(c, await openLesson(c.var.deps.db, c.var.actor, lessonId(c.req.param('id')), asked(c)));
  })
  .get('/search', requireActor, validateQuery(SearchQuery), async (c) => {
    const { deps, actor } = c.var;
    await limitCalls(deps, SEARCHES, actor.id);
    return jsonWithEtag(c, { lessons: await searchLessons(deps.db, actor, c.req.valid('query').q) });
  });

const SCAN_ROWS = 500;

/**
 * One page of the courses that this viewer may see and that match the filter, by id. Access and search use the same
 * functions as everywhere (`may`, the contract's `matchesFilter`), so that an offline device finds the same courses.
 */
async function listCourses(
  db: Db,
  viewer: Viewer,
  { languages, ...filter }: CourseFilter & { languages: string[] },
): Promise<CourseList> {
  const wanted = filter.limit;
  const found: number[] = [];
  const chosen = (value: string | undefined) => (!value || value === 'all' ? null : value);
  const withDrafts: 0 | 1 = viewer?.isSuperAdmin || viewer?.isOrgAdmin ? 1 : 0;
  const narrowing = { category: chosen(filter.category), level: chosen(filter.level), withDrafts };
  const fixed = { ...readerOf(viewer), ...narrowing };
  let after = numberCursor(filter.cursor) ?? 0;
  for (;;) {
    const rows = await findCandidates(db, { ...fixed, after });
    for (const row of rows) {
      if (may(viewer, 'see_course', row.facts) && matchesFilter(row, filter)) found.push(row.id);
    }
    after = rows.at(-1)?.id ?? after;
    if (found.length > wanted || rows.length < SCAN_ROWS) break;
  }
  const { page, nextCursor } = toPage(found, wanted, String);
  return { courses: await readCourses(db, viewer, page, languages), nextCursor };
}

/** The next rows that may be listed, with only what deciding about them takes; `may` and `matchesFilter` decide. */
const findCandidates = prepared<Reader & Narrowing>()(({ queries, tables }) => {
  const { courses, organizations } = tables;
  const isWanted = (column: Column, name: string) =>
    sql`${column} = coalesce(cast(${sql.placeholder(name)} as text), ${column})`;
  return queries
    .select({
      ...pick(courses, 'id', 'title', 'description', 'instructorName', 'category', 'level'),
      facts: courseFacts(tables),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(
      and(
        gt(courses.id, sql.placeholder('after')),
        isNull(courses.deletedAt),
        isWanted(courses.category, 'category'),
        isWanted(courses.level, 'level'),
        sql`(${courses.isPublished} or cast(${sql.placeholder('withDrafts')} as integer) = 1)`,
      ),
    )
    .orderBy(courses.id)
    .limit(SCAN_ROWS);
});

interface Narrowing {
  after: number;
  category: string | null;
  level: string | null;
  /** 1 for people who may edit some course. */
  withDrafts: 0 | 1;
}
