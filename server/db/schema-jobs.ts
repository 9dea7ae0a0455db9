// What is worked off in the background.
import { type BulkAct, JOB_STATES } from '#sync/contract/bulk-job.ts';
import type { InvitationImport } from '#sync/contract/invitation.ts';
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

/** A lesson that counts, as it was when it was written down. */
export interface CountedLesson {
  id: number;
  points: number;
}

/** What a job does: acts on people and invitations, and what acts on a course leave to be done. */
export type JobAct =
  | Exclude<BulkAct, { kind: 'enroll' | 'remind' }>
  /** Of a list `within` is missing; of those who were named it is the only organization whose people are enrolled, with null anybody is. */
  | (Extract<BulkAct, { kind: 'enroll' }> & { within?: string | null })
  | { kind: 'move-people'; to: string | null }
  | { kind: 'invite-people' }
  | { kind: 'add-people'; dueOn?: string }
  /** With `groupId` only people of this group, which its leads may do too. */
  | (Extract<BulkAct, { kind: 'remind' }> & { groupId?: string })
  | CourseAct;

type CourseAct = { courseId: number } & (
  | { kind: 'end-grant' }
  | { kind: 'delete-course' }
  | { kind: 'recount'; lessons: CountedLesson[] }
  /** The attempts at the quiz of this lesson until then that were not passed. */
  | { kind: 'regrade'; lessonId: number }
);

/** What an act needs of one of them. */
export interface Payloads {
  /** The due date to give instead of that of the job. */
  enroll: { dueOn?: string | null };
  /** The organization where they were. */
  'move-people': { from: string | null };
  /** Somebody who is to be added by name. */
  'add-people': { name: string; number: string | null; courseId: number | null; groupIds: string[] };
  /** A line of a file, with the groups that are meant, whatever they are called by then. */
  'invite-people': Omit<InvitationImport['rows'][number], 'group' | 'groups'> & { groupIds: string[] };
}

export function defineJobs(k: Kit, { tables, columns }: ReturnType<typeof defineLearning>) {
  const { profiles, organizations } = tables;
  const { userId } = columns;

  /** What a process does, what pauses after a failure, and what comes again (queue/queue.ts). What waits stands in the tables of its kind. */
  const turns = k.table(
    'turns',
    {
      kind: k.text('kind').notNull(),
      /** Names the thing in the table of its kind. */
      key: k.text('key').notNull(),
      /** Until then nobody takes it. */
      dueAt: k.date('due_at').notNull(),
      /** Since it was done last. */
      attempts: k.requiredInt('attempts'),
      /** Of this very turn, while a process has it. */
      lease: k.text('lease'),
    },
    (t) => [k.primaryKey({ columns: [t.kind, t.key] })],
  );

  /** Exports of what is held about a person, made one after the other (personal-data/exports.ts). */
  const dataExports = k.table(
    'data_exports',
    {
      id: k.uuidKey(),
      userId: userId(),
      state: k
        .text('state', { enum: ['waiting', 'ready', 'failed'] })
        .notNull()
        .default('waiting'),
      requestedAt: k.date('requested_at').notNull(),
      finishedAt: k.date('finished_at'),
      expiresAt: k.date('expires_at').notNull(),
      sizeBytes: k.int('size_bytes'),
      /** The zip file in base64. */
      content: k.text('content'),
    },
    (t) => [
      k.index('data_exports_by_user').on(t.userId, t.requestedAt),
      k.index('data_exports_by_state').on(t.state, t.requestedAt),
      k.index('data_exports_by_expiry').on(t.expiresAt),
    ],
  );

  /** Acts on many, done in batches (server/jobs). */
  const bulkJobs = k.table(
    'bulk_jobs',
    {
      id: k.uuidKey(),
      /** Null for an act on a course that belongs to nobody, and for whoever leaves their organization. */
      organizationId: k.uuid('organization_id').references(() => organizations.id, WITH_IT),
      act: k.json('act').$type<JobAct>().notNull(),
      title: k.text('title').notNull(),
      state: k.text('state', { enum: JOB_STATES }).notNull(),
      /** Jobs of one queue run one after the other, by their turn. */
      queue: k.text('queue').notNull().default(''),
      turn: k.int('turn').notNull().default(1),
      /** Where to go on: behind the position of a row, or behind the last page of those in a course. */
      cursor: k.text('cursor'),
      total: k.requiredInt('total'),
      handled: k.requiredInt('handled'),
      changed: k.requiredInt('changed'),
      error: k.text('error'),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull(),
      finishedAt: k.date('finished_at'),
    },
    (t) => [
      k.index('bulk_jobs_by_organization').on(t.organizationId, t.createdAt),
      k.index('bulk_jobs_by_state').on(t.state, t.createdAt),
      k.index('bulk_jobs_by_author').on(t.createdBy),
    ],
  );

  /** Whom a job is about, in their order; without `isChanged` it is still to be done. An act on a course has none. */
  const bulkRows = k.table(
    'bulk_rows',
    {
      jobId: k.requiredUuid('job_id').references(() => bulkJobs.id, WITH_IT),
      /** From 1. */
      position: k.requiredInt('position'),
      userId: k.uuid('user_id').references(() => profiles.id, WITH_IT),
      invitationId: k.uuid('invitation_id').references(() => tables.invitations.id, WITH_IT),
      isChanged: k.bool('is_changed'),
      reason: k.text('reason'),
      /** The row of `mail_outbox` that tells them. */
      mailId: k.int('mail_id'),
      /** What the act needs to know of them, until it is done; or the address of a guest who was not invited. */
      payload: k.json('payload').$type<Payloads[keyof Payloads]>(),
    },
    (t) => [
      k.primaryKey({ columns: [t.jobId, t.position] }),
      k.index('bulk_rows_by_result').on(t.jobId, t.isChanged, t.position),
      k.index('bulk_rows_by_user').on(t.userId),
      k.index('bulk_rows_by_invitation').on(t.invitationId),
    ],
  );

  return { turns, dataExports, bulkJobs, bulkRows };
}
