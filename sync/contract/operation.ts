import * as z from 'zod/mini';
import { CourseRating } from './course.ts';
import { Id } from './fields.ts';
import { UnitChange } from './progress.ts';
import { QuizSubmission } from './quiz.ts';

// The operations that a device queues, and the batch that carries them (Y15).

export const BATCH_OPERATIONS_LIMIT = 500;
export const BATCH_BYTES_LIMIT = 512 * 1024;

/** Created when the intent is recorded; the same id never takes effect twice (Y9). */
export const OpId = z.uuid();

/**
 * How long ago the person acted, in milliseconds by the device's own clock: a wrong clock is as wrong at both times. Sent
 * with a single call as this header, and with each operation of a batch as `ageMs`.
 */
export const OPERATION_AGE_HEADER = 'X-Op-Age';
export const OperationAge = z.number().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER / 2));

/** The four kinds of operations, each with the body of its single call. */
export const Operation = z.discriminatedUnion('kind', [
  z.object({ opId: OpId, kind: z.literal('unit'), body: UnitChange }),
  z.object({ opId: OpId, kind: z.literal('quiz'), lessonId: Id, body: QuizSubmission }),
  z.object({ opId: OpId, kind: z.literal('enroll'), courseId: Id }),
  z.object({ opId: OpId, kind: z.literal('rating'), courseId: Id, body: CourseRating }),
]);
export type Operation = z.infer<typeof Operation>;

/** What an operation is about; operations of one subject keep their order (Y1, Y16). */
export function operationSubject(operation: Operation): string {
  if (operation.kind === 'enroll' || operation.kind === 'rating') return `course:${operation.courseId}`;
  return `lesson:${operation.kind === 'unit' ? operation.body.lessonId : operation.lessonId}`;
}

/**
 * Body of POST /api/sync: at most one operation per subject. Each is parsed separately, so that an invalid one harms no
 * other.
 */
export const SyncBatch = z.object({ operations: z.array(z.unknown()) });

/** One result per operation, in the order sent: the status and body of its single call. */
export const SyncResults = z.object({
  results: z.array(z.object({ opId: z.nullable(z.string()), status: z.int(), body: z.unknown() })),
  dataEpoch: z.string(),
});
export type SyncResults = z.infer<typeof SyncResults>;

/**
 * What an idempotency key's request hash covers (Y9b). `seenRev` is excluded, because it may change while the Reset
 * stays the same.
 */
export function operationContent(operation: Operation): unknown {
  if (operation.kind === 'enroll') return [operation.kind, operation.courseId];
  if (operation.kind === 'rating') return [operation.kind, operation.courseId, operation.body];
  if (operation.kind === 'quiz') return [operation.kind, operation.lessonId, operation.body];
  const { seenRev: _, ...body } = operation.body;
  return [operation.kind, body];
}
