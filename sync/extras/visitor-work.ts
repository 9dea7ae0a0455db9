// What a visitor did on this device, as offered to whoever signs in next (Y2).
import type { Unit } from '../contract/progress.ts';
import { type Entry, overlay, type UnitEntry } from '../store/entry.ts';
import { allPending, type Draft, type Replica } from '../store/replica.ts';
import { holdsWork } from './unsent-work.ts';

/** A lesson that a visitor worked on; 'draft' when there is only an unfinished text. */
export type VisitorLesson = { lessonId: number; title: string; status: 'in_progress' | 'completed' | 'draft' };

/** A course with the lessons that a visitor worked on; `lessonCount` is 0 when the course is not on the device. */
export type VisitorCourse = { courseId: number; title: string; lessonCount: number; lessons: VisitorLesson[] };

/** A visitor's unclaimed work. `lastAt` (ISO 8601) is when they last worked, by this device's clock. */
export type VisitorWork = { courses: VisitorCourse[]; lessonCount: number; lastAt: string };

/**
 * A person's claim on a visitor's work, stored beside it until it is applied: all work up to this entry and time (ISO
 * 8601).
 */
export type AdoptionClaim = { id: string; userId: string; lastSeq: number; at: string };

/** Keys in `meta`: the claim, in the visitor's database, and the last applied claim, in the person's. */
export const CLAIM_KEY = 'claim';
export const APPLIED_CLAIM = 'carriedOutClaim';

/** What a visitor's entries of one subject and kind amount to: the last entry and, for a lesson, the resulting unit. */
export type SubjectSummary = { last: Entry; unit: Unit | null };

export type VisitorRows = { entries: Entry[]; drafts: Draft[] };

const NOTHING_CLAIMED: Pick<AdoptionClaim, 'lastSeq' | 'at'> = { lastSeq: 0, at: '' };

/** A visitor's unclaimed work, or null when there is none worth offering; may run inside a live query. */
export async function readVisitorWork(visitor: Replica): Promise<VisitorWork | null> {
  const [claim, rows] = await Promise.all([readClaim(visitor), readVisitorRows(visitor)]);
  const { lastSeq, at } = claim ?? NOTHING_CLAIMED;
  const summaries = summarize(rows.entries.filter(({ seq }) => seq > lastSeq)).filter(isProgress);
  const drafts = rows.drafts.filter(({ savedAt }) => savedAt > at);
  const courses = await byCourse(visitor, summaries, drafts);
  if (courses.length === 0) return null;
  const times = [...summaries.map(({ last }) => last.createdAt), ...drafts.map(({ savedAt }) => savedAt)];
  return {
    courses,
    lessonCount: courses.reduce((sum, { lessons }) => sum + lessons.length, 0),
    lastAt: times.sort().at(-1) ?? '',
  };
}

/** Deletes a visitor's work and drafts, claimed or not; content stays. The next visitor starts clean. */
export async function deleteVisitorWork(visitor: Replica): Promise<void> {
  const tables = [visitor.outbox, visitor.units, visitor.drafts, visitor.quizResults];
  await visitor.transaction('rw', [...tables, visitor.meta], () =>
    Promise.all([...tables.map((table) => table.clear()), visitor.meta.delete(CLAIM_KEY)]),
  );
}

export async function readClaim(visitor: Replica): Promise<AdoptionClaim | undefined> {
  return (await visitor.meta.get(CLAIM_KEY))?.value as AdoptionClaim | undefined;
}

export async function readVisitorRows(visitor: Replica): Promise<VisitorRows> {
  const [rows, drafts] = await Promise.all([allPending(visitor).toArray(), visitor.drafts.filter(holdsWork).toArray()]);
  return { entries: rows.sort((a, b) => a.seq - b.seq), drafts };
}

/** Summarizes entries, one summary per subject and kind. */
export function summarize(entries: readonly Entry[]): SubjectSummary[] {
  const summaries = new Map<string, SubjectSummary>();
  for (const last of entries) {
    const key = `${last.kind} ${last.subject}`;
    const before = summaries.get(key)?.unit ?? undefined;
    summaries.set(key, { last, unit: last.kind === 'unit' ? overlay(before, last.lessonId, [last]) : null });
  }
  return [...summaries.values()];
}

/** A lesson that was reset does not count, and neither does an enrollment alone. */
export const isProgress = (summary: SubjectSummary): summary is { last: UnitEntry; unit: Unit } =>
  summary.unit !== null && summary.unit.status !== 'not_started';

async function byCourse(visitor: Replica, summaries: { last: UnitEntry; unit: Unit }[], drafts: Draft[]) {
  const drafted = drafts
    .map(({ lessonId }) => lessonId)
    .filter((id) => !summaries.some(({ last }) => last.lessonId === id));
  const draftedLessons = (await visitor.lessons.bulkGet(drafted)).flatMap((lesson) => lesson ?? []);
  const worked = [
    ...summaries.map(({ last, unit }) => ({ ...last, status: unit.status as VisitorLesson['status'] })),
    ...draftedLessons.map(({ id, courseId, title }) => ({ lessonId: id, courseId, title, status: 'draft' as const })),
  ];
  const ids = [...new Set(worked.map(({ courseId }) => courseId))];
  const known = await visitor.courses.bulkGet(ids);
  return ids.map((courseId, index): VisitorCourse => {
    const { title = `Course ${courseId}`, lessonCount = 0 } = known[index] ?? {};
    const lessons = worked.filter((lesson) => lesson.courseId === courseId);
    return { courseId, title, lessonCount, lessons: lessons.map(withTitle) };
  });
}

const withTitle = ({ lessonId, title, status }: VisitorLesson) => ({
  lessonId,
  title: title || `Lesson ${lessonId}`,
  status,
});
