import * as z from 'zod/mini';
import { CourseRating, Id } from './course.ts';
import { UnitChange } from './progress.ts';
import { QuizSubmission } from './quiz.ts';

// What a device may have done while nobody was listening, and the batch that carries it (Y15).

export const BATCH_OPERATIONS_LIMIT = 500;
export const BATCH_BYTES_LIMIT = 512 * 1024;

/** Made when the person tapped; the same id never has a second effect (Y9). */
export const OpId = z.uuid();

/** The four kinds of queued work, each with the body of its single call. */
export const Operation = z.discriminatedUnion('kind', [
  z.object({ opId: OpId, kind: z.literal('unit'), body: UnitChange }),
  z.object({ opId: OpId, kind: z.literal('quiz'), lessonId: Id, body: QuizSubmission }),
  z.object({ opId: OpId, kind: z.literal('enroll'), courseId: Id }),
  z.object({ opId: OpId, kind: z.literal('rating'), courseId: Id, body: CourseRating }),
]);
export type Operation = z.infer<typeof Operation>;

/** The thing an operation is about; operations of one subject keep their order (Y1, Y16). */
export function operationSubject(operation: Operation): string {
  if (operation.kind === 'enroll' || operation.kind === 'rating') return `course:${operation.courseId}`;
  return `lesson:${operation.kind === 'unit' ? operation.body.lessonId : operation.lessonId}`;
}

/** Body of POST /api/sync: at most one operation per subject. Each is parsed on its own, so that one bad one harms no other. */
export const SyncBatch = z.object({ operations: z.array(z.unknown()) });

/** One result per operation, in the order sent: the status and body that the single call would have answered. */
export const SyncResults = z.object({
  results: z.array(z.object({ opId: z.nullable(z.string()), status: z.int(), body: z.unknown() })),
  dataEpoch: z.string(),
});
export type SyncResults = z.infer<typeof SyncResults>;

/**
 * What the request hash of an idempotency key covers (Y9). `seenRev` is left out: it may rise while a Reset waits,
 * and starts over after a restore, and the Reset stays the same Reset.
 */
export function operationContent(operation: Operation): unknown {
  if (operation.kind === 'enroll') return [operation.kind, operation.courseId];
  if (operation.kind === 'rating') return [operation.kind, operation.courseId, operation.body];
  if (operation.kind === 'quiz') return [operation.kind, operation.lessonId, operation.body];
  const { seenRev: _, ...body } = operation.body;
  return [operation.kind, body];
}
