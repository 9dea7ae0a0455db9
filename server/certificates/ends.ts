// Whose certificates run out (decision 190): conditions for queries that have `certificates` and their holders' `profiles`.
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { CertificatesEnding } from '#sync/contract/certificate.ts';
import { addDays } from '#sync/contract/due.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';

/**
 * The certificate of the present, completed round of a course that can be renewed and that the holder's organization has. One that
 * was revoked, or whose course was renewed, runs out for nobody.
 */
export function isPresent({ certificates, courseProgress, courses, courseGrants, profiles }: Tables): SQL | undefined {
  const { userId, courseId, round, validUntil, revokedAt } = certificates;
  const isKnown = sql`(${courses.visibility} = 'public' or ${courses.organizationId} = ${profiles.organizationId}
    or exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
      and ${courseGrants.organizationId} = ${profiles.organizationId}))`;
  const isCompleted = sql`exists (select 1 from ${courseProgress}
    join ${courses} on ${courses.id} = ${courseProgress.courseId} and ${courses.isPublished} and ${courses.archivedAt} is null
    where ${courseProgress.userId} = ${userId} and ${courseProgress.courseId} = ${courseId}
    and ${courseProgress.round} = ${round} and ${courseProgress.completedAt} is not null and ${isKnown})`;
  return and(isNotNull(validUntil), isNull(revokedAt), isCompleted);
}

/** Whether such a certificate has ended, or ends within so many days. */
export function isEnding(tables: Tables, when: CertificatesEnding, today: string): SQL | undefined {
  const { validUntil } = tables.certificates;
  if (when === 'ended') return and(lt(validUntil, today), isPresent(tables));
  return and(gte(validUntil, today), lte(validUntil, addDays(today, Number(when))), isPresent(tables));
}

interface CertificateEnds {
  userId: string;
  courseId: number;
  courseTitle: string;
  validUntil: string;
}

/** When the present certificates of these people end, the first to end first; `which` narrows them. */
export async function listEnds({ select, tables }: Db, ids: string[], which?: SQL): Promise<CertificateEnds[]> {
  const { certificates, profiles } = tables;
  const { courseId, courseTitle, validUntil } = certificates;
  const rows = await select({ userId: profiles.id, courseId, courseTitle, validUntil })
    .from(certificates)
    .innerJoin(profiles, eq(profiles.id, certificates.userId))
    .where(and(inArray(certificates.userId, ids), which ?? isPresent(tables)))
    .orderBy(asc(validUntil), asc(courseId));
  return rows.flatMap(({ courseId, validUntil, ...row }) =>
    courseId && validUntil ? { ...row, courseId, validUntil } : [],
  );
}
