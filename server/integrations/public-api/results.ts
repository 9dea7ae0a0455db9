// What the public API reads: lists in pages, in an order in which rows only move on to later pages. They may be read by the thousands, so
// they are read aside.

import { and, asc, eq, gt, gte, isNull, or, type SQL } from 'drizzle-orm';
import { hasAddress } from '#sync/contract/email.ts';
import type { ApiAssignment, ApiAttempt, ApiCertificate, ApiPerson, ApiProgress } from '#sync/contract/public-api.ts';
import { isOf, type Scope } from '../../analytics/scope.ts';
import { type Db, pick } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { cursorAt, numberCursor, type Page, pageBy, toPage } from '../../http/pages.ts';
import { findGroupsOf } from '../../people/groups.ts';
import { pageOfPeople, readPeople } from '../../people/search-people.ts';

/** A page of what a token may see: `organizationId` null is everything. */
type Asked = Page & Pick<Scope, 'organizationId'>;
type About = Asked & { userId?: string | undefined; courseId?: number | undefined };
type Changed = About & { since?: string | undefined };

/** What is being committed right now has a time from before it can be read: the `since` to ask for next. */
const UNCOMMITTED_MS = 60_000;
export const asOf = (now: Date): string => new Date(now.getTime() - UNCOMMITTED_MS).toISOString();

const since = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
/** No other system learns of invented people, or of who was erased. For queries that have `profiles`. */
const isTold = ({ profiles }: Tables): SQL | undefined => and(isNull(profiles.erasedAt), eq(profiles.isSample, false));
const iso = (at: Date | null) => at?.toISOString() ?? null;

export async function listApiPeople(
  db: Db,
  { organizationId, ...query }: Asked & { search?: string | undefined; group?: string | undefined },
) {
  const asked = { ...query, role: 'all', sort: 'created' } as const;
  const { ids, end } = await pageOfPeople(db, asked, {
    organizationId: organizationId ?? undefined,
    who: isTold(db.tables),
  });
  const groups = await findGroupsOf(db, organizationId, ids);
  const people = (await readPeople(db, ids)).map(
    (row): ApiPerson => ({
      ...addressed(pick(row, 'id', 'email', 'organization')),
      ...(row.personnelNumber && { personnelNumber: row.personnelNumber }),
      name: row.fullName,
      role: row.isOrgAdmin ? 'admin' : 'member',
      groups: groups.get(row.id) ?? [],
      createdAt: row.createdAt.toISOString(),
    }),
  );
  return { people, nextCursor: end.nextCursor };
}

/** Enrollments by course and time, with whatever lists of them need. */
async function pageOfEnrollments(db: Db, query: About, where: SQL | undefined) {
  const { courseProgress, courses, profiles } = db.tables;
  const { userId, courseId, enrolledAt } = courseProgress;
  const place = pageBy({ by: [courseId, enrolledAt], id: userId, isAscending: true }, query);
  const isAsked = and(
    isOf(db.tables, userId, query),
    isTold(db.tables),
    isNull(courses.deletedAt),
    query.userId ? eq(userId, query.userId.toLowerCase()) : undefined,
    query.courseId ? eq(courseId, query.courseId) : undefined,
    where,
  );
  const rows = await db.aside
    .select({ enrollment: courseProgress, courseTitle: courses.title, email: profiles.email, name: profiles.fullName })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseId))
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(place.after, isAsked))
    .orderBy(...place.order)
    .limit(place.rows);
  return toPage(rows, place.limit, ({ enrollment }) =>
    cursorAt(enrollment.courseId, enrollment.enrolledAt, enrollment.userId),
  );
}

export async function listAssignments(db: Db, query: About) {
  const { page, nextCursor } = await pageOfEnrollments(db, query, eq(db.tables.courseProgress.isAssigned, true));
  const assignments = page.map(
    ({ enrollment: row, ...named }): ApiAssignment => ({
      ...addressed(named),
      ...pick(row, 'userId', 'courseId', 'dueOn'),
      enrolledAt: row.enrolledAt.toISOString(),
      completedAt: iso(row.completedAt),
    }),
  );
  return { assignments, nextCursor };
}

export async function listProgress(db: Db, query: Changed) {
  const { enrolledAt, lastActivityAt } = db.tables.courseProgress;
  const from = since(query.since);
  const isChanged = from && or(gte(enrolledAt, from), gte(lastActivityAt, from));
  const { page, nextCursor } = await pageOfEnrollments(db, query, isChanged);
  const progress = page.map(
    ({ enrollment: row, ...named }): ApiProgress => ({
      ...addressed(named),
      ...pick(row, 'userId', 'courseId', 'percent', 'pointsEarned', 'totalPoints', 'round', 'dueOn'),
      enrolledAt: row.enrolledAt.toISOString(),
      lastActivityAt: iso(row.lastActivityAt),
      completedAt: iso(row.completedAt),
    }),
  );
  return { progress, nextCursor };
}

export async function listAttempts(db: Db, query: Changed) {
  const { quizAttempts, lessons, courses, profiles } = db.tables;
  const { id, userId, lessonId, submittedAt } = quizAttempts;
  const from = since(query.since);
  const after = numberCursor(query.cursor);
  const rows = await db.aside
    .select({
      ...pick(quizAttempts, 'id', 'userId', 'lessonId', 'score', 'passed', 'durationMs', 'submittedAt'),
      lessonTitle: lessons.title,
      courseId: courses.id,
      courseTitle: courses.title,
      email: profiles.email,
      name: profiles.fullName,
    })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(
      and(
        after === undefined ? undefined : gt(id, after),
        from && gte(submittedAt, from),
        isOf(db.tables, userId, query),
        isTold(db.tables),
        isNull(courses.deletedAt),
        query.userId ? eq(userId, query.userId.toLowerCase()) : undefined,
        query.courseId ? eq(courses.id, query.courseId) : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(query.limit + 1);
  const { page, nextCursor } = toPage(rows, query.limit, (row) => String(row.id));
  const attempts = page.map((row): ApiAttempt => ({ ...addressed(row), submittedAt: row.submittedAt.toISOString() }));
  return { attempts, nextCursor };
}

/** A certificate outlives its course: of one that was deleted it names no id. */
export async function listCertificates(db: Db, query: Changed) {
  const { certificates, courses, profiles } = db.tables;
  const { id, userId, courseId, issuedAt, revokedAt } = certificates;
  const from = since(query.since);
  const place = pageBy({ by: issuedAt, id, isAscending: true }, query);
  const rows = await db.aside
    .select({
      ...pick(certificates, 'id', 'serial', 'learnerName', 'courseTitle', 'issuedAt', 'validUntil', 'revokedAt'),
      userId: profiles.id,
      email: profiles.email,
      name: profiles.fullName,
      courseId: courses.id,
    })
    .from(certificates)
    .innerJoin(profiles, eq(profiles.id, userId))
    .leftJoin(courses, and(eq(courses.id, courseId), isNull(courses.deletedAt)))
    .where(
      and(
        place.after,
        from && or(gte(issuedAt, from), gte(revokedAt, from)),
        isOf(db.tables, userId, query),
        isTold(db.tables),
        query.userId ? eq(userId, query.userId.toLowerCase()) : undefined,
        query.courseId ? eq(courses.id, query.courseId) : undefined,
      ),
    )
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, (row) => cursorAt(row.issuedAt, row.id));
  const list = page.map(
    ({ id: _, issuedAt: issued, revokedAt: revoked, ...row }): ApiCertificate => ({
      ...addressed(row),
      issuedAt: issued.toISOString(),
      revokedAt: iso(revoked),
    }),
  );
  return { certificates: list, nextCursor };
}

/** Other systems are told no sign-in name as an address. */
export const addressed = <Row extends { email: string }>(row: Row): Omit<Row, 'email'> & Addressed =>
  row.email === '' || hasAddress(row.email) ? row : { ...row, email: null, signInName: row.email };

interface Addressed {
  email: string | null;
  signInName?: string;
}
