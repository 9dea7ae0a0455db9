import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../messages.ts';

/** Why there are no questions, in the catalogue's words (Q5). */
export function quizTrouble(outcome: PullOutcome): string {
  if (outcome.kind === 'paused') return outcome.reason === 'auth' ? texts.quizNeedsSignIn : texts.quizLoadFailed;
  if (outcome.kind !== 'refused') return texts.quizLoadFailed;
  if (outcome.status === 401) return texts.quizNeedsSignIn;
  if (outcome.code === 'quiz_not_found') return texts.quizEmpty;
  // An answer came, but no questions that can be read.
  if (outcome.code === 'unreadable' && outcome.status < 400) return texts.quizLoadFailed;
  return texts.quizFetchFailed;
}
