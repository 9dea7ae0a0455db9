// The engine's decisions in one object, so that the simulation can break one at a time and prove that it is noticed.

import { applyResults } from './apply-results.ts';
import { classify } from './classify.ts';
import { startOver } from './epoch.ts';
import { discard, eligible, enqueue, makeDue, markSending, unblock, unblockDue } from './outbox.ts';
import { fitBatch } from './wire.ts';

export const rules = {
  enqueue,
  eligible,
  fitBatch,
  markSending,
  classify,
  applyResults,
  startOver,
  unblock,
  makeDue,
  unblockDue,
  discard,
};
export type Rules = typeof rules;
