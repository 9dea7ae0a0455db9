// Courses as administrators see them: with drafts, owners and dates, and with the computed figures of the catalog.
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { COUNT_LIMIT, type PageEnd } from '#sync/contract/fields.ts';
import type {
  AdminCourse,
  AdminCourseList,
  AdminCoursesQuery,
  OrganizationCourse,
  OrganizationCoursesQuery,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readCourses } from '../../catalog/open-course.ts';
import type { Db } from '../../db/client.ts';
import { pageByText, textMatches } from '../../http/pages.ts';
import type { Organization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';

const VISITOR = null;

/**
 * The courses that this person may edit, newest first: all for super admins, else those of their organization. Among the
 * usable ones are also those that the people of their organization can take.
 */
export async function listAdminCourses(db: Db, actor: Person, query: AdminCoursesQuery): Promise<AdminCourseList> {
  const { courses } = db.tables;
  const own = actor.organizationId;
  if (!actor.isSuperAdmin && own === null) return { courses: [], categories: [], nextCursor: null };
  const isOwn = eq(courses.organizationId, own ?? '');
  // The courses of an organization that is switched off are hidden (decision 16).
  const isSeen = actor.isSuperAdmin
    ? undefined
    : and(query.among === 'usable' ? or(isOwn, takableBy(db, own ?? '')) : isOwn, isOpen(db));
  const { ids, ...end } = await pageOf(db, isSeen, query);
  const found = await readAdminCourses(db, ids);
  return {
    courses: found.map((one) => ({ ...one, isEditable: actor.isSuperAdmin || one.organizationId === own })),
    ...end,
  };
}

const grantedTo = ({ tables: { courses, courseGrants } }: Db, organizationId: string) =>
  sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${sql.param(organizationId, courseGrants.organizationId)})`;

/** The people of the organization can take the course. */
function takableBy(db: Db, organizationId: string) {
  const { courses } = db.tables;
  const isOpenTo = or(
    eq(courses.visibility, 'public'),
    eq(courses.organizationId, organizationId),
    grantedTo(db, organizationId),
  );
  return and(eq(courses.isPublished, true), isNull(courses.archivedAt), isOpenTo);
}

/** The course belongs to no organization, or to one that is active. */
const isOpen = ({ tables: { organizations } }: Db) => sql`coalesce(${organizations.isActive}, true)`;

/**
 * The courses of an organization, its own and those granted to it, or the others that the query asks for. Super admins also
 * see granted drafts and granted courses of an organization that is switched off; from its own admins these are hidden
 * (decision 16).
 */
export async function listOrganizationCourses(
  db: Db,
  { organization, isSuperAdmin }: { organization: Organization; isSuperAdmin: boolean },
  { among, ...query }: OrganizationCoursesQuery,
): Promise<{ courses: OrganizationCourse[] } & PageEnd> {
  if (!organization.isActive && !isSuperAdmin) return { courses: [], nextCursor: null };
  const { courses } = db.tables;
  const organizationId = organization.id;
  const isOwn = eq(courses.organizationId, organizationId);
  const grant = grantedTo(db, organizationId);
  const isKnown = isSuperAdmin ? or(isOwn, grant) : or(isOwn, and(grant, eq(courses.isPublished, true)));
  const isEnrollable = or(
    and(isNull(courses.archivedAt), isSuperAdmin ? isKnown : isOwn),
    takableBy(db, organizationId),
  );
  const wanted = { takable: takableBy(db, organizationId), enrollable: isEnrollable };
  const isSeen = and(isSuperAdmin && !among ? undefined : isOpen(db), among ? wanted[among] : isKnown);
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

/** Reads a line of each course: an installation has a thousand of them, and the searched texts fold alike on both engines. */
async function pageOf(db: Db, where: SQL | undefined, query: AdminCoursesQuery) {
  const { courses, organizations } = db.tables;
  const { id, title, category, instructorName: instructor, visibility, isPublished, archivedAt } = courses;
  const all = await db
    .select({ id, title, category, instructor, visibility, isPublished, archivedAt })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(isNull(courses.deletedAt), where))
    .orderBy(desc(id));
  const { search = '', sort, cursor } = query;
  const found = all.filter(
    (row) =>
      (search === '' || textMatches([row.title, row.category, row.instructor], search)) &&
      (query.category === undefined || row.category === query.category) &&
      (query.visibility === undefined || row.visibility === query.visibility) &&
      (query.status === undefined || stateOf(row) === query.status),
  );
  const isByTitle = sort === 'title' || sort === '-title';
  const order = { textOf: isByTitle ? titleOf : () => '', isAscending: !sort.startsWith('-') };
  const { ids, nextCursor } = pageByText(found, order, { ...query, idKind: 'number' });
  const total = Math.min(found.length, COUNT_LIMIT + 1);
  const first = { total, categories: [...new Set(all.map((row) => row.category))].sort() };
  return { ids, nextCursor, ...(!cursor && first) };
}

const titleOf = ({ title }: { title: string }) => title;

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
