// When the server's word is fetched without being asked for (Y25): at the start, on coming back, after a pass.
import { elapsed } from '../backoff.ts';
import type { Signal } from '../ports.ts';
import type { FlushOutcome } from './flush.ts';
import { type PullContext, type PullOutcome, pullProgress } from './pull.ts';

const PULLS_APART_MS = 60_000;
const COMING_BACK: ReadonlySet<Signal> = new Set(['focus', 'visible', 'pageshow', 'online']);

/** The progress pulls of one person: one at a time, beside the passes, which never wait for them (Y28). */
export class ProgressRefresh {
  readonly #context: PullContext;
  readonly #now: () => number;
  readonly #openCourses = new Set<number>();
  /** Courses whose pull has not come through, oldest first. */
  readonly #due = new Set<number>();
  #pulling: Promise<void> | undefined;
  #lastPullAt = Number.NEGATIVE_INFINITY;
  /** How often the device had started over, as last seen. */
  #lastRound: number | undefined;

  constructor(context: PullContext, now: () => number) {
    this.#context = context;
    this.#now = now;
  }

  /** The person has this course before them; it stays fresh from now on. */
  trackCourse(courseId: number): void {
    this.#openCourses.add(courseId);
  }

  /** Everything that is on the device. */
  async atStart(): Promise<void> {
    await this.#markAllDueAfterStartOver();
    if (this.#isPullDue()) await this.#pull(await this.#context.store.downloadedCourseIds());
  }

  async onSignal(signal: Signal): Promise<void> {
    if (COMING_BACK.has(signal) && this.#isPullDue()) await this.#pull(this.#openCourses);
  }

  /** Resolves once all that is owed came through, or the network is gone. */
  async afterFlush(outcome: FlushOutcome): Promise<void> {
    if ('courses' in outcome) for (const courseId of outcome.courses) this.#due.add(courseId);
    // What is left of the work goes first; its pass pulls for both.
    const isConnected = outcome.kind === 'nothing' || (outcome.kind === 'sent' && !outcome.isCut);
    if (!isConnected && !(outcome.kind === 'later' && outcome.sent > 0)) return;
    await this.#markAllDueAfterStartOver();
    await this.#pull([]);
  }

  /** Y20: no snapshot is left then, in whatever tab it was. */
  async #markAllDueAfterStartOver(): Promise<void> {
    const { store } = this.#context;
    const { round } = await store.change({}, ({ meta }) => ({ entries: [], round: meta.round }));
    const hasStartedOver = this.#lastRound !== undefined && this.#lastRound !== round;
    this.#lastRound = round;
    if (hasStartedOver) for (const courseId of await store.downloadedCourseIds()) this.#due.add(courseId);
  }

  #isPullDue(): boolean {
    if (elapsed(this.#lastPullAt, this.#now()) < PULLS_APART_MS) return false;
    this.#lastPullAt = this.#now();
    return true;
  }

  #pull(courseIds: Iterable<number>): Promise<void> {
    if (this.#context.prefix !== '/api') return Promise.resolve();
    for (const courseId of courseIds) this.#due.add(courseId);
    this.#pulling ??= this.#pullDue().finally(() => {
      this.#pulling = undefined;
    });
    return this.#pulling;
  }

  async #pullDue(): Promise<void> {
    for (const courseId of this.#due) {
      // Work that is sent meanwhile owes another pull.
      this.#due.delete(courseId);
      let isFinished = false;
      try {
        isFinished = isFinal(await pullProgress(this.#context, courseId));
      } finally {
        if (!isFinished) this.#due.add(courseId);
      }
      if (!isFinished) return;
    }
  }
}

/** True when asking again would bring nothing else: a server that fails or is busy has not said anything of the course. */
const isFinal = (outcome: PullOutcome) =>
  outcome.kind === 'fresh' || (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 429);
