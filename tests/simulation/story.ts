// One seed from the first intent to the end; remembers what people did for the oracles.
import type { Unit } from '#sync/contract/progress.ts';
import { applyChange, sameWork } from '#sync/contract/progress.ts';
import type { Rules } from '#sync/outbox/rules.ts';
import type { Entry, Intent } from '#sync/store/entry.ts';
import { overlay } from '#sync/store/entry.ts';
import type { StoreView } from '#sync/store/store.ts';
import { BadNetwork, LATEST_MS, NO_FAULTS } from './bad-network.ts';
import { COURSES, courseOf, QUIZ, RIGHT_ANSWER, WRONG_ANSWER } from './curriculum.ts';
import type { Scenario } from './scenarios.ts';
import { MemoryServer, type ServerRules } from './simulated-server.ts';
import { type Tab, Tablet } from './tablet.ts';
import { World } from './world.ts';

/** Committed work. `seen` are the operations whose completion its author could see on that device. */
export type RecordedWork = { opId: string; userId: string; tabletId: number; intent: Intent; seen: Set<string> };

/** `where` names the only scenario that can reveal the mutant. */
export type Mutant = { rules?: Rules; serverRules?: ServerRules; where?: string };

/** A rule of sync/SPEC.md that this seed broke. */
export class BrokenRule extends Error {}

const TROUBLE_MS = 150_000;
const HEALING_MS = 62_000;
const DAY_MS = 86_400_000;

export class Story {
  readonly world: World;
  readonly scenario: Scenario;
  readonly server: MemoryServer;
  readonly network: BadNetwork;
  readonly tablets: Tablet[];
  readonly recorded: RecordedWork[] = [];
  readonly confirmed: { tabletId: number; userId: string; opId: string }[] = [];
  #isRecovering = false;
  #broken: BrokenRule | undefined;
  #backups: unknown[] = [];

  constructor(
    seed: number,
    scenario: Scenario,
    { mutant = {}, isLogging = false }: { mutant?: Mutant; isLogging?: boolean } = {},
  ) {
    this.world = new World(seed, isLogging);
    this.scenario = scenario;
    this.server = new MemoryServer(() => this.world.now, mutant.serverRules);
    this.server.onReset = (resetOpId, completionOpId) => this.#checkReset(resetOpId, completionOpId);
    this.network = new BadNetwork(this.world, this.server, scenario.people);
    const { lock } = scenario;
    this.tablets = Array.from(
      { length: scenario.tablets },
      (_, id) => new Tablet(this, this.network, { id, lock, rules: mutant.rules }),
    );
  }

  /** Plays the seed: troubled minutes, then a healthy network until everything is at rest. */
  async play(): Promise<void> {
    const { world, scenario } = this;
    await this.#backUp();
    this.network.faults = scenario.faults;
    for (const tablet of this.tablets) {
      tablet.isOnline = world.chance(0.6);
      if (world.chance(0.2)) tablet.clockOffset = world.between(-800, 800) * DAY_MS;
      for (let tabs = 0; tabs < scenario.tabs; tabs += 1) tablet.open(world.pick(scenario.people));
    }
    for (let recorded = world.between(...scenario.intents); recorded > 0; recorded -= 1)
      world.after(world.between(0, TROUBLE_MS), () => this.#recordSomething());
    for (let disturbances = world.between(4, 14); disturbances > 0; disturbances -= 1)
      world.after(world.between(0, TROUBLE_MS), () => this.#disturb());
    for (let restores = scenario.restores === 'never' ? 0 : world.between(1, 2); restores > 0; restores -= 1)
      world.after(world.between(TROUBLE_MS / 4, TROUBLE_MS), () => this.#restore());
    for (let copies = scenario.restores === 'in silence' ? 6 : 0; copies > 0; copies -= 1)
      world.after(world.between(0, TROUBLE_MS - 30_000), () => this.#backUp({ andRestore: 0.4 }));
    for (let renewals = scenario.renews ? world.between(1, 3) : 0; renewals > 0; renewals -= 1)
      world.after(world.between(TROUBLE_MS / 4, TROUBLE_MS - 20_000), () => this.#renew());
    for (let regradings = scenario.regrades ? world.between(1, 3) : 0; regradings > 0; regradings -= 1)
      world.after(world.between(TROUBLE_MS / 4, TROUBLE_MS - 20_000), () => this.server.regrade(QUIZ));
    await world.run(TROUBLE_MS);
    await this.#recover();
    if (this.#broken) throw this.#broken;
  }

  /** From now on nothing fails: pending work has a minute to arrive (Y28a). */
  async #recover(): Promise<void> {
    const { world, network, scenario } = this;
    this.#isRecovering = true;
    network.faults = NO_FAULTS;
    network.signedOut.clear();
    world.log(() => 'from here on all is well');
    for (const tablet of this.tablets) {
      tablet.isOnline = true;
      for (const userId of scenario.people) {
        const isOpen = tablet.tabs.some((tab) => tab.userId === userId && !tab.isFrozen);
        if (!isOpen) tablet.open(userId);
      }
      for (const tab of tablet.tabs) tab.signal('online');
    }
    this.#pullEverywhere();
    await world.run(scenario.freezes ? 2 * HEALING_MS : HEALING_MS);
    this.#expectAllSent();
    for (const tablet of this.tablets) for (const tab of tablet.tabs) tab.thaw();
    await world.run(LATEST_MS);
    this.#pullEverywhere();
    await world.run(5_000);
  }

  #pullEverywhere(): void {
    for (const tablet of this.tablets) {
      for (const tab of tablet.tabs) for (const courseId of COURSES) void tab.core.pullProgress(courseId);
    }
  }

  #expectAllSent(): void {
    for (const { entry, tablet } of this.allEntries()) {
      const isPoison = entry.lessonId !== null && courseOf(entry.lessonId)?.kind === 'poison';
      if ((entry.state === 'queued' || entry.state === 'sending') && !isPoison) {
        throw new BrokenRule(
          `Y28: a minute after the network recovered, ${entry.opId} (${entry.subject}) on tablet ${tablet.id} is still '${entry.state}'.`,
        );
      }
    }
  }

  *allEntries(): Generator<{ tablet: Tablet; userId: string; entry: Entry }> {
    for (const tablet of this.tablets) {
      for (const [userId, store] of tablet.stores)
        for (const entry of store.entries.values()) yield { tablet, userId, entry };
    }
  }

  #recordSomething(): void {
    const { world, scenario } = this;
    const tab = this.#anyTab();
    if (!tab) return;
    const lessonId = world.pick(scenario.lessons);
    const intent = this.#intent(lessonId);
    world.log(() => `tablet ${tab.tablet.id} ${tab.userId.at(-1)}: taps ${JSON.stringify(intent)}`);
    tab.record(intent);
  }

  #intent(lessonId: number): Intent {
    const { world } = this;
    const lesson = courseOf(lessonId);
    const courseId = lesson?.courseId ?? 1;
    const roll = world.random();
    if (roll < 0.02) return { kind: 'enroll', courseId };
    if (roll < 0.04) return { kind: 'rating', courseId, stars: 1 + Math.floor((roll - 0.02) * 250) };
    if (lesson?.kind === 'quiz' && roll < 0.5) {
      return { kind: 'quiz', courseId, lessonId, answers: { 1: world.chance(0.5) ? RIGHT_ANSWER : WRONG_ANSWER } };
    }
    const work = { kind: 'unit', courseId, lessonId } as const;
    if (roll < 0.3) return { ...work, status: 'not_started' };
    if (roll < 0.65)
      return { ...work, status: 'completed', ...(world.chance(0.1) && { reflection: `Text ${world.between(1, 99)}` }) };
    const positionSeconds = world.between(1, 600);
    return {
      ...work,
      status: 'in_progress',
      positionSeconds,
      watched: [[Math.max(0, positionSeconds - 30), positionSeconds]],
    };
  }

  #anyTab(): Tab | undefined {
    const awake = this.tablets.flatMap((tablet) => tablet.tabs).filter((tab) => !tab.isFrozen);
    return awake.length > 0 ? this.world.pick(awake) : undefined;
  }

  /** A random disturbance. */
  #disturb(): void {
    const { world, network, scenario } = this;
    const tablet = world.pick(this.tablets);
    const tab = this.#anyTab();
    const disturbances: [string, () => unknown][] = [
      ['loses or finds the network', () => this.#toggleOnline(tablet)],
      ['syncs by hand', () => tab?.core.syncNow()],
      ['pulls', () => tab?.core.pullProgress(world.pick(COURSES))],
      ['gets another clock', () => (tablet.clockOffset = world.pick([-800 * DAY_MS, 800 * DAY_MS, 4_000, -4_000, 0]))],
      ['has an expired token', () => this.server.expire(network.currentToken(world.pick(scenario.people)))],
      ['is signed out by the auth service', () => network.signedOut.add(world.pick(scenario.people))],
      ['is signed in again', () => network.signedOut.clear()],
      ['retries or discards what was refused', () => this.#resolveBlocked(tab)],
      ['dies', () => tab && this.#kill(tab)],
      ['passes to another person', () => this.#switchPerson(tablet)],
      ['freezes', () => scenario.freezes && tab?.freeze()],
      ['is backed up', () => this.#backUp()],
    ];
    const [name, disturb] = world.pick(disturbances);
    world.log(() => `tablet ${tablet.id} or the server ${name}`);
    Promise.resolve(disturb()).catch(() => {});
  }

  #toggleOnline(tablet: Tablet): void {
    tablet.isOnline = !tablet.isOnline;
    if (tablet.isOnline) for (const tab of tablet.tabs) tab.signal('online');
  }

  #resolveBlocked(tab: Tab | undefined): void {
    if (!tab) return;
    for (const entry of tab.tablet.storeOf(tab.userId).entries.values()) {
      if (entry.state !== 'blocked') continue;
      const resolution = this.world.chance(0.5) ? this.#retry(tab, entry) : tab.core.discard(entry.seq);
      void resolution.catch(() => {});
    }
  }

  /** Y5: Retry takes effect at once, whatever the server then makes of it. */
  async #retry(tab: Tab, { seq, opId, attempts }: Entry): Promise<void> {
    await tab.core.retry(seq);
    const now = tab.tablet.storeOf(tab.userId).entries.get(seq);
    if (now?.state !== 'blocked' || now.attempts > attempts) return;
    this.#broken ??= new BrokenRule(`Y5: Retry of ${opId} had no effect.`);
  }

  #switchPerson(tablet: Tablet): void {
    for (const tab of tablet.tabs) tab.die();
    for (let tabs = 0; tabs < this.scenario.tabs; tabs += 1) tablet.open(this.world.pick(this.scenario.people));
  }

  /** An admin begins the next round of a course in which somebody did something. */
  async #renew(): Promise<void> {
    const userId = this.world.pick(this.scenario.people);
    const begun = [...(await this.server.unitsOf(userId)).keys()].flatMap((id) => courseOf(id)?.courseId ?? []);
    if (begun.length === 0) return;
    const courseId = this.world.pick(begun);
    this.world.log(() => `${userId.at(-1)} begins the next round of course ${courseId}`);
    await this.server.renew(userId, courseId);
  }

  /** `andRestore` is the share of backups that are restored soon after. */
  async #backUp({ andRestore } = { andRestore: 0 }): Promise<void> {
    const backup = await this.server.backup();
    this.#backups.push(backup);
    if (this.world.chance(andRestore)) this.world.after(this.world.between(2_000, 20_000), () => this.#restore(backup));
  }

  async #restore(backup = this.world.pick(this.#backups)): Promise<void> {
    this.world.log(() => 'the server is restored from a backup');
    await this.server.restore(backup, { inSilence: this.scenario.restores === 'in silence' });
  }

  /** Maybe kills the tab, which opens again a little later; returns whether it did. */
  maybeKill(tab: Tab, when: string): boolean {
    if (this.#isRecovering || !this.world.chance(this.scenario.crashes)) return false;
    this.world.log(() => `tablet ${tab.tablet.id}: killed ${when}`);
    this.#kill(tab);
    return true;
  }

  maybeFailDisk(): boolean {
    return !this.#isRecovering && this.world.chance(this.scenario.diskErrors);
  }

  #kill(tab: Tab): void {
    tab.die();
    this.world.after(this.world.between(100, 20_000), () => tab.tablet.open(tab.userId));
  }

  committed(tab: Tab, { intent, entry, view }: { intent: Intent; entry: Entry; view: StoreView }): void {
    const { tablet, userId } = tab;
    const own = this.recorded.filter((work) => work.tabletId === tablet.id && work.userId === userId);
    const seen = new Set(own.map((work) => work.opId));
    for (const unit of view.units.values()) {
      const completion = this.server.completionAt.get(`${view.meta.dataEpoch}/${userId}/${unit.lessonId}/${unit.rev}`);
      if (completion) seen.add(completion);
    }
    this.recorded.push({ opId: entry.opId, userId, tabletId: tablet.id, intent, seen });
    this.#checkCoalescing(entry, view.entries.at(-1));
  }

  /** Y6a, checked at once: two quizzes in a row that were never sent are coalesced. */
  #checkCoalescing(entry: Entry, last: Entry | undefined): void {
    const isNew = entry.opId !== last?.opId;
    if (!isNew || entry.kind !== 'quiz' || last?.kind !== 'quiz' || last.state !== 'queued' || last.attempts > 0)
      return;
    if (entry.body.round !== last.body.round) return;
    this.#broken ??= new BrokenRule(`Y6: ${entry.opId} should have been coalesced into ${last.opId}.`);
  }

  /** Y6, checked at once: only an intent that changes nothing on the screen may leave no entry. */
  discardedAsNoChange(intent: Intent, view: StoreView): void {
    const last = view.entries.at(-1);
    if (intent.kind === 'enroll' && view.entries.some((entry) => entry.kind === 'enroll')) return;
    if (intent.kind === 'rating' && last?.kind === 'rating' && last.body.stars === intent.stars) return;
    if (intent.kind === 'unit') {
      const shown = overlay(view.units.get(intent.lessonId), intent.lessonId, view.entries);
      if (sameWork(shown, applyChange(shown, intent, ''))) return;
    }
    this.#broken ??= new BrokenRule(`Y6: the intent ${JSON.stringify(intent)} changes something but left no entry.`);
  }

  /** Y17, Y25b, checked at once: within one history of the server, an older unit never replaces a newer one. */
  unitsWritten(tab: Tab, before: { units: Map<number, Unit>; round: number }): void {
    const { units, meta } = tab.tablet.storeOf(tab.userId);
    if (meta.round !== before.round) return;
    for (const [lessonId, { rev }] of before.units) {
      const now = units.get(lessonId)?.rev ?? Number.POSITIVE_INFINITY;
      if (now < rev) this.#broken ??= new BrokenRule(`Y17: rev ${now} of lesson ${lessonId} replaced rev ${rev}.`);
    }
  }

  confirm(tab: Tab, entry: Entry): void {
    this.confirmed.push({ tabletId: tab.tablet.id, userId: tab.userId, opId: entry.opId });
  }

  /** I4, checked at once: a completion is only removed by a Reset whose author had seen it. */
  #checkReset(resetOpId: string, completionOpId: string): void {
    const work = this.recorded.find((each) => each.opId === resetOpId);
    if (work?.seen.has(completionOpId)) return;
    this.#broken ??= new BrokenRule(
      `Y11: the Reset ${resetOpId} removed the completion ${completionOpId}, which its author had not seen.`,
    );
  }
}
