// One person's data on this device (Y3): their outbox, the server's state, and the content they may read.

import Dexie, { type EntityTable, type InsertType, type Table } from 'dexie';
import type { OwnCertificate } from '../contract/certificate.ts';
import type { Course } from '../contract/course.ts';
import { UUID_FORM } from '../contract/fields.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { Unit } from '../contract/progress.ts';
import type { Quiz, QuizQuestion } from '../contract/quiz.ts';
import { Database } from './database.ts';
import type { Entry } from './entry.ts';
import {
  type CachedContent,
  type ChangeScope,
  type Meta,
  metaOf,
  type PracticeRow,
  type QuizResult,
  raisedResult,
  type Store,
  type StorePatch,
  type StoreView,
} from './store.ts';
import { type DatabaseHealth, Watchdog } from './watchdog.ts';

/** The user id for a device on which no one has signed in; that work stays local (Y2). */
export const VISITOR = 'visitor';

/** Something started and not submitted: a quiz's chosen answers or a capstone's text. `savedAt` is ISO 8601. */
export type Draft = {
  lessonId: number;
  savedAt: string;
  answers?: Record<string, string | string[]>;
  /** The questions as they were when answered, to find out which have changed since. */
  asked?: QuizQuestion[];
  /** The version of the quiz when the draft was started. */
  quizVersion?: string;
  /** Milliseconds for which the quiz has been open. */
  spentMs?: number;
  reflection?: string;
  /** The tasks of the text that were ticked, by their words. */
  ticked?: string[];
};

export type DraftContent = Omit<Draft, 'lessonId' | 'savedAt'>;

export const replicaName = (userId: string) => `groundwork:${userId}`;

const PERSON_REPLICA = new RegExp(`^${replicaName(UUID_FORM)}$`);

/** The people whose databases are on this device; those of an open page are made anew after they were deleted. */
export async function usersWithReplica(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => PERSON_REPLICA.test(name)).map((name) => name.slice(replicaName('').length));
}

/** The outbox part is a frozen contract (Y8): later versions may add, but never change or remove. */
const TABLES = {
  // The last index holds only Resets, because no other entry has `seenRev`.
  outbox: '++seq, &opId, [state+seq], [subject+state], [state+body.seenRev]',
  units: 'lessonId',
  courses: 'id',
  lessons: 'id, courseId',
  quizzes: 'lessonId',
  drafts: 'lessonId',
  quizResults: 'opId, lessonId',
  // A certificate outlives its course, so the course's id may be null.
  certificates: 'serial, courseId',
  // What was answered wrong (decision 365).
  practice: 'key, courseId',
  meta: 'key',
};

const ALL = Number.POSITIVE_INFINITY;

export class Replica extends Database implements Store {
  readonly userId: string;
  // Dexie creates these tables from the version's schema.
  declare readonly outbox: Table<Entry, number, InsertType<Entry, 'seq'>>;
  declare readonly units: EntityTable<Unit, 'lessonId'>;
  declare readonly courses: EntityTable<Course, 'id'>;
  declare readonly lessons: EntityTable<Lesson, 'id'>;
  declare readonly quizzes: EntityTable<Quiz, 'lessonId'>;
  declare readonly drafts: EntityTable<Draft, 'lessonId'>;
  declare readonly quizResults: EntityTable<QuizResult, 'opId'>;
  declare readonly certificates: EntityTable<OwnCertificate, 'serial'>;
  declare readonly practice: EntityTable<PracticeRow, 'key'>;
  declare readonly meta: Table<{ key: string; value: unknown }, string>;
  readonly #watchdog: Watchdog;

  /** Opens the database of `userId` at its first use. `onHealth` is called when the storage fails or recovers. */
  constructor(userId: string, onHealth: (health: DatabaseHealth) => void = () => {}) {
    // Dexie's cache would show data that is not committed yet (Y7).
    super(replicaName(userId), { cache: 'disabled' });
    // A higher version makes tabs with older code close (Y8b, Y27).
    this.version(3).stores(TABLES);
    this.userId = userId;
    this.#watchdog = new Watchdog(this, onHealth);
  }

  /** Retries a transaction that hangs or loses its connection once (Y26), so `work` must be safe to run twice. */
  withWatchdog<T>(work: () => PromiseLike<T>): Promise<T> {
    return this.#watchdog.guard(async () => {
      // Open first: a transaction that waits for the database to be created, while a live query waits too, loses its
      // zone in Dexie and fails with PrematureCommitError (seen in Chromium). A database that was closed stays closed
      // (Y27).
      if (!this.hasBeenClosed()) await this.open();
      return work();
    });
  }

  change<P extends StorePatch>(scope: ChangeScope, decide: (view: StoreView) => P): Promise<P> {
    const apply = async () => {
      const patch = decide(await this.#view(scope));
      return { ...patch, entries: await this.#write(patch) };
    };
    return this.withWatchdog(() => this.transaction('rw', tablesFor(scope), apply));
  }

  /** Reads everything in parallel. */
  async #view({ seqs = [], subjects = [], states = [], limit = ALL, resets, lessons = [], title }: ChangeScope) {
    const { outbox, units } = this;
    const [ranges, rows, snapshots, meta, storedTitle] = await Promise.all([
      Promise.all([
        ...subjects.map((subject) => pendingOf(this, subject)),
        ...states.map((state) => inState(this, state).limit(limit).toArray()),
        ...(resets
          ? [outbox.where('[state+body.seenRev]').between(['queued'], ['sending', Dexie.maxKey]).toArray()]
          : []),
      ]),
      rowsOf(outbox, seqs, (entry) => entry.seq),
      rowsOf(units, lessons, (unit) => unit.lessonId),
      readMeta(this),
      title && this.#title(title),
    ]);
    const entries = new Map<number, Entry>();
    for (const row of [...rows, ...ranges.flat()]) entries.set(row.seq, row);
    const view: StoreView = {
      entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
      units: new Map(snapshots.map((unit) => [unit.lessonId, unit])),
      meta,
      ...(storedTitle !== undefined && { title: storedTitle }),
    };
    return view;
  }

  /** An unreadable content table must not cost the person their work, so a missing title is not an error. */
  async #title({ courseId, lessonId }: NonNullable<ChangeScope['title']>): Promise<string | undefined> {
    const reading: PromiseLike<{ title: string } | undefined> =
      lessonId === null ? this.courses.get(courseId) : this.lessons.get(lessonId);
    return reading.then(
      (row) => row?.title,
      () => undefined,
    );
  }

  /** Writes everything in parallel. Resolves to the patch's entries, each with its seq. */
  async #write(patch: StorePatch): Promise<Entry[]> {
    const { entries = [], forgottenEntries = [], units = [], quizResults = [], ratings = [], draftsDone = [] } = patch;
    const meta = Object.entries(patch.meta ?? {}).map(([key, value]) => ({ key, value }));
    const fresh = entries.filter(({ seq }) => seq === 0).map(({ seq: _, ...row }) => row as InsertType<Entry, 'seq'>);
    const known = entries.filter(({ seq }) => seq > 0);
    // Only where the course is on the device; the lists wait for the next pull.
    await Promise.all(ratings.map(({ courseId, stars }) => this.courses.update(courseId, { ownStars: stars })));
    const writeSome = <T>(rows: T[], write: (rows: T[]) => PromiseLike<unknown>) =>
      rows.length > 0 ? write(rows) : undefined;
    const seqs: number[] = [];
    await Promise.all([
      writeSome(fresh, (rows) => this.outbox.bulkAdd(rows, { allKeys: true }).then((keys) => seqs.push(...keys))),
      writeSome(known, (rows) => this.outbox.bulkPut(rows)),
      writeSome(forgottenEntries, (keys) => this.outbox.bulkDelete(keys)),
      patch.forgetUnits ? this.units.clear() : undefined,
      writeSome(units, (rows) => this.units.bulkPut(rows)),
      writeSome(quizResults, (rows) => this.quizResults.bulkPut(rows)),
      writeSome(draftsDone, (keys) => this.drafts.bulkDelete(keys)),
      writeSome(meta, (rows) => this.meta.bulkPut(rows)),
    ]);
    let next = 0;
    return entries.map((entry) => (entry.seq > 0 ? entry : { ...entry, seq: seqs[next++] ?? 0 }));
  }

  async saveContent({
    catalog,
    course,
    lessonsOf,
    lesson,
    goneCourse,
    goneLesson,
    quiz,
    certificates,
    certificate,
    regraded,
  }: CachedContent): Promise<void> {
    const tables = [this.courses, this.lessons, this.quizzes, this.certificates, this.quizResults];
    const save = async () => {
      if (catalog) await this.#saveCatalog(catalog);
      if (course) {
        // A due date that was removed, and the end of a renewed certificate, are absent from the response.
        const { dueOn: _, certificateEnds: __, ...kept } = (await this.courses.get(course.id)) ?? {};
        await this.courses.put({ ...kept, ...course });
      }
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
      if (goneCourse !== undefined) await this.#removeCourse(goneCourse);
      if (goneLesson !== undefined) await this.#removeLessons([goneLesson]);
      if (quiz) await this.quizzes.put(quiz);
      if (certificates) await this.certificates.clear();
      if (certificate?.courseId) await this.#replaceCertificate(certificate.courseId, certificate.issuedAt);
      const issued = [...(certificates ?? []), ...(certificate ? [certificate] : [])];
      if (issued.length > 0) await this.certificates.bulkPut(issued);
      if (regraded) await this.#raiseResults(regraded);
    };
    return this.withWatchdog(() => this.transaction('rw', tables, save));
  }

  /** Only results of submissions from this device are here. */
  async #raiseResults({ attempts, at }: NonNullable<CachedContent['regraded']>) {
    for (const attempt of attempts) {
      const known = await this.quizResults.get(attempt.opId);
      const raised = known && raisedResult(known, { attempt, at });
      if (raised) await this.quizResults.put(raised);
    }
  }

  /** Earlier certificates of the course stay as history. */
  async #replaceCertificate(courseId: number, issuedAt: string) {
    const ofCourse = this.certificates.where('courseId').equals(courseId);
    await ofCourse.and((known) => known.issuedAt >= issuedAt).delete();
  }

  /** Courses that the person may no longer see leave the device; their outbox stays (P-23). */
  async #saveCatalog(catalog: Course[]) {
    const ids = catalog.map((course) => course.id);
    await this.courses.where('id').noneOf(ids).delete();
    const goneLessons = await this.lessons.where('courseId').noneOf(ids).primaryKeys();
    await this.#removeLessons(goneLessons);
    await this.courses.bulkPut(catalog);
  }

  async #removeCourse(courseId: number) {
    await this.courses.delete(courseId);
    // A preview may be open to people who may not take its course.
    const closed = this.lessons.where('courseId').equals(courseId);
    await this.#removeLessons(await closed.and(({ isPreview }) => !isPreview).primaryKeys());
  }

  async #removeLessons(ids: number[]) {
    await this.lessons.bulkDelete(ids);
    await this.quizzes.bulkDelete(ids);
  }

  async downloadedCourseIds(): Promise<number[]> {
    // Not uniqueKeys(), which fails in WebKit on an empty index.
    const keys = new Set(await this.lessons.orderBy('courseId').keys());
    return [...keys].filter((key) => typeof key === 'number');
  }
}

/** The rows with these keys. A batch's rows are adjacent, and one range read takes a quarter of the time. */
async function rowsOf<T, I>(table: Table<T, number, I>, keys: number[], keyOf: (row: T) => number): Promise<T[]> {
  const [first, last] = [Math.min(...keys), Math.max(...keys)];
  const isBatch = keys.length > 1 && last - first < 2 * keys.length;
  if (!isBatch) return (await table.bulkGet(keys)).filter((row) => row !== undefined);
  const wanted = new Set(keys);
  const rows = await table.where(':id').between(first, last, true, true).toArray();
  return rows.filter((row) => wanted.has(keyOf(row)));
}

/** The entries in one state, in the order of recording. */
export function inState(replica: Replica, state: Entry['state']) {
  return replica.outbox.where('[state+seq]').between([state], [state, Dexie.maxKey]);
}

/** The queued entries, then the sending ones: alphabetically, no other state lies between the two. */
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

/** The tables that a change may touch: all tables of work, and only the content tables it needs. */
function tablesFor({ title, ratings }: ChangeScope): string[] {
  const content = title ? [title.lessonId === null ? 'courses' : 'lessons'] : [];
  return [
    ...new Set(['outbox', 'units', 'drafts', 'quizResults', 'meta', ...content, ...(ratings ? ['courses'] : [])]),
  ];
}
