// One bounded pass over the outbox (Y16 to Y19): claim, send, settle, until nothing is eligible or the world says stop.

import { ANSWER_TIMEOUT_MS, type Paused } from './call.ts';
import { BATCH_OPERATIONS_LIMIT } from './contract/operation.ts';
import type { Entry, EntryState } from './entry.ts';
import { type Known, knownNow } from './epoch.ts';
import { isDue } from './outbox.ts';
import { closePass, type DrainContext, type Pass, type PassOutcome } from './pass.ts';
import type { Answer } from './ports.ts';
import type { Verdict } from './verdict.ts';
import { batchCall, singleCall, splitAnswer } from './wire.ts';

/** The lock is held for 30 s: no request starts in their second half, and none ends after them. */
const PASS_MS = 30_000 - ANSWER_TIMEOUT_MS;
/** So many failures without one success are the server's, not one entry's; halving 500 down to a bad one needs ten. */
const HOPELESS_AFTER = 12;
const RESTARTS_LIMIT = 2;

/** Runs one pass. The caller sees to it that, where it can be helped, nobody else does. */
export async function drain(context: DrainContext): Promise<PassOutcome> {
  const pass: Pass = {
    ...context,
    holder: context.ports.newId(),
    done: [],
    refused: [],
    failed: [],
    failuresInARow: 0,
    restarts: 0,
    endsAt: context.ports.clock.now() + PASS_MS,
  };
  if (!(await hasWork(pass))) return { kind: 'nothing' };
  // Asked before anything is claimed: what cannot leave shall not count as sent.
  const identity = await pass.call.identify();
  if (identity.kind !== 'known') pass.stop = identity.kind === 'paused' ? identity : { kind: 'offline' };

  let next = isOver(pass) ? undefined : await claim(pass, []);
  while (next && next.entries.length > 0) next = await carry(pass, next);
  return closePass(pass);
}

/** Entries that are marked as being sent, and what was known then; `isCut` when others could have come along. */
type Claimed = { entries: Entry[]; known: Known; isCut: boolean };

/**
 * Sends what is claimed; answers what goes next, undefined when the pass is over. While a request is away, what the
 * last one came to is written and the next batch claimed: in a long queue nothing waits for the storage.
 */
async function carry(pass: Pass, claimed: Claimed): Promise<Claimed | undefined> {
  const { entries, isCut } = claimed;
  const known = knownWith(claimed.known, pass.unsettled);
  if (isOver(pass)) {
    await settleLast(pass);
    await acknowledge(pass, entries, { known, verdicts: entries.map(() => NOT_SENT) });
    return undefined;
  }
  const meanwhile = async () => {
    await settleLast(pass);
    return isCut && !isOver(pass) ? claim(pass, entries) : undefined;
  };
  const [answer, ahead] = await Promise.all([ask(pass, entries, known), meanwhile()]);
  const verdicts = individualVerdicts(pass, entries, answer);
  if (verdicts?.every(isFinal)) pass.unsettled = { entries, known, verdicts };
  else await conclude(pass, entries, { known, answer });
  if (ahead && ahead.entries.length > 0) return ahead;
  await settleLast(pass);
  return isOver(pass) ? undefined : claim(pass, []);
}

/** True for what ends an entry and says nothing about the others: it may be written a little later. */
const isFinal = ({ kind }: Verdict) => kind === 'done' || kind === 'blocked' || kind === 'too-large';

async function settleLast(pass: Pass): Promise<void> {
  const { unsettled } = pass;
  pass.unsettled = undefined;
  if (unsettled) await acknowledge(pass, unsettled.entries, unsettled);
}

/** Y20: an operation that was acknowledged is named at once, also when that is not written yet. */
function knownWith(known: Known, unsettled: Pass['unsettled']): Known {
  const last = unsettled?.verdicts.findLastIndex((verdict) => verdict.kind === 'done' && verdict.epoch !== null) ?? -1;
  const [entry, verdict] = [unsettled?.entries[last], unsettled?.verdicts[last]];
  if (!entry || verdict?.kind !== 'done' || known.round !== unsettled?.known.round) return known;
  const isSameHistory = known.epoch === null || known.epoch === verdict.epoch;
  const lastDone = { opId: entry.opId, answeredAt: verdict.answeredAt };
  return isSameHistory ? { ...known, epoch: verdict.epoch, lastDone } : known;
}

const isOver = (pass: Pass) => pass.stop !== undefined || pass.ports.clock.now() >= pass.endsAt;

async function hasWork({ store, rules, ports }: Pass): Promise<boolean> {
  const now = new Date(ports.clock.now()).toISOString();
  const { someAreDue } = await store.change({ states: ['blocked'] }, ({ entries }) => ({
    entries: [],
    someAreDue: entries.some((entry) => isDue(entry, now)),
  }));
  if (someAreDue) {
    const all = { states: ['queued', 'sending', 'blocked', 'done'] as EntryState[], limit: Number.POSITIVE_INFINITY };
    await store.change(all, (view) => ({ entries: rules.releaseDue(view.entries, now) }));
  }
  const { isWaiting } = await store.change({ states: ['queued', 'sending'], limit: 1 }, ({ entries }) => ({
    entries: [],
    isWaiting: entries.length > 0,
  }));
  return isWaiting;
}

/** Y5: the choice, and the mark that it is being sent, are committed before a request leaves. */
function claim({ store, rules, holder, ports, ...pass }: Pass, underWay: readonly Entry[]): Promise<Claimed> {
  const failed = new Set(pass.failed.map((entry) => entry.subject));
  const away = new Set(underWay.map((entry) => entry.subject));
  const arrived = pass.done.length + pass.refused.length;
  return store.change({ states: ['queued', 'sending'] }, ({ entries, meta }) => {
    // What is under way has not had its turn yet: a rating still waits for it (Y16).
    const heads = rules.eligible(entries, failed).filter(({ subject }) => !away.has(subject));
    const chosen = rules.fitBatch(share(heads, meta.backoff.failures, arrived));
    // Batches that failures made small grow with what arrives, so that has to be known first.
    const isCut = meta.backoff.failures === 0 && chosen.length < heads.length;
    return { entries: rules.markSending(chosen, holder), known: knownNow(meta, ports.clock.now()), isCut };
  });
}

/**
 * What the next request may carry. A batch too slow for its time-out shrinks from pass to pass, or it would never
 * arrive, and grows again with what arrives in this one. In the end each pass begins with another entry: one on whose
 * way something always breaks, in a proxy perhaps, must not stand before the others for ever (Y16).
 */
function share(heads: Entry[], failures: number, arrived: number): Entry[] {
  const most = BATCH_OPERATIONS_LIMIT >> (2 * Math.min(failures, 8));
  const first = most > 1 ? 0 : failures % Math.max(1, heads.length);
  return [...heads.slice(first), ...heads.slice(0, first)].slice(0, Math.max(1, most) + 4 * arrived);
}

function ask(pass: Pass, entries: readonly Entry[], known: Known) {
  const [first] = entries;
  const request = first && entries.length === 1 ? singleCall(first, known) : batchCall(entries, known);
  return pass.call.send({ ...request, until: pass.endsAt + ANSWER_TIMEOUT_MS });
}

/** What became of each entry; undefined when the answer speaks of the request as a whole. */
function individualVerdicts(pass: Pass, entries: readonly Entry[], answer: Answer | Paused): Verdict[] | undefined {
  if (answer.kind === 'paused') return undefined;
  const answers = entries.length === 1 ? [answer] : splitAnswer(answer, entries);
  return answers && entries.flatMap(({ kind }, i) => (answers[i] ? pass.rules.judge(answers[i], kind) : []));
}

/** Y15: all at once; what fails as a batch is sent in halves, so that a poisonous entry ends up alone. */
async function send(pass: Pass, entries: Entry[], known: Known): Promise<void> {
  if (entries.length === 0) return;
  if (isOver(pass)) return acknowledge(pass, entries, { known, verdicts: entries.map(() => NOT_SENT) });
  return conclude(pass, entries, { known, answer: await ask(pass, entries, known) });
}

type Answered = { known: Known; answer: Answer | Paused };

async function conclude(pass: Pass, entries: Entry[], { known, answer }: Answered): Promise<void> {
  const [first] = entries;
  if (!first) return;
  if (answer.kind === 'paused') {
    pass.stop = answer;
    return acknowledge(pass, entries, { known, verdicts: entries.map(() => NOT_SENT) });
  }
  const verdicts = individualVerdicts(pass, entries, answer);
  if (verdicts) return acknowledge(pass, entries, { known, verdicts });
  const verdict = pass.rules.judge(answer, first.kind);
  if (isAboutAll(verdict)) return acknowledge(pass, entries, { known, verdicts: entries.map(() => verdict) });
  const half = Math.ceil(entries.length / 2);
  await send(pass, entries.slice(0, half), known);
  await send(pass, entries.slice(half), known);
}

const NOT_SENT: Verdict = { kind: 'offline', error: { status: 0, code: 'not_sent', text: 'Not sent yet.' } };

/** True for a batch's verdict that smaller batches would only hear again. Not so a 413, from us or a proxy. */
function isAboutAll(verdict: Verdict): boolean {
  if (verdict.kind === 'offline') return verdict.error.status !== 413;
  if (verdict.kind === 'retry') return isBusy(verdict);
  return verdict.kind === 'auth' || verdict.kind === 'paused' || verdict.kind === 'restored';
}

/** The server asks everybody to wait: too many requests, or its database is away. */
const isBusy = ({ error, retryAfterMs }: Verdict & { kind: 'retry' }) =>
  retryAfterMs !== null || [408, 425, 429, 503].includes(error.status);

type Judged = { known: Known; verdicts: Verdict[] };

/** Y17: writes what became of the entries, and learns from it how the pass goes on. */
async function acknowledge(pass: Pass, entries: Entry[], { known, verdicts }: Judged): Promise<void> {
  const sent = entries.flatMap((entry, i) => {
    const verdict = verdicts[i];
    return verdict ? [{ entry, seq: entry.seq, verdict }] : [];
  });
  const { newEpoch } = await pass.store.change(
    {
      seqs: entries.map((entry) => entry.seq),
      resets: true,
      lessons: entries.flatMap((entry) => entry.lessonId ?? []),
      ratings: entries.some((entry) => entry.kind === 'rating'),
    },
    (view) => pass.rules.settle(view, { sent, asked: known, at: new Date(pass.ports.clock.now()).toISOString() }),
  );
  if (newEpoch !== undefined) return restart(pass, known, newEpoch);
  for (const { entry, verdict } of sent) takeNote(pass, entry, verdict);
  const restored = verdicts.find(({ kind }) => kind === 'restored');
  if (restored?.kind === 'restored') await restart(pass, known, restored.epoch);
}

function takeNote(pass: Pass, entry: Entry, verdict: Verdict): void {
  if (verdict === NOT_SENT) return;
  if (verdict.kind === 'retry') {
    pass.failed.push(entry);
    pass.failuresInARow += 1;
    if (isBusy(verdict) || pass.failuresInARow >= HOPELESS_AFTER) pass.stop ??= verdict;
    return;
  }
  if (verdict.kind === 'offline') pass.stop ??= { kind: 'offline' };
  else if (verdict.kind === 'auth') pass.stop ??= { kind: 'paused', reason: 'auth' };
  else if (verdict.kind === 'paused') pass.stop ??= verdict;
  else if (verdict.kind !== 'restored') {
    pass.failuresInARow = 0;
    (verdict.kind === 'done' ? pass.done : pass.refused).push(entry);
  }
}

/**
 * Y20, once for each restore: only the first to hear of it, in whatever tab, finds what was known still in place. The
 * epoch stays the same where a server has lost our work without saying so.
 */
export async function adoptEpoch(
  { store, rules }: Pick<DrainContext, 'store' | 'rules'>,
  known: Known,
  epoch: string | null,
): Promise<void> {
  await store.change({ states: ['queued', 'sending', 'done'], limit: Number.POSITIVE_INFINITY }, (view) => {
    const isFirst = view.meta.dataEpoch === known.epoch && view.meta.round === known.round;
    return isFirst ? rules.startOver(view, epoch) : {};
  });
}

async function restart(pass: Pass, known: Known, epoch: string | null) {
  if (known.epoch !== epoch || known.lastDone !== null) await adoptEpoch(pass, known, epoch);
  pass.restarts += 1;
  if (pass.restarts > RESTARTS_LIMIT) pass.stop ??= { kind: 'retry', retryAfterMs: null };
}
