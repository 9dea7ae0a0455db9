// A course is deleted: gone for everybody at once, with what is left of it deleted person by person (decisions 128 and 345).
import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { CourseUse } from '#sync/contract/organization.ts';
import { requireEditable } from '../../catalog/editable.ts';
import { type Db, number, run, type Steps, type TxContext } from '../../db/client.ts';
import type { ActDeps } from '../../deps.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { hasCompleted } from '../../learning/rounds.ts';
import type { Person } from '../../permissions.ts';
import type { CourseKind } from '../../queue/job-kinds.ts';
import { startCourseJob } from '../../queue/start-job.ts';

/** What is lost when the course is deleted. Refuses `course_not_found`. */
export async function readCourseUse(db: Db, actor: Person, courseId: number): Promise<CourseUse> {
  await db.transact((tx) => requireEditable(tx, actor, courseId));
  return countUse(db.aside, courseId);
}

async function countUse({ queries, tables }: TxContext, id: number): Promise<CourseUse> {
  const { lessons, courseProgress, certificates } = tables;
  const { courseId, lastActivityAt } = courseProgress;
  const isDone = hasCompleted(tables);
  const [progress] = await queries
    .select({
      learners: count(),
      completed: number(sql`count(*) filter (where ${isDone})`),
      underWay: number(sql`count(*) filter (where not ${isDone} and ${lastActivityAt} is not null)`),
    })
    .from(courseProgress)
    .where(eq(courseId, id));
  const isThere = and(eq(lessons.courseId, id), isNull(lessons.retiredAt));
  const [lesson] = await queries.select({ rows: count() }).from(lessons).where(isThere);
  const [certificate] = await queries.select({ rows: count() }).from(certificates).where(eq(certificates.courseId, id));
  const { learners = 0, completed = 0, underWay = 0 } = progress ?? {};
  return { lessons: lesson?.rows ?? 0, learners, underWay, completed, certificates: certificate?.rows ?? 0 };
}

/**
 * Deletes a course with its lessons, quizzes and everybody's progress in it, for good; what is left of that by a job, when many have
 * it. Its certificates stay and can be verified; invitations to it still admit to their organization (decision 128). The daily
 * cleaning deletes its media. Refuses `course_not_found`.
 */
export async function deleteCourse(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  courseId: number,
): Promise<{ message: string }> {
  const { courses } = db.tables;
  const use = await readCourseUse(db, caller.actor, courseId);
  const told = await db.transact(function* (tx) {
    const { title, organizationId } = yield* requireEditable(tx, caller.actor, courseId);
    // Gone for an older server on the same database too.
    const hidden = { isPublished: false, visibility: 'private' as const, organizationId: null, archivedAt: caller.now };
    yield* run(
      tx
        .update(courses)
        .set({ ...hidden, deletedAt: caller.now })
        .where(eq(courses.id, courseId)),
    );
    yield* startCourseJob({ ...tx, env }, caller, deleteCourseKind, {
      act: { kind: 'delete-course', courseId },
      ...{ title: `Delete ${title}`, organizationId, total: use.learners },
    });
    const act = { action: 'course.deleted', organizationId, subject: String(courseId), details: { title, ...use } };
    yield* audit(tx, caller, act);
    return { message: `${title} was deleted.` };
  }, `course/${courseId}`);
  queue.wake('jobs');
  return told;
}

/** Of one person these are all units, attempts and figures of the course: some hundred rows. */
const PEOPLE = 20;
const ROWS = 500;

/** Deletes what the next people have in a course, and the course itself when nobody has anything. */
export const deleteCourseKind: CourseKind<'delete-course'> = {
  kind: 'delete-course',
  *doPage(tx, _, { act: { courseId } }) {
    const { courses, certificates, invitations } = tx.tables;
    const userIds = yield* findHolders(tx, courseId);
    if (userIds.length > 0) {
      const handled = yield* deleteHeld(tx, courseId, userIds);
      return { handled, changed: handled, cursor: 'more' };
    }
    for (const table of [certificates, invitations]) {
      const some = tx.select({ id: table.id }).from(table).where(eq(table.courseId, courseId)).limit(ROWS);
      const freed = yield* run(
        tx.update(table).set({ courseId: null }).where(inArray(table.id, some)).returning({ id: table.id }),
      );
      if (freed.length === ROWS) return { handled: 0, changed: 0, cursor: 'more' };
    }
    yield* run(tx.delete(courses).where(and(eq(courses.id, courseId), isNotNull(courses.deletedAt))));
    return { handled: 0, changed: 0, cursor: null };
  },
};

/** What people have in a course, and how a row is known to be of it; those that some hold without being enrolled come last. */
function heldIn({ queries, tables }: TxContext, id: number) {
  const { courseProgress, unitProgress, pastRounds, pastUnits, courseRatings, endedAssignments } = tables;
  const { lessons, quizAttempts, quizFigures } = tables;
  const ofCourse = queries.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, id));
  return [
    ...[courseProgress, unitProgress, pastRounds, pastUnits, courseRatings, endedAssignments].map((table) => ({
      table,
      here: eq(table.courseId, id) as SQL,
    })),
    ...[quizAttempts, quizFigures].map((table) => ({ table, here: inArray(table.lessonId, ofCourse) })),
  ];
}

function* findHolders(tx: TxContext, courseId: number): Steps<string[]> {
  for (const { table, here } of heldIn(tx, courseId)) {
    const rows = yield* run(tx.queries.select({ userId: table.userId }).from(table).where(here).limit(PEOPLE));
    if (rows.length > 0) return [...new Set(rows.map(({ userId }) => userId))];
  }
  return [];
}

/** Returns how many of them were enrolled. */
function* deleteHeld(tx: TxContext, courseId: number, userIds: string[]): Steps<number> {
  let enrolled = 0;
  for (const { table, here } of heldIn(tx, courseId)) {
    const theirs = and(inArray(table.userId, userIds), here);
    const gone = tx.delete(table).where(theirs);
    if (table === tx.tables.courseProgress) enrolled = (yield* run(gone.returning({ userId: table.userId }))).length;
    else yield* run(gone);
  }
  return enrolled;
}
