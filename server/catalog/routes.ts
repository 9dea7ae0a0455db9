// The catalog over HTTP: courses and lessons, for everyone (public) and for the person who asks.

import { and, type Column, eq, gt, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { CourseFilter, type CourseList, matchesFilter } from '#sync/contract/course.ts';
import type { Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { answerFresh } from '../http/etag.ts';
import { cut, DEFAULT_PAGE, numberCursor } from '../http/pages.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { type Asking, may } from '../permissions.ts';
import { courseFacts, type Reader, readerOf } from './facts.ts';
import { listLessons, openLesson } from './lessons.ts';
import { openCourse, readCourses } from './open-course.ts';

const VISITOR = null;

const courseId = (text: string | undefined) => validateId(text, 'course_not_found');
const lessonId = (text: string | undefined) => validateId(text, 'lesson_not_found');

export const catalogRoutes = new Hono<Http>()
  .get('/public/courses', validateQuery(CourseFilter), async (c) => {
    return answerFresh(c, await listCourses(c.var.deps.db, VISITOR, c.req.valid('query')));
  })
  .get('/public/courses/:id', async (c) => {
    return answerFresh(c, await openCourse(c.var.deps.db, VISITOR, courseId(c.req.param('id'))));
  })
  .get('/public/courses/:id/lessons', async (c) => {
    return answerFresh(c, { lessons: await listLessons(c.var.deps.db, VISITOR, courseId(c.req.param('id'))) });
  })
  .get('/public/lessons/:id', async (c) => {
    return answerFresh(c, await openLesson(c.var.deps.db, VISITOR, lessonId(c.req.param('id'))));
  })
  .get('/courses', requireActor, validateQuery(CourseFilter), async (c) => {
    return answerFresh(c, await listCourses(c.var.deps.db, c.var.actor, c.req.valid('query')));
  })
  .get('/courses/:id', requireActor, async (c) => {
    return answerFresh(c, await openCourse(c.var.deps.db, c.var.actor, courseId(c.req.param('id'))));
  })
  .get('/courses/:id/lessons', requireActor, async (c) => {
    return answerFresh(c, { lessons: await listLessons(c.var.deps.db, c.var.actor, courseId(c.req.param('id'))) });
  })
  .get('/lessons/:id', requireActor, async (c) => {
    return answerFresh(c, await openLesson(c.var.deps.db, c.var.actor, lessonId(c.req.param('id'))));
  });

const SCAN_ROWS = 500;

/**
 * The courses this person may see that agree with the filter, by id, one page of them. Access and search are judged by
 * the same functions as everywhere (`may`, the contract's `matchesFilter`), so that a device offline finds the same.
 */
async function listCourses(db: Db, asking: Asking, filter: CourseFilter): Promise<CourseList> {
  const wanted = filter.limit ?? DEFAULT_PAGE;
  const found: number[] = [];
  const fixed = { ...readerOf(asking), ...narrowing(asking, filter) };
  let after = numberCursor(filter.cursor) ?? 0;
  for (;;) {
    const rows = await findCandidates(db, { ...fixed, after });
    for (const row of rows) {
      if (may(asking, 'see_course', row.facts) && matchesFilter(row, filter)) found.push(row.id);
    }
    after = rows.at(-1)?.id ?? after;
    if (found.length > wanted || rows.length < SCAN_ROWS) break;
  }
  const { page, nextCursor } = cut(found, wanted, String);
  return { courses: await readCourses(db, asking, page), nextCursor };
}

/** The next rows that could be listed, with only what judging them takes; `may` and `matchesFilter` have the last word. */
const findCandidates = prepared<Reader & Narrowing>()(({ queries, tables }) => {
  const { courses, organizations } = tables;
  const isWanted = (column: Column, name: string) =>
    sql`${column} = coalesce(cast(${sql.placeholder(name)} as text), ${column})`;
  return queries
    .select({
      id: courses.id,
      title: courses.title,
      description: courses.description,
      instructorName: courses.instructorName,
      category: courses.category,
      level: courses.level,
      facts: courseFacts(tables),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(
      and(
        gt(courses.id, sql.placeholder('after')),
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
  /** 1 for those who may edit some course. */
  withDrafts: 0 | 1;
}

function narrowing(asking: Asking, filter: CourseFilter): Omit<Narrowing, 'after'> {
  const wanted = (value: string | undefined) => (!value || value === 'all' ? null : value);
  const withDrafts = asking?.isSuperAdmin || asking?.isOrgAdmin ? 1 : 0;
  return { category: wanted(filter.category), level: wanted(filter.level), withDrafts };
}
