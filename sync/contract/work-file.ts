import * as z from 'zod/mini';
import { CourseRating } from './course.ts';
import { Id } from './fields.ts';
import { REFLECTION_LIMIT, UnitChange } from './progress.ts';
import { QuizQuestion, QuizSubmission } from './quiz.ts';

// Unsent work as a file (Y29): from one device of a person to another.

/** Raised when an older app could misread a file; the older app then reports that it is too old. */
export const WORK_FILE_VERSION = 1;
export const WORK_FILE_LIMIT_BYTES = 20 * 1024 ** 2;

const Row = {
  opId: z.uuid(),
  courseId: Id,
  title: z.string().check(z.maxLength(1_000)),
  state: z.enum(['queued', 'blocked']),
  createdAt: z.iso.datetime({ offset: true }),
  lastError: z.nullable(z.object({ status: z.int(), code: z.string(), text: z.string() })),
};
const AskedQuestions = z.optional(z.array(QuizQuestion));

const WorkEntry = z.discriminatedUnion('kind', [
  z.object({ ...Row, kind: z.literal('unit'), lessonId: Id, body: UnitChange }),
  z.object({ ...Row, kind: z.literal('quiz'), lessonId: Id, body: QuizSubmission, asked: AskedQuestions }),
  z.object({ ...Row, kind: z.literal('enroll'), lessonId: z.null(), body: z.null() }),
  z.object({ ...Row, kind: z.literal('rating'), lessonId: z.null(), body: CourseRating }),
]);

const WorkDraft = z.object({
  lessonId: Id,
  savedAt: z.iso.datetime({ offset: true }),
  answers: z.optional(QuizSubmission.shape.answers),
  asked: AskedQuestions,
  quizVersion: z.optional(z.string()),
  spentMs: z.optional(z.number()),
  reflection: z.optional(z.string().check(z.maxLength(REFLECTION_LIMIT))),
});

/** Entries in the order of recording. `server` is the address of the installation whose lessons they name. */
export const WorkFile = z.object({
  format: z.literal('groundwork-work'),
  version: z.int().check(z.gte(1)),
  server: z.string(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  savedAt: z.string(),
  /** SHA-256 of `work` as JSON without spaces, in hex: a truncated or edited file is rejected. */
  digest: z.string(),
  work: z.object({
    entries: z.array(WorkEntry).check(z.maxLength(20_000)),
    drafts: z.array(WorkDraft).check(z.maxLength(5_000)),
  }),
});
export type WorkFile = z.infer<typeof WorkFile>;

/** The fields that every version of the format has. */
export const WorkFileHead = z.object({
  format: z.literal('groundwork-work'),
  version: z.int(),
  digest: z.string(),
  work: z.unknown(),
});
