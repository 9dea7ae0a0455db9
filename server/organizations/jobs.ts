// Jobs as administrators make, follow and cancel them.
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  type BulkJob,
  type BulkRows,
  type BulkRowsQuery,
  isOfCourse,
  isOfInvitations,
  JOB_KEPT_DAYS,
  type JobSubject,
  type NewBulkJob,
  UPKEEP_KINDS,
} from '#sync/contract/bulk-job.ts';
import type { MailCounts } from '#sync/contract/mail.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isListedFor } from '../catalog/facts.ts';
import { type Db, isOneOf, number, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { numberCursor, toPage } from '../http/pages.ts';
import { requireOrganization } from '../identity/require-organization.ts';
import { listMatchingInvitations } from '../invitations/act-on-invitations.ts';
import { hasEmailLike } from '../invitations/invitations.ts';
import { dueDateOf } from '../learning/enrollments.ts';
import { isWaiting, mailColumns, statusOf } from '../mail/mail-state.ts';
import { listMatchingPeople } from '../people/list-people.ts';
import { narrowPeople } from '../people/search-people.ts';
import { type JobRow, jobKind, type RowsKind } from '../queue/job-kinds.ts';
import { startJob } from '../queue/start-job.ts';

const DAY_MS = 86_400_000;
const MOST_LISTED = 20;

/**
 * Starts an act on rows of a list, or on all that match it. Refuses what the act itself refuses, and `nobody_matches`: a job that could
 * change nothing is not made.
 */
export async function createJob(
  deps: Deps,
  caller: AuditActor,
  { organizationId, matching, ...wanted }: NewBulkJob & { organizationId: string },
): Promise<BulkJob> {
  const { db, env } = deps;
  if ((matching === undefined) === (wanted.ids === undefined))
    throw new Refusal('validation_failed', { field: 'ids' }, 'Send either ids or what they match.');
  // Decides about access before it says whether anybody matches.
  await db.transact((tx) => requireOrganization(tx, caller.actor, organizationId));
  const { kind } = wanted.act;
  const list = isOfInvitations(kind) ? listMatchingInvitations : listMatchingPeople;
  const ids = matching ? await list(deps, organizationId, matching) : (wanted.ids ?? []);
  const act = { ...wanted.act };
  if (act.kind === 'remind' && matching?.course !== undefined) act.courseId = matching.course;
  if (act.kind === 'enroll' || act.kind === 'renew') {
    // Days from today, whenever the job ends.
    const dueOn = dueDateOf(act, caller.today);
    delete act.dueInDays;
    if (dueOn !== undefined) act.dueOn = dueOn;
  }
  return db.transact(function* (tx) {
    const known = yield* keepKnown(tx, { act, organizationId }, [...new Set(ids.map((id) => id.toLowerCase()))]);
    if (known.length === 0) throw new Refusal(isOfInvitations(kind) ? 'invitation_not_found' : 'user_not_found');
    const rows = known.map((id) => (isOfInvitations(kind) ? { invitationId: id } : { userId: id }));
    const { job } = yield* startJob({ ...tx, env }, caller, jobKind(kind) as RowsKind, {
      ...{ act, organizationId, rows, isListed: true },
    });
    if (!job) throw new Error('The job was not stored.');
    const mails = (yield* countMails(tx, [job.id])).get(job.id);
    const answer = { ...toBulkJob(job, caller.actor.email), ...(mails && { mails }) };
    // Of what is over, the acts on each are logged.
    if (job.state !== 'running') return answer;
    const details = { act: job.title, ...(matching ? { allWhoMatch: true } : { named: known.length }) };
    yield* audit(tx, caller, { action: 'organization.job_started', organizationId, subject: job.id, details });
    return answer;
  });
}

/** Those that are of the organization: its admins read the rows. They reference people and invitations, so that nothing is kept of those who are gone. */
function* keepKnown(
  { queries, tables }: TxContext,
  { act, organizationId }: Pick<JobRow, 'act'> & { organizationId: string },
  ids: string[],
): Steps<string[]> {
  const from = isOfInvitations(act.kind) ? tables.invitations : tables.profiles;
  const isHere = and(isOneOf(from.id, ids), eq(from.organizationId, organizationId));
  const rows = yield* run(queries.select({ id: from.id }).from(from).where(isHere));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
}

/** How many of the emails of each job are in which state; of one that sends none there is nothing. */
function* countMails({ queries, tables }: TxContext, ids: string[]): Steps<Map<string, MailCounts>> {
  const { bulkRows, mailOutbox } = tables;
  const { sentAt, failedAt, isSample } = mailOutbox;
  const rows = yield* run(
    queries
      .select({
        jobId: bulkRows.jobId,
        waiting: number(sql`count(*) filter (where ${isWaiting(tables)})`),
        ...{ sent: count(sentAt), failed: number(sql`count(*) filter (where ${isNotNull(failedAt)})`) },
        sample: number(sql`count(*) filter (where ${isSample})`),
      })
      .from(bulkRows)
      .innerJoin(mailOutbox, eq(mailOutbox.id, bulkRows.mailId))
      .where(inArray(bulkRows.jobId, ids))
      .groupBy(bulkRows.jobId),
  );
  return new Map(rows.map(({ jobId, ...counts }) => [jobId, counts]));
}

function toBulkJob({ act, createdAt, finishedAt, ...row }: JobRow, createdBy: string | null): BulkJob {
  const { id, title, state, total, handled, changed, error } = row;
  return {
    ...{ id, kind: act.kind, title, state, total, handled, changed, error, createdBy },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/**
 * The last jobs of an organization, newest first; with null those of none, and what is being done in any. Those that no person began
 * (decision 345) are as many besides, so that they take no one's place. The caller has checked access.
 */
export async function listJobs(db: Db, organizationId: string | null): Promise<BulkJob[]> {
  const { bulkJobs, profiles } = db.tables;
  const isActive = eq(bulkJobs.state, 'running');
  const isHere =
    organizationId === null
      ? or(isNull(bulkJobs.organizationId), isActive)
      : eq(bulkJobs.organizationId, organizationId);
  const kind = sql`${bulkJobs.act} ->> 'kind'`;
  const lastOf = (isWanted: SQL) =>
    db
      .select({ job: bulkJobs, name: profiles.fullName, email: profiles.email })
      .from(bulkJobs)
      .leftJoin(profiles, eq(profiles.id, bulkJobs.createdBy))
      .where(and(isHere, isWanted))
      .orderBy(desc(bulkJobs.createdAt), desc(bulkJobs.id))
      .limit(MOST_LISTED);
  const found = [await lastOf(notInArray(kind, [...UPKEEP_KINDS])), await lastOf(inArray(kind, [...UPKEEP_KINDS]))];
  const rows = found.flat().sort((a, b) => b.job.createdAt.getTime() - a.job.createdAt.getTime());
  const subjectOf = await findSubjects(
    db,
    organizationId,
    rows.map(({ job }) => job),
  );
  const mails = await db.transact((tx) =>
    countMails(
      tx,
      rows.map(({ job }) => job.id),
    ),
  );
  return rows.map(({ job, name, email }) => {
    const subject = subjectOf(job);
    const counts = mails.get(job.id);
    return { ...toBulkJob(job, name || email), ...(subject && { subject }), ...(counts && { mails: counts }) };
  });
}

type Begun = Pick<JobRow, 'act' | 'organizationId'>;

/**
 * What each job is about, if it is one course, quiz or group that is still there, and that admins of the organization find; with null
 * all are found. Of a quiz that is gone it is the course.
 */
async function findSubjects(
  { queries, tables }: Db,
  organizationId: string | null,
  jobs: readonly Begun[],
): Promise<(job: Begun) => JobSubject | undefined> {
  const { courses, organizations, groups, lessons } = tables;
  const wanted = jobs.flatMap((job) => subjectOf(job) ?? []);
  const courseIds = wanted.flatMap((one) => ('courseId' in one ? one.courseId : []));
  const groupIds = wanted.flatMap((one) => ('groupId' in one ? one.groupId : []));
  const lessonIds = wanted.flatMap((one) => ('courseId' in one && one.lessonId) || []);
  const isFound = organizationId === null ? undefined : isListedFor(tables, organizationId);
  const ofCourses = await queries
    .select({ id: courses.id })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(inArray(courses.id, courseIds), isNull(courses.deletedAt), isFound));
  const ofGroups = await queries.select({ id: groups.id }).from(groups).where(inArray(groups.id, groupIds));
  const ofLessons = await queries
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(inArray(lessons.id, lessonIds), isNull(lessons.retiredAt)));
  const found = new Set<number | string>([...ofCourses, ...ofGroups].map(({ id }) => id));
  const quizzes = new Set(ofLessons.map(({ id }) => id));
  return (job) => {
    const subject = subjectOf(job);
    if (!subject || !found.has('courseId' in subject ? subject.courseId : subject.groupId)) return undefined;
    if (!('courseId' in subject) || subject.lessonId === undefined || quizzes.has(subject.lessonId)) return subject;
    return { courseId: subject.courseId };
  };
}

function subjectOf({ act, organizationId }: Begun): JobSubject | undefined {
  if ('groupId' in act && act.groupId)
    return { groupId: act.groupId.toLowerCase(), organizationId: organizationId ?? '' };
  if (!('courseId' in act) || act.courseId === undefined) return undefined;
  return { courseId: act.courseId, ...('lessonId' in act && { lessonId: act.lessonId }) };
}

interface JobPlace {
  /** Null for super admins: in any organization, or in none. */
  organizationId: string | null;
  jobId: string;
}

const placeOf = ({ tables: { bulkJobs } }: TxContext, { organizationId, jobId }: JobPlace) =>
  and(
    eq(bulkJobs.id, jobId),
    organizationId === null ? undefined : eq(bulkJobs.organizationId, organizationId.toLowerCase()),
  );

/** A super admin's act may be about people whom an admin of the organization knows only once they are in it. */
function mayTellAll({ act }: JobRow, organizationId: string | null): boolean {
  if (organizationId === null) return true;
  if (act.kind === 'enroll') return act.within === undefined || act.within === organizationId.toLowerCase();
  return act.kind !== 'move-people';
}

/** The condition that a guest who is not invited has such an address; undefined without a search. */
function guestLike({ tables: { bulkRows } }: Db, search: string | undefined): SQL | undefined {
  const wanted = search?.trim().toLowerCase();
  if (!wanted) return undefined;
  return sql`lower(${bulkRows.payload} ->> 'email') like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/** What happened to whom, in the order of the job. The caller has checked access to the organization. */
export async function listRows(db: Db, { organizationId, jobId }: JobPlace, query: BulkRowsQuery): Promise<BulkRows> {
  const { bulkJobs, bulkRows, profiles, invitations, mailOutbox } = db.tables;
  const here = placeOf(db, { organizationId, jobId });
  const [job] = await db.select().from(bulkJobs).where(here);
  if (!job) throw new Refusal('job_not_found');
  const { position, isChanged, reason, userId, invitationId, mailId, payload } = bulkRows;
  const isOfPeople = !isOfInvitations(job.act.kind) && job.act.kind !== 'invite-people';
  // A list of people to invite names some who are here already.
  const people = isOfInvitations(job.act.kind)
    ? undefined
    : (await narrowPeople(db, { search: query.search }, userId)).matches;
  const found = isOfPeople ? people : or(people, hasEmailLike(db.tables, query.search), guestLike(db, query.search));
  const results = {
    ...{ changed: eq(isChanged, true), left: eq(isChanged, false), 'not-done': isNull(isChanged) },
    undelivered: isNotNull(mailOutbox.failedAt),
  };
  const isShown = mayTellAll(job, organizationId) ? undefined : eq(profiles.organizationId, organizationId ?? '');
  const isWanted = and(eq(bulkRows.jobId, jobId), isShown, query.result && results[query.result], found);
  const from = numberCursor(query.cursor);
  const rows = await db
    .select({
      position,
      isChanged,
      reason,
      payload,
      userId: profiles.id,
      name: profiles.fullName,
      email: profiles.email,
      guest: invitations.email,
      mail: mailColumns(db.tables),
    })
    .from(bulkRows)
    .leftJoin(profiles, eq(profiles.id, userId))
    .leftJoin(invitations, eq(invitations.id, invitationId))
    .leftJoin(mailOutbox, eq(mailOutbox.id, mailId))
    .where(and(isWanted, from === undefined ? undefined : gt(position, from)))
    .orderBy(asc(position))
    .limit(query.limit + 1);
  const { page, nextCursor } = toPage(rows, query.limit, (row) => String(row.position));
  const [all] = query.cursor
    ? []
    : await db
        .select({ total: count() })
        .from(bulkRows)
        .leftJoin(profiles, eq(profiles.id, userId))
        .leftJoin(invitations, eq(invitations.id, invitationId))
        .leftJoin(mailOutbox, eq(mailOutbox.id, mailId))
        .where(isWanted);
  return {
    rows: page.map(({ isChanged: was, payload: line, guest, email, mail, ...row }) => ({
      ...row,
      ...(mail && { mail: statusOf(mail) }),
      email: email ?? guest ?? (line && 'email' in line ? line.email : null),
      result: was === null ? 'not-done' : was ? 'changed' : 'left',
    })),
    nextCursor,
    ...all,
  };
}

/** Ends a job where it is: what was done stays, the others are left. Repeating it, or a job that has ended, changes nothing. */
export function cancelJob(db: Db, caller: AuditActor, { organizationId, jobId }: JobPlace) {
  const { bulkJobs } = db.tables;
  return db.transact(function* (tx) {
    if (organizationId !== null) yield* requireOrganization(tx, caller.actor, organizationId);
    const here = placeOf(tx, { organizationId, jobId });
    const [job] = yield* run(tx.select().from(bulkJobs).where(here));
    if (!job) throw new Refusal('job_not_found');
    if (job.state !== 'running') return { message: 'This job has ended already.' };
    if (isOfCourse(job.act.kind)) return { message: 'This has taken effect already, and is only being finished.' };
    const canceled = { state: 'canceled' as const, finishedAt: caller.now };
    yield* run(tx.update(bulkJobs).set(canceled).where(here));
    yield* audit(tx, caller, {
      ...{ action: 'organization.job_canceled', organizationId: job.organizationId, subject: jobId },
      details: { act: job.title, done: job.handled },
    });
    return { message: `Canceled after ${job.handled} of ${job.total}. What was done stays.` };
  });
}

export async function deleteOldJobs(db: Db, now: Date): Promise<void> {
  const { bulkJobs } = db.tables;
  const before = new Date(now.getTime() - JOB_KEPT_DAYS * DAY_MS);
  await db.delete(bulkJobs).where(and(isNotNull(bulkJobs.finishedAt), lt(bulkJobs.finishedAt, before)));
}
