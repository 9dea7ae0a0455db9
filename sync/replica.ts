// One person's data on this device (Y3): their outbox, the server's last word, and the content they may read.
import Dexie, { type EntityTable, type InsertType, type PromiseExtended, type Table } from 'dexie';
import type { OwnCertificate } from './contract/certificate.ts';
import type { Course } from './contract/course.ts';
import type { Lesson } from './contract/lesson.ts';
import type { Unit } from './contract/progress.ts';
import type { Quiz, QuizQuestion } from './contract/quiz.ts';
import { type Entry, upcastEntry } from './entry.ts';
import {
  type Ask,
  type Content,
  FIRST_META,
  type Meta,
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

const READ_MANY = 1_000;

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

  /** Opens the database of `userId` at its first use. `heard` is told of trouble with the storage. */
  constructor(userId: string, heard: (health: Health) => void = () => {}) {
    super(replicaName(userId), { chromeTransactionDurability: 'strict' });
    this.version(1).stores(TABLES);
    // Also that code which knows no ratings lets go, and never meets one in the outbox (Y8, Y27).
    this.version(2).stores(SECOND_TABLES);
    this.userId = userId;
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
    const tables = ['outbox', 'units', 'drafts', 'quizResults', 'meta'];
    if (ask.title) tables.push(ask.title.lessonId === null ? 'courses' : 'lessons');
    if (ask.ratings) tables.push('courses');
    return this.guarded(() => this.transaction('rw', tables, async () => this.#write(decide(await this.#view(ask)))));
  }

  /**
   * A transaction that waits for a database being created, while a live query waits too, loses its zone in Dexie and
   * fails with PrematureCommitError (seen in Chromium): so it starts only afterwards. Once: a later close stays a close (Y27).
   */
  #firstOpen(): PromiseLike<unknown> {
    this.#opened ??= this.open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** All questions at once: each wait would keep the person from their 'Saved'. */
  async #view({ seqs = [], subjects = [], states = [], limit, resets, lessons = [], title }: Ask): Promise<View> {
    const [meta, found, shown, ...rows] = await Promise.all([
      readMeta(this),
      getMany(this.units, 'lessonId', lessons),
      title && this.#titleOf(title),
      getMany(this.outbox, 'seq', seqs),
      ...subjects.map((subject) => pendingOf(this, subject)),
      ...states.map((state) =>
        inState(this, state)
          .limit(limit ?? READ_MANY)
          .toArray(),
      ),
      resets ? this.outbox.where('[state+body.seenRev]').between(['queued'], ['sending', Dexie.maxKey]).toArray() : [],
    ]);
    const entries = new Map(rows.flat().map((row) => [row.seq, upcastEntry(row)]));
    const snapshots = new Map(found.map((unit) => [unit.lessonId, unit]));
    for (const id of lessons) {
      const newest = this.taken.newest(snapshots.get(id), id);
      if (newest) snapshots.set(id, newest);
    }
    return {
      entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
      units: snapshots,
      meta,
      title: shown,
    };
  }

  /** Work is worth more than its title: a content table that cannot be read must not cost the tap. */
  #titleOf({ courseId, lessonId }: NonNullable<Ask['title']>): PromiseLike<string | undefined> {
    const reading: PromiseExtended<{ title: string } | undefined> =
      lessonId === null ? this.courses.get(courseId) : this.lessons.get(lessonId);
    return reading.then((row) => row?.title).catch(() => undefined);
  }

  /** All at once, too, and nothing empty: in a real browser a transaction may have ended before that is waited for. */
  async #write<P extends Patch>(patch: P): Promise<P> {
    const { entries = [], forgottenEntries, forgetUnits, units, quizResults, ratings = [], draftsDone } = patch;
    const fresh = entries.filter((entry) => entry.seq === 0);
    const known = entries.filter((entry) => entry.seq > 0);
    const meta = Object.entries(patch.meta ?? {});
    const [seqs] = await Promise.all([
      fresh.length > 0 ? this.outbox.bulkAdd(fresh.map(withoutSeq), { allKeys: true }) : [],
      known.length > 0 && this.outbox.bulkPut(known),
      forgottenEntries?.length && this.outbox.bulkDelete(forgottenEntries),
      forgetUnits && this.units.clear(),
      units?.length && this.units.bulkPut(units),
      quizResults?.length && this.quizResults.bulkPut(quizResults),
      ...ratings.map(({ courseId, stars }) => this.courses.update(courseId, { ownStars: stars })),
      draftsDone?.length && this.drafts.bulkDelete(draftsDone),
      meta.length > 0 && this.meta.bulkPut(meta.map(([key, value]) => ({ key, value }))),
    ]);
    return {
      ...patch,
      entries: entries.map((entry) => (entry.seq > 0 ? entry : { ...entry, seq: seqs.shift() ?? 0 })),
    };
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

/** The rows with these keys. A batch's keys lie close together, and one range is read many times as fast as many keys. */
async function getMany<T extends object, Fresh>(
  table: Table<T, number, Fresh>,
  key: keyof T & string,
  keys: number[],
): Promise<T[]> {
  const wanted = new Set(keys);
  const [first, last] = [Math.min(...wanted), Math.max(...wanted)];
  const isDense = wanted.size > 1 && last - first < 2 * wanted.size;
  const rows = isDense ? await table.where(key).between(first, last, true, true).toArray() : await table.bulkGet(keys);
  return rows.filter((row) => row !== undefined && wanted.has(row[key] as number)) as T[];
}

const withoutSeq = ({ seq: _, ...row }: Entry) => row as InsertType<Entry, 'seq'>;

export async function readMeta(replica: Replica): Promise<Meta> {
  const rows = await replica.meta.toArray();
  return { ...FIRST_META, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}
