// A device of the simulation: its stores survive everything; its tabs run the real engine and can be killed at any
// step.
import { createCore, type EngineCore } from '#sync/engine.ts';
import { type Rules, rules as realRules } from '#sync/outbox/rules.ts';
import type { EnginePorts, Signal } from '#sync/ports.ts';
import type { Intent } from '#sync/store/entry.ts';
import type { Store } from '#sync/store/store.ts';
import type { BadNetwork } from './bad-network.ts';
import { MemoryStore } from './memory-store.ts';
import type { Story } from './story.ts';

export type TabletOptions = { id: number; lock: 'real' | 'none'; rules?: Rules };

export class Tablet {
  readonly id: number;
  readonly stores = new Map<string, MemoryStore>();
  readonly story: Story;
  readonly network: BadNetwork;
  readonly rules: Rules;
  tabs: Tab[] = [];
  isOnline = true;
  /** How wrong this device's clock is. */
  clockOffset = 0;
  readonly locks = new Map<string, Tab>();
  readonly #lock: 'real' | 'none';

  constructor(story: Story, network: BadNetwork, { id, lock, rules = realRules }: TabletOptions) {
    this.id = id;
    this.story = story;
    this.network = network;
    this.rules = rules;
    this.#lock = lock;
  }

  storeOf(userId: string): MemoryStore {
    const store = this.stores.get(userId) ?? new MemoryStore();
    this.stores.set(userId, store);
    return store;
  }

  open(userId: string): Tab {
    const tab = new Tab(this, userId);
    this.tabs.push(tab);
    tab.core.start();
    return tab;
  }

  /** Web Locks as a browser provides them, or their absence. */
  async hold(tab: Tab, name: string, { steal, work }: { steal: boolean; work: () => Promise<void> }): Promise<boolean> {
    if (this.#lock === 'real' && this.locks.has(name) && !steal) return false;
    this.locks.set(name, tab);
    try {
      await work();
    } finally {
      if (this.locks.get(name) === tab) this.locks.delete(name);
    }
    return true;
  }
}

export class Tab {
  readonly tablet: Tablet;
  readonly userId: string;
  readonly core: EngineCore;
  isAlive = true;
  #isFrozen = false;
  #suspended: (() => void)[] = [];
  #listeners = new Set<(signal: Signal) => void>();

  constructor(tablet: Tablet, userId: string) {
    this.tablet = tablet;
    this.userId = userId;
    this.core = createCore({
      userId,
      ports: this.#ports(),
      store: this.#store(),
      rules: this.#rules(),
      onError: () => {},
    });
  }

  /**
   * Records an intent; confirmed when 'Saved' is reported, which never happens if the tab dies or the disk fails first.
   */
  record(intent: Intent): void {
    this.core.record(intent).then(
      ({ entry }) => entry && this.tablet.story.confirm(this, entry),
      () => {},
    );
  }

  signal(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
  }

  die(): void {
    this.isAlive = false;
    this.core.stop();
    const { locks, tabs } = this.tablet;
    for (const [name, holder] of locks) if (holder === this) locks.delete(name);
    this.tablet.tabs = tabs.filter((tab) => tab !== this);
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const resume of this.#suspended.splice(0)) this.tablet.story.world.after(0, () => this.#whenAwake(resume));
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** Events reach a tab only while it lives, and are delayed while it is frozen. */
  #whenAwake(resume: () => void): void {
    if (!this.isAlive) return;
    if (this.#isFrozen) this.#suspended.push(resume);
    else resume();
  }

  #receive<T>(response: Promise<T>): Promise<T> {
    return new Promise((resolve) => void response.then((value) => this.#whenAwake(() => resolve(value))));
  }

  #ports(): EnginePorts {
    const { tablet, userId } = this;
    const { world } = tablet.story;
    return {
      clock: {
        now: () => world.now + tablet.clockOffset,
        later: (ms, work) => world.after(ms, () => this.#whenAwake(work)),
      },
      transport: { send: (request) => this.#receive(tablet.network.send(tablet, request)) },
      session: {
        token: () => this.#receive(tablet.network.token(tablet, userId)),
        refresh: () => this.#receive(tablet.network.refresh(tablet, userId)),
      },
      lock: { hold: (name, steal, work) => tablet.hold(this, name, { steal, work }) },
      signals: {
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
        isVisible: () => true,
      },
      random: () => world.random(),
      newId: () => world.newId(),
    };
  }

  /** The store behind a slow disk; the tab may be killed before a commit, or before it learns of it. */
  #store(): Store {
    const { story } = this.tablet;
    const store = this.tablet.storeOf(this.userId);
    return {
      change: (scope, decide) =>
        new Promise((resolve, reject) => {
          story.world.after(story.world.between(0, 4), () =>
            this.#whenAwake(() => {
              if (story.maybeKill(this, 'before a commit')) return;
              if (story.maybeFailDisk()) return reject(new Error('The disk failed.'));
              try {
                const before = { units: new Map(store.units), round: store.meta.round };
                const written = store.changeNow(scope, decide);
                story.unitsWritten(this, before);
                if (!story.maybeKill(this, 'after a commit')) resolve(written);
              } catch (error) {
                reject(error);
              }
            }),
          );
        }),
      saveContent: (content) => store.saveContent(content),
      downloadedCourseIds: () => store.downloadedCourseIds(),
    };
  }

  /** The rules, observed at the recording: the oracles compare the engine with what was committed. */
  #rules(): Rules {
    const { rules, story } = this.tablet;
    const { batch } = story.scenario;
    return {
      ...rules,
      fitBatch: (entries) => rules.fitBatch(entries).slice(0, batch),
      enqueue: (view, intent, record) => {
        const enqueued = rules.enqueue(view, intent, record);
        const [entry] = enqueued.entries ?? [];
        if (entry) story.committed(this, { intent, entry, view });
        else story.discardedAsNoChange(intent, view);
        return enqueued;
      },
    };
  }
}
