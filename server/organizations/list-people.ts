import { and, eq, isNull, sql } from 'drizzle-orm';
import type { MemberRow, PeopleQuery, SearchedPage, UserRow } from '#sync/contract/organization.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ageCursor, matchesSearch, pageByAge, toPage } from '../http/pages.ts';
import { countProgress, type MemberStats } from './member-progress.ts';

/** Everybody with a profile, newest first; the search covers name and address. */
export async function listPeople(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  query: PeopleQuery,
): Promise<{ users: UserRow[]; nextCursor: string | null }> {
  const { profiles, organizations, authFactors } = db.tables;
  const isTheirs = sql`${authFactors.userId} = ${profiles}.id and ${authFactors.isVerified}`;
  const place = pageByAge({ at: profiles.createdAt, id: profiles.id }, query);
  const words = matchesSearch([profiles.email, profiles.nameKey], query.search);
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      organization: { id: organizations.id, name: organizations.name },
      isOrgAdmin: profiles.isOrgAdmin,
      isSuperAdmin: profiles.isSuperAdmin,
      hasTwoStep: sql`exists (select 1 from ${authFactors} where ${isTheirs})`.mapWith(Boolean),
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(isNull(profiles.erasedAt), place.after, words, ofRole(db, query.role)))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  const users = page.map((row) => ({
    id: row.id,
    email: row.email,
    full_name: row.fullName,
    organization_id: row.organization?.id ?? null,
    organization: row.organization,
    is_org_admin: row.isOrgAdmin,
    is_super_admin: row.isSuperAdmin,
    has_two_step: identity.embedded ? row.hasTwoStep : null,
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

/** The people of an organization, newest first, with their progress. The caller has checked access. */
export async function listMembers(
  db: Db,
  organizationId: string,
  query: SearchedPage,
): Promise<{ users: MemberRow[]; nextCursor: string | null }> {
  const { profiles } = db.tables;
  const place = pageByAge({ at: profiles.createdAt, id: profiles.id }, query);
  const words = matchesSearch([profiles.email, profiles.nameKey], query.search);
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      isOrgAdmin: profiles.isOrgAdmin,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(and(eq(profiles.organizationId, organizationId), isNull(profiles.erasedAt), place.after, words))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  const ids = page.map((row) => row.id);
  const stats = await countProgress(db, { organizationId, ids });
  return { users: page.map((row) => toMemberRow(row, stats.get(row.id))), nextCursor };
}

interface StoredMember {
  id: string;
  email: string;
  fullName: string | null;
  isOrgAdmin: boolean;
  createdAt: Date;
}

const NOTHING = { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 };

function toMemberRow({ fullName, createdAt, ...row }: StoredMember, stats: MemberStats | undefined): MemberRow {
  return {
    ...row,
    full_name: fullName,
    createdAt: createdAt.toISOString(),
    lastActivityAt: stats?.lastActivityAt?.toISOString() ?? null,
    progressStats: stats?.progressStats ?? NOTHING,
  };
}
