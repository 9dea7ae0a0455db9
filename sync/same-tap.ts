// A tap that was posted at once and not answered (Y26) may have arrived: the same tap again is the same work, under the
// same id, so that it counts once (Y9). Holds until the page is closed.
import { type Intent, subjectOf } from './entry.ts';

export type Attempted = { intent: Intent; opId: string };

export class SameTap {
  readonly #unanswered = new Map<string, Attempted>();

  /** What is tapped, as it was tried before when it is the same; anything else on its subject is work of its own. */
  asTriedBefore(intent: Intent, newId: () => string): Attempted {
    const before = this.#unanswered.get(subjectOf(intent));
    return before && gistOf(before.intent) === gistOf(intent) ? before : { intent, opId: newId() };
  }

  failed(attempted: Attempted): void {
    this.#unanswered.set(subjectOf(attempted.intent), attempted);
  }

  /** Kept here or taken by the server: from now on the same tap is another one. */
  succeeded({ intent }: Attempted): void {
    this.#unanswered.delete(subjectOf(intent));
  }
}

/** How long a quiz took, and how its questions read, is no other submission. */
function gistOf(intent: Intent): string {
  return JSON.stringify(intent.kind === 'quiz' ? { ...intent, durationMs: 0, asked: [] } : intent);
}
