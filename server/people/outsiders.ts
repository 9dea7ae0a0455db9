// People outside an organization whom its admins list: who can still open one of its courses, and who has left.
import { and, desc, eq, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { FormerPerson, OutsiderRow, OutsidersQuery, SearchedPage } from '#sync/contract/organization.ts';
import { isOpenTo } from '../catalog/facts.ts';
import type { Db } from '../db/client.ts';
import { containsWords } from '../http/pages.ts';
import { inOrder, pageOfPeople } from './search-people.ts';

/**
 * Whoever is no member of the organization, and can open a course of it only because someone enrolled them by hand:
 * a row for each person and course, by name. The caller has checked access.
 */
export async function listOutsiders(db: Db, organizationId: string, query: OutsidersQuery) {
  const { courseProgress, courses, courseGrants, profiles } = db.tables;
  const { userId, courseId, enrolledAt, lastActivityAt, isAssigned } = courseProgress;
  const closed = db.queries
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.organizationId, organizationId), ne(courses.visibility, 'public')));
  const isGranted = sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courseId}
    and ${courseGrants.organizationId} = ${profiles.organizationId})`;
  const isByHand = and(eq(isAssigned, true), inArray(courseId, closed));
  const { rows, ids, end } = await pageOfPeople(db, query, {
    listed: { rows: courseProgress, where: isByHand },
    who: and(isOutside(db, organizationId), not(isGranted)),
    orders: { name: [profiles.sortName, courseId] },
  });
  const { email, fullName } = profiles;
  const found = await db
    .select({ userId, email, fullName, enrolledAt, lastActivityAt, courseId, title: courses.title })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseId))
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(inArray(userId, ids), isByHand));
  const keys = rows.map(({ id, by: [, course] }) => `${id} ${course}`);
  const outsiders = inOrder(keys, found, (row) => `${row.userId} ${row.courseId}`).map(
    (row): OutsiderRow => ({
      userId: row.userId,
      email: row.email,
      full_name: row.fullName,
      course: { id: row.courseId, title: row.title },
      enrolledAt: row.enrolledAt.toISOString(),
      lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    }),
  );
  return { outsiders, ...end };
}

/**
 * Whoever has left and is not back, those who left last first. They are named and found by their names alone: an address may be one that
 * they have had since. The caller has checked access.
 */
export async function listFormerPeople(db: Db, organizationId: string, { search, ...at }: SearchedPage) {
  const { endedMemberships, profiles } = db.tables;
  const { fullName, sortName } = profiles;
  const isFound = search ? and(ne(fullName, ''), containsWords(sortName, search)) : undefined;
  const query = { ...at, sort: '-left' };
  const { rows, ids, end } = await pageOfPeople(db, query, {
    listed: { rows: endedMemberships, where: eq(endedMemberships.organizationId, organizationId) },
    who: and(isOutside(db, organizationId), isFound),
    orders: { left: [endedMemberships.endedAt] },
  });
  const named = await db.select({ id: profiles.id, fullName }).from(profiles).where(inArray(profiles.id, ids));
  const names = new Map(named.map((person) => [person.id, person.fullName]));
  const earned = await earnedBefore(db, organizationId, ids);
  const people = rows.map(
    ({ id, by: [leftAt] }): FormerPerson => ({
      userId: id,
      full_name: names.get(id) ?? null,
      leftAt: new Date(leftAt ?? 0).toISOString(),
      certificates: (earned.get(id) ?? []).map(({ userId: _, issuedAt, revokedAt, ...certificate }) => ({
        ...certificate,
        issuedAt: issuedAt.toISOString(),
        revokedAt: revokedAt?.toISOString() ?? null,
      })),
    }),
  );
  return { people, ...end };
}

const isOutside = ({ tables: { profiles } }: Db, organizationId: string) =>
  or(isNull(profiles.organizationId), ne(profiles.organizationId, organizationId));

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
