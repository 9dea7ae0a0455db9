// Enrolling people by hand (M14), which opens a private course to them (decision 13).
import { and, eq, sql } from 'drizzle-orm';
import type { BulkOutcome, CourseGrant, Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { auditEach, findPeople, inParts, type Left, people, type Someone } from '../../audit/bulk.ts';
import { isVisibleLesson, worthOf } from '../../catalog/facts.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { excluded } from '../../db/prepared.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import { holdCourse } from '../../learning/recount-course.ts';
import { requireActive, requireOrganization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { requireEditable } from '../editable.ts';

/**
 * Enrolls people in a course: org admins those of their own organization, super admins anybody. Those left out have their
 * reason. Refuses `course_not_found`.
 */
export function enrollPeople(
  db: Db,
  acting: AuditActor,
  asked: { courseId: number; userIds: string[] },
): Promise<BulkOutcome> {
  const { actor } = acting;
  return db.transact(function* (source) {
    const { id: courseId, title, organizationId } = yield* requireEditable(source, actor, asked.courseId);
    const ids = [...new Set(asked.userIds.map((id) => id.toLowerCase()))];
    const found = yield* findPeople(source, ids);
    const already = yield* findAssigned(source, courseId);
    const left: Left = [];
    const enrolled = ids.filter((userId) => {
      const one = found.get(userId);
      if (!isTheirs(actor, one)) left.push({ userId, reason: actor.isSuperAdmin ? NOT_HERE : NOT_YOURS });
      else if (already.has(userId)) left.push({ userId, reason: 'Already enrolled by an admin.' });
      else return true;
      return false;
    });
    yield* keepEnrollments(source, acting, { courseId, userIds: enrolled });
    const act = { action: 'course.person_enrolled', organizationId, details: { courseId } };
    const acts = enrolled.map((subject) => ({ ...act, subject }));
    yield* auditEach(source, acting, acts);
    return { message: `${people(enrolled.length)} enrolled in ${title}.`, changed: enrolled.length, left };
  });
}

function isTheirs(actor: Person, one: Someone | undefined): boolean {
  return one !== undefined && (actor.isSuperAdmin || one.organizationId === actor.organizationId);
}

const NOT_HERE = 'This person is not here.';
const NOT_YOURS = 'This person is not in your organization.';

function* findAssigned({ queries, tables: { courseProgress } }: TxContext, courseId: number): Steps<Set<string>> {
  const isAssigned = and(eq(courseProgress.courseId, courseId), eq(courseProgress.isAssigned, true));
  const rows = yield* run(queries.select({ userId: courseProgress.userId }).from(courseProgress).where(isAssigned));
  return new Set(rows.map((row) => row.userId));
}

/** Who has a row already keeps all that is in it. A new one has no activity: that is the person's own. */
function* keepEnrollments(
  source: TxContext,
  { actor, now }: AuditActor,
  { courseId, userIds }: { courseId: number; userIds: string[] },
): Steps<void> {
  const { courseProgress } = source.tables;
  yield* run(holdCourse(source, { courseId }));
  const totalPoints = yield* countPoints(source, courseId);
  const row = { courseId, totalPoints, isAssigned: true, enrolledBy: actor.id, enrolledAt: now };
  for (const part of inParts(userIds)) {
    yield* run(
      source
        .insert(courseProgress)
        .values(part.map((userId) => ({ ...row, userId })))
        .onConflictDoUpdate({
          target: [courseProgress.userId, courseProgress.courseId],
          set: { isAssigned: true, enrolledBy: excluded(courseProgress.enrolledBy) },
        }),
    );
  }
}

function* countPoints({ queries, tables }: TxContext, courseId: number): Steps<number> {
  const { lessons, courses } = tables;
  const [row] = yield* run(
    queries
      .select({ points: sql<number>`coalesce(sum(${worthOf(tables)}), 0)`.mapWith(Number) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
  return row?.points ?? 0;
}

/**
 * Takes an enrollment by hand back, org admins that of their own people; whoever did something in the course keeps that.
 * Refuses `course_not_found` and `enrollment_not_found`.
 */
export function unenrollPerson(db: Db, acting: AuditActor, asked: { courseId: number; userId: string }): Promise<Told> {
  const { courseProgress } = db.tables;
  return db.transact(function* (source) {
    const { id: courseId, title, organizationId } = yield* requireEditable(source, acting.actor, asked.courseId);
    const one = (yield* findPeople(source, [asked.userId])).get(asked.userId);
    if (!isTheirs(acting.actor, one)) throw new Refusal('enrollment_not_found');
    const here = and(eq(courseProgress.userId, asked.userId), eq(courseProgress.courseId, courseId));
    const [known] = yield* run(source.select().from(courseProgress).where(here));
    if (!known?.isAssigned) throw new Refusal('enrollment_not_found');
    if (known.lastActivityAt === null) yield* run(source.delete(courseProgress).where(here));
    else yield* run(source.update(courseProgress).set({ isAssigned: false, enrolledBy: null }).where(here));
    const act = { action: 'course.person_unenrolled', organizationId, subject: asked.userId, details: { courseId } };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act }));
    return { message: `The person is no longer enrolled in ${title}.` };
  });
}

// Giving an organization a course it does not own, and taking it back: its members have the course, or not, at once (M8).

/** Grants a course; a second time changes nothing. Refuses `course_not_found`, `organization_not_found`, `_inactive`. */
export function grantCourse(
  db: Db,
  acting: AuditActor,
  { courseId, organizationId: named }: CourseGrant,
): Promise<Told> {
  const { courseGrants } = db.tables;
  return db.transact(function* (source) {
    const { title, organizationId: owner } = yield* requireEditable(source, acting.actor, courseId);
    const { id: organizationId, name } = yield* requireActive(source, acting.actor, named);
    if (owner === organizationId) return { message: `${title} already belongs to ${name}.` };
    const grant = { courseId, organizationId, grantedBy: acting.actor.id, createdAt: acting.now };
    const [made] = yield* run(source.insert(courseGrants).values(grant).onConflictDoNothing().returning());
    if (!made) return { message: `${name} already has ${title}.` };
    const act = { action: 'course.granted', organizationId, subject: String(courseId) };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act }));
    return { message: `${name} now has ${title}.` };
  });
}

/** Takes a granted course back; where there is no grant nothing changes. */
export function revokeCourse(
  db: Db,
  acting: AuditActor,
  { courseId, organizationId: named }: CourseGrant,
): Promise<Told> {
  const { courseGrants } = db.tables;
  return db.transact(function* (source) {
    const { title } = yield* requireEditable(source, acting.actor, courseId);
    const { id: organizationId, name } = yield* requireOrganization(source, acting.actor, named);
    const here = and(eq(courseGrants.courseId, courseId), eq(courseGrants.organizationId, organizationId));
    const [gone] = yield* run(source.delete(courseGrants).where(here).returning());
    if (!gone) return { message: `${name} was not granted ${title}.` };
    const act = { action: 'course.grant_revoked', organizationId, subject: String(courseId) };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act }));
    return { message: `${name} no longer has ${title}.` };
  });
}
