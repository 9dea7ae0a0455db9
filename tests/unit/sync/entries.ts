// Valid entries and views, with defaults for everything a test does not care about.
import type { UnitChange } from '#sync/contract/progress.ts';
import {
  ENTRY_VERSION,
  type EnrollEntry,
  type QuizEntry,
  type RatingEntry,
  type UnitEntry,
} from '#sync/store/entry.ts';
import { INITIAL_META, type StoreView } from '#sync/store/store.ts';

export const AT = '2026-03-01T08:00:00.000Z';
export const opId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const ROW = {
  courseId: 4,
  title: 'Reading a floor plan',
  state: 'queued',
  attempts: 0,
  createdAt: AT,
  lastError: null,
  result: null,
  v: ENTRY_VERSION,
} as const;

/** A queued change of lesson 101 with this `seq`. */
export function aUnitEntry(seq: number, change: Partial<UnitChange> = {}, row: Partial<UnitEntry> = {}): UnitEntry {
  const lessonId = change.lessonId ?? 101;
  const body: UnitChange = { lessonId, status: 'in_progress', ...change };
  return { ...ROW, seq, opId: opId(seq), subject: `lesson:${lessonId}`, kind: 'unit', lessonId, body, ...row };
}

export function aQuizEntry(seq: number, row: Partial<QuizEntry> = {}): QuizEntry {
  const lessonId = row.lessonId ?? 101;
  const body = { answers: { '1': '11' } };
  return { ...ROW, seq, opId: opId(seq), subject: `lesson:${lessonId}`, kind: 'quiz', lessonId, body, ...row };
}

export function anEnrollEntry(seq: number, row: Partial<EnrollEntry> = {}): EnrollEntry {
  return { ...ROW, seq, opId: opId(seq), subject: 'course:4', kind: 'enroll', lessonId: null, body: null, ...row };
}

export function aRatingEntry(seq: number, stars: number, row: Partial<RatingEntry> = {}): RatingEntry {
  const about = { subject: 'course:4', kind: 'rating', lessonId: null } as const;
  return { ...ROW, seq, opId: opId(seq), ...about, body: { stars }, ...row };
}

export function aView(parts: Partial<StoreView> = {}): StoreView {
  return { entries: [], units: new Map(), meta: INITIAL_META, ...parts };
}
