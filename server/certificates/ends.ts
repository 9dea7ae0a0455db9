// Whose certificates are valid, run out or have ended (decision 188).
import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  type CertificateEnd,
  type CertificateStanding,
  type CertificatesEnding,
  type CourseCertificate,
  haveEnded,
  SOON_DAYS,
  validityOf,
} from '#sync/contract/certificate.ts';
import { addDays } from '#sync/contract/due.ts';
import { type Db, number, pick } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';

/** A course that can be renewed and that the holder's organization has, in which they are enrolled. */
function isOpenTo({ certificates, courseProgress, courses, courseGrants, profiles }: Tables, which: SQL): SQL {
  const { userId, courseId } = certificates;
  const isKnown = sql`(${courses.visibility} = 'public' or ${courses.organizationId} = ${profiles.organizationId}
    or exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
      and ${courseGrants.organizationId} = ${profiles.organizationId}))`;
  return sql`exists (select 1 from ${courseProgress}
    join ${courses} on ${courses.id} = ${courseProgress.courseId} and ${courses.isPublished} and ${courses.archivedAt} is null
    where ${courseProgress.userId} = ${userId} and ${courseProgress.courseId} = ${courseId} and ${which} and ${isKnown})`;
}

/**
 * The certificate of the present, completed round of such a course. One that was revoked, or whose course was renewed, runs out for
 * nobody. For queries that have `certificates` and their holders' `profiles`.
 */
export function isPresent(tables: Tables): SQL | undefined {
  const { round, validUntil, revokedAt } = tables.certificates;
  const { courseProgress } = tables;
  const isCompleted = sql`${courseProgress.round} = ${round} and ${courseProgress.completedAt} is not null`;
  return and(isNotNull(validUntil), isNull(revokedAt), isOpenTo(tables, isCompleted));
}

/**
 * Whether such a certificate ends within so many days. One that has ended counts until its holder has a valid one again, also when the
 * course was renewed; an unrenewed one until then.
 */
export function isEnding(tables: Tables, when: CertificatesEnding, today: string): SQL | undefined {
  const { certificates } = tables;
  const { validUntil, revokedAt } = certificates;
  if (!haveEnded(when))
    return and(gte(validUntil, today), lte(validUntil, addDays(today, Number(when))), isPresent(tables));
  const isLast = isLastOf(tables, sql`${certificates}`);
  const isStillWanted = and(isLast, not(isCertified(tables, certificates, 'valid', today)));
  const isOpen = when === 'unrenewed' ? isPresent(tables) : isOpenTo(tables, sql`true`);
  return and(lt(validUntil, today), isNull(revokedAt), isStillWanted, isOpen);
}

/** No later certificate of the same person and course. */
const isLastOf = ({ certificates }: Tables, one: SQL) => sql`not exists (select 1 from ${certificates} later
  where later.user_id = ${one}.user_id and later.course_id = ${one}.course_id and (later.round, later.issue) > (${one}.round, ${one}.issue))`;

/** How someone stands with the certificates of a course, or of all courses, or of those that the subquery `among` finds. */
export function isCertified(
  tables: Tables,
  { userId, courseId, among }: { userId: Column; courseId?: Column | number | undefined; among?: SQL | undefined },
  standing: CertificateStanding,
  today: string,
): SQL {
  const holds = (which: SQL) => sql`exists (select 1 from ${tables.certificates} held where held.user_id = ${userId}
    ${courseId === undefined ? sql`` : sql`and held.course_id = ${courseId}`}
    ${among ? sql`and held.course_id in ${among}` : sql``} and held.revoked_at is null and (${which}))`;
  const endsFrom = (day: string) => sql`held.valid_until is null or held.valid_until >= ${day}`;
  const isLast = isLastOf(tables, sql`held`);
  const isValid = holds(endsFrom(today));
  switch (standing) {
    case 'valid':
      return isValid;
    case 'soon':
      return sql`(${isValid} and not ${holds(endsFrom(addDays(today, SOON_DAYS + 1)))})`;
    case 'not-valid':
      return sql`not ${isValid}`;
    case 'expired':
      return sql`(not ${isValid} and ${holds(isLast)})`;
    case 'none':
      return sql`not ${holds(sql`${endsFrom(today)} or ${isLast}`)}`;
  }
}

/**
 * How `isCertified` answers and has answered at each of these moments for the course of an enrollment, in one look at its certificates: the
 * n-th bit is set where it was valid, and the one behind them where it is expired now. For queries that have `course_progress`.
 */
export function certifiedAt(
  { certificates, courseProgress }: Tables,
  moments: readonly { at: Date; day: string }[],
): SQL<number> {
  const { revokedAt, issuedAt } = certificates;
  const time = (at: Date) => sql.param(at, issuedAt);
  const bits = moments.map(
    ({ at, day }, n) => sql`${sql.raw(String(2 ** n))} * max(case when held.issued_at <= ${time(at)}
      and (held.revoked_at is null or held.revoked_at > ${sql.param(at, revokedAt)})
      and (held.valid_until is null or held.valid_until >= ${day}) then 1 else 0 end)`,
  );
  const place = sql`held.round * 1000 + held.issue`;
  const isLast = sql`${sql.raw(String(2 ** moments.length))} * case when max(${place}) =
    max(case when held.revoked_at is null then ${place} end) then 1 else 0 end`;
  return number(sql`coalesce((select ${sql.join([...bits, isLast], sql` + `)} from ${certificates} held
    where held.user_id = ${courseProgress.userId} and held.course_id = ${courseProgress.courseId}), 0)`);
}

/** The certificates of these people in one course, by their ids, and where they are in it. */
export async function readCertified(
  { select, tables }: Db,
  { courseId, ids, today }: { courseId: number; ids: string[]; today: string },
): Promise<(userId: string) => CourseCertificate> {
  const { certificates, courseProgress } = tables;
  const enrolled = await select(pick(courseProgress, 'userId', 'completedAt', 'round'))
    .from(courseProgress)
    .where(and(eq(courseProgress.courseId, courseId), inArray(courseProgress.userId, ids)));
  const { userId, round, issue } = certificates;
  const rows = await select(pick(certificates, 'userId', 'serial', 'validUntil', 'revokedAt'))
    .from(certificates)
    .where(and(eq(certificates.courseId, courseId), inArray(userId, ids)))
    .orderBy(desc(round), desc(issue));
  const held = Map.groupBy(
    rows.map(({ revokedAt, ...row }) => ({ ...row, revokedAt: revokedAt?.toISOString() ?? null })),
    (row) => row.userId,
  );
  const enrollments = new Map(enrolled.map((row) => [row.userId, row]));
  const isValid = (one: CertificateEnd) => ['valid', 'soon'].includes(validityOf(one, today));
  return (id) => {
    const theirs = held.get(id) ?? [];
    const valid = theirs.filter(isValid);
    const [one] = (valid.length > 0 ? valid : theirs.slice(0, 1)).toSorted((a, b) =>
      laterFirst(a.validUntil, b.validUntil),
    );
    const at = enrollments.get(id);
    return {
      certificate: one ? { serial: one.serial, validUntil: one.validUntil, revokedAt: one.revokedAt } : null,
      stage: !at ? 'not-enrolled' : at.completedAt ? 'completed' : at.round > 1 ? 'renewed' : 'not-completed',
    };
  };
}

/** One without an end lasts longest. */
const laterFirst = (a: string | null, b: string | null) => (a === b ? 0 : a === null || (b !== null && a > b) ? -1 : 1);

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
