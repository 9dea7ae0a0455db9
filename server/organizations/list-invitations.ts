import { and, eq, type SQL } from 'drizzle-orm';
import type { AdminPage, InvitationRow } from '#sync/contract/organization.ts';
import type { Db, Source } from '../db/client.ts';
import { ageCursor, cut, pageByAge } from '../http/pages.ts';

/** The invitations of an organization, newest first, without their tokens. The caller has judged who may see them. */
export async function listInvitations(db: Db, organizationId: string, asked: AdminPage) {
  const { invitations } = db.tables;
  const place = pageByAge({ at: invitations.createdAt, id: invitations.id }, asked);
  const rows = await selectInvitations(db, and(eq(invitations.organizationId, organizationId), place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = cut(rows, place.limit, ageCursor);
  return { invitations: page.map(invitationOnTheWire), nextCursor };
}

/** The query that reads one invitation as `invitationOnTheWire` takes it. */
export function invitationById(source: Source, id: string) {
  return selectInvitations(source, eq(source.tables.invitations.id, id));
}

function selectInvitations({ queries, tables }: Source, where: SQL | undefined) {
  const { invitations, courses, profiles } = tables;
  const { id, role, uses, maxUses, email, createdAt, expiresAt, revokedAt } = invitations;
  return queries
    .select({
      ...{ id, role, uses, maxUses, email, createdAt, expiresAt, revokedAt },
      course: { id: courses.id, title: courses.title },
      author: { fullName: profiles.fullName, email: profiles.email },
    })
    .from(invitations)
    .leftJoin(courses, eq(courses.id, invitations.courseId))
    .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
    .where(where);
}

type Row = Awaited<ReturnType<typeof selectInvitations>>[number];

/** An invitation as administrators see it; `createdBy` is the name of who made it, or their address. */
export function invitationOnTheWire({ author, createdAt, expiresAt, revokedAt, ...row }: Row): InvitationRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    createdBy: author?.fullName ?? author?.email ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
