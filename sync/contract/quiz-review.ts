import * as z from 'zod/mini';
import { Id } from './fields.ts';

/** One question of a graded submission: what was chosen, and what is correct. */
export const QuizReview = z.object({
  questionId: Id,
  chosenAnswerIds: z.array(Id),
  correctAnswerIds: z.array(Id),
  explanation: z.nullable(z.string()),
  /** The explanation in the languages of the course's translations. */
  words: z.optional(z.record(z.string(), z.string())),
});
export type QuizReview = z.infer<typeof QuizReview>;

/** True when exactly the correct answers were chosen. */
export function isCorrect({ chosenAnswerIds: chosen, correctAnswerIds: correct }: QuizReview): boolean {
  return chosen.length === correct.length && chosen.every((id) => correct.includes(id));
}
