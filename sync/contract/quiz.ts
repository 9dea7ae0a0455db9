import * as z from 'zod/mini';
import { Id } from './fields.ts';
import { Round, Unit } from './progress.ts';
import { QuizReview } from './quiz-review.ts';
import { inLanguages, QuizWords } from './words.ts';

// A quiz as it may be shown before a submission (never with its correct answers), the submission, and its grade with
// the review.

/**
 * The kinds of questions: how each is called, and whether exactly one of its answers is correct. CONTRIBUTING.md ('A new kind of question')
 * tells what another one needs.
 */
export const QUESTION_KINDS = {
  single_choice: { name: 'Single Choice', takesOne: true },
  multiple_choice: { name: 'Multiple Choice', takesOne: false },
  true_false: { name: 'True/False', takesOne: true },
} as const;
export type QuestionType = keyof typeof QUESTION_KINDS;
export const QUESTION_TYPES = Object.keys(QUESTION_KINDS) as [QuestionType, ...QuestionType[]];
export const takesOne = (type: QuestionType) => QUESTION_KINDS[type].takesOne;
export const QUIZ_PASS_PERCENT = 100;
/** The longest time for which a quiz may have been open. */
export const MAX_QUIZ_DURATION_MS = 7 * 24 * 3600 * 1000;

export const QuizAnswer = z.object({ id: Id, answer_text: z.string(), order_index: z.int() });

export const QuizQuestion = z.object({
  id: Id,
  question_text: z.string(),
  question_type: z.enum(QUESTION_TYPES),
  order_index: z.int(),
  points: z.int(),
  /** Always null before a submission, because an explanation reveals the answer (R-Q4); the review contains it. */
  explanation: z.nullable(z.string()),
  answers: z.array(QuizAnswer),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

/** Response of GET /api/lessons/{id}/quiz. `quizVersion` names exactly these questions and answers. */
export const Quiz = z.object({
  lessonId: Id,
  questions: z.array(QuizQuestion),
  quizVersion: z.string(),
  /** In the languages that the request asked for; they are no part of the version, and answers are known by their ids. */
  words: inLanguages(QuizWords),
});
export type Quiz = z.infer<typeof Quiz>;

const AnswerId = z.string().check(z.regex(/^\d{1,10}$/));

/**
 * Body of POST /api/lessons/{id}/quiz/submit: question id to chosen answer id, both as strings; for multiple_choice a
 * list of ids. `durationMs` is measured from the opening of the quiz, on a monotonic clock.
 */
export const QuizSubmission = z.object({
  answers: z.record(AnswerId, z.union([AnswerId, z.array(AnswerId).check(z.maxLength(50))])),
  quizVersion: z.optional(z.string().check(z.maxLength(100))),
  durationMs: z.optional(z.int().check(z.gte(0), z.lte(MAX_QUIZ_DURATION_MS))),
  /** As in a unit change. */
  round: z.optional(Round),
});
export type QuizSubmission = z.infer<typeof QuizSubmission>;

/** Response to a submission; `unit` is the lesson's state after it (completed if passed, Y13). */
export const GradedQuiz = z.object({
  score: z.int(),
  passed: z.boolean(),
  review: z.array(QuizReview),
  unit: Unit,
  changed: z.boolean(),
  dataEpoch: z.string(),
});
export type GradedQuiz = z.infer<typeof GradedQuiz>;
