// The acknowledgement: verdicts become entry states, snapshots and results, in the transaction that they are written in.
import type { Unit } from '../contract/progress.ts';
import { type Entry, isPending, type UnitEntry } from '../store/entry.ts';
import type { Patch, QuizResult, View } from '../store/store.ts';
import type { Classification } from './classify.ts';
import { classifyEpoch, isLaterThan, type KnownHistory } from './epoch.ts';
import { mayUnblock, RETRY_AFTER_MS } from './outbox.ts';

/** One sent entry and what became of it. */
export type Sent = { seq: number; verdict: Classification };

/** A request's fate: what was sent, what was known when it left, and the time now (ISO 8601). */
export type Acknowledgement = { sent: Sent[]; asked: KnownHistory; at: string };

/** The settled work; `newEpoch` is set, and nothing written, when the device has to start over first (Y20). */
export type AppliedResults = Patch & { newEpoch?: string | null };

/**
 * Y17, Y5: `view` holds the sent entries as they are now, all pending Resets, and the snapshots.
 * Another tab may have moved an entry since it was sent: done wins over everything but the person's Discard, and
 * only an entry that is still 'sending' can be put back or blocked.
 */
export function applyResults(view: View, { sent, asked, at }: Acknowledgement): AppliedResults {
  const entries = new Map(view.entries.map((entry) => [entry.seq, entry]));
  const resets = view.entries.filter(isPendingReset);
  const moved = new Map<number, Entry>();
  const patch: AppliedResults = { units: [], quizResults: [], ratings: [] };
  for (const { seq, verdict } of sent) {
    const entry = entries.get(seq);
    if (!entry) continue;
    if (verdict.kind !== 'done') {
      moved.set(seq, putBack(entry, verdict, at));
      continue;
    }
    const word = classifyEpoch(view.meta, { asked, answered: verdict.epoch });
    if (word === 'new') return { newEpoch: verdict.epoch };
    moved.set(seq, word === 'late' ? requeue(entry) : finish(entry, verdict, at));
    if (word === 'late') continue;
    // What tells its epoch is remembered by the server (Y9).
    if (verdict.epoch !== null) {
      const { answeredAt } = verdict;
      const isNamed = isLaterThan(view.meta.lastDone, asked, answeredAt);
      patch.meta = {
        ...patch.meta,
        dataEpoch: verdict.epoch,
        ...(isNamed && { lastDone: { opId: entry.opId, at, answeredAt } }),
      };
    }
    patch.units?.push(...newerUnit(view, verdict));
    // What was written with the first answer must not stand over newer work when another one comes late.
    if (entry.state !== 'done') {
      patch.quizResults?.push(...quizResult(entry, verdict, at));
      patch.ratings?.push(...rating(entry));
    }
    for (const reset of raisedResets(entry, verdict, resets)) moved.set(reset.seq, reset);
  }
  return { ...patch, entries: [...moved.values()] };
}

type Done = Classification & { kind: 'done' };

function finish(entry: Entry, { result, answeredAt }: Done, at: string): Entry {
  if (entry.state === 'discarded' || entry.state === 'done') return entry;
  return { ...entry, state: 'done', result, lastError: null, endedAt: at, answeredAt };
}

const requeue = (entry: Entry): Entry => (entry.state === 'sending' ? { ...entry, state: 'queued' } : entry);

function putBack(entry: Entry, verdict: Exclude<Classification, Done>, at: string): Entry {
  if (entry.state !== 'sending') return entry;
  if (verdict.kind === 'unsent') return requeue(entry);
  const isRefused = verdict.kind === 'blocked' || verdict.kind === 'too-large';
  if (isRefused) {
    const retryAt = mayUnblock(verdict.error) && new Date(Date.parse(at) + RETRY_AFTER_MS).toISOString();
    return { ...entry, state: 'blocked', lastError: verdict.error, endedAt: at, ...(retryAt && { retryAt }) };
  }
  return { ...entry, state: 'queued', lastError: verdict.error };
}

/** An older word never replaces a newer one. */
function newerUnit({ units }: View, { unit }: Done): Unit[] {
  return unit && unit.rev >= (units.get(unit.lessonId)?.rev ?? 0) ? [unit] : [];
}

function quizResult({ opId, lessonId }: Entry, { sheet }: Done, at: string): QuizResult[] {
  if (!sheet || lessonId === null) return [];
  const { score, passed, review } = sheet;
  return [{ opId, lessonId, at, score, passed, review }];
}

/** What was rated stays on screen when the entry leaves the pending set. */
function rating(entry: Entry): NonNullable<Patch['ratings']> {
  return entry.kind === 'rating' ? [{ courseId: entry.courseId, stars: entry.body.stars }] : [];
}

const isPendingReset = (entry: Entry): entry is UnitEntry =>
  entry.kind === 'unit' && entry.body.status === 'not_started' && isPending(entry);

/** Y11: a Reset waiting behind an own change has seen what that change made, because its author had made it. */
function raisedResets({ subject, seq }: Entry, { changed, unit }: Done, resets: UnitEntry[]): Entry[] {
  if (!changed || !unit) return [];
  return resets
    .filter((reset) => reset.subject === subject && reset.seq > seq)
    .map(({ body, ...reset }) => ({ ...reset, body: { ...body, seenRev: Math.max(body.seenRev ?? 0, unit.rev) } }));
}
