// All that jobs can do: the one place that knows both the jobs and the rooms whose acts they are.
import { deleteCourseKind } from './authoring/courses/delete-course.ts';
import { enrollKind, unenrollKind } from './enrollments/enroll-people.ts';
import { endGrantKind } from './enrollments/grants.ts';
import { renewKind } from './enrollments/renew.ts';
import { extendKind, revokeKind } from './invitations/act-on-invitations.ts';
import { invitePeopleKind } from './invitations/invite-many.ts';
import { recountKind } from './learning/recount-everyone.ts';
import { regradeKind } from './learning/regrade.ts';
import { movePeopleKind, removeKind } from './organizations/change-members.ts';
import { addToGroupKind, takeFromGroupKind } from './people/group-people.ts';
import type { JobKind } from './queue/job-kinds.ts';
import { remindKind } from './reminders/remind.ts';

export const JOB_KINDS: readonly Pick<JobKind, 'kind'>[] = [
  ...[enrollKind, unenrollKind, renewKind, remindKind, addToGroupKind, takeFromGroupKind, removeKind, movePeopleKind],
  ...[invitePeopleKind, revokeKind, extendKind],
  ...[endGrantKind, deleteCourseKind, recountKind, regradeKind],
];
