// A pass under way, and what it leaves behind: the back-off, entries that failed too often, what the sync status says.
import { backOffMore, NO_BACKOFF } from './backoff.ts';
import type { Caller } from './call.ts';
import type { Entry } from './entry.ts';
import type { Known } from './epoch.ts';
import type { EnginePorts } from './ports.ts';
import type { Rules } from './rules.ts';
import type { Meta, PausedReason, Store, View } from './store.ts';
import type { Verdict } from './verdict.ts';

export type DrainContext = {
  store: Store;
  ports: Pick<EnginePorts, 'clock' | 'random' | 'newId'>;
  call: Caller;
  rules: Rules;
};

/** One pass under way. */
export type Pass = DrainContext & {
  holder: string;
  /** Entries that are done now; refused for good; and those that the server failed to take, one of each subject. */
  done: Entry[];
  refused: Entry[];
  failed: Entry[];
  failuresInARow: number;
  restarts: number;
  /** What the last request came to, when it is not written yet. */
  unsettled?: { entries: Entry[]; known: Known; verdicts: Verdict[] } | undefined;
  /** Unix milliseconds after which no request starts. */
  endsAt: number;
  stop?: Stop;
};

/** Why a pass ended before the outbox was empty. */
export type Stop =
  | { kind: 'offline' }
  | { kind: 'paused'; reason: PausedReason }
  | { kind: 'retry'; retryAfterMs: number | null };

/** What a pass that tried came to: how many entries are done now, and whose courses they are. */
type Sent = { sent: number; courses: number[] };

/** `offline` and `paused` may have sent something before; `at` is unix milliseconds. */
export type PassOutcome =
  | { kind: 'nothing' }
  /** `isCut`: the time was up before the outbox was empty. */
  | ({ kind: 'sent'; isCut: boolean } & Sent)
  | ({ kind: 'offline' } & Sent)
  | ({ kind: 'paused'; reason: PausedReason } & Sent)
  | ({ kind: 'later'; at: number } & Sent)
  /** Another tab is at it. */
  | { kind: 'busy' };

const BLOCKED_AFTER_PASSES = 12;
const DAY_MS = 86_400_000;
const KEEPS_FAILING = {
  status: 500,
  code: 'keeps_failing',
  text: 'The server keeps failing to take this. It is tried again once a day.',
};

/** Writes the end of a pass and says what it came to. */
export async function closePass(pass: Pass): Promise<PassOutcome> {
  const { stop, done, refused, failed } = pass;
  if (!stop && done.length + refused.length + failed.length === 0) return { kind: 'nothing' };
  const now = pass.ports.clock.now();
  const { meta } = await pass.store.change({ seqs: failed.map((entry) => entry.seq) }, (view) => ({
    entries: done.length > 0 ? view.entries.map((entry) => countFailure(entry, now)) : [],
    meta: metaAfter(pass, view, now),
  }));
  const sent = { sent: done.length, courses: [...new Set(done.map((entry) => entry.courseId))] };
  if (stop?.kind === 'offline' || stop?.kind === 'paused') return { ...stop, ...sent };
  const { until = 0, floor = 0 } = meta.backoff ?? NO_BACKOFF;
  return meta.backoff === NO_BACKOFF
    ? { kind: 'sent', isCut: now >= pass.endsAt, ...sent }
    : { kind: 'later', at: Math.max(until, floor), ...sent };
}

/** Y17: a pass in which another entry succeeded counts against this one; one without any success against nobody. */
function countFailure(entry: Entry, now: number): Entry {
  if (entry.state !== 'queued') return entry;
  const failedPasses = (entry.failedPasses ?? 0) + 1;
  if (failedPasses < BLOCKED_AFTER_PASSES) return { ...entry, failedPasses };
  const [endedAt, retryAt] = [new Date(now).toISOString(), new Date(now + DAY_MS).toISOString()];
  return { ...entry, failedPasses, state: 'blocked', lastError: KEEPS_FAILING, endedAt, retryAt };
}

function metaAfter({ stop, done, failed, ports }: Pass, view: View, now: number): Partial<Meta> {
  const isFine = !stop && failed.length === 0;
  const retryAfterMs = stop?.kind === 'retry' ? stop.retryAfterMs : null;
  const backoff = isFine ? NO_BACKOFF : backOffMore(view.meta.backoff, now, { random: ports.random(), retryAfterMs });
  const meta: Partial<Meta> = { backoff };
  // What arrived before the pass broke off has arrived.
  if (done.length > 0) meta.lastSyncAt = new Date(now).toISOString();
  if (stop?.kind === 'paused') return { ...meta, pausedReason: stop.reason };
  meta.reachable = stop?.kind !== 'offline';
  if (meta.reachable) meta.pausedReason = null;
  return meta;
}
