// Giving an organization a course it does not own, and taking it back: its members have the course, or not, at once (M8).
import { and, eq } from 'drizzle-orm';
import type { CourseGrant, Told } from '#sync/contract/organization.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { requireActive, requireOrganization } from '../organizations/require-organization.ts';
import { requireEditable } from './editable-course.ts';

/** Grants a course; a second time changes nothing. Refuses `course_not_found`, `organization_not_found`, `_inactive`. */
export function grantCourse(db: Db, acting: Acting, { courseId, organizationId: named }: CourseGrant): Promise<Told> {
  const { courseGrants } = db.tables;
  return db.transact(function* (source) {
    const { title, organizationId: owner } = yield* requireEditable(source, acting.actor, courseId);
    const { id: organizationId, name } = yield* requireActive(source, acting.actor, named);
    if (owner === organizationId) return { message: `${title} already belongs to ${name}.` };
    const grant = { courseId, organizationId, grantedBy: acting.actor.id, createdAt: acting.now };
    const [made] = yield* run(source.insert(courseGrants).values(grant).onConflictDoNothing().returning());
    if (!made) return { message: `${name} already has ${title}.` };
    const act = { action: 'course.granted', organizationId, subject: String(courseId) };
    yield* run(noteAct(source, { ...signed(acting), ...act }));
    return { message: `${name} now has ${title}.` };
  });
}

/** Takes a granted course back; where there is no grant nothing changes. */
export function revokeCourse(db: Db, acting: Acting, { courseId, organizationId: named }: CourseGrant): Promise<Told> {
  const { courseGrants } = db.tables;
  return db.transact(function* (source) {
    const { title } = yield* requireEditable(source, acting.actor, courseId);
    const { id: organizationId, name } = yield* requireOrganization(source, acting.actor, named);
    const here = and(eq(courseGrants.courseId, courseId), eq(courseGrants.organizationId, organizationId));
    const [gone] = yield* run(source.delete(courseGrants).where(here).returning());
    if (!gone) return { message: `${name} was not granted ${title}.` };
    const act = { action: 'course.grant_revoked', organizationId, subject: String(courseId) };
    yield* run(noteAct(source, { ...signed(acting), ...act }));
    return { message: `${name} no longer has ${title}.` };
  });
}
