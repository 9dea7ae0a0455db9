// Courses as administrators see them: with drafts, owners and dates, and with the computed figures of the catalog.
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { COUNT_LIMIT, foldText, type PageEnd } from '#sync/contract/fields.ts';
import type {
  AdminCourse,
  AdminCourseList,
  AdminCoursesQuery,
  OrganizationCourse,
  SearchedPage,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readCourses } from '../../catalog/open-course.ts';
import type { Db } from '../../db/client.ts';
import { cursorAt, readCursor, textMatches, toPage } from '../../http/pages.ts';
import type { Organization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';

const VISITOR = null;

/** The courses that this person may edit, newest first: all for super admins, else those of their organization. */
export async function listAdminCourses(db: Db, actor: Person, query: AdminCoursesQuery): Promise<AdminCourseList> {
  const { courses, organizations } = db.tables;
  const own = actor.organizationId;
  if (!actor.isSuperAdmin && own === null) return { courses: [], categories: [], nextCursor: null };
  // The courses of an organization that is switched off are hidden (decision 16).
  const isTheirs = actor.isSuperAdmin
    ? undefined
    : and(eq(courses.organizationId, own ?? ''), eq(organizations.isActive, true));
  const { ids, ...end } = await pageOf(db, isTheirs, query);
  return { courses: await readAdminCourses(db, ids), ...end };
}

/**
 * The courses of an organization, its own and those granted to it. Super admins also see granted drafts and granted courses
 * of an organization that is switched off; from its own admins these are hidden (decision 16).
 */
export async function listOrganizationCourses(
  db: Db,
  { organization, isSuperAdmin }: { organization: Organization; isSuperAdmin: boolean },
  query: SearchedPage,
): Promise<{ courses: OrganizationCourse[] } & PageEnd> {
  if (!organization.isActive && !isSuperAdmin) return { courses: [], nextCursor: null };
  const { courses, organizations, courseGrants } = db.tables;
  const organizationId = organization.id;
  const isOwn = eq(courses.organizationId, organizationId);
  const grant = sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${sql.param(organizationId, courseGrants.organizationId)})`;
  const isOpen = sql`coalesce(${organizations.isActive}, true)`;
  const isSeen = isSuperAdmin
    ? sql`(${isOwn} or ${grant})`
    : sql`${isOpen} and (${isOwn} or (${grant} and ${courses.isPublished}))`;
  const { ids, nextCursor } = await pageOf(db, isSeen, { ...query, sort: '-created' });
  const found = await readAdminCourses(db, ids);
  const all = found.map((course) => ({ ...course, isGranted: course.organizationId !== organizationId }));
  return { courses: all, nextCursor };
}

/** One course; `course_not_found` when there is none. The caller has checked access. */
export async function readAdminCourse(db: Db, id: number): Promise<AdminCourse> {
  const [course] = await readAdminCourses(db, [id]);
  if (!course) throw new Refusal('course_not_found');
  return course;
}

const titles = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** As much of a title as its place in the order needs. */
const TITLE_LENGTH = 64;

/** Reads a line of each course: an installation has a thousand of them, and the searched texts fold alike on both engines. */
async function pageOf(db: Db, where: SQL | undefined, query: AdminCoursesQuery) {
  const { courses, organizations } = db.tables;
  const { id, title, category, instructorName: instructor, visibility, isPublished, archivedAt } = courses;
  const all = await db
    .select({ id, title, category, instructor, visibility, isPublished, archivedAt })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(where)
    .orderBy(desc(id));
  const { search = '', sort, cursor, limit } = query;
  const found = all.filter(
    (row) =>
      (search === '' || textMatches([row.title, row.category, row.instructor], search)) &&
      (query.category === undefined || row.category === query.category) &&
      (query.visibility === undefined || row.visibility === query.visibility) &&
      (query.status === undefined || stateOf(row) === query.status),
  );
  const isByTitle = sort === 'title' || sort === '-title';
  const direction = sort.startsWith('-') ? -1 : 1;
  const keyOf = (row: { title: string }) => (isByTitle ? foldText(row.title).slice(0, TITLE_LENGTH) : '');
  const keyed = found.map((row) => ({ id: row.id, key: keyOf(row) }));
  const compare = (a: Keyed, b: Keyed) => direction * (titles.compare(a.key, b.key) || a.id - b.id);
  keyed.sort(compare);
  const [key = '', last] = readCursor(cursor, 'text', 'number') ?? [];
  const left = last === undefined ? keyed : keyed.filter((row) => compare(row, { key, id: Number(last) }) > 0);
  const { page, nextCursor } = toPage(left.slice(0, limit + 1), limit, (row) => cursorAt(row.key, row.id));
  const total = Math.min(found.length, COUNT_LIMIT + 1);
  const first = { total, categories: [...new Set(all.map((row) => row.category))].sort() };
  return { ids: page.map((row) => row.id), nextCursor, ...(!cursor && first) };
}

type Keyed = { id: number; key: string };

function stateOf({ isPublished, archivedAt }: { isPublished: boolean; archivedAt: Date | null }) {
  if (archivedAt) return 'archived';
  return isPublished ? 'published' : 'draft';
}

async function readAdminCourses(db: Db, ids: number[]): Promise<AdminCourse[]> {
  if (ids.length === 0) return [];
  const { courses, organizations } = db.tables;
  const { id, rev, createdAt, organizationId } = courses;
  const rows = await db
    .select({ id, rev, createdAt, organizationId, organization: { id: organizations.id, name: organizations.name } })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(inArray(id, ids));
  const facts = new Map(rows.map((row) => [row.id, row]));
  const byId = new Map((await readCourses(db, VISITOR, ids)).map((course) => [course.id, course]));
  return ids.flatMap((one) => {
    const course = byId.get(one);
    const row = facts.get(one);
    if (!course || !row) return [];
    const { rev, organizationId, organization } = row;
    return { ...course, rev, createdAt: row.createdAt.toISOString(), organizationId, organization };
  });
}
