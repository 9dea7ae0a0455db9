// One person's data on this device (Y3): their outbox, the server's last word, and the content they may read.
import Dexie, { type EntityTable, type InsertType, type ObservabilitySet, RangeSet, type Table } from 'dexie';
import { changeAtOnce } from './change-at-once.ts';
import type { OwnCertificate } from './contract/certificate.ts';
import type { Course } from './contract/course.ts';
import type { Lesson } from './contract/lesson.ts';
import type { Unit } from './contract/progress.ts';
import type { Quiz, QuizQuestion } from './contract/quiz.ts';
import type { Entry } from './entry.ts';
import {
  type Ask,
  type Content,
  type Meta,
  metaOf,
  type Patch,
  type QuizResult,
  type Store,
  type View,
} from './store.ts';
import { Taken } from './taken.ts';
import { type Health, Watchdog } from './watchdog.ts';

/** The person of a device on which nobody has signed in; their work stays local (Y2). */
export const VISITOR = 'visitor';

/** Something begun and not handed in: a quiz's chosen answers or a capstone's text. `savedAt` is ISO 8601. */
export type Draft = {
  lessonId: number;
  savedAt: string;
  answers?: Record<string, string | string[]>;
  /** The questions as they were when they were answered, to find out which of them have changed since. */
  asked?: QuizQuestion[];
  /** The version of the quiz with which this began. */
  quizVersion?: string;
  /** Milliseconds for which the quiz has been open. */
  spentMs?: number;
  reflection?: string;
};

/** What a draft holds. */
export type DraftContent = Omit<Draft, 'lessonId' | 'savedAt'>;

export const replicaName = (userId: string) => `groundwork:${userId}`;

/** The outbox part is a frozen contract (Y8): a later version adds, it never changes or removes. */
const TABLES = {
  // The last index holds Resets alone: no other entry has seen a rev.
  outbox: '++seq, &opId, [state+seq], [subject+state], [state+body.seenRev]',
  units: 'lessonId',
  courses: 'id',
  lessons: 'id, courseId',
  quizzes: 'lessonId',
  drafts: 'lessonId',
  quizResults: 'opId, lessonId',
  meta: 'key',
};

/** What version 2 adds: a certificate outlives its course, so that not every one has a course's id. */
const SECOND_TABLES = { certificates: 'serial, courseId' };

/** Does `work` once, at once or soon: what nobody waits for gives way to what somebody does. */
export type WhenFree = (work: () => void) => void;

export class Replica extends Dexie implements Store {
  readonly userId: string;
  // Dexie makes the tables that the version names.
  declare readonly outbox: Table<Entry, number, InsertType<Entry, 'seq'>>;
  declare readonly units: EntityTable<Unit, 'lessonId'>;
  declare readonly courses: EntityTable<Course, 'id'>;
  declare readonly lessons: EntityTable<Lesson, 'id'>;
  declare readonly quizzes: EntityTable<Quiz, 'lessonId'>;
  declare readonly drafts: EntityTable<Draft, 'lessonId'>;
  declare readonly quizResults: EntityTable<QuizResult, 'opId'>;
  declare readonly certificates: EntityTable<OwnCertificate, 'serial'>;
  declare readonly meta: Table<{ key: string; value: unknown }, string>;
  readonly taken = new Taken();
  readonly #watchdog: Watchdog;
  #opened: PromiseLike<unknown> | undefined;

  /** The connection with which `change` goes past Dexie. */
  #vetted: IDBDatabase | null | undefined;
  readonly #whenFree: WhenFree;

  /**
   * Opens the database of `userId` at its first use. `heard` is told of trouble with the storage; `whenFree` tells live
   * queries of a change.
   */
  constructor(userId: string, heard: (health: Health) => void = () => {}, whenFree: WhenFree = (work) => work()) {
    // What changes past Dexie would leave its cache behind.
    super(replicaName(userId), { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores(TABLES);
    // Also that code which knows no ratings lets go, and never meets one in the outbox (Y8, Y27).
    this.version(2).stores(SECOND_TABLES);
    this.userId = userId;
    this.#whenFree = whenFree;
    this.#watchdog = new Watchdog(this, heard);
  }

  /** One transaction that hangs, or loses its connection, is tried once more (Y26): it must be safe to run twice. */
  guarded<T>(work: () => PromiseLike<T>): Promise<T> {
    return this.#watchdog.guard(async () => {
      await this.#firstOpen();
      return work();
    });
  }

  change<P extends Patch>(ask: Ask, decide: (view: View) => P): Promise<P> {
    return this.guarded(async () => {
      if (!this.#connection()) await this.#reopen();
      const connection = this.#connection();
      // Found right and used in one breath: what is closed for good in between must stay so (Y27).
      if (!connection) throw new Dexie.DatabaseClosedError();
      const patch = await changeAtOnce(connection, ask, (view) => decide(this.#withTaken(view, ask)));
      const altered = tablesIn(patch);
      if (altered.length > 0) this.#whenFree(() => this.#tell(altered));
      return patch;
    });
  }

  /**
   * A transaction that waits for a database being created, while a live query waits too, loses its zone in Dexie and
   * fails with PrematureCommitError (seen in Chromium): so it starts only afterwards. Once: a later close stays a close (Y27).
   */
  #firstOpen(): PromiseLike<unknown> {
    this.#opened ??= this.open().then(
      () => {
        this.#vetted = this.backendDB();
      },
      (error: unknown) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  /** What Dexie has opened and found right, as long as it is open. */
  #connection(): IDBDatabase | undefined {
    return this.#vetted && this.backendDB() === this.#vetted ? this.#vetted : undefined;
  }

  /** By a read of Dexie's own: it opens again what was dropped, never what was closed for good (Y27). */
  async #reopen(): Promise<void> {
    await this.meta.get('');
    this.#vetted = this.backendDB();
  }

  #withTaken(view: View, { lessons = [] }: Ask): View {
    for (const id of lessons) {
      const newest = this.taken.newest(view.units.get(id), id);
      if (newest) view.units.set(id, newest);
    }
    return view;
  }

  /** Live queries, here and in other tabs, hear of what went past Dexie. The work is saved, whatever they make of it. */
  #tell(tables: string[]): void {
    const parts: ObservabilitySet = {};
    for (const table of tables.map((name) => this.table(name))) {
      for (const index of ['', ':dels', ...table.schema.indexes.map(({ name }) => name)]) {
        parts[`idb://${this.name}/${table.name}/${index}`] = new RangeSet(Dexie.minKey, Dexie.maxKey);
      }
    }
    try {
      Dexie.on.storagemutated.fire(parts);
    } catch (error) {
      console.warn('sync: screens or other tabs failed to hear of a change', error);
    }
  }

  async keep({ catalog, course, lessonsOf, lesson, quiz, certificates, certificate }: Content): Promise<void> {
    const tables = [this.courses, this.lessons, this.quizzes, this.certificates];
    const take = async () => {
      if (catalog) await this.#keepCatalog(catalog);
      if (course) await this.courses.put({ ...(await this.courses.get(course.id)), ...course });
      if (lessonsOf) {
        const ids = lessonsOf.lessons.map((kept) => kept.id);
        await this.lessons
          .where('courseId')
          .equals(lessonsOf.courseId)
          .and((old) => !ids.includes(old.id))
          .delete();
        await this.lessons.bulkPut(lessonsOf.lessons);
      }
      if (lesson) await this.lessons.put(lesson);
      if (quiz) await this.quizzes.put(quiz);
      if (certificates) await this.certificates.clear();
      if (certificate?.courseId) await this.certificates.where('courseId').equals(certificate.courseId).delete();
      const issued = [...(certificates ?? []), ...(certificate ? [certificate] : [])];
      if (issued.length > 0) await this.certificates.bulkPut(issued);
    };
    return this.guarded(() => this.transaction('rw', tables, take));
  }

  /** What the person may no longer see leaves the device; their outbox stays (decisions 23). */
  async #keepCatalog(catalog: Course[]) {
    const ids = catalog.map((course) => course.id);
    await this.courses.where('id').noneOf(ids).delete();
    const goneLessons = await this.lessons.where('courseId').noneOf(ids).primaryKeys();
    await this.lessons.bulkDelete(goneLessons);
    await this.quizzes.bulkDelete(goneLessons);
    await this.courses.bulkPut(catalog);
  }

  async knownCourses(): Promise<number[]> {
    const keys = await this.lessons.orderBy('courseId').uniqueKeys();
    return keys.filter((key) => typeof key === 'number');
  }
}

/** The entries in one state, in the order of the taps. */
export function inState(replica: Replica, state: Entry['state']) {
  return replica.outbox.where('[state+seq]').between([state], [state, Dexie.maxKey]);
}

/** The queued entries, then the sending ones: no other state stands between the two in the alphabet. */
export function allPending(replica: Replica) {
  return replica.outbox.where('[state+seq]').between(['queued'], ['sending', Dexie.maxKey]);
}

/** The pending entries of one subject, by state. */
export function pendingOf(replica: Replica, subject: string): PromiseLike<Entry[]> {
  return replica.outbox
    .where('[subject+state]')
    .between([subject, 'queued'], [subject, 'sending'], true, true)
    .toArray();
}

export async function readMeta(replica: Replica): Promise<Meta> {
  return metaOf(await replica.meta.toArray());
}

/** The tables that `patch` alters. */
function tablesIn({ entries, forgottenEntries, units, forgetUnits, ...patch }: Patch): string[] {
  const altered = {
    outbox: entries?.length || forgottenEntries?.length,
    units: units?.length || forgetUnits,
    drafts: patch.draftsDone?.length,
    quizResults: patch.quizResults?.length,
    courses: patch.ratings?.length,
    meta: Object.keys(patch.meta ?? {}).length,
  };
  return Object.entries(altered).flatMap(([table, isAltered]) => (isAltered ? [table] : []));
}
