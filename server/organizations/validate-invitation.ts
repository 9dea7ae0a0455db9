import { and, eq } from 'drizzle-orm';
import type { InvitationVerdict } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import { openInvitation } from './invitations.ts';

/** What a token is worth right now, for the form in which it was typed. */
export async function validateInvitation(db: Db, token: string, now: Date): Promise<InvitationVerdict> {
  try {
    const { organization, role, courseId } = await openInvitation(db, token, now);
    const details = { expired: false, maxUsesReached: false };
    return { valid: true, organization, role, details, course: await publicCourse(db, courseId) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = {
      expired: error.code === 'invitation_expired',
      maxUsesReached: error.code === 'invitation_used_up',
    };
    return { valid: false, organization: null, role: null, details, course: null };
  }
}

/** A visitor learns of the course only what the public catalog would tell. */
async function publicCourse(db: Db, courseId: number | null): Promise<InvitationVerdict['course']> {
  if (courseId === null) return null;
  const { courses } = db.tables;
  const [course] = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), eq(courses.visibility, 'public'), eq(courses.isPublished, true)));
  return course ?? null;
}
