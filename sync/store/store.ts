// The small port behind which a person's data lies. Every change of work is one atomic step: read a view, decide by a
// pure and synchronous function, write the patch. So no fetch can stand inside a transaction, and a rule can be tested
// without a database. Two stores implement it, the replica (Dexie) and the simulation's; one suite runs on both.
import { type Backoff, NO_BACKOFF } from '../backoff.ts';
import type { OwnCertificate } from '../contract/certificate.ts';
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { Unit } from '../contract/progress.ts';
import type { Quiz, QuizAnswerSheet } from '../contract/quiz.ts';
import type { Entry, EntryState } from './entry.ts';

export type PausedReason = 'auth' | 'wrong-user' | 'update-required' | 'storage';

/** When an operation was acknowledged: `at` by this device's clock, `answeredAt` by the server's where it said. */
export type LastDone = { opId: string; at: string; answeredAt?: string | undefined };

/** What a queue knows beside its entries. Times are ISO 8601. */
export type Meta = {
  /** The server's data epoch as last heard; null before the first answer (Y20). */
  dataEpoch: string | null;
  /** How often this device has started over, and its operation that the server acknowledged last since then (Y20). */
  round: number;
  lastDone: LastDone | null;
  lastPullAt: string | null;
  lastSyncAt: string | null;
  backoff: Backoff;
  pausedReason: PausedReason | null;
  /** Whether the last contact reached our server; null before the first. */
  reachable: boolean | null;
};

export const INITIAL_META: Meta = {
  dataEpoch: null,
  round: 0,
  lastDone: null,
  lastPullAt: null,
  lastSyncAt: null,
  backoff: NO_BACKOFF,
  pausedReason: null,
  reachable: null,
};

/** What a queue knows, from the rows in which it is kept. */
export function metaOf(rows: { key: string; value: unknown }[]): Meta {
  return { ...INITIAL_META, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}

/** The graded answer to one submission. */
export type QuizResult = Pick<QuizAnswerSheet, 'score' | 'passed' | 'review'> & {
  opId: string;
  lessonId: number;
  at: string;
};

/** What a decision wants to see. The parts add up; nothing asked, nothing read. */
export type ChangeScope = {
  /** The queued and sending entries of these subjects. */
  subjects?: string[];
  /** Exactly these entries. */
  seqs?: number[];
  /** The entries in these states, oldest first, at most `limit` of each. */
  states?: EntryState[];
  limit?: number;
  /** All pending Resets. */
  resets?: boolean;
  /** The snapshots of these lessons. */
  lessons?: number[];
  /** True when the patch may bring ratings. */
  ratings?: boolean;
  /** The title of a lesson, or of a course when `lessonId` is null. */
  title?: { courseId: number; lessonId: number | null };
};

/** `entries` in the order of the taps, each once; `title` only when it was asked for and is on the device. */
export type StoreView = { entries: Entry[]; units: Map<number, Unit>; meta: Meta; title?: string };

/** What a decision wants written. An entry with seq 0 is appended. */
export type StorePatch = {
  entries?: Entry[];
  /** Seqs of log entries that are too old to keep. */
  forgottenEntries?: number[];
  units?: Unit[];
  /** True: all snapshots go before `units` are written. */
  forgetUnits?: boolean;
  quizResults?: QuizResult[];
  /** Own ratings that the server has taken, written to the courses that are on the device. */
  ratings?: { courseId: number; stars: number }[];
  /** Lessons whose draft has become an entry. */
  draftsDone?: number[];
  meta?: Partial<Meta>;
};

/** Cached content as the server sent it. `catalog`, `lessonsOf` and `certificates` replace what was there. */
export type CachedContent = {
  catalog?: Course[];
  course?: Course;
  lessonsOf?: { courseId: number; lessons: Lesson[] };
  lesson?: Lesson;
  quiz?: Quiz;
  /** All of a person's certificates. */
  certificates?: OwnCertificate[];
  /** One of them, which replaces another of the same course. */
  certificate?: OwnCertificate;
};

export interface Store {
  /**
   * One read-write transaction: reads what `ask` names, calls `decide` once with it, writes the patch, and resolves
   * to the patch after the durable commit, its appended entries carrying their seq. Rejects and writes nothing otherwise.
   */
  change<P extends StorePatch>(scope: ChangeScope, decide: (view: StoreView) => P): Promise<P>;
  /** Takes in cached content, one transaction. */
  saveContent(content: CachedContent): Promise<void>;
  /** Courses whose lessons are on the device. */
  downloadedCourseIds(): Promise<number[]>;
}
