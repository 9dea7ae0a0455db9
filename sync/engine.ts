// One person's sync, composed: taps go into the outbox, passes carry them out, pulls bring the server's word in.
import { elapsed, waitLeft } from './backoff.ts';
import { callerFor } from './call.ts';
import type { Unit } from './contract/progress.ts';
import { type Device, noteWork, openDevice } from './device.ts';
import { drain } from './drain.ts';
import { type Entry, type Intent, subjectOf } from './entry.ts';
import type { PassOutcome } from './pass.ts';
import type { EnginePorts, Signal } from './ports.ts';
import { type PullOutcome, pullCatalog, pullCourse, pullLesson, pullProgress, pullQuiz } from './pull.ts';
import { readSyncStatus } from './reads.ts';
import { Replica, VISITOR } from './replica.ts';
import { type Rules, rules as realRules } from './rules.ts';
import type { Store } from './store.ts';
import { type Cause, Triggers } from './triggers.ts';
import type { Health } from './watchdog.ts';

export type { PassOutcome, PullOutcome };

/** What a tap became: `entry` is null when it changed nothing; `unit` is what the screen shows, null for an enrollment. */
export type Recorded = { entry: Entry | null; unit: Unit | null };

/** The engine of one person over any store. */
export type Core = {
  readonly userId: string;
  /** Resolves after the durable commit (Y7); rejects when the work was not saved, StorageStuck among others. */
  record(intent: Intent): Promise<Recorded>;
  /** One pass now: skips the back-off, never what the server asked for. */
  syncNow(): Promise<PassOutcome>;
  /** Queues a blocked entry again, with the same id. */
  retry(seq: number): Promise<void>;
  /** Gives a blocked entry up, after the person confirmed it. */
  discard(seq: number): Promise<void>;
  pullCatalog(): Promise<PullOutcome>;
  pullCourse(courseId: number): Promise<PullOutcome>;
  pullLesson(lessonId: number): Promise<PullOutcome>;
  pullQuiz(lessonId: number): Promise<PullOutcome>;
  /** Progress alone, without the course's content. */
  pullProgress(courseId: number): Promise<PullOutcome>;
  /** Starts trying by itself; may follow a `stop`. */
  start(): void;
  stop(): void;
};

export type Engine = Core & {
  readonly replica: Replica;
  health(): Health;
  onHealth(heard: (health: Health) => void): () => void;
};

type CoreOptions = {
  userId: string;
  ports: EnginePorts;
  store: Store;
  rules?: Rules;
  /** Told after every change of the outbox, so that the device can count what waits (Y24). */
  changed?: () => void;
  /** Told of failures in the background, where nobody waits for the promise; the work is tried again anyway. */
  report?: (error: unknown) => void;
};

const LOCK_STOLEN_AFTER_MS = 60_000;
const PULLS_APART_MS = 60_000;
const LOG_DAYS = 90;
const LOG_LIMIT = 5_000;
const PULLING_SIGNALS: ReadonlySet<Signal> = new Set(['focus', 'visible', 'pageshow', 'online']);

/** The engine without its database: what the simulation runs. */
export function createCore(options: CoreOptions): Core {
  const { userId, ports, store, rules = realRules, changed = () => {}, report = warn } = options;
  const { clock } = ports;
  const quietly = (work: Promise<void>) => work.catch(report);
  const isVisitor = userId === VISITOR;
  const call = callerFor(userId, ports);
  const drainContext = { store, ports, call, rules };
  const pullContext = { ...drainContext, prefix: isVisitor ? '/api/public' : '/api' };
  const openCourses = new Set<number>();
  const triggers = new Triggers(ports, (cause) => quietly(run(cause)));
  let refusedSince: number | undefined;
  let pulledAt = Number.NEGATIVE_INFINITY;

  /** Y19: the lock saves work, it guards nothing; a holder that does not let go for a minute is passed over. */
  async function pass(): Promise<PassOutcome> {
    if (isVisitor) return { kind: 'nothing' };
    const now = clock.now();
    const isOverdue = refusedSince !== undefined && elapsed(refusedSince, now) >= LOCK_STOLEN_AFTER_MS;
    const steal = isOverdue && ports.signals.isVisible();
    let outcome = { kind: 'busy' } as PassOutcome;
    const ran = await ports.lock.hold(`groundwork-sync:${userId}`, steal, async () => {
      outcome = await drain(drainContext);
    });
    refusedSince = ran ? undefined : (refusedSince ?? now);
    if (ran) changed();
    if (outcome.kind === 'sent' || outcome.kind === 'later') await pullAll(outcome.courses);
    // What was tapped meanwhile, or did not fit into this pass, does not wait for the heartbeat.
    if (outcome.kind === 'sent') triggers.soon();
    return outcome;
  }

  async function waitMs(skipsBackoff: boolean): Promise<number> {
    const { left } = await store.change({}, ({ meta }) => ({
      entries: [],
      left: waitLeft(meta.backoff, clock.now(), skipsBackoff),
    }));
    return left;
  }

  async function run(cause: Cause): Promise<void> {
    if (!isVisitor && (await waitMs(cause === 'trigger')) === 0) await pass();
  }

  async function pullAll(courseIds: Iterable<number>): Promise<void> {
    for (const courseId of courseIds) {
      const outcome = await pullProgress(pullContext, courseId);
      if (outcome.kind === 'offline' || outcome.kind === 'paused') return;
    }
  }

  /** Y25: at the start everything that is on the device, then what is open, a minute apart. */
  async function pullNow(courseIds: () => Promise<Iterable<number>>): Promise<void> {
    if (isVisitor || elapsed(pulledAt, clock.now()) < PULLS_APART_MS) return;
    pulledAt = clock.now();
    await pullAll(await courseIds());
  }

  /** A successful call is a sign of life, and worth a pass (Y18). */
  async function noticed(outcome: Promise<PullOutcome>): Promise<PullOutcome> {
    const answered = await outcome;
    if (answered.kind === 'fresh') triggers.soon();
    return answered;
  }

  async function alter(seq: number, change: (entry: Entry) => Entry): Promise<void> {
    await store.change({ seqs: [seq] }, ({ entries }) => ({ entries: entries.map(change) }));
    changed();
    triggers.tapped();
  }

  return {
    userId,
    async record(intent) {
      const lessonId = intent.kind === 'enroll' ? null : intent.lessonId;
      const tap = { opId: ports.newId(), at: isoNow(clock), title: await store.titleOf(intent.courseId, lessonId) };
      const ask = { subjects: [subjectOf(intent)], lessons: lessonId === null ? [] : [lessonId] };
      const written = await store.change(ask, (view) => rules.enqueue(view, intent, tap));
      changed();
      triggers.tapped();
      return { entry: written.entries?.[0] ?? null, unit: written.unit };
    },
    async syncNow() {
      const wait = await waitMs(true);
      return wait > 0 ? { kind: 'later', at: clock.now() + wait, sent: 0, courses: [] } : pass();
    },
    retry: (seq) => alter(seq, rules.release),
    discard: (seq) => alter(seq, (entry) => rules.discard(entry, isoNow(clock))),
    pullCatalog: () => noticed(pullCatalog(pullContext)),
    pullCourse(courseId) {
      openCourses.add(courseId);
      return noticed(pullCourse(pullContext, courseId));
    },
    pullLesson: (lessonId) => noticed(pullLesson(pullContext, lessonId)),
    pullQuiz: (lessonId) => noticed(pullQuiz(pullContext, lessonId)),
    pullProgress: (courseId) => pullProgress(pullContext, courseId),
    start() {
      triggers.start((signal) => {
        if (PULLING_SIGNALS.has(signal)) void quietly(pullNow(async () => openCourses));
      });
      void quietly(pullNow(() => store.knownCourses()));
      void quietly(forgetOldLog(store));
    },
    stop: () => triggers.stop(),
  };
}

const isoNow = (clock: EnginePorts['clock']) => new Date(clock.now()).toISOString();

const warn = (error: unknown) => console.warn('sync: background work failed', error);

/**
 * Y5: ended entries stay 90 days and at most 5,000. Counted from the last sync, not from now: a clock that has gone
 * wrong cannot reach the server over TLS, so it cannot empty the log that a restored server will need (Y20).
 */
async function forgetOldLog(store: Store): Promise<void> {
  await store.change({ states: ['done', 'discarded'], limit: Number.POSITIVE_INFINITY }, ({ entries, meta }) => {
    if (meta.lastSyncAt === null) return {};
    const oldest = new Date(Date.parse(meta.lastSyncAt) - LOG_DAYS * 86_400_000).toISOString();
    const isKept = (entry: Entry, fromEnd: number) =>
      fromEnd < LOG_LIMIT && (entry.endedAt ?? entry.createdAt) >= oldest;
    return {
      forgottenEntries: entries.filter((entry, i) => !isKept(entry, entries.length - 1 - i)).map((entry) => entry.seq),
    };
  });
}

/** The engine of one person, or of 'visitor', over their database on this device. */
export function createEngine({ userId, ports }: { userId: string; ports: EnginePorts }): Engine {
  let health: Health = 'fine';
  const listeners = new Set<(health: Health) => void>();
  const replica = new Replica(userId, (next) => {
    health = next;
    for (const heard of listeners) heard(next);
  });
  const device = openDevice();
  const changed = () => void countWork(replica, device).catch(warn);
  return {
    ...createCore({ userId, ports, store: replica, changed }),
    replica,
    health: () => health,
    onHealth(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

async function countWork(replica: Replica, device: Device): Promise<void> {
  const { waiting, sending, attention, lastSyncAt } = await readSyncStatus(replica);
  await noteWork(device, replica.userId, { pendingCount: waiting + sending + attention, lastSyncAt });
}
