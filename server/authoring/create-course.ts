import type { NewCourse } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { requireActive } from '../organizations/require-organization.ts';
import type { Person } from '../permissions.ts';
import { tellCourse } from './admin-course.ts';

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
