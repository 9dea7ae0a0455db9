// Invitations: made once, shown once, judged by their token (decision 16).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { INVITATION_ROLES } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';

export interface NewInvitation {
  organizationId: string;
  createdBy: string | null;
  role?: (typeof INVITATION_ROLES)[number];
  maxUses?: number;
  expiresAt?: Date | null;
  /** Consuming also enrolls here. */
  courseId?: number | null;
  /** The only person who may use it. */
  email?: string | null;
  createdAt?: Date;
}

/** A new invitation as it is stored, and its token, which is kept nowhere. The caller has judged who may (decision 14). */
export function freshInvitation(invitation: NewInvitation) {
  const token = randomBytes(16).toString('base64url');
  const email = invitation.email?.trim().toLowerCase() ?? null;
  return { token, row: { ...invitation, id: randomUUID(), email, tokenHash: hashOf(token) } };
}

/** Stores a new invitation. */
export async function createInvitation(db: Db, invitation: NewInvitation): Promise<{ id: string; token: string }> {
  const { token, row } = freshInvitation(invitation);
  await db.insert(db.tables.invitations).values(row);
  return { id: row.id, token };
}

/** An invitation with what decides about it. */
export interface Invitation {
  id: string;
  organizationId: string;
  organization: string;
  role: (typeof INVITATION_ROLES)[number];
  courseId: number | null;
  email: string | null;
  uses: number;
  maxUses: number;
}

/** The invitation of this token when it can be used now. Refuses `invitation_invalid`, `_expired` and `_used_up`. */
export async function openInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  const [found] = await invitationQuery(db, token);
  return judged(found, now);
}

/** `openInvitation` inside a unit, which leaves out the uses: those of the person asking may be among them. */
export function* readInvitation(source: Source, token: string, now: Date): Steps<Invitation> {
  const [found] = yield* run(invitationQuery(source, token));
  return judged(found && { ...found, uses: 0 }, now);
}

type Found = Awaited<ReturnType<typeof invitationQuery>>[number];

function invitationQuery({ queries, tables }: Source, token: string) {
  const { invitations, organizations } = tables;
  return queries
    .select({
      id: invitations.id,
      organizationId: invitations.organizationId,
      organization: organizations.name,
      isActive: organizations.isActive,
      role: invitations.role,
      courseId: invitations.courseId,
      email: invitations.email,
      uses: invitations.uses,
      maxUses: invitations.maxUses,
      expiresAt: invitations.expiresAt,
      revokedAt: invitations.revokedAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(eq(invitations.tokenHash, hashOf(token)));
}

function judged(found: Found | undefined, now: Date): Invitation {
  if (!found || found.revokedAt || !found.isActive)
    throw new Refusal('invitation_invalid', { field: 'invitationToken' });
  const { isActive: _, revokedAt: __, expiresAt, ...invitation } = found;
  if (expiresAt && expiresAt <= now) throw new Refusal('invitation_expired', { field: 'invitationToken' });
  if (found.uses >= found.maxUses) throw new Refusal('invitation_used_up', { field: 'invitationToken' });
  return invitation;
}

/** Refuses `invitation_for_another` when the invitation was made for somebody else's address. */
export function requireInvited(invitation: Invitation, email: string): void {
  if (invitation.email && invitation.email !== email.trim().toLowerCase()) throw new Refusal('invitation_for_another');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.trim()).digest('hex');
}

/**
 * The query that tells about a course from where an organization stands: `isReached` when its people may take it once
 * it is published (public, its own or granted), `isOwn` when it is its own. No row when there is no such course.
 */
export function courseForOrganization(
  { queries, tables }: Source,
  { courseId, organizationId }: { courseId: number; organizationId: string },
) {
  const { courses, organizations, courseGrants } = tables;
  const asking = sql.param(organizationId, courseGrants.organizationId);
  const isOwn = sql`coalesce(${courses.organizationId} = ${asking}, false)`;
  const isGranted = sql`exists (select 1 from ${courseGrants}
    where ${courseGrants.courseId} = ${courses.id} and ${courseGrants.organizationId} = ${asking})`;
  return queries
    .select({
      title: courses.title,
      isPublished: courses.isPublished,
      isOwn: sql<boolean>`${isOwn}`.mapWith(Boolean),
      isReached:
        sql<boolean>`coalesce(${organizations.isActive}, true) and (${courses.visibility} = 'public' or ${isOwn} or ${isGranted})`.mapWith(
          Boolean,
        ),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(eq(courses.id, courseId));
}
