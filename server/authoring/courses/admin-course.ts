// Courses as administrators see them: with drafts, owners and dates, and with the computed figures of the catalog.
import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { foldText, type PageEnd } from '#sync/contract/fields.ts';
import type {
  AdminCourse,
  AdminCourseList,
  AdminCoursesQuery,
  OrganizationCourse,
  OrganizationCoursesQuery,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isOf, type Scope } from '../../analytics/scope.ts';
import { isGrantedTo, isListedFor, isOfActive, isTakableBy } from '../../catalog/facts.ts';
import { readCourses } from '../../catalog/open-course.ts';
import { type Db, number } from '../../db/client.ts';
import { findAutomatic } from '../../enrollments/enrollment-rules.ts';
import { pageByText, textMatches } from '../../http/pages.ts';
import type { Organization } from '../../identity/require-organization.ts';
import { isEnrolledAs } from '../../people/standings.ts';
import type { Person } from '../../permissions.ts';

const VISITOR = null;
/** So many rules of a course are listed with it. */
const MOST_RULES = 3;

/**
 * The courses that this person may edit, newest first: all for super admins, else those of their organization. Among the
 * usable ones are also those that the people of their organization can take.
 */
export async function listAdminCourses(
  db: Db,
  actor: Person,
  query: AdminCoursesQuery,
  today?: string,
): Promise<AdminCourseList> {
  const { courses } = db.tables;
  const own = actor.organizationId;
  if (!actor.isSuperAdmin && own === null) return { courses: [], categories: [], nextCursor: null };
  const mine = (organizationId: string) =>
    query.among === 'usable'
      ? isListedFor(db.tables, organizationId)
      : and(eq(courses.organizationId, organizationId), isOfActive(db.tables));
  const isEditable = (course: Owned) => actor.isSuperAdmin || course.organizationId === own;
  const automatic = await findAutomatic(db, actor.isSuperAdmin ? undefined : (own ?? ''));
  const isSeen = actor.isSuperAdmin ? undefined : mine(own ?? '');
  const { ids, ...end } = await pageOf(db, isSeen, query, { isEditable, automatic });
  const found = await readAdminCourses(db, ids);
  const scope = { organizationId: actor.isSuperAdmin ? null : own };
  const figures = query.figures && today ? await countTakers(db, scope, ids, today) : undefined;
  const listed = found.map((one) => {
    const rules = automatic.get(one.id) ?? [];
    const taken = figures && { figures: figures.get(one.id) ?? { enrolled: 0, completed: 0, overdue: 0 } };
    return {
      ...one,
      isEditable: isEditable(one),
      rules: rules.slice(0, MOST_RULES),
      ruleCount: rules.length,
      ...taken,
    };
  });
  return { courses: listed, ...end };
}

/** By the ids of the courses. */
async function countTakers(db: Db, scope: Scope, ids: readonly number[], today: string) {
  const { aside, tables } = db;
  const { courseId, userId } = tables.courseProgress;
  const those = (standing: 'completed' | 'overdue') =>
    number(sql`count(*) filter (where ${isEnrolledAs(tables, standing, today)})`);
  const rows = await aside
    .select({ courseId, enrolled: count(), completed: those('completed'), overdue: those('overdue') })
    .from(tables.courseProgress)
    .where(and(inArray(courseId, [...ids]), isOf(tables, userId, scope)))
    .groupBy(courseId);
  return new Map(rows.map(({ courseId: id, ...figures }) => [id, figures]));
}

type CoursesQuery = Omit<OrganizationCoursesQuery, 'among'> & { among?: OrganizationCoursesQuery['among'] | 'listed' };

/**
 * The courses of an organization, its own and those granted to it, or the others that the query asks for: 'listed' are these and all
 * that its people can take. Super admins also see granted drafts and granted courses of an organization that is switched off; from its
 * own admins these are hidden (P-16).
 */
export async function listOrganizationCourses(
  db: Db,
  { organization, isSuperAdmin }: { organization: Organization; isSuperAdmin: boolean },
  { among, ...query }: CoursesQuery,
): Promise<{ courses: OrganizationCourse[] } & PageEnd> {
  if (!organization.isActive && !isSuperAdmin) return { courses: [], nextCursor: null, total: 0 };
  const { courses, autoEnrollments } = db.tables;
  const organizationId = organization.id;
  const isOwn = eq(courses.organizationId, organizationId);
  const grant = isGrantedTo(db.tables, organizationId);
  const isKnown = isSuperAdmin ? or(isOwn, grant) : or(isOwn, and(grant, eq(courses.isPublished, true)));
  const isTakable = isTakableBy(db.tables, organizationId);
  const isEnrollable = or(and(isNull(courses.archivedAt), isSuperAdmin ? isKnown : isOwn), isTakable);
  const hasRule = sql`exists (select 1 from ${autoEnrollments} where ${autoEnrollments.courseId} = ${courses.id}
    and ${autoEnrollments.organizationId} = ${organizationId})`;
  const listed = or(isKnown, isTakable);
  const automatic = and(isNull(courses.archivedAt), hasRule);
  const wanted = { takable: isTakable, enrollable: isEnrollable, automatic, listed };
  const isOfAny = isSuperAdmin && (among === undefined || among === 'listed');
  const isSeen = and(isOfAny ? undefined : isOfActive(db.tables), among ? wanted[among] : isKnown);
  const isEditable = (course: Owned) => course.organizationId === organizationId;
  const { ids, categories: _, ...end } = await pageOf(db, isSeen, query, { isEditable });
  const found = await readAdminCourses(db, ids);
  const all = found.map((course) => ({ ...course, isGranted: course.organizationId !== organizationId }));
  return { courses: all, ...end };
}

/** One course; `course_not_found` when there is none. The caller has checked access. */
export async function readAdminCourse(db: Db, id: number): Promise<AdminCourse> {
  const [course] = await readAdminCourses(db, [id]);
  if (!course) throw new Refusal('course_not_found');
  return course;
}

/** Reads a line of each course: an installation has a thousand of them, and the searched texts fold alike on both engines. */
async function pageOf(
  db: Db,
  where: SQL | undefined,
  query: AdminCoursesQuery,
  { isEditable, automatic }: { isEditable: (row: Owned) => boolean; automatic?: ReadonlyMap<number, unknown> },
) {
  const { courses, organizations } = db.tables;
  const {
    id,
    title,
    category,
    instructorName: instructor,
    visibility,
    isPublished,
    archivedAt,
    organizationId,
  } = courses;
  const all = await db
    .select({ id, title, category, instructor, visibility, isPublished, archivedAt, organizationId })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(isNull(courses.deletedAt), where))
    .orderBy(desc(id));
  const { search = '', sort = '-created', cursor } = query;
  const found = all.filter(
    (row) =>
      (search === '' || textMatches([row.title, row.category, row.instructor], search)) &&
      (query.category === undefined || row.category === query.category) &&
      (query.visibility === undefined || row.visibility === query.visibility) &&
      (query.status === undefined || stateOf(row) === query.status) &&
      (query.access === undefined || isEditable(row) === (query.access === 'edit')) &&
      (query.enrolls === undefined || automatic?.has(row.id)),
  );
  const keys = { title: titleOf, created: () => '', access: (row: Row) => (isEditable(row) ? '1' : '0') };
  const textOf = keys[sort.replace('-', '') as keyof typeof keys];
  const isByHit = search.trim() !== '' && (query.sort === undefined || sort === '-access');
  const order = isByHit
    ? { textOf: hitIn(search.trim(), isEditable), isAscending: true }
    : { textOf, isAscending: !sort.startsWith('-') };
  const { ids, nextCursor } = pageByText(found, order, { ...query, idKind: 'number' });
  // All of them were read: their number is known, also beyond COUNT_LIMIT.
  const first = { total: found.length, categories: [...new Set(all.map((row) => row.category))].sort() };
  return { ids, nextCursor, ...(cursor ? {} : first) };
}

type Owned = { organizationId: string | null };
type Row = Owned & { title: string };
const titleOf = ({ title }: Row) => title;

/** The order of what a search has found: the title that is it, those that begin with it, the others; of these one's own first. */
function hitIn(search: string, isEditable: (row: Owned) => boolean) {
  const wanted = foldText(search);
  return (row: Row) => {
    const title = foldText(row.title);
    const place = title === wanted ? 0 : title.startsWith(wanted) ? 1 : 2;
    return `${place} ${isEditable(row) ? 0 : 1} ${row.title}`;
  };
}

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
