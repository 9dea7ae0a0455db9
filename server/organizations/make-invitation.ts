import type { InvitationMade, NewInvitationForm } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { courseForOrganization } from './course-for-organization.ts';
import { freshInvitation } from './invitations.ts';
import { invitationById, invitationOnTheWire } from './list-invitations.ts';
import { requireActive } from './require-organization.ts';

const LAST_YEAR = 9999;

/**
 * Makes an invitation; its token is in this answer and nowhere else. Refuses `organization_not_found`,
 * `organization_inactive`, a course that the organization cannot take, and an expiry that has passed.
 */
export function makeInvitation(db: Db, acting: Acting, form: NewInvitationForm): Promise<InvitationMade> {
  const { role, maxUses } = form;
  const courseId = form.courseId ?? null;
  const expiresAt = form.expiresAt ? new Date(form.expiresAt) : null;
  if (expiresAt && expiresAt <= acting.now)
    throw new Refusal('validation_failed', { field: 'expiresAt' }, 'The expiry must lie in the future.');
  // An offset carries the last year of four digits over into the first that PostgreSQL does not read.
  if (expiresAt && expiresAt.getUTCFullYear() > LAST_YEAR)
    throw new Refusal(
      'validation_failed',
      { field: 'expiresAt' },
      `The expiry must lie in the year ${LAST_YEAR} or before.`,
    );
  return db.transact(function* (source) {
    const { id: organizationId } = yield* requireActive(source, acting.actor, form.organizationId);
    if (courseId !== null) yield* requireTakable(source, { courseId, organizationId });
    const about = { role, maxUses, expiresAt, courseId };
    const author = { createdBy: acting.actor.id, createdAt: acting.now };
    const { token, row } = freshInvitation({ organizationId, ...about, ...author });
    yield* run(source.insert(db.tables.invitations).values(row));
    const act = { action: 'invitation.created', organizationId, subject: row.id, details: about };
    yield* run(noteAct(source, { ...signed(acting), ...act }));
    const [made] = yield* run(invitationById(source, row.id));
    if (!made) throw new Error('The invitation was not stored.');
    return { token, invitation: invitationOnTheWire(made) };
  });
}

function* requireTakable(source: Source, asked: { courseId: number; organizationId: string }): Steps<void> {
  const [course] = yield* run(courseForOrganization(source, asked));
  if (course?.isReached && course.isPublished) return;
  throw new Refusal('course_not_found', { field: 'courseId' }, 'This organization cannot take this course.');
}
