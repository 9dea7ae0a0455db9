// All that jobs can do: the one place that knows both the jobs and the rooms whose acts they are.
import { deleteCourseKind } from './authoring/courses/delete-course.ts';
import { enrollKind, unenrollKind } from './enrollments/enroll-people.ts';
import { endGrantKind } from './enrollments/grants.ts';
import { renewKind } from './enrollments/renew.ts';
import { extendKind, revokeKind } from './invitations/act-on-invitations.ts';
import { invitePeopleKind } from './invitations/invite-many.ts';
import { recountKind } from './learning/recount-everyone.ts';
import { regradeKind } from './learning/regrade.ts';
import { addPeopleKind } from './organizations/add-people.ts';
import { movePeopleKind, removeKind } from './organizations/change-members.ts';
import { addToGroupKind, takeFromGroupKind } from './people/group-people.ts';
import type { JobKinds } from './queue/job-kinds.ts';
import { remindKind } from './reminders/remind.ts';

export const JOB_KINDS: JobKinds = {
  enroll: enrollKind,
  unenroll: unenrollKind,
  renew: renewKind,
  remind: remindKind,
  'add-to-group': addToGroupKind,
  'take-from-group': takeFromGroupKind,
  remove: removeKind,
  'move-people': movePeopleKind,
  'invite-people': invitePeopleKind,
  'add-people': addPeopleKind,
  revoke: revokeKind,
  extend: extendKind,
  'end-grant': endGrantKind,
  'delete-course': deleteCourseKind,
  recount: recountKind,
  regrade: regradeKind,
};
