// Who has left an organization, with the certificates that they earned in it: a list of what it may go on to prove.
import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { PageEnd } from '#sync/contract/fields.ts';
import type { FormerPerson, SearchedPage } from '#sync/contract/organization.ts';
import { isOpenTo } from '../catalog/facts.ts';
import type { Db } from '../db/client.ts';
import { containsWords, cursorAt, pageBy, toPage } from '../http/pages.ts';
import { indexPeople } from '../search-people.ts';

/**
 * Whoever has left and is not back, those who left last first. They are named and found by their names alone: an address may be one that
 * they have had since. The caller has checked access.
 */
export async function listFormerPeople(
  db: Db,
  organizationId: string,
  { search, ...at }: SearchedPage,
): Promise<{ people: FormerPerson[] } & PageEnd> {
  await indexPeople(db);
  const { endedMemberships, profiles } = db.tables;
  const { userId, endedAt } = endedMemberships;
  const { fullName, sortName } = profiles;
  const place = pageBy({ by: endedAt, id: userId }, at);
  const rows = await db
    .select({ userId, endedAt, fullName })
    .from(endedMemberships)
    .innerJoin(profiles, and(eq(profiles.id, userId), isNull(profiles.erasedAt)))
    .where(
      and(
        eq(endedMemberships.organizationId, organizationId),
        sql`(${profiles.organizationId} is null or ${profiles.organizationId} <> ${endedMemberships.organizationId})`,
        search ? and(sql`${fullName} <> ''`, containsWords(sortName, search)) : undefined,
        place.after,
      ),
    )
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, (row) => cursorAt(row.endedAt, row.userId));
  const ids = page.map((row) => row.userId);
  const earned = await earnedBefore(db, organizationId, ids);
  const people = page.map((row) => ({
    userId: row.userId,
    full_name: row.fullName,
    leftAt: row.endedAt.toISOString(),
    certificates: (earned.get(row.userId) ?? []).map(({ userId: _, issuedAt, revokedAt, ...certificate }) => ({
      ...certificate,
      issuedAt: issuedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
  }));
  return { people, nextCursor };
}

/** Of the courses that the organization knows; the latest first. */
async function earnedBefore({ select, tables }: Db, organizationId: string, people: string[]) {
  const { certificates, courses, endedMemberships } = tables;
  const { serial, courseTitle, issuedAt, validUntil, revokedAt } = certificates;
  const { userId } = endedMemberships;
  const rows = await select({ userId, serial, courseTitle, issuedAt, validUntil, revokedAt })
    .from(certificates)
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(endedMemberships, and(eq(userId, certificates.userId), lte(issuedAt, endedMemberships.endedAt)))
    .where(
      and(
        inArray(certificates.userId, people),
        eq(endedMemberships.organizationId, organizationId),
        isOpenTo(tables, organizationId),
      ),
    )
    .orderBy(desc(issuedAt), serial);
  return Map.groupBy(rows, (row) => row.userId);
}
