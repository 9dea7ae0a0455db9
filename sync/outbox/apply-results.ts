// Applies the results of a request: classifications become entry states, snapshots and quiz results, in one
// transaction.
import type { Unit } from '../contract/progress.ts';
import { type Entry, isPending, type UnitEntry } from '../store/entry.ts';
import type { QuizResult, StorePatch, StoreView } from '../store/store.ts';
import type { Classification } from './classify.ts';
import { classifyEpoch, isOvertaken, type KnownHistory } from './epoch.ts';
import { mayUnblock, RETRY_AFTER_MS } from './outbox.ts';

/** One sent entry and the meaning of its response. */
export type ClassifiedEntry = { seq: number; classification: Classification };

/**
 * The results of one request: the entries it carried, what the device knew when it left, and the time now (ISO 8601).
 */
export type Acknowledgement = { classified: ClassifiedEntry[]; history: KnownHistory; at: string };

/** The patch to write. With `newEpoch` set, nothing is written, because the device has to start over first (Y20). */
export type AppliedResults = StorePatch & { newEpoch?: string | null };

/**
 * Y5, Y17. `view` holds the sent entries as they are now, all pending Resets, and the snapshots. Another tab may have
 * changed an entry since it was sent: 'done' overrides everything except the person's Discard, and only an entry that
 * is still 'sending' can be requeued or blocked.
 */
export function applyResults(view: StoreView, { classified, history, at }: Acknowledgement): AppliedResults {
  const entries = new Map(view.entries.map((entry) => [entry.seq, entry]));
  const resets = view.entries.filter(isPendingReset);
  const changed = new Map<number, Entry>();
  const patch: AppliedResults = { units: [], quizResults: [], ratings: [] };
  for (const { seq, classification } of classified) {
    const entry = entries.get(seq);
    if (!entry) continue;
    if (classification.kind !== 'done') {
      changed.set(seq, requeueOrBlock(entry, classification, at));
      continue;
    }
    const epochStatus = classifyEpoch(view.meta, { history, responseEpoch: classification.epoch });
    if (epochStatus === 'new') return { newEpoch: classification.epoch };
    if (epochStatus === 'stale' || isOvertaken(view.meta, history)) {
      changed.set(seq, requeue(entry));
      continue;
    }
    changed.set(seq, markDone(entry, classification, at));
    // A response that carries an epoch was recorded by the server (Y9).
    if (classification.epoch !== null) {
      const { epoch, answeredAt } = classification;
      patch.meta = { dataEpoch: epoch, lastDone: { opId: entry.opId, at, answeredAt } };
    }
    patch.units?.push(...newerUnit(view, classification));
    // A late second response must not overwrite newer results.
    if (entry.state !== 'done') {
      patch.quizResults?.push(...quizResultsOf(entry, classification, at));
      patch.ratings?.push(...ratingsOf(entry));
    }
    for (const reset of raisedResets(entry, classification, resets)) changed.set(reset.seq, reset);
  }
  return { ...patch, entries: [...changed.values()] };
}

type DoneClassification = Classification & { kind: 'done' };

function markDone(entry: Entry, { result, answeredAt }: DoneClassification, at: string): Entry {
  if (entry.state === 'discarded' || entry.state === 'done') return entry;
  return { ...entry, state: 'done', result, lastError: null, endedAt: at, answeredAt };
}

const requeue = (entry: Entry): Entry => (entry.state === 'sending' ? { ...entry, state: 'queued' } : entry);

function requeueOrBlock(entry: Entry, classification: Exclude<Classification, DoneClassification>, at: string): Entry {
  if (entry.state !== 'sending') return entry;
  if (classification.kind === 'unsent') return requeue(entry);
  const isRefused = classification.kind === 'blocked' || classification.kind === 'too-large';
  if (isRefused) {
    const retryAt = mayUnblock(classification.error) && new Date(Date.parse(at) + RETRY_AFTER_MS).toISOString();
    return { ...entry, state: 'blocked', lastError: classification.error, endedAt: at, ...(retryAt && { retryAt }) };
  }
  return { ...entry, state: 'queued', lastError: classification.error };
}

/** A snapshot is never replaced by an older revision. */
function newerUnit({ units }: StoreView, { unit }: DoneClassification): Unit[] {
  return unit && unit.rev >= (units.get(unit.lessonId)?.rev ?? 0) ? [unit] : [];
}

function quizResultsOf(entry: Entry, { gradedQuiz: sheet }: DoneClassification, at: string): QuizResult[] {
  if (!sheet || entry.kind !== 'quiz') return [];
  const { opId, lessonId, body } = entry;
  const { score, passed, review } = sheet;
  return [{ opId, lessonId, at, score, passed, review, isNews: true, ...(body.round && { round: body.round }) }];
}

/** Writes the stars to the course, so that they stay on screen when the entry leaves the pending set. */
function ratingsOf(entry: Entry): NonNullable<StorePatch['ratings']> {
  return entry.kind === 'rating' ? [{ courseId: entry.courseId, stars: entry.body.stars }] : [];
}

const isPendingReset = (entry: Entry): entry is UnitEntry =>
  entry.kind === 'unit' && entry.body.status === 'not_started' && isPending(entry);

/** Y11c: a Reset queued behind the person's own change has seen the rev that this change made. */
function raisedResets({ subject, seq }: Entry, { changed, unit }: DoneClassification, resets: UnitEntry[]): Entry[] {
  if (!changed || !unit) return [];
  return resets
    .filter((reset) => reset.subject === subject && reset.seq > seq)
    .map(({ body, ...reset }) => ({ ...reset, body: { ...body, seenRev: Math.max(body.seenRev ?? 0, unit.rev) } }));
}
