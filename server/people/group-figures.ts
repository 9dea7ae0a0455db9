// How the groups of an organization stand, for their league: one query over all of them.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { GroupFigures } from '#sync/contract/group.ts';
import { isCertified } from '../certificates/ends.ts';
import { type Db, number } from '../db/client.ts';
import { isEnrolledAs } from './standings.ts';

/** By the ids of the groups; beside the requests. What is required is what a report says: published courses that people were given. */
export async function readGroupFigures(
  { aside, tables }: Db,
  organizationId: string,
  today: string,
): Promise<Map<string, GroupFigures>> {
  const { groupMembers, profiles, courseProgress, courses } = tables;
  const { userId, courseId, isAssigned, lastActivityAt } = courseProgress;
  const isRequired = sql`(${isAssigned} and ${courses.isPublished} and ${courses.deletedAt} is null)`;
  const isValid = isCertified(tables, { userId, courseId }, 'valid', today);
  const flag = (condition: unknown, name: string) =>
    sql<number>`max(case when ${condition} then 1 else 0 end)`.as(name);
  const person = aside
    .select({
      userId: sql<string>`${userId}`.as('person_id'),
      required: flag(isRequired, 'required'),
      missing: flag(sql`${isRequired} and not ${isValid}`, 'missing'),
      overdue: flag(isEnrolledAs(tables, 'overdue', today), 'overdue'),
      latest: sql`max(${lastActivityAt})`.as('latest'),
    })
    .from(profiles)
    // In this order: SQLite would begin with the courses.
    .crossJoin(courseProgress)
    .crossJoin(courses)
    .where(
      and(
        eq(profiles.organizationId, organizationId),
        isNull(profiles.erasedAt),
        eq(userId, profiles.id),
        eq(courses.id, courseId),
      ),
    )
    .groupBy(userId)
    .as('person');
  const rows = await aside
    .select({
      groupId: groupMembers.groupId,
      required: number(sql`sum(${person.required})`),
      certified: number(sql`sum(${person.required} * (1 - ${person.missing}))`),
      overdue: number(sql`sum(${person.overdue})`),
      latest: sql<Date | null>`max(${person.latest})`.mapWith(lastActivityAt),
    })
    .from(groupMembers)
    .innerJoin(person, eq(person.userId, groupMembers.userId))
    .groupBy(groupMembers.groupId);
  return new Map(
    rows.map(({ groupId, latest, ...figures }) => [
      groupId,
      { ...figures, lastActivityAt: latest?.toISOString() ?? null },
    ]),
  );
}
