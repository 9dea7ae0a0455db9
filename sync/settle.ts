// The acknowledgement: verdicts become entry states, snapshots and results, in the transaction that they are written in.
import type { Entry } from './entry.ts';
import { isPending } from './entry.ts';
import { judgeEpoch } from './epoch.ts';
import type { Patch, QuizResult, View } from './store.ts';
import type { Verdict } from './verdict.ts';

/** One sent entry and what became of it. */
export type Sent = { seq: number; verdict: Verdict };

/** A request's fate: what was sent, the epoch known when it left, and the time now (ISO 8601). */
export type Acknowledgement = { sent: Sent[]; askedUnder: string | null; at: string };

/** The settled work; `newEpoch` is set, and nothing written, when the device has to start over first (Y20). */
export type Settled = Patch & { newEpoch?: string | null };

/**
 * Y17, Y5: `view` holds the sent entries as they are now, the pending entries of their subjects, and their snapshots.
 * Another tab may have moved an entry since it was sent: done wins over everything but the person's Discard, and
 * only an entry that is still 'sending' can be put back or blocked.
 */
export function settle(view: View, { sent, askedUnder, at }: Acknowledgement): Settled {
  const entries = new Map(view.entries.map((entry) => [entry.seq, entry]));
  const settled: Required<Pick<Settled, 'units' | 'quizResults' | 'meta'>> = { units: [], quizResults: [], meta: {} };
  const moved = new Map<number, Entry>();
  for (const { seq, verdict } of sent) {
    const entry = moved.get(seq) ?? entries.get(seq);
    if (!entry) continue;
    const isDone = verdict.kind === 'done';
    const word = isDone ? judgeEpoch(view.meta.dataEpoch, { askedUnder, answered: verdict.epoch }) : 'current';
    if (word === 'new' && isDone) return { newEpoch: verdict.epoch };
    if (!isDone || word === 'late') {
      moved.set(seq, putBack(entry, verdict, at));
      continue;
    }
    if (verdict.epoch !== null) settled.meta = { dataEpoch: verdict.epoch };
    moved.set(seq, finish(entry, verdict, at));
    if (verdict.sheet && entry.lessonId !== null) settled.quizResults.push(quizResult(entry, verdict.sheet, at));
    if (!verdict.unit) continue;
    if (verdict.unit.rev >= (view.units.get(verdict.unit.lessonId)?.rev ?? 0)) settled.units.push(verdict.unit);
    if (!verdict.changed) continue;
    for (const reset of resetsBehind(entry, entries.values())) moved.set(reset.seq, raise(reset, verdict.unit.rev));
  }
  return { ...settled, entries: [...moved.values()] };
}

function finish(entry: Entry, verdict: Verdict & { kind: 'done' }, at: string): Entry {
  if (entry.state === 'discarded' || entry.state === 'done') return entry;
  return { ...entry, state: 'done', result: verdict.result, lastError: null, endedAt: at };
}

function putBack(entry: Entry, verdict: Verdict, at: string): Entry {
  if (entry.state !== 'sending') return entry;
  if (verdict.kind === 'done') return { ...entry, state: 'queued' };
  const isRefused = verdict.kind === 'blocked' || verdict.kind === 'too-large';
  if (isRefused) return { ...entry, state: 'blocked', lastError: verdict.error, endedAt: at };
  return { ...entry, state: 'queued', lastError: verdict.error };
}

function resetsBehind(entry: Entry, entries: Iterable<Entry>): Entry[] {
  return [...entries].filter(
    (other) => other.subject === entry.subject && other.seq > entry.seq && isPending(other) && isReset(other),
  );
}

const isReset = (entry: Entry) => entry.kind === 'unit' && entry.body.status === 'not_started';

/** Y11: a Reset waiting behind an own change has seen what that change made, because its author had made it. */
function raise(entry: Entry, rev: number): Entry {
  if (entry.kind !== 'unit') return entry;
  return { ...entry, body: { ...entry.body, seenRev: Math.max(entry.body.seenRev ?? 0, rev) } };
}

function quizResult(entry: Entry, { score, passed, review }: Omit<QuizResult, 'opId' | 'lessonId' | 'at'>, at: string) {
  return { opId: entry.opId, lessonId: entry.lessonId ?? 0, at, score, passed, review };
}
