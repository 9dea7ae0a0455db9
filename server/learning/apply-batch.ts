import {
  BATCH_OPERATIONS_LIMIT,
  Operation,
  OpId,
  operationSubject,
  type SyncResults,
} from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, isUnavailable } from '../db/client.ts';
import { readDataEpoch } from '../db/epoch.ts';
import { parse } from '../http/validate.ts';
import { expectLastOp, type Sender, timeOfWork } from './apply-once.ts';
import { enrollInCourse, rateCourse } from './enroll-and-rate.ts';
import { recordUnitChange } from './record-unit-change.ts';
import { submitQuiz } from './submit-quiz.ts';

/** How many operations go to the database at once; other requests run in between. */
const SHARED_COMMIT = 100;

export interface Batch {
  operations: unknown[];
  /** Called for an operation that failed through no fault of its sender. */
  onFailure: (error: unknown, opId: string | null) => void;
}

/**
 * Applies a device's queue in the order sent, each operation by the code of its single call, so that one bad operation
 * affects no other (Y15). Throws `batch_too_large`, `data_epoch_changed`, `operation_forgotten`, and the errors of an
 * unavailable database: then the device keeps the whole batch.
 */
export async function applyBatch(db: Db, sender: Omit<Sender, 'key'>, batch: Batch): Promise<SyncResults> {
  if (batch.operations.length > BATCH_OPERATIONS_LIMIT) throw new Refusal('batch_too_large');
  const dataEpoch = await readDataEpoch(db);
  if (sender.dataEpoch !== undefined && sender.dataEpoch !== dataEpoch) {
    throw new Refusal('data_epoch_changed', { dataEpoch });
  }
  await expectLastOp(db, sender);
  const subjects = new Set<string>();
  const apply = async (raw: unknown) => {
    const operation = parse(Operation, raw);
    claimSubject(subjects, operationSubject(operation));
    const own = { lastOp: undefined, key: operation.opId.toLowerCase(), workedAt: timeOfWork(ageIn(raw), sender.now) };
    return applyOperation(db, { ...sender, ...own }, operation);
  };
  const results: SyncResults['results'] = [];
  for (let at = 0; at < batch.operations.length; at += SHARED_COMMIT) {
    const some = batch.operations.slice(at, at + SHARED_COMMIT);
    // Started together they share a commit, and still run in this order.
    const outcomes = await Promise.allSettled(some.map(apply));
    results.push(...outcomes.map((outcome, n) => resultOf(outcome, readOpId(some[n]), batch)));
  }
  return { results, dataEpoch };
}

type AppliedOperation = Awaited<ReturnType<typeof applyOperation>>;

function resultOf(outcome: PromiseSettledResult<AppliedOperation>, opId: string | null, { onFailure }: Batch) {
  if (outcome.status === 'fulfilled') return { opId, status: outcome.value.status, body: outcome.value.body };
  const error: unknown = outcome.reason;
  if (isUnavailable(error) || isOf(error, 'data_epoch_changed')) throw error;
  if (!(error instanceof Refusal)) onFailure(error, opId);
  return { opId, ...refused(error instanceof Refusal ? error : new Refusal('internal')) };
}

function applyOperation(db: Db, sender: Sender, operation: Operation) {
  switch (operation.kind) {
    case 'unit':
      return recordUnitChange(db, sender, operation.body);
    case 'quiz':
      return submitQuiz(db, sender, { lessonId: operation.lessonId, submission: operation.body });
    case 'enroll':
      return enrollInCourse(db, sender, operation.courseId);
    case 'rating':
      return rateCourse(db, sender, { courseId: operation.courseId, rating: operation.body });
  }
}

/** Only the oldest unresolved entry of a subject may be under way (Y15, Y16). */
function claimSubject(subjects: Set<string>, subject: string): void {
  if (subjects.has(subject)) {
    const message = `A batch may carry one operation about ${subject}.`;
    throw new Refusal('validation_failed', { field: 'operations' }, message);
  }
  subjects.add(subject);
}

function refused({ status, code, message, details }: Refusal) {
  return { status, body: { ...details, error: message, message, code } };
}

function isOf(error: unknown, code: Refusal['code']): boolean {
  return error instanceof Refusal && error.code === code;
}

const ageIn = (raw: unknown) => (typeof raw === 'object' && raw !== null && 'ageMs' in raw ? raw.ageMs : undefined);

function readOpId(raw: unknown): string | null {
  const opId = typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined;
  return OpId.safeParse(opId).success ? String(opId) : null;
}
