import { and, eq } from 'drizzle-orm';
import type { MemberRow, PeopleQuery, SearchedPage, UserRow } from '#sync/contract/organization.ts';
import type { Db } from '../db/client.ts';
import { ageCursor, cut, holdsWords, pageByAge } from '../http/pages.ts';
import { countProgress, type MemberStats } from './member-progress.ts';

/** Everybody who has a profile here, newest first; the search looks at name and address. */
export async function listPeople(db: Db, asked: PeopleQuery): Promise<{ users: UserRow[]; nextCursor: string | null }> {
  const { profiles, organizations } = db.tables;
  const place = pageByAge({ at: profiles.createdAt, id: profiles.id }, asked);
  const words = holdsWords([profiles.email, profiles.nameKey], asked.search);
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      organization: { id: organizations.id, name: organizations.name },
      isOrgAdmin: profiles.isOrgAdmin,
      isSuperAdmin: profiles.isSuperAdmin,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(place.after, words, ofRole(db, asked.role)))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = cut(rows, place.limit, ageCursor);
  const users = page.map((row) => ({
    id: row.id,
    email: row.email,
    full_name: row.fullName,
    organization_id: row.organization?.id ?? null,
    organization: row.organization,
    is_org_admin: row.isOrgAdmin,
    is_super_admin: row.isSuperAdmin,
    created_at: row.createdAt.toISOString(),
  }));
  return { users, nextCursor };
}

function ofRole(db: Db, role: PeopleQuery['role']) {
  const { isSuperAdmin, isOrgAdmin } = db.tables.profiles;
  switch (role) {
    case 'super':
      return eq(isSuperAdmin, true);
    case 'org_admin':
      return eq(isOrgAdmin, true);
    case 'regular':
      return and(eq(isSuperAdmin, false), eq(isOrgAdmin, false));
    case 'all':
      return undefined;
  }
}

/** The people of an organization, newest first, with their progress. The caller has judged who may see them. */
export async function listMembers(
  db: Db,
  organizationId: string,
  asked: SearchedPage,
): Promise<{ users: MemberRow[]; nextCursor: string | null }> {
  const { profiles } = db.tables;
  const place = pageByAge({ at: profiles.createdAt, id: profiles.id }, asked);
  const words = holdsWords([profiles.email, profiles.nameKey], asked.search);
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      isOrgAdmin: profiles.isOrgAdmin,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(and(eq(profiles.organizationId, organizationId), place.after, words))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = cut(rows, place.limit, ageCursor);
  const ids = page.map((row) => row.id);
  const stats = await countProgress(db, { organizationId, ids });
  return { users: page.map((row) => onTheWire(row, stats.get(row.id))), nextCursor };
}

interface Row {
  id: string;
  email: string;
  fullName: string | null;
  isOrgAdmin: boolean;
  createdAt: Date;
}

const NOTHING = { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 };

function onTheWire({ fullName, createdAt, ...row }: Row, stats: MemberStats | undefined): MemberRow {
  return {
    ...row,
    full_name: fullName,
    createdAt: createdAt.toISOString(),
    lastActivityAt: stats?.lastActivityAt?.toISOString() ?? null,
    progressStats: stats?.progressStats ?? NOTHING,
  };
}
