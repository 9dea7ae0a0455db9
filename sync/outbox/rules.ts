// The decisions of the engine in one place, so that the simulation can break one of them and show that it is caught.

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
