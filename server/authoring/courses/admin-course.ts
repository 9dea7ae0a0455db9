// Courses as administrators see them: with drafts, owners and dates, and with the computed figures of the catalog.
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AdminCourse, OrganizationCourse, SearchedPage } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readCourses } from '../../catalog/open-course.ts';
import type { Db } from '../../db/client.ts';
import { numberCursor, textMatches, toPage } from '../../http/pages.ts';
import type { Organization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';

const VISITOR = null;

/** The courses that this person may edit, newest first: all for super admins, else those of their organization. */
export async function listAdminCourses(db: Db, actor: Person, query: SearchedPage) {
  const { courses, organizations } = db.tables;
  const own = actor.organizationId;
  if (!actor.isSuperAdmin && own === null) return { courses: [], nextCursor: null };
  // The courses of an organization that is switched off are hidden (decision 16).
  const isTheirs = actor.isSuperAdmin
    ? undefined
    : and(eq(courses.organizationId, own ?? ''), eq(organizations.isActive, true));
  const { ids, nextCursor } = await pageOf(db, isTheirs, query);
  return { courses: await readAdminCourses(db, ids), nextCursor };
}

/**
 * The courses of an organization, its own and those granted to it. Super admins also see granted drafts and granted courses
 * of an organization that is switched off; from its own admins these are hidden (decision 16).
 */
export async function listOrganizationCourses(
  db: Db,
  { organization, isSuperAdmin }: { organization: Organization; isSuperAdmin: boolean },
  query: SearchedPage,
): Promise<{ courses: OrganizationCourse[]; nextCursor: string | null }> {
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
  const { ids, nextCursor } = await pageOf(db, isSeen, query);
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

async function pageOf(db: Db, where: SQL | undefined, { cursor, limit, search }: SearchedPage) {
  const { courses, organizations } = db.tables;
  const before = numberCursor(cursor);
  const query = db
    .select({ id: courses.id, title: courses.title, category: courses.category, instructor: courses.instructorName })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(where, before === undefined ? undefined : lt(courses.id, before)))
    .orderBy(desc(courses.id));
  const rows = search
    ? (await query).filter((row) => textMatches([row.title, row.category, row.instructor], search))
    : await query.limit(limit + 1);
  const { page, nextCursor } = toPage(rows, limit, (row) => String(row.id));
  return { ids: page.map((row) => row.id), nextCursor };
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
