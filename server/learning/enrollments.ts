// Enrollments that an admin makes: by hand, or once for everyone who joins an organization or comes into a group.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays, type Due } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVisibleLesson, lessonPoints } from '../catalog/facts.ts';
import { number, run, type Steps, type TxContext } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import { announce } from '../events.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { lockCourse } from './recount-course.ts';

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

/** A course in which people are enrolled: its lessons stay as they are until the unit ends. */
export interface EnrollingCourse {
  courseId: number;
  totalPoints: number;
}

export function* openEnrolling(tx: TxContext, courseId: number): Steps<EnrollingCourse> {
  yield* run(lockCourse(tx, { courseId }));
  return { courseId, totalPoints: yield* countPoints(tx, courseId) };
}

interface NewEnrollment {
  userId: string;
  enrolledBy: string | null;
  now: Date;
  dueOn?: string | null | undefined;
}

/** An existing enrollment keeps everything it holds. A new one has no activity until the person does something. */
export function* saveEnrollment(
  tx: TxContext,
  course: EnrollingCourse,
  { userId, enrolledBy, now, dueOn = null }: NewEnrollment,
): Steps<void> {
  const { courseProgress } = tx.tables;
  const target = [courseProgress.userId, courseProgress.courseId];
  const set = {
    isAssigned: true,
    enrolledBy,
    dueOn: sql`coalesce(${excluded(courseProgress.dueOn)}, ${courseProgress.dueOn})`,
  };
  const row = { ...course, userId, isAssigned: true, enrolledBy, enrolledAt: now, dueOn };
  yield* run(tx.insert(courseProgress).values(row).onConflictDoUpdate({ target, set }));
  const people = [{ userId, key: now.getTime(), data: { dueOn, isAssigned: true } }];
  yield* announce(tx, { type: 'course.enrolled', courseId: course.courseId, at: now, people });
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
  userId: string;
}

/**
 * Enrolls a person who has just joined an organization, or come into a group of it, in the courses that everyone who does so takes. Whoever
 * is enrolled already stays so; of two due dates the nearer one counts.
 */
export function* enrollJoined(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, group, userId }: Joining,
): Steps<void> {
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
    const { now, today } = caller;
    const days = rule.dueInDays === null ? undefined : addDays(today, rule.dueInDays);
    // Who joins after the day could not meet it.
    const due = days ?? (rule.dueOn && rule.dueOn >= today ? rule.dueOn : null);
    const had = yield* findAssigned(tx, { courseId: rule.courseId, userId });
    const isSooner = had && due && (!had.dueOn || due < had.dueOn);
    if (had && !isSooner) continue;
    if (isSooner) yield* changeDueDate(tx, { courseId: rule.courseId, userId, dueOn: due, now });
    else {
      const course = yield* openEnrolling(tx, rule.courseId);
      yield* saveEnrollment(tx, course, { userId, enrolledBy: rule.createdBy, now, dueOn: due });
    }
    yield* audit(tx, caller, {
      ...{ action: isSooner ? 'course.due_date_changed' : 'course.person_enrolled', organizationId, subject: userId },
      details: { courseId: rule.courseId, because, ...(due && { dueOn: due }) },
    });
  }
}

interface EnrollmentPlace {
  courseId: number;
  userId: string;
}

/** The enrollment of a person by an admin, with its due date; undefined where there is none. */
export function* findAssigned(
  { queries, tables: { courseProgress } }: TxContext,
  place: EnrollmentPlace,
): Steps<{ dueOn: string | null } | undefined> {
  const { userId, dueOn, courseId, isAssigned } = courseProgress;
  const here = and(eq(courseId, place.courseId), eq(userId, place.userId), eq(isAssigned, true));
  const [found] = yield* run(queries.select({ dueOn }).from(courseProgress).where(here));
  return found;
}

/** Sets the due date of a person who is enrolled already. */
export function* changeDueDate(
  tx: TxContext,
  { courseId, userId, dueOn, now }: EnrollmentPlace & { dueOn: string | null; now: Date },
): Steps<void> {
  const { courseProgress } = tx.tables;
  const here = and(eq(courseProgress.courseId, courseId), eq(courseProgress.userId, userId));
  yield* run(tx.update(courseProgress).set({ dueOn }).where(here));
  const people = [{ userId, key: `${dueOn}/${now.getTime()}`, data: { dueOn } }];
  yield* announce(tx, { type: 'course.due_date_changed', courseId, at: now, people });
}
