// What a job can do. Each room says beside its verb how it is done on some rows, and server/job-kinds.ts collects these: nothing in
// this folder knows an act.
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db, Steps, TxContext } from '../db/client.ts';
import type { JobAct, Payloads } from '../db/schema-jobs.ts';
import type { Env } from '../env.ts';
import type { AuditActor } from '../http/audit-log.ts';

/** What a batch is done with: one unit of work, and the settings of the installation. */
export type JobTx = TxContext & { env: Env };

export type JobRow = Db['tables']['bulkJobs']['$inferSelect'];

export type ActOf<K> = Extract<JobAct, { kind: K }>;

/** What a job is about, written down or not yet. */
export interface JobOf<K> {
  act: ActOf<K>;
  organizationId: string | null;
}

/** One of those whom a job is about: a person, an invitation, or what its act needs to know of somebody who is nobody yet. */
export interface NewRow<K> {
  userId?: string | null;
  invitationId?: string | null;
  payload?: K extends keyof Payloads ? Payloads[K] : null;
}

/** What became of one of them; with a reason and changed it says what was done. What it names takes the place of what the row had. */
export interface RowOutcome {
  isChanged: boolean;
  reason: string | null;
  userId?: string;
  invitationId?: string;
  /** The mail that tells them. */
  mailId?: number;
  payload?: { email: string };
}

/** An act on rows. Each batch asks for the rights that whoever started the job has by then. */
export interface RowsKind<K extends JobAct['kind'] = JobAct['kind']> {
  kind: K;
  /** So many at a time, where one of them costs more than usual. */
  most?: number;
  /** Their devices may be sending what it changes: it takes their locks. */
  takesLocks?: boolean;
  /** The act in words, such as 'Enroll in Certified Field Inspector', in the present names of what it mentions. */
  title: string | ((tx: TxContext, caller: AuditActor, job: JobOf<K>) => Steps<string>);
  /** Answers what became of each row, in their order. Throws a Refusal where nothing is to be done any more. */
  perform(tx: JobTx, caller: AuditActor, job: JobOf<K> & { rows: NewRow<K>[] }): Steps<RowOutcome[]>;
}

/** Why a verb leaves a person as they are, where no other refusal says it. */
export const leftOut = (reason: string) => new Refusal('validation_failed', { field: 'userId' }, reason);

/** Does an act on one row after the other. Whatever refuses the act is left as it is, with the sentence of the refusal. */
export function* onEach<R>(rows: readonly R[], act: (row: R) => Steps<Partial<RowOutcome> | undefined>) {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    try {
      outcomes.push({ isChanged: true, reason: null, ...(yield* act(row)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ isChanged: false, reason: error.message });
    }
  }
  return outcomes;
}

/** How many were looked at and changed, and where to go on; null when nothing is left. */
export interface Slice {
  handled: number;
  changed: number;
  cursor: string | null;
}

/** A page of an act on a course, from the beginning without a cursor. */
export type PageOf<K> = JobOf<K> & { cursor: string | null; startedAt: Date; now: Date };

/**
 * What an act on a course that has taken effect leaves to be done for everybody in it, page by page. The right to it was judged then, and
 * it goes on to its end.
 */
export interface CourseKind<K extends JobAct['kind'] = JobAct['kind']> {
  kind: K;
  /** Does nothing before the jobs of the same course that were made before it: they may still write what it writes. */
  isInTurn?: boolean;
  /** Whose locks the next page needs, because their devices may be sending what it changes. */
  peopleOf?(tx: TxContext, page: PageOf<K>): Steps<string[]>;
  doPage(tx: JobTx, caller: AuditActor, page: PageOf<K>): Steps<Slice>;
}

export type JobKind = RowsKind | CourseKind;

const kinds = new Map<JobAct['kind'], JobKind>();

/** One for each act. */
export type JobKinds = { [K in JobAct['kind']]: RowsKind<K> | CourseKind<K> };

/** Called by whoever composes a server. */
export function knowJobKinds(all: JobKinds): void {
  // A job is done by the kind of its own act.
  for (const one of Object.values(all)) kinds.set(one.kind, one as JobKind);
}

export function jobKind(kind: JobAct['kind']): JobKind {
  const known = kinds.get(kind);
  if (!known) throw new Error(`No job does '${kind}'.`);
  return known;
}

/** A row for each of these people. */
export const rowsOf = (userIds: readonly string[]): { userId: string }[] =>
  [...new Set(userIds.map((id) => id.toLowerCase()))].map((userId) => ({ userId }));
