// Intents (what a person did) and entries (their rows in the outbox). The row is a frozen contract (Y8): only optional
// fields may be added, with a higher `v`, because old code will meet newer rows and new code older ones.

import type { CourseRating } from '../contract/course.ts';
import type { LessonStatus, UnitChange, WatchedRanges } from '../contract/progress.ts';
import { applyChange, freshUnit, type Unit } from '../contract/progress.ts';
import type { QuizQuestion, QuizSubmission } from '../contract/quiz.ts';

/** Something a person did that the server must learn, now or days later. */
export type Intent =
  | {
      kind: 'unit';
      courseId: number;
      lessonId: number;
      /** 'not_started' is the Reset button and nothing else (Y12). */
      status: LessonStatus;
      positionSeconds?: number;
      watched?: WatchedRanges;
      reflection?: string;
    }
  | {
      kind: 'quiz';
      courseId: number;
      lessonId: number;
      answers: QuizSubmission['answers'];
      quizVersion?: string;
      durationMs?: number;
      /** The questions as they were on screen; they stay on the device. */
      asked?: QuizQuestion[];
    }
  | { kind: 'enroll'; courseId: number }
  | { kind: 'rating'; courseId: number; stars: number };

/** queued -> sending -> done, blocked or queued again; blocked -> queued (Retry) or discarded (Y5). */
export type EntryState = 'queued' | 'sending' | 'done' | 'blocked' | 'discarded';

/** Why an entry is not done: HTTP status (0 without a response), refusal code, and a sentence for the person. */
export type EntryError = { status: number; code: string; text: string };

/** The outcome of a done entry. `score` is a percentage: of a quiz, or of a completion that needed a passed quiz. */
export type EntryResult = {
  outcome:
    | 'applied'
    | 'unchanged'
    | 'already_completed'
    | 'superseded'
    | 'not_passed'
    | 'passed'
    | 'enrolled'
    | 'rated';
  score?: number;
};

type Row = {
  /** The order of recording on this device; 0 until the store assigns it. */
  seq: number;
  /** Created when the intent is recorded, and sent as Idempotency-Key ever after (Y9). */
  opId: string;
  /** What the entry is about, `lesson:5` or `course:1`; entries of one subject keep their order (Y16). */
  subject: string;
  courseId: number;
  /** Title of the lesson or course as it was on screen. */
  title: string;
  state: EntryState;
  /** How often it was sent; 0 means that no server can know it. */
  attempts: number;
  /** When the person acted, by this device's clock: for display, and sent as an age (Y11d). */
  createdAt: string;
  lastError: EntryError | null;
  result: EntryResult | null;
  v: number;
  /** The flush that sends it, for debugging. */
  holder?: string;
  /** When it was done, blocked or discarded, by this device's clock. */
  endedAt?: string;
  /** When the server acknowledged it, by the server's clock; absent when the response had no time. */
  answeredAt?: string | undefined;
  /** Flushes in which this entry failed while another one succeeded (Y17b). */
  failedPasses?: number;
  /** When a blocked entry is retried automatically (Y17c). */
  retryAt?: string;
};

export type UnitEntry = Row & { kind: 'unit'; lessonId: number; body: UnitChange };
export type QuizEntry = Row & {
  kind: 'quiz';
  lessonId: number;
  body: QuizSubmission;
  /** The questions as they were on screen, so that the answers stay readable even if the quiz changes. Never sent. */
  asked?: QuizQuestion[];
};
export type EnrollEntry = Row & { kind: 'enroll'; lessonId: null; body: null };
export type RatingEntry = Row & { kind: 'rating'; lessonId: null; body: CourseRating };
export type Entry = UnitEntry | QuizEntry | EnrollEntry | RatingEntry;

/** Raised with each field that is added. */
export const ENTRY_VERSION = 4;

/** What keeps entries in order: those of one subject follow one another (Y1). */
export function subjectOf(intent: Intent): string {
  return 'lessonId' in intent ? `lesson:${intent.lessonId}` : `course:${intent.courseId}`;
}

/** True for work that is sent automatically; blocked work waits for the person. */
export function isPending(entry: Entry): boolean {
  return entry.state === 'queued' || entry.state === 'sending';
}

/**
 * What the screen shows of one lesson (Y4): the snapshot with the pending entries applied. `entries` are this lesson's,
 * in the order of recording; entries that are not pending, and those of an earlier round, are skipped. Returns the same
 * object when nothing changes it.
 */
export function overlay(snapshot: Unit | undefined, lessonId: number, entries: readonly Entry[]): Unit {
  let unit = snapshot ?? freshUnit(lessonId);
  for (const entry of entries) {
    if (entry.kind === 'unit' && isPending(entry) && !isEarlier(entry, unit))
      unit = applyChange(unit, entry.body, entry.createdAt);
  }
  return unit;
}

/** Y31c: work of an earlier round does not belong to this unit. Work without a round may. */
const isEarlier = ({ body }: UnitEntry, { round = 1 }: Unit) => body.round !== undefined && body.round < round;
