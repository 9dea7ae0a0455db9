// The people who are enrolled in a course, page by page in the order in which they were: for jobs about everybody in it.
import { and, count, eq } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { cursorAt, pageBy, toPage } from '../http/pages.ts';

/** So many people are done by the act itself, and then by each batch of its job: on SQLite they hold the process. */
const FIRST = 200;
const BATCH = 50;

export function* pageOfEnrolled(tx: TxContext, courseId: number, cursor: string | null) {
  const { courseProgress, profiles } = tx.tables;
  const { userId, enrolledAt, isAssigned } = courseProgress;
  const limit = cursor === null ? FIRST : BATCH;
  const place = pageBy({ by: enrolledAt, id: userId, isAscending: true }, { cursor: cursor ?? undefined, limit });
  const rows = yield* run(
    tx
      .select({ userId, enrolledAt, isAssigned, organizationId: profiles.organizationId })
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, userId))
      .where(and(eq(courseProgress.courseId, courseId), place.after))
      .orderBy(...place.order)
      .limit(place.rows),
  );
  return toPage(rows, limit, (row) => cursorAt(row.enrolledAt, row.userId));
}

/** How many people are enrolled in a course, counted in an index. */
export function* countEnrolled({ queries, tables: { courseProgress } }: TxContext, courseId: number): Steps<number> {
  const isOfCourse = eq(courseProgress.courseId, courseId);
  const [row] = yield* run(queries.select({ people: count() }).from(courseProgress).where(isOfCourse));
  return row?.people ?? 0;
}
