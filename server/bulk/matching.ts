// Whom an act is for that goes to all who match a list, and what each job is about.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  type BulkAct,
  isOfInvitations,
  type JobSubject,
  type Matching,
  type RemindersPreview,
} from '#sync/contract/bulk-job.ts';
import { MembersQuery } from '#sync/contract/organization.ts';
import { REMIND_LIMIT } from '#sync/contract/reminder.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { isListedFor } from '../catalog/facts.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ageCursor, pageBy, toPage } from '../http/pages.ts';
import type { JobRow } from '../jobs/job-kinds.ts';
import { isFound } from '../organizations/invitations.ts';
import { listMemberIds } from '../organizations/list-people.ts';
import { remindPeople } from '../organizations/remind.ts';
import { readOrganization } from '../organizations/require-organization.ts';

type Begun = Pick<JobRow, 'act' | 'organizationId'>;

/**
 * What each job is about, if it is one course, quiz or group that is still there, and that admins of the organization find; with null
 * all are found. Of a quiz that is gone it is the course.
 */
export async function findSubjects(
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
  if ('groupId' in act) return { groupId: act.groupId.toLowerCase(), organizationId: organizationId ?? '' };
  if (!('courseId' in act) || act.courseId === undefined) return undefined;
  return { courseId: act.courseId, ...('lessonId' in act && { lessonId: act.lessonId }) };
}

interface Page {
  organizationId: string;
  matching: Matching;
  cursor: string | null;
  limit: number;
}

/** A few queries find everybody: each page of a list costs much the same, however long it is. */
const FOUND_AT_ONCE = 20_000;

/** The ids of all who match, of people by name and of invitations the newest first. */
export async function listAllMatching(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  kind: BulkAct['kind'],
  of: Pick<Page, 'organizationId' | 'matching'>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await listMatching(deps, kind, { ...of, cursor, limit: FOUND_AT_ONCE });
    ids.push(...page.ids);
    cursor = page.nextCursor ?? undefined;
    // Requests that came meanwhile are answered first.
    await new Promise(setImmediate);
  }
  return ids;
}

async function listMatching(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  kind: BulkAct['kind'],
  { matching: { except = [], ...matching }, ...page }: Page,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { ids, nextCursor } = await listPage(deps, kind, { ...page, matching });
  return { ids: ids.filter((id) => !except.includes(id)), nextCursor };
}

async function listPage(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  kind: BulkAct['kind'],
  { organizationId, matching, limit, ...from }: Page,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const cursor = from.cursor ?? undefined;
  if (!isOfInvitations(kind)) {
    const query = MembersQuery.parse({ ...matching, sort: 'name' });
    return listMemberIds(deps, organizationId, { ...query, limit, cursor });
  }
  const { db, now } = deps;
  const { id, createdAt, organizationId: of } = db.tables.invitations;
  const place = pageBy({ by: createdAt, id }, { cursor, limit });
  const rows = await db
    .select({ id, createdAt })
    .from(db.tables.invitations)
    .where(and(eq(of, organizationId), isFound(db.tables, matching, now()), place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, limit, ageCursor);
  return { ids: page.map((row) => row.id), nextCursor };
}

/** The reminder that the first of those who match would get, and whom it leaves out. Refuses what `remindPeople` refuses. */
export async function previewReminders(
  deps: Deps,
  caller: AuditActor,
  { organizationId, matching }: { organizationId: string; matching: Matching },
): Promise<RemindersPreview> {
  const { id } = await readOrganization(deps.db, caller.actor, organizationId);
  const page = { organizationId: id, matching, cursor: null, limit: REMIND_LIMIT };
  const { ids, nextCursor } = await listMatching(deps, 'remind', page);
  const outcome = await remindPeople(deps, caller, {
    ...{ organizationId: id, userIds: ids, courseId: matching.course, isPreview: true },
  });
  return { ...outcome, isAll: nextCursor === null };
}
