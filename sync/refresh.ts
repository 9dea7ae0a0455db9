// When the server's word is fetched without being asked for (Y25): at the start, on coming back, after a pass.
import { elapsed } from './backoff.ts';
import type { PassOutcome } from './pass.ts';
import type { Signal } from './ports.ts';
import { type PullContext, pullProgress } from './pull.ts';

const PULLS_APART_MS = 60_000;
const COMING_BACK: ReadonlySet<Signal> = new Set(['focus', 'visible', 'pageshow', 'online']);

/** The progress pulls of one person. */
export class Refresh {
  readonly #context: PullContext;
  readonly #now: () => number;
  readonly #open = new Set<number>();
  /** Courses whose work was sent and whose pull has not come through. */
  readonly #owed = new Set<number>();
  #pulledAt = Number.NEGATIVE_INFINITY;

  constructor(context: PullContext, now: () => number) {
    this.#context = context;
    this.#now = now;
  }

  /** The person has this course before them; it stays fresh from now on. */
  opened(courseId: number): void {
    this.#open.add(courseId);
  }

  /** Everything that is on the device. */
  async atStart(): Promise<void> {
    if (this.#isTime()) await this.#pull(await this.#context.store.knownCourses());
  }

  async on(signal: Signal): Promise<void> {
    if (COMING_BACK.has(signal) && this.#isTime()) await this.#pull(this.#open);
  }

  async after(outcome: PassOutcome): Promise<void> {
    if ('courses' in outcome) for (const courseId of outcome.courses) this.#owed.add(courseId);
    // What is left of the work goes first; its pass pulls for both.
    const isConnected = outcome.kind === 'nothing' || (outcome.kind === 'sent' && !outcome.isCut);
    if (isConnected || (outcome.kind === 'later' && outcome.sent > 0)) await this.#pull([...this.#owed]);
  }

  #isTime(): boolean {
    if (elapsed(this.#pulledAt, this.#now()) < PULLS_APART_MS) return false;
    this.#pulledAt = this.#now();
    return true;
  }

  async #pull(courseIds: Iterable<number>): Promise<void> {
    if (this.#context.prefix !== '/api') return;
    for (const courseId of courseIds) {
      const outcome = await pullProgress(this.#context, courseId);
      if (outcome.kind === 'offline' || outcome.kind === 'paused') return;
      this.#owed.delete(courseId);
    }
  }
}
