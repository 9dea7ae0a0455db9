import * as z from 'zod/mini';
import { Id, PAGE_FIELDS, requiredText, SEARCH_FIELD, wholeNumber } from './fields.ts';
import { QUESTION_TYPES, type QuestionType } from './quiz.ts';

// A quiz for its authors, with the correct answers.

export const QUESTION_TEXT_LIMIT = 2_000;
export const ANSWER_TEXT_LIMIT = 1_000;
export const MOST_POINTS = 10;
export const MOST_ANSWERS = 20;
export const MOST_QUESTIONS = 200;

export type AdminAnswer = {
  id: number;
  answer_text: string;
  is_correct: boolean;
  order_index: number;
};

export type AdminQuestion = {
  id: number;
  questionText: string;
  questionType: QuestionType;
  points: number;
  explanation: string | null;
  orderIndex: number;
  answers: AdminAnswer[];
  /** Changes with every edit of the question or one of its answers; sent back as `seenUpdatedAt`. */
  updatedAt: string;
};

/**
 * Response of GET /api/admin/lessons/{id}/quiz, in order. `attempts` counts the submissions, `people` those who made
 * them.
 */
export type AdminQuiz = {
  lessonId: number;
  questions: AdminQuestion[];
  attempts: number;
  people: number;
};

/** The sentence about the first text that comes twice, whatever the spaces in it; undefined where each is another one. */
export function sameAnswers(texts: readonly string[]): string | undefined {
  const plain = texts.map((text) => text.normalize().trim().replaceAll(/\s+/g, ' '));
  const twice = plain.find((text, at) => text !== '' && plain.indexOf(text) !== at);
  return twice === undefined ? undefined : `Two answers are the same: "${twice}".`;
}

const QuestionText = requiredText(
  'Please enter the question.',
  QUESTION_TEXT_LIMIT,
  'The question may have at most 2,000 characters.',
);
const ANSWER_TOO_LONG = 'An answer may have at most 1,000 characters.';
const AnswerText = requiredText('All answers must have text.', ANSWER_TEXT_LIMIT, ANSWER_TOO_LONG);
const Points = wholeNumber('Points must be a whole number from 1 to 10.', 1, MOST_POINTS);
const Explanation = z.nullish(
  z.string().check(z.trim(), z.maxLength(QUESTION_TEXT_LIMIT, 'The explanation may have at most 2,000 characters.')),
);

/**
 * Body of POST /api/admin/lessons/{id}/quiz/questions (201). Answers without text are dropped; at least
 * two must remain, one of them correct, and only one in a single choice.
 */
export const NewQuestion = z.object({
  questionText: QuestionText,
  questionType: z.enum(QUESTION_TYPES),
  points: z._default(Points, 1),
  explanation: Explanation,
  answers: z
    .array(
      z.object({ text: z.string().check(z.maxLength(ANSWER_TEXT_LIMIT, ANSWER_TOO_LONG)), isCorrect: z.boolean() }),
    )
    .check(z.maxLength(MOST_ANSWERS, 'A question may have at most 20 answers.')),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

/**
 * The `updatedAt` that the author saw; if the question has changed since, the change is refused with 409
 * `question_changed`.
 */
const SeenUpdatedAt = z.optional(z.string().check(z.maxLength(40)));

/**
 * Body of PUT /api/admin/quiz/questions/{id}; absent fields stay. With `answers` the whole question
 * changes in one transaction: answers with an id are updated, those without are added, and those left out are retired.
 * Without `answers`, a question that becomes a single choice keeps its first correct answer.
 */
export const QuestionChange = z.object({
  questionText: z.optional(QuestionText),
  questionType: z.optional(z.enum(QUESTION_TYPES)),
  points: z.optional(Points),
  explanation: Explanation,
  answers: z.optional(
    z
      .array(z.object({ id: z.optional(Id), text: AnswerText, isCorrect: z.boolean() }))
      .check(z.maxLength(MOST_ANSWERS, 'A question may have at most 20 answers.')),
  ),
  seenUpdatedAt: SeenUpdatedAt,
});
export type QuestionChange = z.infer<typeof QuestionChange>;

/**
 * Body of POST /api/admin/quiz/questions/{id}/answers (201) and of PUT /api/admin/quiz/answers/{id}; both, and DELETE
 * of an answer, return the question. The question stays valid: in a single choice, marking an answer correct unmarks
 * the others, and the correct one cannot be unmarked; in a multiple choice, the last correct answer cannot be unmarked.
 */
export const AnswerFields = z.object({ answerText: AnswerText, isCorrect: z.boolean() });
export type AnswerFields = z.infer<typeof AnswerFields>;

/** Body of PUT /api/admin/lessons/{id}/quiz/order (`AdminQuiz`): every question, once. */
export const QuestionOrder = z.object({ questionIds: z.array(Id).check(z.minLength(1), z.maxLength(MOST_QUESTIONS)) });

/** Body of POST /api/admin/lessons/{id}/quiz/import: rows are validated one by one, and imported all or none. */
export const QuestionImport = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(
      z.object({
        questionText: z.string().check(z.maxLength(10_000)),
        questionType: z.optional(z.string().check(z.maxLength(100))),
        points: z.optional(z.string().check(z.maxLength(100))),
        explanation: z.optional(z.string().check(z.maxLength(10_000))),
        answers: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(100)),
        /** Numbers from 1, or the letters A, B, ...: '2' or 'A; C'. */
        correct: z.string().check(z.maxLength(1000)),
      }),
    )
    .check(z.minLength(1, 'The file has no rows.'), z.maxLength(MOST_QUESTIONS, 'At most 200 questions at a time.')),
});
export type QuestionImport = z.infer<typeof QuestionImport>;

/** One outcome per row, in the order sent; `row` counts from 1. */
export type QuestionImportAnswer = {
  dryRun: boolean;
  taken: number;
  refused: number;
  rows: { row: number; questionText: string; field: string | null; reason: string | null }[];
};

/**
 * Response of GET /api/admin/lessons/{id}/quiz/regrade: what was changed about the questions of attempts that were not passed, and is
 * still to be decided (decision 030). Nobody loses by it: a passed attempt stays passed, and no score goes down.
 */
export type RegradeOffer = {
  /** How many attempts were graded with one of these questions. */
  attempts: number;
  questions: OutdatedQuestion[];
  /** A regrading that is under way. */
  running: { handled: number; total: number } | null;
};

/** A question whose key was changed, or that was deleted, after somebody answered it. */
export type OutdatedQuestion = {
  id: number;
  /** As it was asked. */
  questionText: string;
  /** The texts of the answers that were correct then, and of those that are now; null for a deleted question. */
  wasCorrect: string[];
  isCorrect: string[] | null;
  /** Sent back: if the question has changed since, nothing is decided. */
  seen: string;
};

/** Answers are right by the present key as well, or everybody gets the point, or the grades stay as they are. */
export const REGRADE_WAYS = ['key', 'everyone', 'leave'] as const;

/** Body of POST /api/admin/lessons/{id}/quiz/regrade, with `isPreview` only to hear what it would change (`RegradeOutcome`). */
export const QuizRegrade = z.object({
  questions: z
    .array(z.object({ id: Id, seen: z.string().check(z.maxLength(40)), by: z.enum(REGRADE_WAYS) }))
    .check(z.minLength(1), z.maxLength(1_000)),
  isPreview: z.optional(z.boolean()),
});
export type QuizRegrade = z.infer<typeof QuizRegrade>;

/** `changed` scores rise, and `passing` people who have not passed pass. */
export type RegradeOutcome = { attempts: number; changed: number; passing: number };

/** Questions are analyzed over the latest attempts, so that the number of all does not matter. */
export const ANALYZED_ATTEMPTS = 2_000;
/** Fewer first tries say nothing about how well a question separates those who know from those who do not. */
export const LEAST_FOR_DISCRIMINATION = 20;

/** Response of GET /api/admin/lessons/{id}/quiz/analysis: the present questions of a quiz, the hardest first. */
export type QuizAnalysis = {
  lesson: { id: number; title: string; courseId: number };
  /** False where the questions have no answers, because the viewer only follows the course; absent means true. */
  canEdit?: boolean;
  questions: AnalyzedQuestion[];
};

export type AnalyzedQuestion = {
  id: number;
  /** Its place in the quiz, from 1. */
  place: number;
  questionText: string;
  /** Who answered it since its last change, as far as the analyzed attempts go. Only the first try of each counts. */
  people: number;
  rightPercent: number;
  /**
   * How much more often those with the best scores are right than those with the worst, in percent points; negative when it
   * is the other way round. Null below LEAST_FOR_DISCRIMINATION people.
   */
  discrimination: number | null;
  answers: { id: number; answerText: string; isCorrect: boolean; chosenPercent: number }[];
};

/** Query of GET /api/admin/lessons/{id}/quiz/attempts. */
export const AttemptsQuery = z.object({
  ...PAGE_FIELDS,
  ...SEARCH_FIELD,
  sort: z._default(z.enum(['-submitted', 'submitted']), '-submitted'),
  result: z.optional(z.enum(['passed', 'not-passed'])),
  /** For super admins. */
  organizationId: z.optional(z.uuid()),
  group: z.optional(z.uuid()),
});
export type AttemptsQuery = z.infer<typeof AttemptsQuery>;

/** One submission in a list. `isCurrent` is false when the quiz has changed since. */
export type QuizAttemptRow = {
  id: number;
  userId: string;
  fullName: string | null;
  email: string;
  score: number;
  passed: boolean;
  durationMs: number | null;
  submittedAt: string;
  isCurrent: boolean;
};

/** A question as it was worded when it was answered, with the correct answers at that time and the chosen ones. */
export type AttemptedQuestion = Pick<
  AdminQuestion,
  'id' | 'questionText' | 'questionType' | 'points' | 'explanation'
> & {
  isRight: boolean;
  /** It counts as right only since the quiz was graded again. */
  isRegraded: boolean;
  answers: { id: number; answerText: string; isCorrect: boolean; isChosen: boolean }[];
};
