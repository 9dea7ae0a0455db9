import type { NewCourse } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { requireActive } from '../../identity/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { readAdminCourse } from './admin-course.ts';

/**
 * Creates a course. That of an org admin belongs to their organization and is visible to its members, whatever visibility
 * is sent; naming another organization is `organization_not_found`.
 */
export async function createCourse(db: Db, caller: AuditActor, wanted: NewCourse): Promise<AdminCourse> {
  const { courses } = db.tables;
  const { duration, price, ...columns } = wanted;
  const id = await db.transact(function* (tx) {
    const home = yield* homeOf(tx, caller.actor, wanted);
    const measures = { durationMinutes: duration ?? 0, priceCents: price ?? 0 };
    const row = { ...columns, ...home, ...measures, createdBy: caller.actor.id, createdAt: caller.now };
    const [made] = yield* run(tx.insert(courses).values(row).returning({ id: courses.id }));
    if (!made) throw new Error('The course was not stored.');
    const about = { organizationId: home.organizationId, subject: String(made.id) };
    yield* audit(tx, caller, { ...about, action: 'course.created', details: { title: wanted.title } });
    if (wanted.isPublished) yield* audit(tx, caller, { ...about, action: 'course.published' });
    return made.id;
  });
  return readAdminCourse(db, id);
}

interface Home {
  organizationId: string | null;
  visibility: AdminCourse['visibility'];
}

/**
 * Where a new course belongs. Refuses `no_organization`, and what `requireActive` refuses. For an org admin it is always their
 * own organization.
 */
export function* homeOf(
  tx: TxContext,
  actor: Person,
  wanted: Pick<NewCourse, 'organizationId' | 'visibility'>,
): Steps<Home> {
  const named = wanted.organizationId?.toLowerCase() ?? null;
  if (actor.isSuperAdmin) {
    if (named !== null) yield* requireActive(tx, actor, named);
    return { organizationId: named, visibility: wanted.visibility ?? 'public' };
  }
  const own = actor.organizationId;
  if (own === null) throw new Refusal('no_organization');
  yield* requireActive(tx, actor, named ?? own);
  return { organizationId: own, visibility: 'organization' };
}
