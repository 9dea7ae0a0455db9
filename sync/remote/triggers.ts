// When to try (Y18): after a recorded intent, on signals, and on a heartbeat that picks up what other tabs left behind.
import { elapsed } from '../backoff.ts';
import type { Clock, Signal, Signals } from '../ports.ts';

export type TriggerCause = 'trigger' | 'heartbeat';

const CHANGE_DELAY_MS = 300;
const MIN_INTERVAL_MS = 2_000;
/** Another tab's flush takes seconds; work recorded during it should not wait for the heartbeat. */
const BUSY_DELAY_MS = 3_000;
/** Half of the 60 s within which everything is sent with a visible tab and a healthy server (Y28a). */
const HEARTBEAT_MS = 30_000;

/** Calls `run` on triggers, never concurrently and at least 2 s apart. */
export class Triggers {
  readonly #clock: Clock;
  readonly #signals: Signals;
  readonly #run: (cause: TriggerCause) => Promise<void>;
  #cancelNext: (() => void) | undefined;
  #nextAt = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isStarted = false;
  #unlisten: () => void = () => {};

  constructor(ports: { clock: Clock; signals: Signals }, run: (cause: TriggerCause) => Promise<void>) {
    this.#clock = ports.clock;
    this.#signals = ports.signals;
    this.#run = run;
  }

  start(onSignal: (signal: Signal) => void): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#unlisten = this.#signals.listen((signal) => {
      this.soon();
      onSignal(signal);
    });
    this.soon();
  }

  stop(): void {
    this.#isStarted = false;
    this.#unlisten();
    this.#cancelNext?.();
    this.#nextAt = Number.POSITIVE_INFINITY;
  }

  afterChange(): void {
    this.#schedule('trigger', CHANGE_DELAY_MS);
  }

  soon(): void {
    this.#schedule('trigger', 0);
  }

  /** Another tab holds the lock. */
  afterBusy(): void {
    this.#schedule(this.#timerCause(), BUSY_DELAY_MS);
  }

  /** In a hidden tab the heartbeat waits for the back-off. */
  #timerCause(): TriggerCause {
    return this.#signals.isVisible() ? 'trigger' : 'heartbeat';
  }

  /** Keeps the earliest time, but never less than 2 s after the last run. */
  #schedule(cause: TriggerCause, delay: number): void {
    if (!this.#isStarted) return;
    const now = this.#clock.now();
    const wait = Math.max(delay, MIN_INTERVAL_MS - elapsed(this.#lastAt, now));
    if (now + wait >= this.#nextAt && this.#nextAt >= now) return;
    this.#cancelNext?.();
    this.#nextAt = now + wait;
    this.#cancelNext = this.#clock.later(wait, () => void this.#fire(cause));
  }

  async #fire(cause: TriggerCause): Promise<void> {
    this.#nextAt = Number.POSITIVE_INFINITY;
    if (this.#isRunning) return this.#schedule(cause, MIN_INTERVAL_MS);
    this.#isRunning = true;
    this.#lastAt = this.#clock.now();
    try {
      await this.#run(cause);
    } finally {
      this.#isRunning = false;
      this.#schedule(this.#timerCause(), HEARTBEAT_MS);
    }
  }
}
