// One person's sync, composed: taps go into the outbox, passes carry them out, pulls bring the server's word in.
import { callerFor } from './call.ts';
import type { Unit } from './contract/progress.ts';
import { type Device, noteWork, openDevice } from './device.ts';
import { type Entry, type Intent, subjectOf } from './entry.ts';
import { forgetOldLog } from './log.ts';
import type { PassOutcome } from './pass.ts';
import { createPasses } from './passes.ts';
import type { EnginePorts } from './ports.ts';
import {
  type PullOutcome,
  pullCatalog,
  pullCertificates,
  pullCourse,
  pullLesson,
  pullProgress,
  pullQuiz,
} from './pull.ts';
import { readSyncStatus } from './reads.ts';
import { Refresh } from './refresh.ts';
import { Replica, VISITOR } from './replica.ts';
import { type Rules, rules as realRules } from './rules.ts';
import type { Store } from './store.ts';
import { Triggers } from './triggers.ts';
import type { Health } from './watchdog.ts';

export type { PassOutcome, PullOutcome };

/** What a tap became: `entry` is null when it changed nothing; `unit` is what the screen shows, null for what is about a course. */
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
  pullCertificates(): Promise<PullOutcome>;
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

/** The engine without its database: what the simulation runs. */
export function createCore(options: CoreOptions): Core {
  const { userId, ports, store, rules = realRules, changed = () => {}, report = warn } = options;
  const { clock } = ports;
  const context = { store, ports, rules, call: callerFor(userId, ports) };
  const pulling = { ...context, prefix: userId === VISITOR ? '/api/public' : '/api' };
  const refresh = new Refresh(pulling, clock.now);
  const passes = createPasses(userId, context);
  const triggers = new Triggers(ports, (cause) => passes.run(cause).then(afterPass).then(noAnswer, report));

  async function afterPass(outcome: PassOutcome): Promise<PassOutcome> {
    if (outcome.kind !== 'nothing') changed();
    await refresh.after(outcome);
    // What was tapped meanwhile, or did not fit into this pass, does not wait for the heartbeat.
    if (outcome.kind === 'sent') triggers.soon();
    if (outcome.kind === 'busy') triggers.again();
    return outcome;
  }

  async function alter(seq: number, change: (entry: Entry) => Entry): Promise<void> {
    await store.change({ seqs: [seq] }, ({ entries }) => ({ entries: entries.map(change) }));
    changed();
    triggers.tapped();
  }

  /** A successful call is a sign of life, and worth a pass (Y18). */
  async function noticed(pulled: Promise<PullOutcome>): Promise<PullOutcome> {
    const outcome = await pulled;
    if (outcome.kind === 'fresh') triggers.soon();
    return outcome;
  }

  return {
    userId,
    async record(intent) {
      const recorded = await recordTap(context, intent);
      changed();
      triggers.tapped();
      return recorded;
    },
    syncNow: () => passes.now().then(afterPass),
    retry: (seq) => alter(seq, rules.release),
    discard: (seq) => alter(seq, (entry) => rules.discard(entry, isoNow(clock))),
    pullCatalog: () => noticed(pullCatalog(pulling)),
    pullCourse(courseId) {
      refresh.opened(courseId);
      return noticed(pullCourse(pulling, courseId));
    },
    pullLesson: (lessonId) => noticed(pullLesson(pulling, lessonId)),
    pullQuiz: (lessonId) => noticed(pullQuiz(pulling, lessonId)),
    pullCertificates: () => noticed(pullCertificates(pulling)),
    pullProgress: (courseId) => pullProgress(pulling, courseId),
    start() {
      triggers.start((signal) => void refresh.on(signal).catch(report));
      refresh.atStart().catch(report);
      forgetOldLog(store).catch(report);
    },
    stop: () => triggers.stop(),
  };
}

/** Y6, Y7: one transaction from the tap to 'Saved'. */
async function recordTap(
  { store, ports, rules }: Pick<CoreOptions, 'store' | 'ports'> & { rules: Rules },
  intent: Intent,
): Promise<Recorded> {
  const lessonId = 'lessonId' in intent ? intent.lessonId : null;
  const tap = { opId: ports.newId(), at: isoNow(ports.clock) };
  const { entries, unit } = await store.change(
    {
      subjects: [subjectOf(intent)],
      lessons: lessonId === null ? [] : [lessonId],
      title: { courseId: intent.courseId, lessonId },
    },
    (view) => rules.enqueue(view, intent, { ...tap, title: view.title ?? '' }),
  );
  return { entry: entries?.[0] ?? null, unit };
}

/** The count is for other people at the device; the person's own screen comes first. */
const COUNT_MS = 250;

const noAnswer = () => {};

const isoNow = (clock: EnginePorts['clock']) => new Date(clock.now()).toISOString();

const warn = (error: unknown) => console.warn('sync: background work failed', error);

/** The engine of one person, or of 'visitor', over their database on this device. */
export function createEngine({ userId, ports }: { userId: string; ports: EnginePorts }): Engine {
  let health: Health = 'fine';
  const listeners = new Set<(health: Health) => void>();
  const replica = new Replica(userId, (next) => {
    health = next;
    for (const heard of listeners) heard(next);
  });
  const device = openDevice();
  let counting: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    clearTimeout(counting);
    counting = undefined;
    // A database that was closed has left its person, or this tab.
    countWork(replica, device).catch((error: unknown) => replica.isOpen() && warn(error));
  };
  const core = createCore({ userId, ports, store: replica, changed: () => (counting ??= setTimeout(count, COUNT_MS)) });
  return {
    ...core,
    stop() {
      core.stop();
      if (counting !== undefined) count();
    },
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
