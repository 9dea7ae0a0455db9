import { and, eq, gt, or, type SQL } from 'drizzle-orm';
import { type Course, type CourseFilter, type CourseList, MAX_ID, matchesFilter } from '#sync/contract/course.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import { type Asking, may } from '../permissions.ts';
import { courseFacts, readerOf } from './facts.ts';
import { readCourses } from './open-course.ts';

const DEFAULT_PAGE = 100;
const SCAN_ROWS = 500;

/**
 * The courses this person may see that agree with the filter, by id, one page of them. Access and search are judged by
 * the same functions as everywhere (`may`, the contract's `matchesFilter`), so that a device offline finds the same.
 */
export async function listCourses(db: Db, asking: Asking, filter: CourseFilter): Promise<CourseList> {
  const wanted = filter.limit ?? DEFAULT_PAGE;
  const found: number[] = [];
  let after = readCursor(filter.cursor);
  for (;;) {
    const rows = await candidates(db, asking, { filter, after });
    for (const row of rows) {
      if (may(asking, 'see_course', row.facts) && matchesFilter(row, filter)) found.push(row.id);
    }
    after = rows.at(-1)?.id ?? after;
    if (found.length > wanted || rows.length < SCAN_ROWS) break;
  }
  const page = found.slice(0, wanted);
  const last = page.at(-1);
  return {
    courses: await readCourses(db, asking, page),
    nextCursor: found.length > wanted && last !== undefined ? String(last) : null,
  };
}

/** The next rows that could be listed, with only what judging them takes. */
function candidates(db: Db, asking: Asking, { filter, after }: { filter: CourseFilter; after: number }) {
  const { courses, organizations } = db.tables;
  return db
    .select({
      id: courses.id,
      title: courses.title,
      description: courses.description,
      instructorName: courses.instructorName,
      category: courses.category,
      level: courses.level,
      facts: courseFacts(db.tables, readerOf(asking)),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(gt(courses.id, after), withinReach(db, asking), categoryIs(db, filter), levelIs(db, filter)))
    .orderBy(courses.id)
    .limit(SCAN_ROWS);
}

/** Leaves out what certainly cannot be seen; `may` has the last word. */
function withinReach(db: Db, asking: Asking): SQL | undefined {
  const { courses } = db.tables;
  if (asking?.isSuperAdmin) return undefined;
  if (!asking) return and(eq(courses.isPublished, true), eq(courses.visibility, 'public'));
  if (!asking.organizationId) return eq(courses.isPublished, true);
  return or(eq(courses.isPublished, true), eq(courses.organizationId, asking.organizationId));
}

function categoryIs(db: Db, { category }: CourseFilter): SQL | undefined {
  return !category || category === 'all' ? undefined : eq(db.tables.courses.category, category);
}

function levelIs(db: Db, { level }: CourseFilter): SQL | undefined {
  const known = (['beginner', 'intermediate', 'advanced'] satisfies Course['level'][]).find((one) => one === level);
  return known && eq(db.tables.courses.level, known);
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  if (/^\d{1,10}$/.test(cursor) && Number(cursor) <= MAX_ID) return Number(cursor);
  throw new Refusal('validation_failed', { field: 'cursor' }, 'cursor: is not one that this list gave out');
}
