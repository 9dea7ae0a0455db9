// 'Clean Duplicates' (P-11): of the courses with one title in one organization only the oldest stays, where no
// learner loses anything; the lessons of the removed courses are deleted.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { type Db, inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';

/** Removes later duplicates in which nobody is enrolled; their grants and invitations move to the oldest course. */
export function cleanDuplicates(db: Db, caller: AuditActor) {
  return db.transact(function* (tx) {
    const duplicates = yield* findDuplicates(tx);
    const used = yield* findUsed(tx, duplicates);
    const free = duplicates.filter(({ id }) => !used.has(id));
    for (const duplicate of free) {
      yield* moveTo(tx, duplicate);
      yield* run(tx.delete(db.tables.courses).where(eq(db.tables.courses.id, duplicate.id)));
      const { id, oldest, title, organizationId } = duplicate;
      const act = { action: 'course.duplicate_removed', organizationId, subject: String(id) };
      yield* audit(tx, caller, { ...act, details: { title, oldest } });
    }
    const [removed, kept] = [free.length, used.size];
    return { message: sentence(removed, kept), removed, kept };
  });
}

interface Duplicate {
  id: number;
  title: string;
  organizationId: string | null;
  /** The id of the course that stays. */
  oldest: number;
}

function* findDuplicates({ queries, tables: { courses } }: TxContext): Steps<Duplicate[]> {
  const { id, title, organizationId, createdAt } = courses;
  const rows = yield* run(queries.select({ id, title, organizationId }).from(courses).orderBy(asc(createdAt), asc(id)));
  const oldest = new Map<string, number>();
  return rows.flatMap((row) => {
    const key = `${row.organizationId} ${row.title.normalize('NFC').trim().toLowerCase()}`;
    const first = oldest.get(key);
    if (first !== undefined) return { ...row, oldest: first };
    oldest.set(key, row.id);
    return [];
  });
}

/** Those of these courses in which someone enrolled, made progress or earned something. */
function* findUsed({ queries, tables }: TxContext, duplicates: Duplicate[]): Steps<Set<number>> {
  const { courseProgress, unitProgress, courseRatings, certificates, quizAttempts, lessons } = tables;
  const used = new Set<number>();
  for (const part of inBatches(duplicates.map(({ id }) => id))) {
    for (const table of [courseProgress, unitProgress, courseRatings, certificates]) {
      const { courseId } = table;
      const rows = yield* run(queries.selectDistinct({ courseId }).from(table).where(inArray(courseId, part)));
      for (const row of rows) if (row.courseId !== null) used.add(row.courseId);
    }
    const attempted = yield* run(
      queries
        .selectDistinct({ courseId: lessons.courseId })
        .from(quizAttempts)
        .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
        .where(inArray(lessons.courseId, part)),
    );
    for (const row of attempted) used.add(row.courseId);
  }
  return used;
}

/** Moves the grants and invitations of the duplicate to the course that stays. */
function* moveTo({ queries, tables }: TxContext, { id, oldest, organizationId }: Duplicate): Steps<void> {
  const { courseGrants, invitations } = tables;
  const grants = yield* run(queries.select().from(courseGrants).where(eq(courseGrants.courseId, id)));
  const moved = grants.filter((grant) => grant.organizationId !== organizationId);
  if (moved.length > 0) {
    const rows = moved.map((grant) => ({ ...grant, courseId: oldest }));
    yield* run(queries.insert(courseGrants).values(rows).onConflictDoNothing());
  }
  yield* run(queries.update(invitations).set({ courseId: oldest }).where(eq(invitations.courseId, id)));
}

function sentence(removed: number, kept: number): string {
  const courses = (count: number) => `${count} duplicate ${count === 1 ? 'course' : 'courses'}`;
  if (removed === 0 && kept === 0) return 'There are no duplicate courses.';
  const gone = `${courses(removed)} removed.`;
  if (kept === 0) return gone;
  return `${gone} ${courses(kept)} kept, because people have enrolled or made progress there.`;
}

/** The lessons of a course that are not deleted, with their count; none and 0 when there is no such course (P-11). */
export async function refreshLessons(db: Db, courseId: number) {
  const { lessons } = db.tables;
  const { id, title, orderIndex, durationSeconds: duration } = lessons;
  const rows = await db
    .select({ id, title, orderIndex, duration })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt)))
    .orderBy(asc(orderIndex), asc(id));
  const count = rows.length;
  const message = `Course ${courseId} has ${count} ${count === 1 ? 'lesson' : 'lessons'}.`;
  return { message, courseId, count, lessons: rows };
}
