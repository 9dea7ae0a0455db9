// Enrollments that an admin makes: by hand, or once for everyone who joins an organization or comes into a group.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addDays, type Due } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { isVisibleLesson, lessonPoints } from '../catalog/facts.ts';
import { inBatches, isOneOf, number, run, type Steps, type TxContext } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import { announce } from '../events.ts';
import { lockCourse } from '../learning/recount-course.ts';

/**
 * The due date of whoever is enrolled today; undefined leaves theirs as it is. Yesterday passes, because it may still be
 * today where the admin is. Refuses `due_date_past`.
 */
export function dueDateOf({ dueOn, dueInDays }: Due, today: string): string | null | undefined {
  if (dueOn && dueInDays !== undefined)
    throw new Refusal('validation_failed', { field: 'dueInDays' }, 'Send either a day or a number of days.');
  if (dueOn && dueOn < addDays(today, -1)) throw new Refusal('due_date_past', { field: 'dueOn' });
  return dueInDays === undefined ? dueOn : addDays(today, dueInDays);
}

interface NewEnrollments {
  courseId: number;
  userIds: readonly string[];
  enrolledBy: string | null;
  now: Date;
  dueOn?: string | null | undefined;
}

/** An existing enrollment keeps everything it holds. A new one has no activity until the person does something. */
export function* saveEnrollments(
  tx: TxContext,
  { courseId, userIds, enrolledBy, now, dueOn = null }: NewEnrollments,
): Steps<void> {
  if (userIds.length === 0) return;
  const { courseProgress } = tx.tables;
  yield* run(lockCourse(tx, { courseId }));
  const totalPoints = yield* countPoints(tx, courseId);
  const row = { courseId, totalPoints, isAssigned: true, enrolledBy, enrolledAt: now, dueOn };
  for (const part of inBatches(userIds)) {
    yield* run(
      tx
        .insert(courseProgress)
        .values(part.map((userId) => ({ ...row, userId })))
        .onConflictDoUpdate({
          target: [courseProgress.userId, courseProgress.courseId],
          set: {
            isAssigned: true,
            enrolledBy: excluded(courseProgress.enrolledBy),
            dueOn: sql`coalesce(${excluded(courseProgress.dueOn)}, ${courseProgress.dueOn})`,
          },
        }),
    );
  }
  const people = userIds.map((userId) => ({ userId, key: now.getTime(), data: { dueOn, isAssigned: true } }));
  yield* announce(tx, { type: 'course.enrolled', courseId, at: now, people });
}

function* countPoints({ queries, tables }: TxContext, courseId: number): Steps<number> {
  const { lessons, courses } = tables;
  const [row] = yield* run(
    queries
      .select({ points: number(sql`coalesce(sum(${lessonPoints(tables)}), 0)`) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
  return row?.points ?? 0;
}

interface Joining {
  organizationId: string;
  /** Only what everyone who comes into this group of it takes. */
  group?: { id: string; name: string };
  userIds: readonly string[];
}

/**
 * Enrolls people who have just joined an organization, or come into a group of it, in the courses that everyone who does so
 * takes. Whoever is enrolled already stays so; of two due dates the nearer one counts.
 */
export function* enrollJoined(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, group, userIds }: Joining,
): Steps<void> {
  if (userIds.length === 0) return;
  const { autoEnrollments, groupEnrollments, courses } = tx.tables;
  const from = group ? groupEnrollments : autoEnrollments;
  const { courseId, dueOn, dueInDays, createdBy } = from;
  const rules = yield* run(
    tx
      .select({ courseId, dueOn, dueInDays, createdBy })
      .from(from)
      .innerJoin(courses, and(eq(courses.id, courseId), isNull(courses.archivedAt)))
      .where(group ? eq(groupEnrollments.groupId, group.id) : eq(autoEnrollments.organizationId, organizationId)),
  );
  const because = group ? `came into ${group.name}` : 'joined the organization';
  for (const rule of rules) {
    const course = { courseId: rule.courseId, userIds };
    const days = rule.dueInDays === null ? undefined : addDays(caller.today, rule.dueInDays);
    // Who joins after the day could not meet it.
    const due = days ?? (rule.dueOn && rule.dueOn >= caller.today ? rule.dueOn : null);
    const known = yield* findAssigned(tx, course);
    const fresh = userIds.filter((id) => !known.has(id));
    const sooner = due ? [...known].filter(([, theirs]) => !theirs || due < theirs).map(([id]) => id) : [];
    yield* saveEnrollments(tx, {
      ...{ courseId: rule.courseId, userIds: fresh, enrolledBy: rule.createdBy, now: caller.now, dueOn: due },
    });
    if (due) yield* changeDueDates(tx, { ...course, userIds: sooner, dueOn: due, now: caller.now });
    const details = { courseId: rule.courseId, because, ...(due && { dueOn: due }) };
    const acts = (action: string, people: string[]) =>
      people.map((subject) => ({ action, organizationId, subject, details }));
    yield* audit(tx, caller, [...acts('course.person_enrolled', fresh), ...acts('course.due_date_changed', sooner)]);
  }
}

/** Those of these people who are enrolled in a course by an admin, with their due dates. */
export function* findAssigned(
  { queries, tables: { courseProgress } }: TxContext,
  course: { courseId: number; userIds: readonly string[] },
): Steps<Map<string, string | null>> {
  const { userId, dueOn, courseId, isAssigned } = courseProgress;
  const here = and(eq(courseId, course.courseId), isOneOf(userId, course.userIds), eq(isAssigned, true));
  const rows = yield* run(queries.select({ userId, dueOn }).from(courseProgress).where(here));
  return new Map(rows.map((row) => [row.userId, row.dueOn]));
}

/** Sets the due date of people who are enrolled already. */
export function* changeDueDates(
  tx: TxContext,
  { courseId, userIds, dueOn, now }: { courseId: number; userIds: readonly string[]; dueOn: string | null; now: Date },
): Steps<void> {
  const { courseProgress } = tx.tables;
  for (const part of inBatches(userIds)) {
    const here = and(eq(courseProgress.courseId, courseId), inArray(courseProgress.userId, part));
    yield* run(tx.update(courseProgress).set({ dueOn }).where(here));
  }
  const people = userIds.map((userId) => ({ userId, key: `${dueOn}/${now.getTime()}`, data: { dueOn } }));
  yield* announce(tx, { type: 'course.due_date_changed', courseId, at: now, people });
}
