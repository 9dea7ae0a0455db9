// The acknowledgement: verdicts become entry states, snapshots and results, in the transaction that they are written in.
import type { Unit } from '../contract/progress.ts';
import { type Entry, isPending, type UnitEntry } from '../store/entry.ts';
import type { QuizResult, StorePatch, StoreView } from '../store/store.ts';
import type { Classification } from './classify.ts';
import { classifyEpoch, isLaterThan, type KnownHistory } from './epoch.ts';
import { mayUnblock, RETRY_AFTER_MS } from './outbox.ts';

/** One sent entry and what became of it. */
export type ClassifiedEntry = { seq: number; classification: Classification };

/** A request's fate: what was sent, what was known when it left, and the time now (ISO 8601). */
export type Acknowledgement = { classified: ClassifiedEntry[]; history: KnownHistory; at: string };

/** The settled work; `newEpoch` is set, and nothing written, when the device has to start over first (Y20). */
export type AppliedResults = StorePatch & { newEpoch?: string | null };

/**
 * Y17, Y5: `view` holds the sent entries as they are now, all pending Resets, and the snapshots.
 * Another tab may have moved an entry since it was sent: done wins over everything but the person's Discard, and
 * only an entry that is still 'sending' can be put back or blocked.
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
    changed.set(seq, epochStatus === 'stale' ? requeue(entry) : markDone(entry, classification, at));
    if (epochStatus === 'stale') continue;
    // What tells its epoch is remembered by the server (Y9).
    if (classification.epoch !== null) {
      const { answeredAt } = classification;
      const isLatest = isLaterThan(view.meta.lastDone, history, answeredAt);
      patch.meta = {
        ...patch.meta,
        dataEpoch: classification.epoch,
        ...(isLatest && { lastDone: { opId: entry.opId, at, answeredAt } }),
      };
    }
    patch.units?.push(...newerUnit(view, classification));
    // What was written with the first answer must not stand over newer work when another one comes late.
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

/** An older word never replaces a newer one. */
function newerUnit({ units }: StoreView, { unit }: DoneClassification): Unit[] {
  return unit && unit.rev >= (units.get(unit.lessonId)?.rev ?? 0) ? [unit] : [];
}

function quizResultsOf({ opId, lessonId }: Entry, { gradedQuiz: sheet }: DoneClassification, at: string): QuizResult[] {
  if (!sheet || lessonId === null) return [];
  const { score, passed, review } = sheet;
  return [{ opId, lessonId, at, score, passed, review }];
}

/** What was rated stays on screen when the entry leaves the pending set. */
function ratingsOf(entry: Entry): NonNullable<StorePatch['ratings']> {
  return entry.kind === 'rating' ? [{ courseId: entry.courseId, stars: entry.body.stars }] : [];
}

const isPendingReset = (entry: Entry): entry is UnitEntry =>
  entry.kind === 'unit' && entry.body.status === 'not_started' && isPending(entry);

/** Y11: a Reset waiting behind an own change has seen what that change made, because its author had made it. */
function raisedResets({ subject, seq }: Entry, { changed, unit }: DoneClassification, resets: UnitEntry[]): Entry[] {
  if (!changed || !unit) return [];
  return resets
    .filter((reset) => reset.subject === subject && reset.seq > seq)
    .map(({ body, ...reset }) => ({ ...reset, body: { ...body, seenRev: Math.max(body.seenRev ?? 0, unit.rev) } }));
}
