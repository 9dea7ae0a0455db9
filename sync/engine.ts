// The sync engine of one person: it records intents in the outbox, flushes them to the server, and pulls the server's
// state.
import type { Unit } from './contract/progress.ts';
import { forgetOldLog } from './outbox/done-log.ts';
import { type Rules, rules as realRules } from './outbox/rules.ts';
import type { EnginePorts } from './ports.ts';
import type { FlushOutcome } from './remote/flush.ts';
import { mayPass, type PullOutcome } from './remote/pull.ts';
import { openRemoteSync, type RemoteSync } from './remote/remote-sync.ts';
import { Triggers } from './remote/triggers.ts';
import { isFull, warnOfBackgroundWork } from './store/database.ts';
import { countWork, openDevice, recordLoss } from './store/device.ts';
import { type Entry, type Intent, subjectOf } from './store/entry.ts';
import { Replica } from './store/replica.ts';
import type { Store } from './store/store.ts';
import type { DatabaseHealth } from './store/watchdog.ts';

export type { FlushOutcome, PullOutcome };
export { mayPass };

/**
 * The result of recording an intent: `entry` is null when nothing changed; `unit` is what the screen shows, null for a
 * course-level intent.
 */
export type RecordedIntent = { entry: Entry | null; unit: Unit | null };

/** The engine of one person over any store. */
export type EngineCore = Omit<RemoteSync, 'flush' | 'refresh'> & {
  readonly userId: string;
  /** Resolves after the durable commit (Y7); rejects when the work was not saved, for example with StorageStuck. */
  record(intent: Intent): Promise<RecordedIntent>;
  /** Flushes now: skips the back-off, but not the wait that the server asked for. */
  syncNow(): Promise<FlushOutcome>;
  /** Queues a blocked entry again, with the same id. */
  retry(seq: number): Promise<void>;
  /**
   * Makes every blocked entry due for the next flush, except for quizzes that have changed and work the person has
   * since superseded.
   */
  retryAll(): Promise<void>;
  /** Discards a blocked entry; call it after the person has confirmed. */
  discard(seq: number): Promise<void>;
  /**
   * Y32: chooses the language in which the person reads a course, or without one all that they chose nothing for. Resolves to whether that
   * is another than before; the words come with the next pull.
   */
  chooseLanguage(language: string, courseId?: number): Promise<boolean>;
  /** Starts the automatic flushes and pulls; can be called again after `stop`. */
  /** Calls `onReady` when what an earlier page knew of the connection is forgotten. */
  start(onReady?: () => void): void;
  stop(): void;
};

export type Engine = EngineCore & {
  readonly replica: Replica;
  health(): DatabaseHealth;
  /** How many changes were unsent when the database was deleted (health 'deleted'), as far as they were counted. */
  lostCount(): number;
  onHealth(listener: (health: DatabaseHealth) => void): () => void;
};

type CoreOptions = {
  userId: string;
  ports: EnginePorts;
  store: Store;
  rules?: Rules;
  /** Called after every change of the outbox, so that the device can count unsent work (Y24). */
  onChange?: () => void;
  /** Called with errors from background work that is not awaited; the work is retried anyway. */
  onError?: (error: unknown) => void;
};

/** The engine without its database, as the simulation runs it. */
export function createCore(options: CoreOptions): EngineCore {
  const { userId, ports, store, onChange = () => {}, onError = warnOfBackgroundWork } = options;
  const { clock } = ports;
  const rules = options.rules ?? realRules;
  const remote = openRemoteSync({ userId, ports, store, rules, onRequeued: () => triggers.soon() });
  const triggers = new Triggers(ports, (cause) => remote.flush(cause).then(afterFlush).then(ignoreResult, onError));

  function afterFlush(outcome: FlushOutcome): FlushOutcome {
    if (outcome.kind !== 'nothing') onChange();
    // Pulls run beside flushes: recording never waits for a pull (Y28).
    remote.refresh.afterFlush(outcome).catch(onError);
    if (outcome.kind === 'offline') remote.checkReachable().catch(onError);
    // Work recorded meanwhile, or left over from this flush, does not wait for the heartbeat.
    if (outcome.kind === 'sent') triggers.soon();
    if (outcome.kind === 'busy') triggers.afterBusy();
    return outcome;
  }

  async function changeEntry(seq: number, edit: (entry: Entry) => Entry): Promise<void> {
    await store.change({ seqs: [seq] }, ({ entries }) => ({ entries: entries.map(edit) }));
    onChange();
    triggers.afterChange();
  }

  /** A successful call shows that the server is there, so it triggers a flush (Y18). */
  async function pull(pulling: Promise<PullOutcome>): Promise<PullOutcome> {
    const outcome = await pulling;
    if (outcome.kind === 'fresh') triggers.soon();
    return outcome;
  }

  return {
    userId,
    async record(intent) {
      const recorded = await recordIntent({ store, rules }, intent, { opId: ports.newId(), at: isoNow(clock) });
      onChange();
      triggers.afterChange();
      return recorded;
    },
    syncNow: () => remote.flush('trigger').then(afterFlush),
    retry: (seq) => changeEntry(seq, rules.unblock),
    async retryAll() {
      await store.change({ states: ['blocked'] }, ({ entries }) => ({
        entries: rules.makeDue(
          entries.filter(({ lastError }) => lastError?.code !== 'quiz_changed'),
          isoNow(clock),
        ),
      }));
      triggers.afterChange();
    },
    discard: (seq) => changeEntry(seq, (entry) => rules.discard(entry, isoNow(clock))),
    pullCatalog: () => pull(remote.pullCatalog()),
    pullCourse: (courseId) => pull(remote.pullCourse(courseId)),
    pullLesson: (lessonId) => pull(remote.pullLesson(lessonId)),
    pullQuiz: (lessonId) => pull(remote.pullQuiz(lessonId)),
    pullCertificates: () => pull(remote.pullCertificates()),
    pullProgress: remote.pullProgress,
    async checkReachable() {
      const isReachable = await remote.checkReachable();
      if (isReachable) triggers.soon();
      return isReachable;
    },
    async chooseLanguage(language, courseId) {
      const { isNew } = await store.change({}, ({ meta }) => {
        if (courseId === undefined) return { meta: { language }, isNew: meta.language !== language };
        const isNew = meta.courseLanguages[courseId] !== language;
        return { meta: { courseLanguages: { ...meta.courseLanguages, [courseId]: language } }, isNew };
      });
      return isNew;
    },
    start(onReady = ignoreResult) {
      forgetContact(store).catch(onError).then(onReady, onError);
      triggers.start((signal) => void remote.refresh.onSignal(signal).catch(onError));
      remote.refresh.atStart().catch(onError);
      forgetOldLog(store).catch(onError);
    },
    stop() {
      triggers.stop();
    },
  };
}

/** What an earlier page knew of the connection says nothing about now; the first contact of this page decides. */
const forgetContact = (store: Store) =>
  store.change({}, ({ meta }) => (meta.reachable === null ? {} : { meta: { reachable: null } }));

/** Y6, Y7: one transaction from the intent to 'Saved'. */
async function recordIntent(
  { store, rules }: Pick<CoreOptions, 'store'> & { rules: Pick<Rules, 'enqueue'> },
  intent: Intent,
  stamp: { opId: string; at: string },
): Promise<RecordedIntent> {
  const lessonId = 'lessonId' in intent ? intent.lessonId : null;
  const { entries, unit } = await store.change(
    {
      subjects: [subjectOf(intent)],
      lessons: lessonId === null ? [] : [lessonId],
      title: { courseId: intent.courseId, lessonId },
    },
    (view) => rules.enqueue(view, intent, { ...stamp, title: view.title ?? '' }),
  );
  return { entry: entries?.[0] ?? null, unit };
}

const checkAgain = (kept: { checkedAt: number | null }) => {
  if (kept.checkedAt !== null) kept.checkedAt = 0;
};

/** Delays the count, which is for other people at the device, behind the person's own screen. */
const COUNT_MS = 250;

const ignoreResult = () => {};

const isoNow = (clock: EnginePorts['clock']) => new Date(clock.now()).toISOString();

type EngineOptions = {
  userId: string;
  ports: EnginePorts;
  /** Deletes data that can be fetched again, one piece per step, the least needed first (Y26). */
  makeRoom?: () => AsyncIterable<unknown>;
};

async function* freeNothing() {}

/** Y26: when storage is full, retries the work after each piece that was deleted for it. */
async function withFreedSpace<T>(makeRoom: () => AsyncIterable<unknown>, work: () => Promise<T>): Promise<T> {
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
      warnOfBackgroundWork(error);
    }
    throw failure;
  }
}

/** The engine of one person, or of 'visitor', over their database on this device. */
export function createEngine({ userId, ports, makeRoom = freeNothing }: EngineOptions): Engine {
  let health: DatabaseHealth = 'fine';
  const listeners = new Set<(health: DatabaseHealth) => void>();
  const setHealth = (next: DatabaseHealth) => {
    if (next === health) return;
    health = next;
    for (const listener of listeners) listener(next);
  };
  let isStarted = false;
  let unsent = 0;
  let lost = 0;
  const tellLoss = () => {
    lost = unsent;
    // Signing out, also in another tab, ends this engine before it deletes anything.
    if (isStarted) setHealth('deleted');
  };
  const replica = new Replica(userId, (next) => (next === 'deleted' ? tellLoss() : setHealth(next)));
  const device = openDevice();
  // If this database existed before, the browser has removed it. Record the loss before counting again.
  let lossRecorded: Promise<unknown> = Promise.resolve();
  replica.on('populate', () => {
    lossRecorded = new Promise((resolve) =>
      setTimeout(() => resolve(recordLoss(device, userId).catch(warnOfBackgroundWork))),
    );
  });
  let countTimer: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    clearTimeout(countTimer);
    countTimer = undefined;
    // A closed database belongs to a person who signed out, or to a tab that was replaced.
    lossRecorded
      .then(() => countWork(replica, device))
      .then(({ pendingCount }) => {
        unsent = pendingCount;
      })
      .catch((error: unknown) => replica.isOpen() && warnOfBackgroundWork(error));
  };
  const countSoon = () => {
    countTimer ??= setTimeout(count, COUNT_MS);
  };
  const core = createCore({
    userId,
    ports,
    store: replica,
    onChange: countSoon,
  });
  return {
    ...core,
    async record(intent) {
      try {
        const recorded = await withFreedSpace(makeRoom, () => core.record(intent));
        // Storage has room again.
        if (recorded.entry && health === 'not-saved') setHealth('fine');
        return recorded;
      } catch (failure) {
        if (isFull(failure)) setHealth('not-saved');
        throw failure;
      }
    },
    async chooseLanguage(language, courseId) {
      const isNew = await core.chooseLanguage(language, courseId);
      // What was downloaded is looked at again, and its quizzes with it.
      if (isNew) {
        const kept = device.keptLessons.where('userId').equals(userId);
        await kept.and((one) => courseId === undefined || one.courseId === courseId).modify(checkAgain);
      }
      return isNew;
    },
    start(onReady) {
      isStarted = true;
      core.start(onReady);
      countSoon();
    },
    stop() {
      isStarted = false;
      core.stop();
      if (countTimer !== undefined) count();
    },
    replica,
    health: () => health,
    lostCount: () => lost,
    onHealth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
