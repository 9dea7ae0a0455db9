// All that jobs can do: the one place that knows both the jobs and the rooms whose acts they are.
import { deleteCourseKind } from './authoring/courses/delete-course.ts';
import { enrollKind, unenrollKind } from './authoring/courses/enroll-people.ts';
import { endGrantKind } from './authoring/courses/grants.ts';
import { renewKind } from './authoring/courses/renew.ts';
import type { JobKind } from './jobs/job-kinds.ts';
import { recountKind } from './learning/recount-everyone.ts';
import { regradeKind } from './learning/regrade.ts';
import { extendKind, revokeKind } from './organizations/act-on-invitations.ts';
import { movePeopleKind, removeKind } from './organizations/change-members.ts';
import { addToGroupKind, takeFromGroupKind } from './organizations/group-people.ts';
import { invitePeopleKind } from './organizations/invite-many.ts';
import { remindKind } from './organizations/remind.ts';

export const JOB_KINDS: readonly Pick<JobKind, 'kind'>[] = [
  ...[enrollKind, unenrollKind, renewKind, remindKind, addToGroupKind, takeFromGroupKind, removeKind, movePeopleKind],
  ...[invitePeopleKind, revokeKind, extendKind],
  ...[endGrantKind, deleteCourseKind, recountKind, regradeKind],
];
