// The port to a person's data. Every change of work is one atomic step: read a view, decide in a pure, synchronous
// function, write the patch. So no transaction can contain a fetch, and rules are tested without a database. Two stores
// implement it, the replica (Dexie) and the simulation's; one test suite runs on both.
import type { Card } from 'ts-fsrs';
import { type Backoff, NO_BACKOFF } from '../backoff.ts';
import type { OwnCertificate } from '../contract/certificate.ts';
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { RegradedAttempt, Unit } from '../contract/progress.ts';
import type { GradedQuiz, Quiz } from '../contract/quiz.ts';
import type { Entry, EntryState } from './entry.ts';

export type PausedReason = 'auth' | 'wrong-user' | 'update-required' | 'storage';

/** When an operation was acknowledged: `at` by this device's clock, `answeredAt` by the server's, if it sent one. */
export type LastDone = { opId: string; at: string; answeredAt?: string | undefined };

/** A queue's state besides its entries. Times are ISO 8601. */
export type Meta = {
  /** The server's last known data epoch; null before the first response (Y20). */
  dataEpoch: string | null;
  /** How often this device has started over, and its last acknowledged operation since then (Y20). */
  round: number;
  lastDone: LastDone | null;
  /** The round of each course whose progress was pulled (Y31). */
  courseRounds: Readonly<Record<number, number>>;
  /** The language that the person reads, and what they chose for some courses (Y32). */
  language: string | null;
  courseLanguages: Readonly<Record<number, string>>;
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
  courseRounds: {},
  language: null,
  courseLanguages: {},
  lastPullAt: null,
  lastSyncAt: null,
  backoff: NO_BACKOFF,
  pausedReason: null,
  reachable: null,
};

/** The queue's state from its stored rows. */
export function metaOf(rows: { key: string; value: unknown }[]): Meta {
  return { ...INITIAL_META, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}

/** The grade of one quiz submission. */
export type QuizResult = Pick<GradedQuiz, 'score' | 'passed' | 'review'> & {
  /** The round of the course in which it was submitted; absent when the device did not know. */
  round?: number | undefined;
  opId: string;
  lessonId: number;
  at: string;
  /** False once its person has seen it. */
  isNews: boolean;
  /** True once its grade has risen, because the quiz was graded again (Y13c). */
  isRegraded?: boolean;
};

/** A question that its person answered wrong. `card`: when it comes next, and what that is reckoned from; null until it was practised. */
export type PracticeRow = { key: string; courseId: number; lessonId: number; card: Card | null };

/**
 * Y13c: the stored result of an attempt that was graded again; undefined where that is known. A pass is news, and the newest result of
 * its lesson; a higher score of a failure only replaces the lower one.
 */
export function raisedResult(known: QuizResult, { attempt, at }: { attempt: RegradedAttempt; at: string }) {
  if (known.score >= attempt.score) return undefined;
  return { ...known, ...attempt, isRegraded: true, ...(attempt.passed && { isNews: true, at }) } satisfies QuizResult;
}

/** What a decision needs to read. The parts add up; whatever is not named is not read. */
export type ChangeScope = {
  /** The pending entries of these subjects. */
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
  /** True when the patch may contain ratings. */
  ratings?: boolean;
  /** The title of a lesson, or of a course when `lessonId` is null. */
  title?: { courseId: number; lessonId: number | null };
};

/** `entries` in the order of recording, without duplicates; `title` only when it was requested and is on the device. */
export type StoreView = { entries: Entry[]; units: Map<number, Unit>; meta: Meta; title?: string };

/** What a decision writes. An entry with seq 0 is appended. */
export type StorePatch = {
  entries?: Entry[];
  /** Seqs of log entries that are too old to keep. */
  forgottenEntries?: number[];
  units?: Unit[];
  /** True deletes all snapshots before `units` are written. */
  forgetUnits?: boolean;
  quizResults?: QuizResult[];
  /** Own ratings that the server accepted; written to the courses on the device. */
  ratings?: { courseId: number; stars: number }[];
  /** Lessons whose draft has become an entry. */
  draftsDone?: number[];
  meta?: Partial<Meta>;
};

/** Content as the server sent it. `catalog`, `lessonsOf` and `certificates` replace what was there. */
export type CachedContent = {
  catalog?: Course[];
  course?: Course;
  lessonsOf?: { courseId: number; lessons: Lesson[] };
  lesson?: Lesson;
  /** Courses and lessons that the server refuses to show: they leave the device, and work stays. */
  goneCourse?: number;
  goneLesson?: number;
  quiz?: Quiz;
  /** All of a person's certificates. */
  certificates?: OwnCertificate[];
  /** The newest certificate of its course, which replaces any other that is not older. */
  certificate?: OwnCertificate;
  /** Own attempts that were graded again, and when the device learned of it. */
  regraded?: { attempts: RegradedAttempt[]; at: string };
};

export interface Store {
  /**
   * One read-write transaction: reads what `scope` names, calls `decide` once, and writes its patch. Resolves after the
   * durable commit, to the patch with the seqs of appended entries; otherwise rejects and writes nothing.
   */
  change<P extends StorePatch>(scope: ChangeScope, decide: (view: StoreView) => P): Promise<P>;
  /** Saves pulled content in one transaction. */
  saveContent(content: CachedContent): Promise<void>;
  /** The courses whose lessons are on the device. */
  downloadedCourseIds(): Promise<number[]>;
}
