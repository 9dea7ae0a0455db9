import { and, eq } from 'drizzle-orm';
import type { MemberRow, SearchedPage } from '#sync/contract/organization.ts';
import type { Db } from '../db/client.ts';
import { ageCursor, cut, holdsWords, pageByAge } from '../http/pages.ts';
import { countProgress, type MemberStats } from './member-progress.ts';

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
