// The decisions of the engine in one place, so that the simulation can break one of them and show that it is caught.

import { startOver } from './epoch.ts';
import { discard, dueNow, eligible, enqueue, markSending, release, releaseDue } from './outbox.ts';
import { settle } from './settle.ts';
import { judge } from './verdict.ts';
import { fitBatch } from './wire.ts';

export const rules = {
  enqueue,
  eligible,
  fitBatch,
  markSending,
  judge,
  settle,
  startOver,
  release,
  dueNow,
  releaseDue,
  discard,
};
export type Rules = typeof rules;
