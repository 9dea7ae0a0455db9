import * as z from 'zod/mini';
import { CERTIFICATES_ENDING } from './certificate.ts';
import { ENROLLING_FIELDS } from './due.ts';
import { Id, PAGE_FIELDS, type PageEnd, SEARCH_FIELD } from './fields.ts';
import type { MailCounts, MailStatus } from './mail.ts';
import { InvitationsQuery, MembersQuery, People } from './organization.ts';

// An act on many people or invitations of an organization is a job (decision 345).

/** `revoke` and `extend` are about invitations, the others about people; `renew` about what runs out for them, in one course or in whichever. */
export const BulkAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enroll'), courseId: Id, ...ENROLLING_FIELDS }),
  z.object({ kind: z.literal('unenroll'), courseId: Id }),
  z.object({
    kind: z.literal('renew'),
    certificates: z.enum(CERTIFICATES_ENDING),
    courseId: z.optional(Id),
    ...ENROLLING_FIELDS,
  }),
  /** Of what is due in one course, or in whichever; of all who match a list of one course always in that one. */
  z.object({ kind: z.literal('remind'), courseId: z.optional(Id) }),
  z.object({ kind: z.literal('add-to-group'), groupId: z.uuid() }),
  z.object({ kind: z.literal('take-from-group'), groupId: z.uuid() }),
  z.object({ kind: z.literal('remove') }),
  z.object({ kind: z.literal('revoke') }),
  z.object({ kind: z.literal('extend') }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

export const isOfInvitations = (kind: string): boolean => kind === 'revoke' || kind === 'extend';

/** So many of all that match may be left out by hand. */
export const EXCEPT_LIMIT = 100;

/** What a list was narrowed by: everybody, or every invitation, that it finds. Of invitations search, group and state count. */
export const Matching = z.object({
  ...SEARCH_FIELD,
  role: z.optional(MembersQuery.shape.role),
  standing: MembersQuery.shape.standing,
  certificates: MembersQuery.shape.certificates,
  course: MembersQuery.shape.course,
  stopped: MembersQuery.shape.stopped,
  group: MembersQuery.shape.group,
  state: InvitationsQuery.shape.state,
  /** Those that were unticked, by their ids. */
  except: z.optional(
    z
      .array(z.uuid().check(z.toLowerCase()))
      .check(z.maxLength(EXCEPT_LIMIT, `Leave out at most ${EXCEPT_LIMIT}. Narrow the list instead.`)),
  ),
});
export type Matching = z.infer<typeof Matching>;

/** Body of POST /api/enterprise/admin/organizations/{id}/bulk-jobs: the rows by their ids, or all that match. */
export const NewBulkJob = z.object({ act: BulkAct, ids: z.optional(People), matching: z.optional(Matching) });
export type NewBulkJob = z.infer<typeof NewBulkJob>;

export const JOB_STATES = ['running', 'done', 'canceled', 'failed'] as const;

export const isActiveJob = ({ state }: Pick<BulkJob, 'state'>) => state === 'running';

/** The acts on many that start elsewhere than in a list. */
export const NAMED_KINDS = ['move-people', 'invite-people', 'add-people'] as const;

/**
 * What acts on a course that have taken effect leave to be done: it was taken back or deleted, its lessons changed, or a quiz is graded
 * again. They go on to their end, and tell how many they have looked at.
 */
export const COURSE_KINDS = ['end-grant', 'delete-course', 'recount', 'regrade'] as const;
/** Of these, what no person has begun: figures that follow from an act elsewhere. */
export const UPKEEP_KINDS = ['recount'] as const;

export const isOfCourse = (kind: string): boolean => COURSE_KINDS.some((one) => one === kind);

/** Finished jobs and what happened in them are kept so long. */
export const JOB_KEPT_DAYS = 30;

/** The one thing that a job is about: a course, the quiz of a lesson of it, or a group. */
export type JobSubject = { courseId: number; lessonId?: number } | { groupId: string; organizationId: string };

export type BulkJob = {
  id: string;
  kind: BulkAct['kind'] | (typeof NAMED_KINDS)[number] | (typeof COURSE_KINDS)[number];
  /** Such as 'Enroll in Certified Field Inspector'. */
  title: string;
  /** Where the title leads; absent where it is about several, or about what this admin does not see. */
  subject?: JobSubject;
  state: (typeof JOB_STATES)[number];
  /** How many there are, how many of them were looked at, and how many were changed. */
  total: number;
  handled: number;
  changed: number;
  /** What became of the emails that tell them; absent where there are none. */
  mails?: MailCounts;
  /** Why it failed. */
  error: string | null;
  createdBy: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export type BulkJobList = { jobs: BulkJob[] };

/** Query of GET .../bulk-jobs/{jobId}/rows. */
export const BulkRowsQuery = z.object({
  ...PAGE_FIELDS,
  ...SEARCH_FIELD,
  result: z.optional(z.enum(['changed', 'left', 'not-done', 'undelivered'])),
});
export type BulkRowsQuery = z.infer<typeof BulkRowsQuery>;

/** What happened to one of them; `reason` says why it was left out, or in which of several courses it was done. Of an invitation for anybody the email is null. */
export type BulkRow = {
  position: number;
  /** Null for an invitation, and for who has no account any more. */
  userId: string | null;
  name: string | null;
  email: string | null;
  result: 'changed' | 'left' | 'not-done';
  reason: string | null;
  /** The email that tells them. */
  mail?: MailStatus;
};
export type BulkRows = { rows: BulkRow[] } & PageEnd;
