// The progress of an organization's members over the courses that each of them takes (decision 287): a fixed number of
// queries for a whole page of people, however many they are.
import { and, eq, inArray, max, or, sql } from 'drizzle-orm';
import { percentDone } from '#sync/contract/fields.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import { boolean, isOneOf, number, pick, type TxContext } from '../db/client.ts';
import { type KnownMail, mailColumns } from '../mail/mail-state.ts';
import { hasBegun } from './standings.ts';

export const NO_COURSES: MemberRow['progressStats'] = {
  averageCompletion: 0,
  completedCourses: 0,
  inProgressCourses: 0,
  notStartedCourses: 0,
};

interface MemberStats {
  progressStats: MemberRow['progressStats'];
  dueOn: string | null;
  dueIn?: MemberRow['dueIn'];
  remindedAt: Date | null;
  /** The mail of that. */
  mail: KnownMail | null;
  lastActivityAt: Date | null;
}

interface ProgressQuery {
  organizationId: string;
  ids: string[];
  /** What they do in this one alone; their last activity is that in any. */
  course?: number | undefined;
}

export async function countProgress(
  tx: TxContext,
  { organizationId, ids, course: only }: ProgressQuery,
): Promise<Map<string, MemberStats>> {
  if (ids.length === 0) return new Map();
  const enrollments = await findEnrollments(tx, ids, only);
  const courses = await findCourses(tx, organizationId, [...new Set(enrollments.map((row) => row.courseId))]);
  const units = await countUnits(tx, ids);
  const enrolled = Map.groupBy(enrollments, (row) => row.userId);
  const begun = new Map(units.map((row) => [`${row.userId} ${row.courseId}`, row]));
  const figures = new Map(ids.map((id) => [id, figuresOf(enrolled.get(id) ?? [], { courses, begun })]));
  for (const { userId, courseId, dueOn, completedAt, remindedAt, mail } of inOrderOfDates(enrollments)) {
    const one = figures.get(userId);
    if (!one || !dueOn || completedAt) continue;
    const course = courses.get(courseId);
    if (one.dueIn) one.dueIn.others += 1;
    else if (one.dueOn === null && course?.isKnown)
      one.dueIn = { course: { id: course.id, title: course.title }, others: 0 };
    one.dueOn ??= dueOn;
    if (remindedAt && (one.remindedAt === null || remindedAt > one.remindedAt))
      Object.assign(one, { remindedAt, mail });
  }
  for (const { userId, lastAt } of await findLastActivity(tx, ids)) {
    const one = figures.get(userId);
    if (one) one.lastActivityAt = lastAt;
  }
  return figures;
}

const inOrderOfDates = (enrollments: readonly Enrollment[]) =>
  enrollments.toSorted((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? ''));

type Enrollment = Awaited<ReturnType<typeof findEnrollments>>[number];
type Units = Awaited<ReturnType<typeof countUnits>>[number];

interface Known {
  courses: Awaited<ReturnType<typeof findCourses>>;
  begun: Map<string, Units>;
}

function figuresOf(enrollments: readonly Enrollment[], { courses, begun }: Known): MemberStats {
  let [sum, all, completedCourses, inProgressCourses] = [0, 0, 0, 0];
  for (const { userId, courseId, isAssigned, isBegun, completedAt } of enrollments) {
    const course = courses.get(courseId);
    if (!course || (!course.isForAll && !isAssigned)) continue;
    const units = begun.get(`${userId} ${courseId}`);
    all += 1;
    const percent = percentDone(units?.completed ?? 0, course.lessonCount);
    sum += percent;
    if (completedAt || percent === 100) completedCourses += 1;
    else if (isBegun) inProgressCourses += 1;
  }
  const averageCompletion = all === 0 ? 0 : Math.floor(sum / all);
  const notStartedCourses = all - completedCourses - inProgressCourses;
  return {
    progressStats: { averageCompletion, completedCourses, inProgressCourses, notStartedCourses },
    dueOn: null,
    remindedAt: null,
    mail: null,
    lastActivityAt: null,
  };
}

/** Those of these courses that members of the organization can take: all of them, or in a private course those who were enrolled. */
async function findCourses({ queries, tables }: TxContext, organizationId: string, ids: number[]) {
  const { courses, organizations, courseGrants, lessons } = tables;
  const isGranted = sql`exists (select 1 from ${courseGrants} join ${organizations}
    on ${organizations.id} = ${courseGrants.organizationId} and ${organizations.isActive}
    where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${sql.param(organizationId, courseGrants.organizationId)})`;
  const isOwn = and(eq(courses.visibility, 'organization'), eq(courses.organizationId, organizationId));
  const isForAll = or(eq(courses.visibility, 'public'), isOwn, isGranted);
  const rows = await queries
    .select({
      ...pick(courses, 'id', 'title'),
      isForAll: boolean(sql`${isForAll}`),
      isKnown: boolean(sql`${or(isForAll, eq(courses.organizationId, organizationId))}`),
      lessonCount: number(sql`(select count(*) from ${lessons}
        where ${lessons.courseId} = ${courses.id} and ${isVisibleLesson(tables)})`),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(
      and(
        inArray(courses.id, ids),
        eq(courses.isPublished, true),
        sql`coalesce(${organizations.isActive}, true)`,
        or(isForAll, eq(courses.visibility, 'private')),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those in published courses, or in one of them. */
function findEnrollments({ queries, tables }: TxContext, ids: string[], only?: number) {
  const { courseProgress, courses } = tables;
  const { userId, courseId, isAssigned, dueOn, completedAt, remindedAt, reminderId } = courseProgress;
  const isOnly = only === undefined ? undefined : eq(courseId, only);
  return (
    queries
      .select({
        userId,
        courseId,
        isAssigned,
        isBegun: boolean(sql`${hasBegun(tables)}`),
        dueOn,
        completedAt,
        remindedAt,
        mail: mailColumns(tables),
      })
      .from(courseProgress)
      // In this order: SQLite would look for each of these people in every course.
      .crossJoin(courses)
      .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, reminderId))
      .where(and(isOneOf(userId, ids), isOnly, eq(courses.id, courseId), eq(courses.isPublished, true)))
  );
}

/** In any course: what the list is sorted by. */
function findLastActivity({ queries, tables: { courseProgress } }: TxContext, ids: string[]) {
  const { userId, lastActivityAt } = courseProgress;
  return queries
    .select({ userId, lastAt: max(lastActivityAt) })
    .from(courseProgress)
    .where(isOneOf(userId, ids))
    .groupBy(userId);
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
    })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(isOneOf(unitProgress.userId, ids))
    .groupBy(unitProgress.userId, lessons.courseId);
}
