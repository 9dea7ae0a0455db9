// One person's sync, composed: taps go into the outbox, passes carry them out, pulls bring the server's word in.
import type { Unit } from './contract/progress.ts';
import type { FlushOutcome } from './flush/flush.ts';
import { Triggers } from './flush/triggers.ts';
import { countWork } from './outbox/count-work.ts';
import { forgetOldLog } from './outbox/done-log.ts';
import { type Rules, rules as realRules } from './outbox/rules.ts';
import type { EnginePorts } from './ports.ts';
import type { PullOutcome } from './pull/pull.ts';
import { openRemoteSync } from './remote-sync.ts';
import { isFull } from './store/database.ts';
import { noteLoss, openDevice } from './store/device.ts';
import { type Entry, type Intent, subjectOf } from './store/entry.ts';
import { Replica } from './store/replica.ts';
import type { Store } from './store/store.ts';
import type { Health } from './store/watchdog.ts';

export type { FlushOutcome, PullOutcome };

/** What a tap became: `entry` is null when it changed nothing; `unit` is what the screen shows, null for what is about a course. */
export type Recorded = { entry: Entry | null; unit: Unit | null };

/** The engine of one person over any store. */
export type Core = {
  readonly userId: string;
  /** Resolves after the durable commit (Y7); rejects when the work was not saved, StorageStuck among others. */
  record(intent: Intent): Promise<Recorded>;
  /** One pass now: skips the back-off, never what the server asked for. */
  syncNow(): Promise<FlushOutcome>;
  /** Queues a blocked entry again, with the same id. */
  retry(seq: number): Promise<void>;
  /** Has everything refused tried again by the next pass, but for quizzes that have changed and what was gone on from. */
  retryAll(): Promise<void>;
  /** Gives a blocked entry up, after the person confirmed it. */
  discard(seq: number): Promise<void>;
  pullCatalog(): Promise<PullOutcome>;
  pullCourse(courseId: number): Promise<PullOutcome>;
  pullLesson(lessonId: number): Promise<PullOutcome>;
  pullQuiz(lessonId: number): Promise<PullOutcome>;
  pullCertificates(): Promise<PullOutcome>;
  /** Progress alone, without the course's content. */
  pullProgress(courseId: number): Promise<PullOutcome>;
  /** Asks whether our server can be reached, and notes it; cheap, for a screen that says so. */
  look(): Promise<void>;
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
  const { userId, ports, store, changed = () => {}, report = warn } = options;
  const { clock } = ports;
  const rules = options.rules ?? realRules;
  const network = openRemoteSync({ userId, ports, store, rules });
  const triggers = new Triggers(ports, (cause) => network.run(cause).then(afterPass).then(noAnswer, report));

  function afterPass(outcome: FlushOutcome): FlushOutcome {
    if (outcome.kind !== 'nothing') changed();
    // Beside the passes: no tap waits for a pull (Y28).
    network.refresh.after(outcome).catch(report);
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
  async function pull(pulling: Promise<PullOutcome>): Promise<PullOutcome> {
    const outcome = await pulling;
    if (outcome.kind === 'fresh') triggers.soon();
    return outcome;
  }

  return {
    userId,
    async record(intent) {
      const recorded = await recordTap({ store, rules }, intent, { opId: ports.newId(), at: isoNow(clock) });
      changed();
      triggers.tapped();
      return recorded;
    },
    syncNow: () => network.run('trigger').then(afterPass),
    retry: (seq) => alter(seq, rules.release),
    async retryAll() {
      await store.change({ states: ['blocked'] }, ({ entries }) => ({
        entries: rules.dueNow(
          entries.filter(({ lastError }) => lastError?.code !== 'quiz_changed'),
          isoNow(clock),
        ),
      }));
      triggers.tapped();
    },
    discard: (seq) => alter(seq, (entry) => rules.discard(entry, isoNow(clock))),
    pullCatalog: () => pull(network.pullCatalog()),
    pullCourse: (courseId) => pull(network.pullCourse(courseId)),
    pullLesson: (lessonId) => pull(network.pullLesson(lessonId)),
    pullQuiz: (lessonId) => pull(network.pullQuiz(lessonId)),
    pullCertificates: () => pull(network.pullCertificates()),
    pullProgress: (courseId) => network.pullProgress(courseId),
    look: () => network.look(),
    start() {
      forgetReach(store).catch(report);
      triggers.start((signal) => void network.refresh.on(signal).catch(report));
      network.refresh.atStart().catch(report);
      forgetOldLog(store).catch(report);
    },
    stop() {
      triggers.stop();
    },
  };
}

/** That an earlier page found no network says nothing of now: the first contact of this one tells. */
const forgetReach = (store: Store) =>
  store.change({}, ({ meta }) => (meta.reachable === false ? { meta: { reachable: null } } : {}));

/** Y6, Y7: one transaction from the tap to 'Saved'. */
async function recordTap(
  { store, rules }: Pick<CoreOptions, 'store'> & { rules: Pick<Rules, 'enqueue'> },
  intent: Intent,
  tap: { opId: string; at: string },
): Promise<Recorded> {
  const lessonId = 'lessonId' in intent ? intent.lessonId : null;
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

type EngineOptions = {
  userId: string;
  ports: EnginePorts;
  /** Deletes what can be fetched again, one piece with each step, the least missed first (Y26). */
  makeRoom?: () => AsyncIterable<unknown>;
};

async function* noRoom() {}

/** Y26: work that finds no room is tried again after each piece that was deleted for it. */
async function withRoom<T>(makeRoom: () => AsyncIterable<unknown>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    try {
      for await (const _ of makeRoom()) {
        try {
          return await work();
        } catch (error) {
          if (!isFull(error)) throw error;
        }
      }
    } catch (error) {
      warn(error);
    }
    throw failure;
  }
}

/** The engine of one person, or of 'visitor', over their database on this device. */
export function createEngine({ userId, ports, makeRoom = noRoom }: EngineOptions): Engine {
  let health: Health = 'fine';
  const listeners = new Set<(health: Health) => void>();
  const tell = (next: Health) => {
    if (next === health) return;
    health = next;
    for (const heard of listeners) heard(next);
  };
  const replica = new Replica(userId, tell);
  const device = openDevice();
  // One that had been there before was removed by the browser; counted anew only after that was noted.
  let made: Promise<unknown> = Promise.resolve();
  replica.on('populate', () => {
    made = new Promise((resolve) => setTimeout(() => resolve(noteLoss(device, userId).catch(warn))));
  });
  let counting: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    clearTimeout(counting);
    counting = undefined;
    // A database that was closed has left its person, or this tab.
    made.then(() => countWork(replica, device)).catch((error: unknown) => replica.isOpen() && warn(error));
  };
  const core = createCore({
    userId,
    ports,
    store: replica,
    changed: () => (counting ??= setTimeout(count, COUNT_MS)),
  });
  return {
    ...core,
    async record(intent) {
      try {
        const recorded = await withRoom(makeRoom, () => core.record(intent));
        // There is room again.
        if (recorded.entry && health === 'not-saved') tell('fine');
        return recorded;
      } catch (failure) {
        if (isFull(failure)) tell('not-saved');
        throw failure;
      }
    },
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
