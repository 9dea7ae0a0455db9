// When the server's word is fetched without being asked for (Y25): at the start, on coming back, after a pass.
import { elapsed } from './backoff.ts';
import type { PassOutcome } from './pass.ts';
import type { Signal } from './ports.ts';
import { type PullContext, pullProgress } from './pull.ts';

const PULLS_APART_MS = 60_000;
const COMING_BACK: ReadonlySet<Signal> = new Set(['focus', 'visible', 'pageshow', 'online']);

/** The progress pulls of one person: one at a time, beside the passes, which never wait for them (Y28). */
export class Refresh {
  readonly #context: PullContext;
  readonly #now: () => number;
  readonly #open = new Set<number>();
  /** Courses whose pull has not come through, oldest first. */
  readonly #owed = new Set<number>();
  #pulling: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

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

  /** Resolves once all that is owed came through, or the network is gone. */
  async after(outcome: PassOutcome): Promise<void> {
    if ('courses' in outcome) for (const courseId of outcome.courses) this.#owed.add(courseId);
    // What is left of the work goes first; its pass pulls for both.
    const isConnected = outcome.kind === 'nothing' || (outcome.kind === 'sent' && !outcome.isCut);
    if (isConnected || (outcome.kind === 'later' && outcome.sent > 0)) await this.#pull([]);
  }

  #isTime(): boolean {
    if (elapsed(this.#lookedAt, this.#now()) < PULLS_APART_MS) return false;
    this.#lookedAt = this.#now();
    return true;
  }

  #pull(courseIds: Iterable<number>): Promise<void> {
    if (this.#context.prefix !== '/api') return Promise.resolve();
    for (const courseId of courseIds) this.#owed.add(courseId);
    this.#pulling ??= this.#pullOwed().finally(() => {
      this.#pulling = undefined;
    });
    return this.#pulling;
  }

  async #pullOwed(): Promise<void> {
    for (const courseId of this.#owed) {
      // Work that is sent meanwhile owes another pull.
      this.#owed.delete(courseId);
      let isThrough = false;
      try {
        const { kind } = await pullProgress(this.#context, courseId);
        isThrough = kind !== 'offline' && kind !== 'paused';
      } finally {
        if (!isThrough) this.#owed.add(courseId);
      }
      if (!isThrough) return;
    }
  }
}
