import * as z from 'zod/mini';
import { CourseRating } from './course.ts';
import { Id } from './fields.ts';
import { UnitChange } from './progress.ts';
import { QuizQuestion, QuizSubmission } from './quiz.ts';

// Unsent work as a file (Y29): from one device of a person to another.

/** Raised when an older app could misread a file; the older app then reports that it is too old. */
export const WORK_FILE_VERSION = 1;
/** More than a browser keeps for one page, and less than it holds as one text: only a foreign file is larger. */
export const WORK_FILE_LIMIT_BYTES = 256 * 1024 ** 2;

const Row = {
  opId: z.uuid(),
  courseId: Id,
  title: z.string(),
  state: z.enum(['queued', 'blocked']),
  createdAt: z.iso.datetime({ offset: true }),
  lastError: z.nullable(z.object({ status: z.int(), code: z.string(), text: z.string() })),
  retryAt: z.optional(z.iso.datetime({ offset: true })),
};
const AskedQuestions = z.optional(z.array(QuizQuestion));

const WorkEntry = z.discriminatedUnion('kind', [
  z.object({ ...Row, kind: z.literal('unit'), lessonId: Id, body: UnitChange }),
  z.object({ ...Row, kind: z.literal('quiz'), lessonId: Id, body: QuizSubmission, asked: AskedQuestions }),
  z.object({ ...Row, kind: z.literal('enroll'), lessonId: z.null(), body: z.null() }),
  z.object({ ...Row, kind: z.literal('rating'), lessonId: z.null(), body: CourseRating }),
]);

/** As the person left it, which may be more than the server will take: it is still theirs to shorten. */
const WorkDraft = z.object({
  lessonId: Id,
  savedAt: z.iso.datetime({ offset: true }),
  answers: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  asked: AskedQuestions,
  quizVersion: z.optional(z.string()),
  spentMs: z.optional(z.number()),
  reflection: z.optional(z.string()),
  ticked: z.optional(z.array(z.string())),
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
    entries: z.array(WorkEntry),
    drafts: z.array(WorkDraft),
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
