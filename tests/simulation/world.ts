// A world in which everything is drawn from one seed: time, order and faults.

export class World {
  readonly seed: number;
  /** Unix milliseconds, the true time; devices may believe another one. */
  now = Date.UTC(2026, 0, 1);
  readonly logLines: string[] = [];
  readonly #isLogging: boolean;
  #events: { at: number; order: number; happen: () => unknown }[] = [];
  #order = 0;
  #state: number;
  #ids = 0;

  constructor(seed: number, isLogging = false) {
    this.seed = seed;
    this.#state = (seed * 2_654_435_761) >>> 0;
    this.#isLogging = isLogging;
  }

  /** In [0, 1); mulberry32. */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(share: number): boolean {
    return share > 0 && this.random() < share;
  }

  /** A whole number from `from` to `to` (inclusive). */
  between(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.random() * list.length)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
  }

  /** Logs a step; only kept when a failed seed is played again. */
  log(step: () => string): void {
    if (this.#isLogging) this.logLines.push(`${((this.now - Date.UTC(2026, 0, 1)) / 1000).toFixed(2)}s ${step()}`);
  }

  after(ms: number, run: () => unknown): () => void {
    const event = { at: this.now + ms, order: this.#order++, happen: run };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle];
      // Sorted latest first, so that the next event is cheap to take from the end.
      if (other && (other.at > event.at || (other.at === event.at && other.order > event.order))) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
    return () => {
      const place = this.#events.indexOf(event);
      if (place >= 0) this.#events.splice(place, 1);
    };
  }

  /** Resolves to `value` after `ms`. */
  sleep<T>(ms: number, value: T): Promise<T> {
    return new Promise((resolve) => this.after(ms, () => resolve(value)));
  }

  /** Runs the events of the next `ms`, one at a time. */
  async run(ms: number): Promise<void> {
    const end = this.now + ms;
    await quiet();
    for (let next = this.#events.at(-1); next && next.at <= end; next = this.#events.at(-1)) {
      this.#events.pop();
      this.now = Math.max(this.now, next.at);
      await next.happen();
      await quiet();
    }
    this.now = end;
  }
}

/** Resolves when all promises that can continue have done so. */
const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));
