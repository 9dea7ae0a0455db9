// The essential rules, each broken once: a test that no mutant can fail is worthless.
import { rules } from '#sync/outbox/rules.ts';
import { serverRules } from './simulated-server.ts';
import type { Mutant } from './story.ts';

export const MUTANTS: Record<string, Mutant> = {
  'Y9: the server does not look up the operation id': {
    serverRules: { ...serverRules, findApplied: () => undefined },
  },
  'Y5: an entry counts as done when it is sent': {
    rules: {
      ...rules,
      markSending: (entries, holder) =>
        rules.markSending(entries, holder).map((entry) => ({ ...entry, state: 'done' })),
    },
  },
  'Y11: a Reset removes a completion that its author never saw': {
    serverRules: {
      ...serverRules,
      mergeUnit: (row, { seenRev: _, ...change }, at) => serverRules.mergeUnit(row, change, at),
    },
  },
  'Y16: a lesson sends its newest entry first': {
    rules: { ...rules, eligible: (pending, except) => rules.eligible([...pending].reverse(), except) },
  },
  'Y20: a restored server gets nothing again': {
    rules: { ...rules, startOver: (view, epoch) => ({ ...rules.startOver(view, epoch), entries: [] }) },
  },
  'Y11: any acknowledgement raises a pending Reset': {
    rules: {
      ...rules,
      classify: (answer, kind) => {
        const verdict = rules.classify(answer, kind);
        return verdict.kind === 'done' ? { ...verdict, changed: true } : verdict;
      },
    },
  },
  'Y14: the server accepts work meant for another history': {
    // For a device with acknowledged work either check alone would do.
    serverRules: { ...serverRules, isCurrentEpoch: () => true, hasLastOp: () => true },
  },
  'Y20: the server accepts work from a device whose last work it has lost': {
    serverRules: { ...serverRules, hasLastOp: () => true },
  },
  'Y6: an intent is coalesced into an entry that was already sent': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const entries = view.entries.map((entry) => ({ ...entry, state: 'queued' as const, attempts: 0 }));
        return rules.enqueue({ ...view, entries }, intent, tap);
      },
    },
  },
  'Y6: an intent is dropped while an earlier one is being sent': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const enqueued = rules.enqueue(view, intent, tap);
        return view.entries.some((entry) => entry.state === 'sending') ? { ...enqueued, entries: [] } : enqueued;
      },
    },
  },
  'Y20: a requeued Reset keeps the rev it saw before the restore': {
    rules: {
      ...rules,
      startOver: (view, epoch) => ({
        ...rules.startOver(view, epoch),
        entries: view.entries.map((entry) => ({ ...entry, state: 'queued' })),
      }),
    },
  },
  'Y20: a response from before the restore counts': {
    rules: {
      ...rules,
      applyResults: (view, { classified: sent, at }) => {
        const { dataEpoch, round, lastDone } = view.meta;
        const believed = sent.map(({ seq, classification: verdict }) => ({
          seq,
          classification: verdict.kind === 'done' ? { ...verdict, epoch: dataEpoch } : verdict,
        }));
        return rules.applyResults(view, {
          classified: believed,
          at,
          history: { epoch: dataEpoch, round, lastDone },
        });
      },
    },
  },
  'Y20: a response counts although another request was acknowledged meanwhile': {
    where: 'two tabs without a lock, late answers, and a server restored in silence',
    rules: {
      ...rules,
      applyResults: (view, sent) =>
        rules.applyResults(view, { ...sent, history: { ...sent.history, lastDone: view.meta.lastDone } }),
    },
  },
  'Y10: a response without our marker counts': {
    rules: {
      ...rules,
      classify: (answer, kind) => {
        const verdict = rules.classify(answer, kind);
        if (verdict.kind !== 'offline' || answer.kind !== 'response' || answer.status !== 200) return verdict;
        return {
          kind: 'done',
          result: { outcome: 'applied' },
          unit: null,
          changed: false,
          gradedQuiz: null,
          epoch: null,
        };
      },
    },
  },
  'Y17: a refusal holds back the work behind it': {
    rules: {
      ...rules,
      classify: (answer, kind) => {
        const verdict = rules.classify(answer, kind);
        return verdict.kind === 'blocked' ? { kind: 'retry', error: verdict.error, retryAfterMs: null } : verdict;
      },
    },
  },
  'Y17: an older unit replaces a newer one': {
    rules: { ...rules, applyResults: (view, sent) => rules.applyResults({ ...view, units: new Map() }, sent) },
  },
  'Y31: work of a round that is over counts for the present one': {
    where: 'one device and new rounds',
    serverRules: { ...serverRules, countedRound: ({ ended }) => ended.length + 1 },
  },
  'Y31: the round that a device names is ignored': {
    where: 'one device and new rounds',
    serverRules: { ...serverRules, countedRound: (facts) => serverRules.countedRound({ ...facts, named: undefined }) },
  },
  'Y31: work of two rounds is coalesced': {
    where: 'one device and new rounds',
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const [next] = rules.enqueue({ ...view, entries: [] }, intent, tap).entries ?? [];
        const entries = view.entries.map((entry) =>
          entry.kind === 'unit' && next?.kind === 'unit'
            ? { ...entry, body: { ...entry.body, round: next.body.round } }
            : entry,
        );
        return rules.enqueue({ ...view, entries }, intent, tap);
      },
    },
  },
  'Y5: Retry does nothing': { rules: { ...rules, unblock: (entry) => entry } },
  'Y6: intents are never coalesced': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const entries = view.entries.map((entry) => ({ ...entry, attempts: 1 }));
        return rules.enqueue({ ...view, entries }, intent, tap);
      },
    },
  },
};
