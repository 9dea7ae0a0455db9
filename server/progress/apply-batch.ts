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
import { parse } from '../http/accept.ts';
import { submitQuiz } from '../quizzes/submit-quiz.ts';
import type { Sender } from './apply-once.ts';
import { enrollInCourse } from './enroll.ts';
import { recordUnitChange } from './record-unit-change.ts';

export interface Batch {
  operations: unknown[];
  /** Told of an operation that failed for no fault of its sender. */
  onPoison: (error: unknown, opId: string | null) => void;
}

/**
 * Applies a device's queue in the order sent, each operation on its own by the code of its single call, so that one
 * bad operation harms no other (Y15). Throws `batch_too_large`, `data_epoch_changed`, and whatever says that the
 * database is away: then the device keeps the whole batch.
 */
export async function applyBatch(db: Db, sender: Omit<Sender, 'key'>, batch: Batch): Promise<SyncResults> {
  if (batch.operations.length > BATCH_OPERATIONS_LIMIT) throw new Refusal('batch_too_large');
  const dataEpoch = await readDataEpoch(db);
  if (sender.dataEpoch !== undefined && sender.dataEpoch !== dataEpoch) {
    throw new Refusal('data_epoch_changed', { dataEpoch });
  }
  const subjects = new Set<string>();
  const results: SyncResults['results'] = [];
  for (const raw of batch.operations) {
    const opId = readOpId(raw);
    try {
      const operation = parse(Operation, raw);
      claimSubject(subjects, operationSubject(operation));
      const { status, body } = await applyOperation(db, { ...sender, key: operation.opId.toLowerCase() }, operation);
      results.push({ opId, status, body });
    } catch (error) {
      if (isUnavailable(error) || isOf(error, 'data_epoch_changed')) throw error;
      if (!(error instanceof Refusal)) batch.onPoison(error, opId);
      results.push({ opId, ...refused(error instanceof Refusal ? error : new Refusal('internal')) });
    }
  }
  return { results, dataEpoch };
}

function applyOperation(db: Db, sender: Sender, operation: Operation) {
  switch (operation.kind) {
    case 'unit':
      return recordUnitChange(db, sender, operation.body);
    case 'quiz':
      return submitQuiz(db, sender, { lessonId: operation.lessonId, submission: operation.body });
    case 'enroll':
      return enrollInCourse(db, sender, operation.courseId);
  }
}

/** Only the oldest unresolved entry of a subject may be under way (Y15, Y16). */
function claimSubject(subjects: Set<string>, subject: string): void {
  if (subjects.has(subject)) {
    throw new Refusal(
      'validation_failed',
      { field: 'operations' },
      `A batch may carry one operation about ${subject}.`,
    );
  }
  subjects.add(subject);
}

function refused({ status, code, message, details }: Refusal) {
  return { status, body: { ...details, error: message, message, code } };
}

function isOf(error: unknown, code: Refusal['code']): boolean {
  return error instanceof Refusal && error.code === code;
}

function readOpId(raw: unknown): string | null {
  const opId = typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined;
  return OpId.safeParse(opId).success ? String(opId) : null;
}
