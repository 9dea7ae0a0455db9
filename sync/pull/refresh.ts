// When the server's word is fetched without being asked for (Y25): at the start, on coming back, after a pass.
import { elapsed } from '../backoff.ts';
import type { FlushOutcome } from '../flush/flush.ts';
import type { Signal } from '../ports.ts';
import { type PullContext, type PullOutcome, pullProgress } from './pull.ts';

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
  /** How often the device had started over, as last seen. */
  #round: number | undefined;

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
    await this.#oweAllAfterStartingOver();
    if (this.#isTime()) await this.#pull(await this.#context.store.knownCourses());
  }

  async on(signal: Signal): Promise<void> {
    if (COMING_BACK.has(signal) && this.#isTime()) await this.#pull(this.#open);
  }

  /** Resolves once all that is owed came through, or the network is gone. */
  async after(outcome: FlushOutcome): Promise<void> {
    if ('courses' in outcome) for (const courseId of outcome.courses) this.#owed.add(courseId);
    // What is left of the work goes first; its pass pulls for both.
    const isConnected = outcome.kind === 'nothing' || (outcome.kind === 'sent' && !outcome.isCut);
    if (!isConnected && !(outcome.kind === 'later' && outcome.sent > 0)) return;
    await this.#oweAllAfterStartingOver();
    await this.#pull([]);
  }

  /** Y20: no snapshot is left then, in whatever tab it was. */
  async #oweAllAfterStartingOver(): Promise<void> {
    const { store } = this.#context;
    const { round } = await store.change({}, ({ meta }) => ({ entries: [], round: meta.round }));
    const hasStartedOver = this.#round !== undefined && this.#round !== round;
    this.#round = round;
    if (hasStartedOver) for (const courseId of await store.knownCourses()) this.#owed.add(courseId);
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
        isThrough = isSettled(await pullProgress(this.#context, courseId));
      } finally {
        if (!isThrough) this.#owed.add(courseId);
      }
      if (!isThrough) return;
    }
  }
}

/** True when asking again would bring nothing else: a server that fails or is busy has not said anything of the course. */
const isSettled = (outcome: PullOutcome) =>
  outcome.kind === 'fresh' || (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 429);
