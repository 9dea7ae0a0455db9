// The people of one course by progress (P-6, R-Z11).
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CourseLearners, LearnersQuery } from '#sync/contract/analytics.ts';
import { dayOf } from '#sync/contract/due.ts';
import { isCertified, readCertified } from '../certificates/ends.ts';
import { pick } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { inOrder, pageOfPeople } from './search-people.ts';
import { isEnrolledAs, isInactive } from './standings.ts';

type Asked = Omit<LearnersQuery, 'organizationId'> & { courseId: number; organizationId: string | null };

/**
 * A page of those who are enrolled and match, with null of any organization; with equal progress, the longest enrolled come first. The
 * caller has checked access.
 */
export async function listLearners(
  { db, now, env }: Pick<Deps, 'db' | 'now' | 'env'>,
  { courseId, organizationId, people, state, certificate, ...query }: Asked,
): Promise<CourseLearners> {
  const { tables } = db;
  const { courseProgress, pastRounds, profiles } = tables;
  const { userId, percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn } = courseProgress;
  const today = dayOf(now(), env.timeZone);
  const isHere = eq(courseProgress.courseId, courseId);
  const { ids, end } = await pageOfPeople(
    db,
    { ...query, sort: query.sort ?? (state === 'completed' ? '-progress' : 'progress') },
    {
      organizationId: organizationId ?? undefined,
      listed: {
        rows: courseProgress,
        where: and(
          isHere,
          state && state !== 'inactive' ? isEnrolledAs(tables, state, today) : undefined,
          people ? inArray(userId, people.split(',')) : undefined,
        ),
      },
      who: and(
        state === 'inactive' ? isInactive(tables, now()) : undefined,
        certificate && isCertified(tables, { userId, courseId }, certificate, today),
      ),
      orders: { progress: [percent, enrolledAt], enrolled: [enrolledAt] },
    },
  );
  const found = await db
    .select({
      ...{ userId, percentComplete: percent, enrolledAt, completedAt, lastActivityAt, isAssigned, dueOn },
      ...pick(profiles, 'fullName', 'email'),
      firstEnrolledAt: sql<Date>`coalesce((select min(${pastRounds.enrolledAt}) from ${pastRounds}
        where ${pastRounds.userId} = ${userId} and ${pastRounds.courseId} = ${courseId}), ${enrolledAt})`.mapWith(
        enrolledAt,
      ),
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(isHere, inArray(userId, ids)));
  const certifiedIn = await readCertified(db, { courseId, ids, today });
  const learners = inOrder(ids, found, (row) => row.userId).map((row) => ({
    ...row,
    certified: certifiedIn(row.userId),
    enrolledAt: row.enrolledAt.toISOString(),
    firstEnrolledAt: row.firstEnrolledAt.toISOString(),
    dueOn: row.completedAt ? null : row.dueOn,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }));
  return { learners, ...end };
}
