// What a job does with a batch of people or invitations: the same verbs as for a few of them, as steps of one unit.

import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  type BulkAct,
  isOfInvitations,
  type JobSubject,
  type Matching,
  type RemindersPreview,
} from '#sync/contract/bulk-job.ts';
import { haveEnded } from '#sync/contract/certificate.ts';
import { type BulkOutcome, MembersQuery } from '#sync/contract/organization.ts';
import { REMIND_LIMIT } from '#sync/contract/reminder.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { enrollPeopleSteps, unenrollPeopleSteps } from '../authoring/courses/enroll-people.ts';
import { renewEndingSteps } from '../authoring/courses/renew.ts';
import { requireAssignable } from '../authoring/editable.ts';
import { isListedFor } from '../catalog/facts.ts';
import type { Db, Steps, TxContext } from '../db/client.ts';
import type { Rest } from '../db/schema-jobs.ts';
import type { Deps } from '../deps.ts';
import { ageCursor, pageBy, toPage } from '../http/pages.ts';
import { extendInvitations, revokeInvitations } from '../organizations/act-on-invitations.ts';
import { findPeople, removeMembersSteps } from '../organizations/change-members.ts';
import { addToGroupSteps, requireGroup, takeFromGroupSteps } from '../organizations/groups.ts';
import { isFound } from '../organizations/invitations.ts';
import { listMemberIds, requireListedCourse } from '../organizations/list-people.ts';
import { remindPeople, remindPeopleSteps } from '../organizations/remind.ts';
import { readOrganization } from '../organizations/require-organization.ts';
import type { Actor } from '../permissions.ts';

interface ActOn {
  organizationId: string;
  act: BulkAct;
  /** Of people, or of invitations. */
  ids: string[];
}

/** Refuses what the verbs refuse. With no ids it tells whether the act can be done at all. */
export function* applyAct(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  caller: AuditActor,
  { organizationId, act, ids }: ActOn,
): Steps<BulkOutcome> {
  const people = { organizationId, userIds: ids };
  switch (act.kind) {
    case 'enroll':
    case 'unenroll': {
      const found = yield* findPeople(tx, ids);
      const isHere = (id: string) => found.get(id)?.organizationId === organizationId;
      const { kind, ...request } = { ...act, userIds: ids.filter(isHere) };
      const done =
        kind === 'enroll'
          ? yield* enrollPeopleSteps({ ...tx, env }, caller, request)
          : yield* unenrollPeopleSteps(tx, caller, request);
      const gone = ids.filter((id) => !isHere(id)).map((userId) => ({ userId, reason: 'Has left the organization.' }));
      return { ...done, left: [...done.left, ...gone] };
    }
    case 'renew': {
      const { kind: _, certificates: when, ...due } = act;
      return yield* renewEndingSteps({ ...tx, env }, caller, { ...people, ...due, when });
    }
    case 'remind':
      return yield* remindPeopleSteps({ ...tx, env }, caller, { ...people, courseId: act.courseId });
    case 'add-to-group':
      return yield* addToGroupSteps(tx, caller, { ...people, groupId: act.groupId.toLowerCase() });
    case 'take-from-group':
      return yield* takeFromGroupSteps(tx, caller, { ...people, groupId: act.groupId.toLowerCase() });
    case 'remove':
      return yield* removeMembersSteps(tx, caller, people);
    case 'revoke':
      return yield* revokeInvitations(tx, caller, { organizationId, ids });
    case 'extend':
      return yield* extendInvitations(tx, caller, { organizationId, ids });
  }
}

/** The act in words, in the present names of what it mentions. */
export function* titleOf(
  tx: TxContext,
  { actor }: AuditActor,
  { organizationId, act }: Omit<ActOn, 'ids'>,
): Steps<string> {
  switch (act.kind) {
    case 'enroll':
      return `Enroll in ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
    case 'unenroll':
      return `Remove from ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
    case 'renew':
      return yield* renewTitle(tx, actor, act);
    case 'remind':
      if (act.courseId === undefined) return 'Remind of what is due';
      return `Remind of ${yield* requireListedCourse(tx, organizationId, act.courseId)}`;
    case 'remove':
      return 'Remove from the organization';
    case 'revoke':
      return 'Revoke invitations';
    case 'extend':
      return 'Extend invitations';
    default: {
      const { name } = yield* requireGroup(tx, { organizationId, groupId: act.groupId.toLowerCase() });
      return act.kind === 'add-to-group' ? `Add to ${name}` : `Take out of ${name}`;
    }
  }
}

function* renewTitle(
  tx: TxContext,
  actor: Actor,
  { courseId, certificates }: Extract<BulkAct, { kind: 'renew' }>,
): Steps<string> {
  const which = haveEnded(certificates) ? 'what has expired' : `what expires within ${certificates} days`;
  if (courseId === undefined) return `Renew ${which}`;
  return `Renew ${(yield* requireAssignable(tx, actor, courseId)).title}`;
}

type Begun = { act: BulkAct | Rest; organizationId: string | null };

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

/** The ids of some who match, of people by name and of invitations the newest first. */
export async function listMatching(
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
    const query = MembersQuery.parse({ ...matching, sort: 'name', limit });
    return listMemberIds(deps, organizationId, { ...query, cursor });
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
