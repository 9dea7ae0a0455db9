// All that jobs can do: the one place that knows both the jobs and the rooms whose acts they are.
import { haveEnded } from '#sync/contract/certificate.ts';
import { deleteCourseKind } from './authoring/courses/delete-course.ts';
import { enrollPeopleKind, enrollRows, unenrollPeopleSteps } from './authoring/courses/enroll-people.ts';
import { endGrantKind } from './authoring/courses/grants.ts';
import { renewEndingSteps } from './authoring/courses/renew.ts';
import { requireAssignable } from './authoring/editable.ts';
import { idsOf, type JobKind, type ListedKind, outcomesOf } from './jobs/job-kinds.ts';
import { recountKind } from './learning/recount-everyone.ts';
import { regradeKind } from './learning/regrade.ts';
import { extendInvitations, revokeInvitations } from './organizations/act-on-invitations.ts';
import { findPeople, movePeopleKind, removeKind } from './organizations/change-members.ts';
import { addToGroupKind, takeFromGroupKind } from './organizations/group-people.ts';
import { invitePeopleKind } from './organizations/invite-many.ts';
import { requireListedCourse } from './organizations/list-people.ts';
import { remindPeopleSteps } from './organizations/remind.ts';

/** What administrators start from a list of an organization: people or invitations of it. */
const enroll: ListedKind<'enroll'> = {
  kind: 'enroll',
  *title(tx, { actor }, { act }) {
    return `Enroll in ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
  },
  perform(tx, caller, { act: { courseId, dueOn, sendEmail }, organizationId, rows }) {
    const people = idsOf(rows).map((userId) => ({ userId, ...(dueOn !== undefined && { dueOn }) }));
    return enrollRows(tx, caller, { courseId, sendEmail, people, within: organizationId });
  },
};

const unenroll: ListedKind<'unenroll'> = {
  kind: 'unenroll',
  *title(tx, { actor }, { act }) {
    return `Remove from ${(yield* requireAssignable(tx, actor, act.courseId)).title}`;
  },
  *perform(tx, caller, { act: { courseId }, organizationId, rows }) {
    const ids = idsOf(rows);
    const found = yield* findPeople(tx, ids);
    const isHere = (id: string) => found.get(id)?.organizationId === organizationId;
    const done = yield* unenrollPeopleSteps(tx, caller, { courseId, userIds: ids.filter(isHere) });
    const gone = ids.filter((id) => !isHere(id)).map((userId) => ({ userId, reason: 'Has left the organization.' }));
    return outcomesOf(rows, { ...done, left: [...done.left, ...gone] });
  },
};

const renew: ListedKind<'renew'> = {
  kind: 'renew',
  // A renewal copies all units of a course.
  most: 10,
  takesLocks: true,
  *title(tx, { actor }, { act: { certificates, courseId } }) {
    if (courseId !== undefined) return `Renew ${(yield* requireAssignable(tx, actor, courseId)).title}`;
    return haveEnded(certificates) ? 'Renew what has expired' : `Renew what expires within ${certificates} days`;
  },
  *perform(tx, caller, { act: { kind: _, certificates: when, ...due }, organizationId, rows }) {
    const about = { organizationId: organizationId ?? '', userIds: idsOf(rows), when };
    return outcomesOf(rows, yield* renewEndingSteps(tx, caller, { ...about, ...due }));
  },
};

const remind: ListedKind<'remind'> = {
  kind: 'remind',
  *title(tx, _, { act: { courseId }, organizationId }) {
    if (courseId === undefined) return 'Remind of what is due';
    return `Remind of ${yield* requireListedCourse(tx, organizationId ?? '', courseId)}`;
  },
  *perform(tx, caller, { act: { courseId }, organizationId, rows }) {
    const about = { organizationId: organizationId ?? '', userIds: idsOf(rows), courseId };
    return outcomesOf(rows, yield* remindPeopleSteps(tx, caller, about));
  },
};

const revoke: ListedKind<'revoke'> = {
  kind: 'revoke',
  title: 'Revoke invitations',
  *perform(tx, caller, { organizationId, rows }) {
    const those = { organizationId: organizationId ?? '', ids: idsOf(rows) };
    return outcomesOf(rows, yield* revokeInvitations(tx, caller, those));
  },
};

const extend: ListedKind<'extend'> = {
  kind: 'extend',
  title: 'Extend invitations',
  *perform(tx, caller, { organizationId, rows }) {
    const those = { organizationId: organizationId ?? '', ids: idsOf(rows) };
    return outcomesOf(rows, yield* extendInvitations(tx, caller, those));
  },
};

export const JOB_KINDS: readonly Pick<JobKind, 'kind'>[] = [
  ...[enroll, unenroll, renew, remind, addToGroupKind, takeFromGroupKind, removeKind, revoke, extend],
  ...[enrollPeopleKind, movePeopleKind, invitePeopleKind],
  ...[endGrantKind, deleteCourseKind, recountKind, regradeKind],
];
