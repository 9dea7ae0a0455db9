import { eq } from 'drizzle-orm';
import type { CourseChange, NewCourse } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/actor.ts';
import { requireActive } from '../organizations/require-organization.ts';
import type { Person } from '../permissions.ts';
import { tellCourse } from './admin-course.ts';
import { type CourseRecord, requireEditable } from './editable.ts';

/**
 * Makes a course. That of an org admin belongs to their organization and is for its members, whatever visibility is sent;
 * naming another organization is `organization_not_found`.
 */
export async function createCourse(db: Db, acting: Acting, wanted: NewCourse): Promise<AdminCourse> {
  const { courses } = db.tables;
  const { duration, price, ...columns } = wanted;
  const id = await db.transact(function* (source) {
    const home = yield* homeOf(source, acting.actor, wanted);
    const measures = { durationMinutes: duration ?? 0, priceCents: price ?? 0 };
    const row = { ...columns, ...home, ...measures, createdBy: acting.actor.id, createdAt: acting.now };
    const [made] = yield* run(source.insert(courses).values(row).returning({ id: courses.id }));
    if (!made) throw new Error('The course was not stored.');
    const act = { ...signed(acting), organizationId: home.organizationId, subject: String(made.id) };
    yield* run(noteAct(source, { ...act, action: 'course.created', details: { title: wanted.title } }));
    if (wanted.isPublished) yield* run(noteAct(source, { ...act, action: 'course.published' }));
    return made.id;
  });
  return tellCourse(db, id);
}

interface Home {
  organizationId: string | null;
  visibility: AdminCourse['visibility'];
}

function* homeOf(source: Source, actor: Person, wanted: NewCourse): Steps<Home> {
  const named = wanted.organizationId?.toLowerCase() ?? null;
  if (actor.isSuperAdmin) {
    if (named !== null) yield* requireActive(source, actor, named);
    return { organizationId: named, visibility: wanted.visibility ?? 'public' };
  }
  const own = actor.organizationId;
  if (own === null) throw new Refusal('no_organization');
  yield* requireActive(source, actor, named ?? own);
  return { organizationId: own, visibility: 'organization' };
}

/**
 * Changes a course, also whether it is published; what is absent stays. Refuses `course_not_found`, and for org admins
 * another visibility or owner.
 */
export async function changeCourse(
  db: Db,
  acting: Acting,
  { courseId, ...change }: CourseChange & { courseId: number },
): Promise<AdminCourse> {
  const { courses } = db.tables;
  await db.transact(function* (source) {
    const known = yield* requireEditable(source, acting.actor, courseId);
    const wanted = columnsOf(change);
    const fields = changedFields(known, wanted);
    if (fields.length === 0) return;
    yield* requireFree(source, acting, { known, wanted });
    yield* run(source.update(courses).set(wanted).where(eq(courses.id, courseId)));
    const act = { ...signed(acting), organizationId: known.organizationId, subject: String(courseId) };
    const others = fields.filter((field) => field !== 'isPublished');
    if (others.length > 0)
      yield* run(noteAct(source, { ...act, action: 'course.changed', details: { fields: others } }));
    if (fields.includes('isPublished')) {
      const action = wanted.isPublished ? 'course.published' : 'course.unpublished';
      yield* run(noteAct(source, { ...act, action }));
    }
  });
  return tellCourse(db, courseId);
}

type Columns = Partial<CourseRecord>;

function columnsOf({ duration, price, organizationId, ...change }: CourseChange): Columns {
  const named: Columns = {
    ...change,
    ...(duration !== undefined && { durationMinutes: duration }),
    ...(price !== undefined && { priceCents: price }),
    ...(organizationId !== undefined && { organizationId: organizationId?.toLowerCase() ?? null }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function changedFields(known: CourseRecord, wanted: Columns): string[] {
  const before = known as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name]) => name);
}

/** Whom a course is for and whose it is, super admins alone decide once it is there (decisions 13 and 14). */
function* requireFree(
  source: Source,
  { actor }: Acting,
  { known, wanted }: { known: CourseRecord; wanted: Columns },
): Steps<void> {
  const { organizationId = known.organizationId, visibility = known.visibility } = wanted;
  if (organizationId !== known.organizationId) {
    if (organizationId !== null) yield* requireActive(source, actor, organizationId);
    if (!actor.isSuperAdmin) throw new Refusal('access_denied', { field: 'organizationId' });
  }
  if (visibility !== known.visibility && !actor.isSuperAdmin)
    throw new Refusal('access_denied', { field: 'visibility' });
}
