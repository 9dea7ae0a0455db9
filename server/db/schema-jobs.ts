// What is worked off in the background, by whichever process holds the lease.
import { type BulkAct, JOB_STATES, type Matching } from '#sync/contract/bulk-job.ts';
import type { InvitationImport } from '#sync/contract/invitation.ts';
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

/** A lesson that counts, as it was when the rest was left. */
export interface CountedLesson {
  id: number;
  points: number;
}

/**
 * What an act that took effect at `at`, an ISO time, leaves to be done (decision 216). `place` is higher than that of every rest that
 * waited for the same course then: the clocks of several processes give no order.
 */
export type Rest = { at: string; by: string; place?: number } & (OfCourse | OfPeople);

type OfCourse = { courseId: number } & (
  | { kind: 'end-grant' | 'delete-course' }
  | { kind: 'recount'; lessons: CountedLesson[] }
  /** The attempts at the quiz of this lesson until then that were not passed. */
  | { kind: 'regrade'; lessonId: number }
  /**
   * Only members of the organization, or with null anybody. Without a due date theirs stays. `awaited` are the due dates that acts
   * on the same course, which waited already, are still to give.
   */
  | {
      kind: 'enroll-people';
      organizationId: string | null;
      dueOn?: string | null;
      awaited?: (string | null)[];
      sendEmail?: boolean;
    }
);

/** `today` is the day of the act. */
type OfPeople = { courseId?: undefined } & (
  | { kind: 'move-people'; to: string | null; today: string }
  | { kind: 'invite-people' }
);

/**
 * Whom an act has named and left to a slice of its rest, as they were judged: their ids, with the due date they had if they were enrolled,
 * or with the organization where they were; or lines of a file, with the groups that are meant, whatever they are called by then.
 */
export interface Named {
  'enroll-people': (string | [id: string] | [id: string, dueOn: string | null])[];
  'move-people': [id: string, from: string | null][];
  'invite-people': (InvitationImport['rows'][number] & { groupId?: string; groupIds?: string[] })[];
}

export function defineJobs(k: Kit, { tables, columns }: ReturnType<typeof defineLearning>) {
  const { profiles, organizations } = tables;
  const { userId } = columns;

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
      attempts: k.int('attempts').notNull().default(0),
      /** Until then one process is making it. */
      leaseEndsAt: k.date('lease_ends_at'),
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

  /** Acts on many people or invitations of an organization, done in batches by whichever process holds the lease (server/bulk). */
  const bulkJobs = k.table(
    'bulk_jobs',
    {
      id: k.uuidKey(),
      /** Null for the rest of an act on a course that belongs to nobody. */
      organizationId: k.uuid('organization_id').references(() => organizations.id, WITH_IT),
      act: k.json('act').$type<BulkAct | Rest>().notNull(),
      title: k.text('title').notNull(),
      /** Null where the rows were named, and once they are gathered. */
      matching: k.json('matching').$type<Matching>(),
      state: k.text('state', { enum: JOB_STATES }).notNull(),
      /** The last page of those who match that was written down, or of those whose rest is done. */
      cursor: k.text('cursor'),
      total: k.requiredInt('total'),
      /** The rows up to this position are done. */
      handled: k.requiredInt('handled'),
      changed: k.requiredInt('changed'),
      error: k.text('error'),
      /** The process that works on it, and until when it is believed to live. */
      leaseOwner: k.uuid('lease_owner'),
      leaseEndsAt: k.date('lease_ends_at'),
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

  /** Whom a job is about, in their order; without `isChanged` it is still to be done. */
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
      /** Instead of one of them, all of one slice of a rest, at the position of the first, until it is done; or a guest who was not invited. */
      named: k.json('named').$type<Named[keyof Named]>(),
    },
    (t) => [
      k.primaryKey({ columns: [t.jobId, t.position] }),
      k.index('bulk_rows_by_result').on(t.jobId, t.isChanged, t.position),
      k.index('bulk_rows_by_user').on(t.userId),
      k.index('bulk_rows_by_invitation').on(t.invitationId),
    ],
  );

  return { dataExports, bulkJobs, bulkRows };
}
