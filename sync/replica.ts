// One person's data on this device (Y3): their outbox, the server's last word, and the content they may read.
import Dexie, { type EntityTable, type InsertType, type Table } from 'dexie';
import type { Course } from './contract/course.ts';
import type { Lesson } from './contract/lesson.ts';
import type { Unit } from './contract/progress.ts';
import type { Quiz } from './contract/quiz.ts';
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
import { type Health, Watchdog } from './watchdog.ts';

/** The person of a device on which nobody has signed in; their work stays local (Y2). */
export const VISITOR = 'visitor';

/** Something begun and not handed in: a quiz's chosen answers or a capstone's text. `savedAt` is ISO 8601. */
export type Draft = {
  lessonId: number;
  savedAt: string;
  answers?: Record<string, string | string[]>;
  reflection?: string;
};

export const replicaName = (userId: string) => `groundwork:${userId}`;

/** The outbox part is a frozen contract (Y8): a later version adds, it never changes or removes. */
const TABLES = {
  outbox: '++seq, &opId, [state+seq], subject',
  units: 'lessonId',
  courses: 'id',
  lessons: 'id, courseId',
  quizzes: 'lessonId',
  drafts: 'lessonId',
  quizResults: 'opId, lessonId',
  meta: 'key',
};

const READ_MANY = 1_000;

export class Replica extends Dexie implements Store {
  readonly userId: string;
  readonly outbox: Table<Entry, number, InsertType<Entry, 'seq'>>;
  readonly units: EntityTable<Unit, 'lessonId'>;
  readonly courses: EntityTable<Course, 'id'>;
  readonly lessons: EntityTable<Lesson, 'id'>;
  readonly quizzes: EntityTable<Quiz, 'lessonId'>;
  readonly drafts: EntityTable<Draft, 'lessonId'>;
  readonly quizResults: EntityTable<QuizResult, 'opId'>;
  readonly meta: Table<{ key: string; value: unknown }, string>;
  readonly #watchdog: Watchdog;
  #opened: PromiseLike<unknown> | undefined;

  /** Opens the database of `userId` at its first use. `heard` is told when the storage is stuck, blocked or taken over. */
  constructor(userId: string, heard: (health: Health) => void = () => {}) {
    super(replicaName(userId), { chromeTransactionDurability: 'strict' });
    this.version(1).stores(TABLES);
    this.userId = userId;
    this.outbox = this.table('outbox');
    this.units = this.table('units');
    this.courses = this.table('courses');
    this.lessons = this.table('lessons');
    this.quizzes = this.table('quizzes');
    this.drafts = this.table('drafts');
    this.quizResults = this.table('quizResults');
    this.meta = this.table('meta');
    this.#watchdog = new Watchdog(this, heard);
  }

  change<P extends Patch>(ask: Ask, decide: (view: View) => P): Promise<P> {
    const tables = [this.outbox, this.units, this.drafts, this.quizResults, this.meta];
    return this.#watchdog.guard(async () => {
      await this.#firstOpen();
      return this.transaction('rw', tables, async () => {
        const patch = decide(await this.#view(ask));
        return await this.#write(patch);
      });
    });
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

  async #view(ask: Ask): Promise<View> {
    const found = new Map<number, Entry>();
    const take = (rows: (Entry | undefined)[]) => {
      for (const row of rows) if (row) found.set(row.seq, upcastEntry(row));
    };
    if (ask.seqs) take(await this.outbox.bulkGet(ask.seqs));
    if (ask.subjects) {
      const rows = this.outbox.where('subject').anyOf(ask.subjects);
      take(await rows.filter((row) => row.state === 'queued' || row.state === 'sending').toArray());
    }
    for (const state of ask.states ?? [])
      take(
        await inState(this, state)
          .limit(ask.limit ?? READ_MANY)
          .toArray(),
      );
    const lessons = ask.lessons ?? [];
    const units = lessons.length > 0 ? await this.units.bulkGet(lessons) : [];
    return {
      entries: [...found.values()].sort((a, b) => a.seq - b.seq),
      units: new Map(units.flatMap((unit) => (unit ? [[unit.lessonId, unit]] : []))),
      meta: await readMeta(this),
    };
  }

  async #write<P extends Patch>(patch: P): Promise<P> {
    const entries: Entry[] = [];
    for (const entry of patch.entries ?? []) {
      if (entry.seq > 0) entries.push(entry);
      else {
        const { seq: _, ...row } = entry;
        entries.push({ ...entry, seq: await this.outbox.add(row as InsertType<Entry, 'seq'>) });
      }
    }
    // An empty write is no request: in a real browser the transaction would have ended before it was waited for.
    if (entries.length > 0) await this.outbox.bulkPut(entries);
    if (patch.forgottenEntries?.length) await this.outbox.bulkDelete(patch.forgottenEntries);
    if (patch.forgetUnits) await this.units.clear();
    if (patch.units?.length) await this.units.bulkPut(patch.units);
    if (patch.quizResults?.length) await this.quizResults.bulkPut(patch.quizResults);
    if (patch.draftsDone?.length) await this.drafts.bulkDelete(patch.draftsDone);
    const meta = Object.entries(patch.meta ?? {});
    if (meta.length > 0) await this.meta.bulkPut(meta.map(([key, value]) => ({ key, value })));
    return { ...patch, entries };
  }

  async keep({ catalog, course, lessonsOf, lesson, quiz }: Content): Promise<void> {
    await this.#firstOpen();
    return this.transaction('rw', [this.courses, this.lessons, this.quizzes], async () => {
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
    });
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

  async titleOf(courseId: number, lessonId: number | null): Promise<string> {
    const row = await this.#watchdog.guard<{ title: string } | undefined>(async () =>
      lessonId === null ? this.courses.get(courseId) : this.lessons.get(lessonId),
    );
    return row?.title ?? '';
  }

  async knownCourses(): Promise<number[]> {
    const keys = await this.lessons.orderBy('courseId').uniqueKeys();
    return keys.filter((key) => typeof key === 'number');
  }
}

/** The entries in one state, in the order of the taps. */
export function inState(replica: Replica, state: Entry['state']) {
  return replica.outbox.where('[state+seq]').between([state, Dexie.minKey], [state, Dexie.maxKey]);
}

export async function readMeta(replica: Replica): Promise<Meta> {
  const rows = await replica.meta.toArray();
  return { ...FIRST_META, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}
