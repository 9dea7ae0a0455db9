// One bounded pass over the outbox (Y15 to Y20): find work, identify, claim, send, record, and so on until nothing can go
// or the world says stop. When a pass runs, and under which lock, is network.ts's to say.
import { type Backoff, backOffMore, NO_BACKOFF } from '../backoff.ts';
import { BATCH_OPERATIONS_LIMIT } from '../contract/operation.ts';
import type { Classification } from '../outbox/classify.ts';
import { adoptEpoch, historyOf, type KnownHistory } from '../outbox/epoch.ts';
import { isDue, RETRY_AFTER_MS } from '../outbox/outbox.ts';
import type { Rules } from '../outbox/rules.ts';
import { batchCall, singleCall, splitAnswer } from '../outbox/wire.ts';
import type { EnginePorts } from '../ports.ts';
import type { Entry } from '../store/entry.ts';
import type { Meta, PausedReason, Store, View } from '../store/store.ts';
import { ANSWER_TIMEOUT_MS, type Caller } from './call.ts';

export type FlushContext = {
  store: Store;
  ports: Pick<EnginePorts, 'clock' | 'random' | 'newId'>;
  call: Caller;
  rules: Rules;
};

/** What a pass that tried came to: how many entries are done now, and whose courses they are. */
type Sent = { sent: number; courses: number[] };

/** `offline` and `paused` may have sent something before; `at` is unix milliseconds. */
export type FlushOutcome =
  | { kind: 'nothing' }
  /** `isCut`: the time was up before the outbox was empty. */
  | ({ kind: 'sent'; isCut: boolean } & Sent)
  | ({ kind: 'offline' } & Sent)
  | ({ kind: 'paused'; reason: PausedReason } & Sent)
  | ({ kind: 'later'; at: number } & Sent)
  /** Another tab is at it. */
  | { kind: 'busy' };

/** Why a pass ends before the outbox is empty. */
type Stop =
  | { kind: 'offline' }
  | { kind: 'paused'; reason: PausedReason }
  | { kind: 'retry'; retryAfterMs: number | null };

type Pass = FlushContext & {
  holder: string;
  /** Unix milliseconds after which no request starts. */
  endsAt: number;
  /** How many pending entries a claim reads. */
  window: number;
  /** Entries that are done now; refused for good; and those that the server failed to take, one of each subject. */
  done: Entry[];
  refused: Entry[];
  failed: Entry[];
  failuresInARow: number;
  restarts: number;
  stop?: Stop;
};

/** The lock is held for 30 s: no request starts in their second half, and none ends after them. */
const PASS_MS = 30_000 - ANSWER_TIMEOUT_MS;
/** Twice what one batch carries. */
const FIRST_WINDOW = 2 * BATCH_OPERATIONS_LIMIT;
/** So many failures without one success are the server's, not one entry's; halving 500 down to a bad one needs ten. */
const HOPELESS_AFTER = 12;
const RESTARTS_LIMIT = 2;
const BLOCKED_AFTER_PASSES = 12;
const KEEPS_FAILING = {
  status: 500,
  code: 'keeps_failing',
  text: 'The server keeps failing to take this. It is tried again once a day.',
};

/** Runs one pass. The caller makes sure that, where it can be helped, no other tab runs one. */
export async function flush(context: FlushContext): Promise<FlushOutcome> {
  const pass: Pass = {
    ...context,
    holder: context.ports.newId(),
    endsAt: context.ports.clock.now() + PASS_MS,
    window: FIRST_WINDOW,
    done: [],
    refused: [],
    failed: [],
    failuresInARow: 0,
    restarts: 0,
  };
  if (!(await hasWork(pass))) return { kind: 'nothing' };
  // Before anything is claimed: what cannot leave must not count as sent.
  const identity = await pass.call.identify();
  if (identity.kind !== 'known') pass.stop = identity.kind === 'paused' ? identity : { kind: 'offline' };

  while (!isOver(pass)) {
    const batch = await claim(pass);
    if (batch.entries.length === 0) break;
    await send(pass, batch);
  }
  return close(pass);
}

const isOver = ({ stop, ports, endsAt }: Pass) => stop !== undefined || ports.clock.now() >= endsAt;

/** Queues the refused work whose time has come (Y17), and says whether anything is pending. */
async function hasWork({ store, rules, ports }: Pass): Promise<boolean> {
  const now = new Date(ports.clock.now()).toISOString();
  const { someAreDue } = await store.change({ states: ['blocked'] }, ({ entries }) => ({
    entries: [],
    someAreDue: entries.some((entry) => isDue(entry, now)),
  }));
  if (someAreDue) {
    await store.change({ states: ['queued', 'sending', 'blocked', 'done'] }, ({ entries }) => ({
      entries: rules.releaseDue(entries, now),
    }));
  }
  const { isWaiting } = await store.change({ states: ['queued', 'sending'], limit: 1 }, ({ entries }) => ({
    entries: [],
    isWaiting: entries.length > 0,
  }));
  return isWaiting;
}

/** Entries that are marked as being sent, and what was known when they were. */
type Batch = { entries: Entry[]; known: KnownHistory };

/** Y5: the choice, and the mark that it is being sent, are committed before a request leaves. */
async function claim(pass: Pass): Promise<Batch> {
  const { store, rules, ports, window } = pass;
  const failed = new Set(pass.failed.map((entry) => entry.subject));
  const arrived = pass.done.length + pass.refused.length;
  const claimed = await store.change({ states: ['queued', 'sending'], limit: window }, ({ entries, meta }) => {
    const heads = rules.eligible(entries, failed);
    const most = batchSize(meta.backoff, arrived);
    // Many entries of one lesson, or many that keep failing, must not hide what lies behind them (Y16b).
    const isShort = entries.length >= window && heads.filter(isUntroubled).length < most;
    const chosen = isShort ? [] : rules.fitBatch(inTurn(heads, meta.backoff.failures, ports.random).slice(0, most));
    return { entries: rules.markSending(chosen, pass.holder), known: historyOf(meta, ports.clock.now()), isShort };
  });
  if (!claimed.isShort) return claimed;
  pass.window = Number.POSITIVE_INFINITY;
  return claim(pass);
}

/** A batch too slow for its time-out shrinks from pass to pass, or it would never arrive, and grows with what arrives. */
const batchSize = ({ failures }: Backoff, arrived: number) =>
  Math.min(BATCH_OPERATIONS_LIMIT, firstSize(failures) + 4 * arrived);
const firstSize = (failures: number) => Math.max(1, BATCH_OPERATIONS_LIMIT >> (2 * Math.min(failures, 8)));

const isUntroubled = ({ lastError }: Entry) =>
  lastError === null || ['network', 'timeout', 'unmarked'].includes(lastError.code);

/**
 * Y16b: what the server failed on goes last, beginning with another entry each time, so that nothing stands before the
 * others for ever; once passes begin with single calls, so does whatever did not arrive. When more than a few fail, new
 * work goes first.
 */
function inTurn(heads: Entry[], failures: number, random: () => number): Entry[] {
  const isFresh = firstSize(failures) > 1 ? isUntroubled : ({ lastError }: Entry) => lastError === null;
  const fresh = heads.filter(isFresh);
  const troubled = heads.filter((entry) => !isFresh(entry));
  if (troubled.length >= HOPELESS_AFTER) fresh.reverse();
  const first = troubled.length > 0 ? Math.floor(random() * troubled.length) : 0;
  return [...fresh, ...troubled.slice(first), ...troubled.slice(0, first)];
}

/** Y15: all at once; what fails as a batch is sent in halves, so that a poisonous entry ends up alone. */
async function send(pass: Pass, batch: Batch): Promise<void> {
  const { entries, known } = batch;
  const [first] = entries;
  if (!first) return;
  if (isOver(pass)) return record(pass, batch, () => UNSENT);
  const request = entries.length === 1 ? singleCall(first, known) : batchCall(entries, known);
  const answer = await pass.call.send({ ...request, until: pass.endsAt + ANSWER_TIMEOUT_MS });
  if (answer.kind === 'paused') {
    pass.stop = answer;
    return record(pass, batch, () => UNSENT);
  }
  const answerTo = entries.length === 1 ? () => answer : splitAnswer(answer);
  if (answerTo) return record(pass, batch, (entry) => pass.rules.classify(answerTo(entry), entry.kind));
  const verdict = pass.rules.classify(answer, first.kind);
  if (isAboutAll(verdict)) {
    if (verdict.kind === 'retry') pass.stop ??= verdict;
    return record(pass, batch, () => verdict);
  }
  const half = Math.ceil(entries.length / 2);
  await send(pass, { entries: entries.slice(0, half), known });
  await send(pass, { entries: entries.slice(half), known });
}

const UNSENT: Classification = { kind: 'unsent' };

/** True for a batch's verdict that smaller batches would only hear again. Not so a 413, from us or a proxy. */
function isAboutAll(verdict: Classification): boolean {
  if (verdict.kind === 'offline') return verdict.error.status !== 413;
  if (verdict.kind === 'retry') return isBusy(verdict);
  return verdict.kind === 'auth' || verdict.kind === 'paused' || verdict.kind === 'restored';
}

/** The server asks everybody to wait: too many requests, or its database is away. */
const isBusy = ({ error, retryAfterMs }: Classification & { kind: 'retry' }) =>
  retryAfterMs !== null || [408, 425, 429, 503].includes(error.status);

/** Y17: writes what became of the entries, and learns from it how the pass goes on. */
async function record(
  pass: Pass,
  { entries, known }: Batch,
  verdictOn: (entry: Entry) => Classification,
): Promise<void> {
  const sent = entries.map((entry) => ({ entry, seq: entry.seq, verdict: verdictOn(entry) }));
  const { newEpoch } = await pass.store.change(
    {
      seqs: entries.map((entry) => entry.seq),
      resets: true,
      lessons: entries.flatMap((entry) => entry.lessonId ?? []),
      ratings: entries.some((entry) => entry.kind === 'rating'),
    },
    (view) => pass.rules.applyResults(view, { sent, asked: known, at: new Date(pass.ports.clock.now()).toISOString() }),
  );
  if (newEpoch !== undefined) return startOver(pass, known, newEpoch);
  for (const { entry, verdict } of sent) takeNote(pass, entry, verdict);
  const restored = sent.map(({ verdict }) => verdict).find(({ kind }) => kind === 'restored');
  if (restored?.kind === 'restored') await startOver(pass, known, restored.epoch);
}

function takeNote(pass: Pass, entry: Entry, verdict: Classification): void {
  if (verdict.kind === 'retry') {
    // Said of a whole batch, it counts against none of its entries.
    if (verdict === pass.stop) return;
    pass.failed.push(entry);
    pass.failuresInARow += 1;
    if (isBusy(verdict) || pass.failuresInARow >= HOPELESS_AFTER) pass.stop ??= verdict;
  } else if (verdict.kind === 'offline') pass.stop ??= { kind: 'offline' };
  else if (verdict.kind === 'auth') pass.stop ??= { kind: 'paused', reason: 'auth' };
  else if (verdict.kind === 'paused') pass.stop ??= verdict;
  else if (verdict.kind !== 'restored' && verdict.kind !== 'unsent') {
    pass.failuresInARow = 0;
    (verdict.kind === 'done' ? pass.done : pass.refused).push(entry);
  }
}

/** Y20: the pass goes on under the new epoch; a server that never stops naming new ones ends it. */
async function startOver(pass: Pass, known: KnownHistory, epoch: string | null): Promise<void> {
  if (known.epoch !== epoch || known.lastDone !== null) await adoptEpoch(pass, known, epoch);
  pass.restarts += 1;
  if (pass.restarts > RESTARTS_LIMIT) pass.stop ??= { kind: 'retry', retryAfterMs: null };
}

/** Writes the end of a pass and says what it came to. */
async function close(pass: Pass): Promise<FlushOutcome> {
  const { stop, done, refused, failed } = pass;
  if (!stop && done.length + refused.length + failed.length === 0) return { kind: 'nothing' };
  const now = pass.ports.clock.now();
  const { meta } = await pass.store.change({ seqs: failed.map((entry) => entry.seq) }, (view) => ({
    entries: done.length > 0 ? view.entries.map((entry) => countFailure(entry, now)) : [],
    meta: metaAfter(pass, view, now),
  }));
  const sent = { sent: done.length, courses: [...new Set(done.map((entry) => entry.courseId))] };
  if (stop?.kind === 'offline' || stop?.kind === 'paused') return { ...stop, ...sent };
  if (meta.backoff === NO_BACKOFF) return { kind: 'sent', isCut: now >= pass.endsAt, ...sent };
  return { kind: 'later', at: Math.max(meta.backoff.until, meta.backoff.floor), ...sent };
}

/** Y17: a pass in which another entry succeeded counts against this one; one without any success against nobody. */
function countFailure(entry: Entry, now: number): Entry {
  if (entry.state !== 'queued') return entry;
  const failedPasses = (entry.failedPasses ?? 0) + 1;
  if (failedPasses < BLOCKED_AFTER_PASSES) return { ...entry, failedPasses };
  const [endedAt, retryAt] = [new Date(now).toISOString(), new Date(now + RETRY_AFTER_MS).toISOString()];
  return { ...entry, failedPasses, state: 'blocked', lastError: KEEPS_FAILING, endedAt, retryAt };
}

function metaAfter({ stop, done, failed, ports }: Pass, view: View, now: number) {
  const isFine = !stop && failed.length === 0;
  const retryAfterMs = stop?.kind === 'retry' ? stop.retryAfterMs : null;
  const backoff = isFine ? NO_BACKOFF : backOffMore(view.meta.backoff, now, { random: ports.random(), retryAfterMs });
  const meta: Partial<Meta> & { backoff: Backoff } = { backoff };
  // What arrived before the pass broke off has arrived.
  if (done.length > 0) meta.lastSyncAt = new Date(now).toISOString();
  if (stop?.kind === 'paused') return { ...meta, pausedReason: stop.reason };
  meta.reachable = stop?.kind !== 'offline';
  if (meta.reachable) meta.pausedReason = null;
  return meta;
}
