import { and, eq, inArray, isNull, max, or, type SQL, sql } from 'drizzle-orm';
import { percentDone } from '#sync/contract/fields.ts';
import type { MemberRow, PeopleQuery, SearchedPage, UserRow } from '#sync/contract/organization.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import { boolean, type Db, number, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ageCursor, matchesSearch, pageByAge, toPage } from '../http/pages.ts';

/** Everybody with a profile, newest first; the search covers name and address. */
export async function listPeople(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  query: PeopleQuery,
): Promise<{ users: UserRow[]; nextCursor: string | null }> {
  const { page, nextCursor } = await pageOfPeople(db, query, ofRole(db, query.role));
  const users = page.map((row) => ({
    id: row.id,
    email: row.email,
    full_name: row.fullName,
    organization_id: row.organization?.id ?? null,
    organization: row.organization,
    is_org_admin: row.isOrgAdmin,
    is_super_admin: row.isSuperAdmin,
    has_two_step: identity.embedded ? row.hasTwoStep : null,
    created_at: row.createdAt.toISOString(),
  }));
  return { users, nextCursor };
}

function ofRole(db: Db, role: PeopleQuery['role']) {
  const { isSuperAdmin, isOrgAdmin } = db.tables.profiles;
  switch (role) {
    case 'super':
      return eq(isSuperAdmin, true);
    case 'org_admin':
      return eq(isOrgAdmin, true);
    case 'regular':
      return and(eq(isSuperAdmin, false), eq(isOrgAdmin, false));
    case 'all':
      return undefined;
  }
}

/** The people of an organization, newest first, with their progress. The caller has checked access. */
export async function listMembers(
  db: Db,
  organizationId: string,
  query: SearchedPage,
): Promise<{ users: MemberRow[]; nextCursor: string | null }> {
  const { page, nextCursor } = await pageOfPeople(db, query, eq(db.tables.profiles.organizationId, organizationId));
  const ids = page.map((row) => row.id);
  const stats = await countProgress(db, { organizationId, ids });
  const users = page.map(({ id, email, fullName, isOrgAdmin, createdAt }) => {
    const { lastActivityAt, progressStats = NOTHING } = stats.get(id) ?? {};
    return {
      ...{ id, email, isOrgAdmin, progressStats },
      full_name: fullName,
      createdAt: createdAt.toISOString(),
      lastActivityAt: lastActivityAt?.toISOString() ?? null,
    };
  });
  return { users, nextCursor };
}

const NOTHING = { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 };

/** A page of the people that `where` holds for, erased ones left out. */
async function pageOfPeople(db: Db, query: SearchedPage, where: SQL | undefined) {
  const { profiles, organizations, authFactors } = db.tables;
  const { id, email, fullName, isOrgAdmin, isSuperAdmin, createdAt } = profiles;
  const isTheirs = sql`${authFactors.userId} = ${id} and ${authFactors.isVerified}`;
  const place = pageByAge({ at: createdAt, id }, query);
  const rows = await db
    .select({
      ...{ id, email, fullName, isOrgAdmin, isSuperAdmin, createdAt },
      organization: { id: organizations.id, name: organizations.name },
      hasTwoStep: boolean(sql`exists (select 1 from ${authFactors} where ${isTheirs})`),
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(isNull(profiles.erasedAt), place.after, matchesSearch([email, profiles.nameKey], query.search), where))
    .orderBy(...place.order)
    .limit(place.rows);
  return toPage(rows, place.limit, ageCursor);
}

// The progress of an organization's members over every course that each of them can take (decision 22): a fixed number
// of queries for a whole page of people, however many they are.

interface MemberStats {
  progressStats: MemberRow['progressStats'];
  lastActivityAt: Date | null;
}

interface ProgressQuery {
  organizationId: string;
  /** The people of the page. */
  ids: string[];
}

async function countProgress(tx: TxContext, { organizationId, ids }: ProgressQuery) {
  if (ids.length === 0) return new Map();
  const enrollments = await findEnrollments(tx, ids);
  const assigned = enrollments.filter((row) => row.isAssigned).map((row) => row.courseId);
  const courses = await findCourses(tx, organizationId, [...new Set(assigned)]);
  const units = await countUnits(tx, ids);
  const enrolled = new Map(enrollments.map((row) => [`${row.userId} ${row.courseId}`, row]));
  const begun = new Map(units.map((row) => [`${row.userId} ${row.courseId}`, row]));
  const figures = new Map(ids.map((id) => [id, figuresOf(id, { courses, enrolled, begun })]));
  for (const { userId, lastAt } of units) {
    const one = figures.get(userId);
    if (one && lastAt && (one.lastActivityAt === null || lastAt > one.lastActivityAt)) one.lastActivityAt = lastAt;
  }
  return figures;
}

type Enrollment = Awaited<ReturnType<typeof findEnrollments>>[number];
type Units = Awaited<ReturnType<typeof countUnits>>[number];

interface Known {
  courses: Awaited<ReturnType<typeof findCourses>>;
  enrolled: Map<string, Enrollment>;
  begun: Map<string, Units>;
}

/** A course assigned by an admin counts as begun with its first lesson, a chosen one with the choice. */
function figuresOf(userId: string, { courses, enrolled, begun }: Known): MemberStats {
  let [sum, all, completedCourses, inProgressCourses] = [0, 0, 0, 0];
  for (const course of courses) {
    const enrollment = enrolled.get(`${userId} ${course.id}`);
    const units = begun.get(`${userId} ${course.id}`);
    if (!course.isForAll && !enrollment?.isAssigned) continue;
    all += 1;
    const percent = percentDone(units?.completed ?? 0, course.lessonCount);
    sum += percent;
    if (enrollment?.completedAt || percent === 100) completedCourses += 1;
    else if ((enrollment && !enrollment.isAssigned) || units?.started) inProgressCourses += 1;
  }
  const averageCompletion = all === 0 ? 0 : Math.floor(sum / all);
  const notStartedCourses = all - completedCourses - inProgressCourses;
  return {
    progressStats: { averageCompletion, completedCourses, inProgressCourses, notStartedCourses },
    lastActivityAt: null,
  };
}

/** The courses that all members can take, and the private ones among `assigned`, which some of them can. */
function findCourses({ queries, tables }: TxContext, organizationId: string, assigned: number[]) {
  const { courses, organizations, courseGrants, lessons } = tables;
  const isGranted = sql`exists (select 1 from ${courseGrants} join ${organizations}
    on ${organizations.id} = ${courseGrants.organizationId} and ${organizations.isActive}
    where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${sql.param(organizationId, courseGrants.organizationId)})`;
  const isOwn = and(eq(courses.visibility, 'organization'), eq(courses.organizationId, organizationId));
  const isForAll = or(eq(courses.visibility, 'public'), isOwn, isGranted);
  return queries
    .select({
      id: courses.id,
      isForAll: boolean(sql`${isForAll}`),
      lessonCount: number(sql`(select count(*) from ${lessons}
        where ${lessons.courseId} = ${courses.id} and ${isVisibleLesson(tables)})`),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(
      and(
        eq(courses.isPublished, true),
        sql`coalesce(${organizations.isActive}, true)`,
        or(isForAll, and(eq(courses.visibility, 'private'), inArray(courses.id, assigned))),
      ),
    );
}

function findEnrollments({ queries, tables: { courseProgress } }: TxContext, ids: string[]) {
  const { userId, courseId, isAssigned, completedAt } = courseProgress;
  return queries.select({ userId, courseId, isAssigned, completedAt }).from(courseProgress).where(inArray(userId, ids));
}

/** Counted at the moment of reading, as in the catalog, so that a lesson added later lowers the percent. */
function countUnits({ queries, tables }: TxContext, ids: string[]) {
  const { unitProgress, lessons, courses } = tables;
  const isDone = sql`${unitProgress.status} = 'completed' and ${isVisibleLesson(tables)}`;
  return queries
    .select({
      userId: unitProgress.userId,
      courseId: lessons.courseId,
      completed: number(sql`count(*) filter (where ${isDone})`),
      started: number(sql`count(*) filter (where ${unitProgress.status} <> 'not_started')`),
      lastAt: max(unitProgress.updatedAt),
    })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(inArray(unitProgress.userId, ids))
    .groupBy(unitProgress.userId, lessons.courseId);
}
