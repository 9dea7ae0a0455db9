// One bounded flush of the outbox (Y15 to Y20): find work, identify, claim, send, record the results, and repeat until
// nothing is left or something stops it. remote-sync.ts decides when to flush and under which lock.
import { type Backoff, NO_BACKOFF, nextBackoff } from '../backoff.ts';
import { BATCH_OPERATIONS_LIMIT } from '../contract/operation.ts';
import type { Classification } from '../outbox/classify.ts';
import { adoptEpoch, historyOf, type KnownHistory } from '../outbox/epoch.ts';
import { isDue, RETRY_AFTER_MS } from '../outbox/outbox.ts';
import type { Rules } from '../outbox/rules.ts';
import { batchCall, singleCall, splitBatchResponse } from '../outbox/wire.ts';
import type { EnginePorts } from '../ports.ts';
import type { Entry } from '../store/entry.ts';
import type { Meta, PausedReason, Store, StoreView } from '../store/store.ts';
import { type Caller, RESPONSE_TIMEOUT_MS } from './call.ts';

export type FlushContext = {
  store: Store;
  ports: Pick<EnginePorts, 'clock' | 'random' | 'newId'>;
  call: Caller;
  rules: Rules;
};

/** How many entries a flush completed, and the courses they belong to. */
type SentCount = { sent: number; courses: number[] };

/** `offline` and `paused` may have sent something first; `at` is unix milliseconds. */
export type FlushOutcome =
  | { kind: 'nothing' }
  /** `isCut`: time ran out before the outbox was empty. */
  | ({ kind: 'sent'; isCut: boolean } & SentCount)
  | ({ kind: 'offline' } & SentCount)
  | ({ kind: 'paused'; reason: PausedReason } & SentCount)
  | ({ kind: 'later'; at: number } & SentCount)
  /** Another tab is flushing. */
  | { kind: 'busy' };

/** Why a flush ends before the outbox is empty. */
type FlushStop =
  | { kind: 'offline' }
  | { kind: 'paused'; reason: PausedReason }
  | { kind: 'retry'; retryAfterMs: number | null };

type FlushRun = FlushContext & {
  holder: string;
  /** Unix milliseconds after which no request starts. */
  endsAt: number;
  /** How many pending entries a claim reads. */
  window: number;
  /** Entries that are done now, those refused, and those that the server failed on (one per subject). */
  done: Entry[];
  refused: Entry[];
  failed: Entry[];
  failuresInARow: number;
  restarts: number;
  stop?: FlushStop;
};

/** The lock is held for 30 s: no request starts in the second half, so none ends after it. */
const FLUSH_MS = 30_000 - RESPONSE_TIMEOUT_MS;
/** Two full batches. */
const FIRST_WINDOW = 2 * BATCH_OPERATIONS_LIMIT;
/**
 * This many failures in a row are the server's fault, not one entry's; isolating one bad entry out of 500 by halves
 * takes ten.
 */
const MAX_FAILURES = 12;
const RESTARTS_LIMIT = 2;
const BLOCKED_AFTER_FLUSHES = 12;
const KEEPS_FAILING = {
  status: 500,
  code: 'keeps_failing',
  text: 'The server keeps failing to take this. It is tried again once a day.',
};

/** Flushes once. Where possible, the caller makes sure that no other tab does at the same time. */
export async function flush(context: FlushContext): Promise<FlushOutcome> {
  const run: FlushRun = {
    ...context,
    holder: context.ports.newId(),
    endsAt: context.ports.clock.now() + FLUSH_MS,
    window: FIRST_WINDOW,
    done: [],
    refused: [],
    failed: [],
    failuresInARow: 0,
    restarts: 0,
  };
  if (!(await hasWork(run))) return { kind: 'nothing' };
  // Identify before claiming, because an entry that cannot leave must not count as sent.
  const identity = await run.call.identify();
  if (identity.kind !== 'known') run.stop = identity.kind === 'paused' ? identity : { kind: 'offline' };

  while (!isOver(run)) {
    const batch = await claim(run);
    if (batch.entries.length === 0) break;
    await send(run, batch);
  }
  return finish(run);
}

const isOver = ({ stop, ports, endsAt }: FlushRun) => stop !== undefined || ports.clock.now() >= endsAt;

/** Queues blocked work that is due (Y17c), and returns whether anything is pending. */
async function hasWork({ store, rules, ports }: FlushRun): Promise<boolean> {
  const now = new Date(ports.clock.now()).toISOString();
  const { someAreDue } = await store.change({ states: ['blocked'] }, ({ entries }) => ({
    entries: [],
    someAreDue: entries.some((entry) => isDue(entry, now)),
  }));
  if (someAreDue) {
    await store.change({ states: ['queued', 'sending', 'blocked', 'done'] }, ({ entries }) => ({
      entries: rules.unblockDue(entries, now),
    }));
  }
  const { isWaiting } = await store.change({ states: ['queued', 'sending'], limit: 1 }, ({ entries }) => ({
    entries: [],
    isWaiting: entries.length > 0,
  }));
  return isWaiting;
}

/** Entries marked as sending, and what the device knew when they were. */
type Batch = { entries: Entry[]; history: KnownHistory };

/** Y5a: the selection and its 'sending' state are committed before a request leaves. */
async function claim(run: FlushRun): Promise<Batch> {
  const { store, rules, ports, window } = run;
  const failed = new Set(run.failed.map((entry) => entry.subject));
  const settledCount = run.done.length + run.refused.length;
  const claimed = await store.change({ states: ['queued', 'sending'], limit: window }, ({ entries, meta }) => {
    const heads = rules.eligible(entries, failed);
    const limit = batchSize(meta.backoff, settledCount);
    // Many entries of one lesson, or many that keep failing, must not hide the ones behind them (Y16b).
    const isShort = entries.length >= window && heads.filter(hasNotFailed).length < limit;
    const chosen = isShort
      ? []
      : rules.fitBatch(inSendOrder(heads, meta.backoff.failures, ports.random).slice(0, limit));
    return { entries: rules.markSending(chosen, run.holder), history: historyOf(meta), isShort };
  });
  if (!claimed.isShort) return claimed;
  run.window = Number.POSITIVE_INFINITY;
  return claim(run);
}

/**
 * Y15b: batches shrink from failure to failure, or one too slow for its timeout would never arrive, and grow with what
 * arrives. Where the server named a time to come back, the batch was not too slow.
 */
const batchSize = ({ failures, floor }: Backoff, settledCount: number) =>
  Math.min(BATCH_OPERATIONS_LIMIT, firstSize(floor > 0 ? 0 : failures) + 4 * settledCount);
const firstSize = (failures: number) => Math.max(1, BATCH_OPERATIONS_LIMIT >> (2 * Math.min(failures, 8)));

const hasNotFailed = ({ lastError }: Entry) =>
  lastError === null || ['network', 'timeout', 'unmarked'].includes(lastError.code);

/**
 * Y16b: failed work goes last, starting with a different entry each time, so that nothing blocks the rest forever; once
 * flushes begin with single calls, that includes work that did not arrive. When more than a dozen fail, the newest work
 * goes first.
 */
function inSendOrder(heads: Entry[], failures: number, random: () => number): Entry[] {
  const isFresh = firstSize(failures) > 1 ? hasNotFailed : ({ lastError }: Entry) => lastError === null;
  const untried = heads.filter(isFresh);
  const failing = heads.filter((entry) => !isFresh(entry));
  if (failing.length >= MAX_FAILURES) untried.reverse();
  const first = failing.length > 0 ? Math.floor(random() * failing.length) : 0;
  return [...untried, ...failing.slice(first), ...failing.slice(0, first)];
}

/**
 * Y15a: sends the whole batch; a batch that fails is sent again in halves, so that a bad entry ends up alone. Returns what
 * the device knows after the results.
 */
async function send(run: FlushRun, batch: Batch): Promise<KnownHistory> {
  const { entries, history } = batch;
  const [first] = entries;
  if (!first) return history;
  if (isOver(run)) return recordResults(run, batch, () => UNSENT);
  const now = run.ports.clock.now();
  const request = entries.length === 1 ? singleCall(first, history, now) : batchCall(entries, history, now);
  const response = await run.call.send({ ...request, until: run.endsAt + RESPONSE_TIMEOUT_MS });
  if (response.kind === 'paused') {
    run.stop = response;
    return recordResults(run, batch, () => UNSENT);
  }
  const responseTo = entries.length === 1 ? () => response : splitBatchResponse(response);
  if (responseTo) return recordResults(run, batch, (entry) => run.rules.classify(responseTo(entry), entry.kind));
  const classification = run.rules.classify(response, first.kind);
  if (appliesToBatch(classification)) {
    if (classification.kind === 'retry') run.stop ??= classification;
    return recordResults(run, batch, () => classification);
  }
  const half = Math.ceil(entries.length / 2);
  const known = await send(run, { entries: entries.slice(0, half), history });
  return send(run, { entries: entries.slice(half), history: known });
}

const UNSENT: Classification = { kind: 'unsent' };

/** True when smaller batches would get the same response. A 413, from us or a proxy, is different. */
function appliesToBatch(classification: Classification): boolean {
  if (classification.kind === 'offline') return classification.error.status !== 413;
  if (classification.kind === 'retry') return isServerBusy(classification);
  return classification.kind === 'auth' || classification.kind === 'paused' || classification.kind === 'restored';
}

/** The server asks all clients to wait: too many requests, or its database is unavailable. */
const isServerBusy = ({ error, retryAfterMs }: Classification & { kind: 'retry' }) =>
  retryAfterMs !== null || [408, 425, 429, 503].includes(error.status);

/** Y17: writes the results of a request, and decides how the flush continues. */
async function recordResults(
  run: FlushRun,
  { entries, history }: Batch,
  classificationOf: (entry: Entry) => Classification,
): Promise<KnownHistory> {
  const classified = entries.map((entry) => ({
    entry,
    seq: entry.seq,
    classification: classificationOf(entry),
  }));
  const { newEpoch, meta } = await run.store.change(
    {
      seqs: entries.map((entry) => entry.seq),
      resets: true,
      lessons: entries.flatMap((entry) => entry.lessonId ?? []),
      ratings: entries.some((entry) => entry.kind === 'rating'),
    },
    (view) => run.rules.applyResults(view, { classified, history, at: new Date(run.ports.clock.now()).toISOString() }),
  );
  if (newEpoch !== undefined) {
    await startOver(run, history, newEpoch);
    return history;
  }
  for (const { entry, classification } of classified) recordOutcome(run, entry, classification);
  const restored = classified.map(({ classification }) => classification).find(({ kind }) => kind === 'restored');
  if (restored?.kind === 'restored') await startOver(run, history, restored.epoch);
  return { ...history, lastDone: meta?.lastDone ?? history.lastDone };
}

function recordOutcome(run: FlushRun, entry: Entry, classification: Classification): void {
  if (classification.kind === 'retry') {
    // A response to the whole batch counts against none of its entries.
    if (classification === run.stop) return;
    run.failed.push(entry);
    run.failuresInARow += 1;
    if (isServerBusy(classification) || run.failuresInARow >= MAX_FAILURES) run.stop ??= classification;
  } else if (classification.kind === 'offline') run.stop ??= { kind: 'offline' };
  else if (classification.kind === 'auth') run.stop ??= { kind: 'paused', reason: 'auth' };
  else if (classification.kind === 'paused') run.stop ??= classification;
  else if (classification.kind !== 'restored' && classification.kind !== 'unsent') {
    run.failuresInARow = 0;
    (classification.kind === 'done' ? run.done : run.refused).push(entry);
  }
}

/** Y20: the flush continues under the new epoch; a server that keeps sending new epochs ends it. */
async function startOver(run: FlushRun, history: KnownHistory, epoch: string | null): Promise<void> {
  if (history.epoch !== epoch || history.lastDone !== null) await adoptEpoch(run, history, epoch);
  run.restarts += 1;
  if (run.restarts > RESTARTS_LIMIT) run.stop ??= { kind: 'retry', retryAfterMs: null };
}

/** Stores the end of a flush and returns its outcome. */
async function finish(run: FlushRun): Promise<FlushOutcome> {
  const { stop, done, refused, failed } = run;
  if (!stop && done.length + refused.length + failed.length === 0) return { kind: 'nothing' };
  const now = run.ports.clock.now();
  const { meta } = await run.store.change({ seqs: failed.map((entry) => entry.seq) }, (view) => ({
    entries: done.length > 0 ? view.entries.map((entry) => countFailure(entry, now)) : [],
    meta: metaAfter(run, view, now),
  }));
  const sent = { sent: done.length, courses: [...new Set(done.map((entry) => entry.courseId))] };
  if (stop?.kind === 'offline' || stop?.kind === 'paused') return { ...stop, ...sent };
  if (meta.backoff === NO_BACKOFF) return { kind: 'sent', isCut: now >= run.endsAt, ...sent };
  return { kind: 'later', at: Math.max(meta.backoff.until, meta.backoff.floor), ...sent };
}

/** Y17b: a failure counts only when another entry succeeded in the same flush. */
function countFailure(entry: Entry, now: number): Entry {
  if (entry.state !== 'queued') return entry;
  const failedPasses = (entry.failedPasses ?? 0) + 1;
  if (failedPasses < BLOCKED_AFTER_FLUSHES) return { ...entry, failedPasses };
  const [endedAt, retryAt] = [new Date(now).toISOString(), new Date(now + RETRY_AFTER_MS).toISOString()];
  return { ...entry, failedPasses, state: 'blocked', lastError: KEEPS_FAILING, endedAt, retryAt };
}

function metaAfter({ stop, done, failed, ports }: FlushRun, view: StoreView, now: number) {
  const isFine = !stop && failed.length === 0;
  const retryAfterMs = stop?.kind === 'retry' ? stop.retryAfterMs : null;
  const backoff = isFine ? NO_BACKOFF : nextBackoff(view.meta.backoff, now, { random: ports.random(), retryAfterMs });
  const meta: Partial<Meta> & { backoff: Backoff } = { backoff };
  // Entries that arrived before the flush was interrupted still count.
  if (done.length > 0) meta.lastSyncAt = new Date(now).toISOString();
  if (stop?.kind === 'paused') return { ...meta, pausedReason: stop.reason };
  // What an unanswered call says of the connection is found out after the flush (Y18c).
  if (stop?.kind !== 'offline') Object.assign(meta, { reachable: true, pausedReason: null });
  return meta;
}
