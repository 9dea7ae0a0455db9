// The outbox between flushes: recording adds or coalesces entries, and flushes take the oldest entry of each subject.
import type { z } from 'zod/mini';
import { CourseRating } from '../contract/course.ts';
import { mergeRanges, type Unit, UnitChange } from '../contract/progress.ts';
import { QuizSubmission } from '../contract/quiz.ts';
import {
  ENTRY_VERSION,
  type Entry,
  type EntryError,
  type Intent,
  overlay,
  subjectOf,
  type UnitEntry,
} from '../store/entry.ts';
import type { StorePatch, StoreView } from '../store/store.ts';

/** What an intent is recorded with: its id, its time (ISO 8601) and the title on screen. */
export type IntentStamp = { opId: string; at: string; title: string };

/** The patch for a recorded intent; `unit` is what the screen shows now, null for a course-level intent. */
export type Enqueued = StorePatch & { unit: Unit | null };

/**
 * Y6: records one intent. `view` holds the pending entries of its subject and the lesson's snapshot. Writes one new or
 * coalesced entry, or none when the intent changes nothing. Throws when the server could never accept it.
 */
export function enqueue(view: StoreView, intent: Intent, stamp: IntentStamp): Enqueued {
  const last = view.entries.at(-1);
  if (intent.kind === 'enroll') {
    const isWaiting = view.entries.some((entry) => entry.kind === 'enroll');
    return { entries: isWaiting ? [] : [newEntry(intent, stamp)], unit: null };
  }
  if (intent.kind === 'rating') {
    const rating = newEntry(intent, stamp);
    const isNews = last?.kind !== 'rating' || last.body.stars !== intent.stars;
    return { entries: isNews ? [(last && coalesce(last, rating)) ?? rating] : [], unit: null };
  }
  const snapshot = view.units.get(intent.lessonId);
  const round = Math.max(snapshot?.round ?? 0, view.meta.courseRounds[intent.courseId] ?? 0) || undefined;
  const next = newEntry(intent, stamp, { seenRev: snapshot?.rev ?? 0, round });
  const before = overlay(snapshot, intent.lessonId, view.entries);
  const after = overlay(before, intent.lessonId, [next]);
  if (intent.kind === 'unit' && after === before) return { entries: [], unit: before };

  const isDraftSent = intent.kind === 'quiz' || intent.reflection !== undefined;
  return {
    entries: [(last && coalesce(last, next)) ?? next],
    draftsDone: isDraftSent ? [intent.lessonId] : [],
    unit: after,
  };
}

/** What its author saw of the lesson. */
type Seen = { seenRev: number; round: number | undefined };

function newEntry(intent: Intent, stamp: IntentStamp, seen: Seen = { seenRev: 0, round: undefined }): Entry {
  const row = {
    seq: 0,
    opId: stamp.opId,
    subject: subjectOf(intent),
    courseId: intent.courseId,
    title: stamp.title,
    state: 'queued',
    attempts: 0,
    createdAt: stamp.at,
    lastError: null,
    result: null,
    v: ENTRY_VERSION,
  } as const;
  if (intent.kind === 'enroll') return { ...row, kind: 'enroll', lessonId: null, body: null };
  if (intent.kind === 'rating') {
    return { ...row, kind: 'rating', lessonId: null, body: validated(CourseRating, { stars: intent.stars }) };
  }
  const { lessonId } = intent;
  if (intent.kind === 'quiz') {
    return {
      ...row,
      kind: 'quiz',
      lessonId,
      body: quizBody(intent, seen),
      ...(intent.asked && { asked: intent.asked }),
    };
  }
  return { ...row, kind: 'unit', lessonId, body: unitBody(intent, seen) };
}

function quizBody(
  { answers, quizVersion, durationMs }: Extract<Intent, { kind: 'quiz' }>,
  { round }: Seen,
): QuizSubmission {
  return validated(QuizSubmission, {
    answers,
    ...(quizVersion && { quizVersion }),
    ...(durationMs && { durationMs }),
    ...(round && { round }),
  });
}

/** Absent fields mean 'not reported': an undefined in the body would erase what an earlier intent reported. */
function unitBody(intent: Extract<Intent, { kind: 'unit' }>, { seenRev, round }: Seen): UnitChange {
  const { lessonId, status, positionSeconds, watched, reflection } = intent;
  return validated(UnitChange, {
    lessonId,
    status,
    ...(status === 'not_started' && { seenRev }),
    ...(positionSeconds !== undefined && { positionSeconds }),
    ...(watched && { watched: mergeRanges(watched, []) }),
    ...(reflection !== undefined && { reflection }),
    ...(round && { round }),
  });
}

/** Y7a: the body as the contract accepts it. */
function validated<Shape extends z.ZodMiniType>(shape: Shape, body: z.input<Shape>): z.output<Shape> {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new RangeError('The server would never accept this work.');
  return parsed.data;
}

/** Y6a: the last entry with the next one coalesced into it; undefined when that is not allowed. */
function coalesce(last: Entry, next: Entry): Entry | undefined {
  if (last.state !== 'queued' || last.attempts > 0) return undefined;
  if (last.kind === 'quiz' && next.kind === 'quiz' && last.body.round === next.body.round) {
    const { body, createdAt, asked } = next;
    return { ...last, body, createdAt, ...(asked && { asked }) };
  }
  if (last.kind === 'rating' && next.kind === 'rating') {
    return { ...last, body: next.body, createdAt: next.createdAt };
  }
  if (last.kind !== 'unit' || next.kind !== 'unit' || last.body.round !== next.body.round) return undefined;
  if (last.body.status !== 'in_progress' || next.body.status === 'not_started') return undefined;
  return coalesceUnits(last, next);
}

function coalesceUnits(last: UnitEntry, next: UnitEntry): UnitEntry {
  const body: UnitChange = { ...last.body, ...next.body };
  if (last.body.watched) body.watched = mergeRanges(last.body.watched, next.body.watched ?? []);
  return { ...last, createdAt: next.createdAt, body };
}

/**
 * Y16: the oldest pending entry of each subject, in the order of recording, except the subjects in `except`. A rating
 * waits until the course's older work was tried in this flush or, where that failed for the first time, in a later one,
 * because the server accepts it only after the course was completed.
 */
export function eligible(pending: readonly Entry[], except: ReadonlySet<string>): Entry[] {
  const oldest = new Map<string, Entry>();
  for (const entry of pending) if (!oldest.has(entry.subject)) oldest.set(entry.subject, entry);
  // A first failure holds the course's rating for the rest of this flush; later failures do not.
  const hasBeenTried = ({ subject }: Entry) => except.has(subject) && (oldest.get(subject)?.attempts ?? 0) > 1;
  const hasOlderWork = ({ seq, courseId }: Entry) =>
    pending.some((other) => other.seq < seq && other.courseId === courseId && !hasBeenTried(other));
  const isEarly = (entry: Entry) => entry.kind === 'rating' && hasOlderWork(entry);
  return [...oldest.values()].filter((entry) => !except.has(entry.subject) && !isEarly(entry));
}

/** Y5a: committed before the request leaves, so that a crash finds the entry and sends it again. */
export function markSending(entries: readonly Entry[], holder: string): Entry[] {
  return entries.map((entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1, holder }));
}

/** The person's Retry: the same entry with the same id, treated as new work. */
export function unblock(entry: Entry): Entry {
  if (entry.state !== 'blocked') return entry;
  return { ...entry, state: 'queued', failedPasses: 0, retryAt: undefined, lastError: null };
}

/** How long blocked work waits before it is retried automatically. */
export const RETRY_AFTER_MS = 86_400_000;

/**
 * Y17c: true for a refusal that can resolve itself: the course is published again, or the lesson or the right is back.
 */
export const mayUnblock = (error: EntryError) => error.status === 403 || error.status === 404;

/** Y17c: makes blocked entries due for the next flush. */
export function makeDue(blocked: readonly Entry[], now: string): Entry[] {
  return blocked.map((entry) => (entry.state === 'blocked' ? { ...entry, retryAt: now } : entry));
}

/** Y17c: true when a blocked entry is due. A time more than a day ahead comes from a wrong clock. */
export function isDue(entry: Entry, now: string): boolean {
  if (entry.state !== 'blocked' || entry.retryAt === undefined) return false;
  const left = Date.parse(entry.retryAt) - Date.parse(now);
  return !(left > 0 && left <= RETRY_AFTER_MS);
}

/**
 * Y17c, Y17d: queues due entries again; one more failure blocks them again. An entry that the person's later work has
 * superseded stays blocked for them, because sending it would undo that work. `entries` includes the log.
 */
export function unblockDue(entries: readonly Entry[], now: string): Entry[] {
  const lastDone = new Map<string, number>();
  for (const { subject, seq, state } of entries) {
    if (state === 'done') lastDone.set(subject, Math.max(seq, lastDone.get(subject) ?? 0));
  }
  const isOutdated = ({ subject, seq }: Entry) => (lastDone.get(subject) ?? 0) > seq;
  const due = entries.filter((entry) => isDue(entry, now));
  return due.map((entry) => ({ ...entry, state: isOutdated(entry) ? 'blocked' : 'queued', retryAt: undefined }));
}

/** The person's Discard, after they confirmed it; only blocked work can be discarded. */
export function discard(entry: Entry, at: string): Entry {
  return entry.state === 'blocked' ? { ...entry, state: 'discarded', endedAt: at } : entry;
}
