// The essential rules, each broken once: a test that no mutant can fail is worthless.
import { rules } from '#sync/outbox/rules.ts';
import { serverRules } from './simulated-server.ts';
import type { Mutant } from './story.ts';

export const MUTANTS: Record<string, Mutant> = {
  'Y9: the server does not look for the operation id': {
    serverRules: { ...serverRules, findApplied: () => undefined },
  },
  'Y5: an entry counts as done when it is sent': {
    rules: {
      ...rules,
      markSending: (entries, holder) =>
        rules.markSending(entries, holder).map((entry) => ({ ...entry, state: 'done' })),
    },
  },
  'Y11: a Reset takes away what its author never saw': {
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
  'Y11: any acknowledgement lets a waiting Reset through': {
    rules: {
      ...rules,
      classify: (answer, kind) => {
        const verdict = rules.classify(answer, kind);
        return verdict.kind === 'done' ? { ...verdict, changed: true } : verdict;
      },
    },
  },
  'Y14: the server takes work meant for another history': {
    // For a device with acknowledged work either check alone would do.
    serverRules: { ...serverRules, isCurrentEpoch: () => true, hasLastOp: () => true },
  },
  'Y20: the server takes work from a device whose last work it has lost': {
    serverRules: { ...serverRules, hasLastOp: () => true },
  },
  'Y6: a tap grows into an entry that was already sent': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const entries = view.entries.map((entry) => ({ ...entry, state: 'queued' as const, attempts: 0 }));
        return rules.enqueue({ ...view, entries }, intent, tap);
      },
    },
  },
  'Y6: a tap is taken for no news while an earlier one is being sent': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const enqueued = rules.enqueue(view, intent, tap);
        return view.entries.some((entry) => entry.state === 'sending') ? { ...enqueued, entries: [] } : enqueued;
      },
    },
  },
  'Y20: a Reset queued again still claims what it saw before the restore': {
    rules: {
      ...rules,
      startOver: (view, epoch) => ({
        ...rules.startOver(view, epoch),
        entries: view.entries.map((entry) => ({ ...entry, state: 'queued' })),
      }),
    },
  },
  'Y20: an answer from before the restore counts': {
    rules: {
      ...rules,
      applyResults: (view, { classified: sent, at }) => {
        const { dataEpoch, round } = view.meta;
        const believed = sent.map(({ seq, classification: verdict }) => ({
          seq,
          classification: verdict.kind === 'done' ? { ...verdict, epoch: dataEpoch } : verdict,
        }));
        return rules.applyResults(view, {
          classified: believed,
          at,
          history: { epoch: dataEpoch, round, lastDone: null },
        });
      },
    },
  },
  'Y20: a late answer to older work hides that newer work was lost': {
    where: 'two tabs without a lock, late answers, and a server restored in silence',
    rules: {
      ...rules,
      applyResults: (view, sent) => rules.applyResults({ ...view, meta: { ...view.meta, lastDone: null } }, sent),
    },
  },
  'Y10: an answer without our marker counts': {
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
  'Y17: a refusal holds what comes behind it': {
    rules: {
      ...rules,
      classify: (answer, kind) => {
        const verdict = rules.classify(answer, kind);
        return verdict.kind === 'blocked' ? { kind: 'retry', error: verdict.error, retryAfterMs: null } : verdict;
      },
    },
  },
  'Y17: an older word on a lesson replaces a newer one': {
    rules: { ...rules, applyResults: (view, sent) => rules.applyResults({ ...view, units: new Map() }, sent) },
  },
  'Y5: Retry does nothing': { rules: { ...rules, unblock: (entry) => entry } },
  'Y6: taps never fold': {
    rules: {
      ...rules,
      enqueue: (view, intent, tap) => {
        const entries = view.entries.map((entry) => ({ ...entry, attempts: 1 }));
        return rules.enqueue({ ...view, entries }, intent, tap);
      },
    },
  },
};
