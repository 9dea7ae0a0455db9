// The half of the engine that talks to the server: flushes and pulls.
import { elapsed, remainingWait } from '../backoff.ts';
import { type Rules, rules as realRules } from '../outbox/rules.ts';
import { type EnginePorts, flushLock, type Signal } from '../ports.ts';
import { VISITOR } from '../store/replica.ts';
import type { Store } from '../store/store.ts';
import { createCaller } from './call.ts';
import { type FlushContext, type FlushOutcome, flush } from './flush.ts';
import {
  checkReachable,
  mayPass,
  type PullContext,
  pullCatalog,
  pullCertificates,
  pullCourse,
  pullLesson,
  pullProgress,
  pullQuiz,
} from './pull.ts';
import type { TriggerCause } from './triggers.ts';

export type RemoteSync = ReturnType<typeof openRemoteSync>;

type RemoteSyncOptions = {
  userId: string;
  ports: EnginePorts;
  store: Store;
  rules?: Rules;
  onRequeued?: PullContext['onRequeued'];
};

/** Opens the remote half of one person's engine. Sends nothing until it is used. */
export function openRemoteSync({ userId, ports, store, rules = realRules, onRequeued }: RemoteSyncOptions) {
  const context = { store, ports, rules, call: createCaller(userId, ports) };
  const pullContext = { ...context, prefix: userId === VISITOR ? '/api/public' : '/api', onRequeued };
  const refresh = new ProgressRefresh(pullContext, ports.clock.now);
  return {
    /** Flushes, unless the server asked to wait; a background heartbeat also waits for the back-off (Y18). */
    flush: flushUnderLock(userId, context),
    /** Decides when progress is pulled automatically. */
    refresh,
    /** Checks whether our server can be reached, and stores and returns the result. Cheap; for screens that show the connection. */
    checkReachable: () => checkReachable({ ports, store }),
    pullCatalog: () => pullCatalog(pullContext),
    pullCourse(courseId: number) {
      refresh.trackCourse(courseId);
      return pullCourse(pullContext, courseId);
    },
    pullLesson: (lessonId: number) => pullLesson(pullContext, lessonId),
    pullQuiz: (lessonId: number) => pullQuiz(pullContext, lessonId),
    pullCertificates: () => pullCertificates(pullContext),
    /** Pulls progress only, without the course's content. */
    pullProgress: (courseId: number) => pullProgress(pullContext, courseId),
  };
}

const LOCK_STOLEN_AFTER_MS = 60_000;

/** Y19: one tab at a time flushes. A visitor's work stays on the device (Y2). */
function flushUnderLock(userId: string, context: FlushContext & { ports: EnginePorts }) {
  const { clock, lock, signals } = context.ports;
  let refusedSince: number | undefined;
  return async (cause: TriggerCause): Promise<FlushOutcome> => {
    if (userId === VISITOR) return { kind: 'nothing' };
    const now = clock.now();
    const wait = await context.store.change({}, ({ meta }) => ({
      entries: [],
      ms: remainingWait(meta.backoff, now, cause === 'trigger'),
    }));
    if (wait.ms > 0) return { kind: 'later', at: now + wait.ms, sent: 0, courses: [] };
    // The lock only saves work; a holder that keeps it for a minute is passed over.
    const isOverdue = refusedSince !== undefined && elapsed(refusedSince, now) >= LOCK_STOLEN_AFTER_MS;
    let outcome = { kind: 'busy' } as FlushOutcome;
    const wasHeld = await lock.hold(flushLock(userId), isOverdue && signals.isVisible(), async () => {
      outcome = await flush(context);
    });
    refusedSince = wasHeld ? undefined : (refusedSince ?? now);
    return outcome;
  };
}

// When progress is pulled automatically (Y25): at the start, when the person returns to the app, and after a flush.

const PULLS_APART_MS = 60_000;
const COMING_BACK: ReadonlySet<Signal> = new Set(['focus', 'visible', 'pageshow', 'online']);

/** The progress pulls of one person: one at a time, beside the flushes, which never wait for them (Y28). */
class ProgressRefresh {
  readonly #context: PullContext;
  readonly #now: () => number;
  readonly #openCourses = new Set<number>();
  /** Courses that still have to be pulled, oldest first. */
  readonly #due = new Set<number>();
  #pulling: Promise<void> | undefined;
  #lastPullAt = Number.NEGATIVE_INFINITY;
  /** How often the device had started over at the last check. */
  #lastRound: number | undefined;

  constructor(context: PullContext, now: () => number) {
    this.#context = context;
    this.#now = now;
  }

  /** The person has opened this course; keep it fresh from now on. */
  trackCourse(courseId: number): void {
    this.#openCourses.add(courseId);
  }

  /** Pulls every course on the device. */
  async atStart(): Promise<void> {
    await this.#markAllDueAfterStartOver();
    if (this.#isPullDue()) await this.#pull(await this.#context.store.downloadedCourseIds());
  }

  async onSignal(signal: Signal): Promise<void> {
    if (COMING_BACK.has(signal) && this.#isPullDue()) await this.#pull(this.#openCourses);
  }

  /** Resolves when every due course was pulled, or the network is gone. */
  async afterFlush(outcome: FlushOutcome): Promise<void> {
    if ('courses' in outcome) for (const courseId of outcome.courses) this.#due.add(courseId);
    // The rest of the outbox goes first; its flush pulls for both.
    const isConnected = outcome.kind === 'nothing' || (outcome.kind === 'sent' && !outcome.isCut);
    if (!isConnected && !(outcome.kind === 'later' && outcome.sent > 0)) return;
    await this.#markAllDueAfterStartOver();
    await this.#pull([]);
  }

  /** Y20: starting over, in any tab, deleted all snapshots. */
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
      // Work sent during the pull makes the course due again.
      this.#due.delete(courseId);
      let isFinished = false;
      try {
        const outcome = await pullProgress(this.#context, courseId);
        isFinished = outcome.kind !== 'paused' && !mayPass(outcome);
      } finally {
        if (!isFinished) this.#due.add(courseId);
      }
      if (!isFinished) return;
    }
  }
}
