// What the queue does, by kind: composed here, and told in the file of each kind.
import { renditions } from './authoring/media/make-renditions.ts';
import { collectMediaGarbage } from './authoring/media/media-garbage.ts';
import { countLargeCourses } from './catalog/course-figures.ts';
import type { Deps } from './deps.ts';
import { deleteOldMessages, webhookMessages } from './integrations/webhooks/deliver.ts';
import { announceOverdue } from './integrations/webhooks/overdue.ts';
import { deleteOldStatements, statements } from './integrations/xapi/deliver.ts';
import { deleteOldOperations } from './learning/apply-once.ts';
import { mails, openSmtp } from './mail/mailer.ts';
import { deleteExpired } from './operations/retention.ts';
import { deleteOldJobs } from './organizations/jobs.ts';
import { eraseHolders } from './personal-data/erase-person.ts';
import { deleteEndedExports, exports } from './personal-data/exports.ts';
import { deleteOldTurns, type OpenQueue, type Turn } from './queue/queue.ts';
import { jobs } from './queue/run-jobs.ts';
import { sendAutoReminders } from './reminders/auto-remind.ts';
import { samplePeople } from './sample-people/furnish.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

export async function addKinds(queue: OpenQueue, deps: Deps): Promise<void> {
  queue.add('mails', mails(deps, await openSmtp(deps.env)));
  queue.add('webhooks', webhookMessages(deps));
  queue.add('statements', statements(deps));
  queue.add('exports', exports(deps));
  queue.add('renditions', renditions(deps));
  queue.add('jobs', jobs(deps));
  // A house that was wanted while someone was trying the product is not built once it is in use.
  if (!deps.env.production) queue.add('sample-people', samplePeople(deps));
  queue.add('reminders', { everyMs: 10 * MINUTE_MS, work: () => sendAutoReminders(deps) });
  queue.add('overdue', { everyMs: 10 * MINUTE_MS, work: () => announceOverdue(deps) });
  queue.add('figures', { everyMs: MINUTE_MS, work: () => countLargeCourses(deps) });
  queue.add('clean-up', { everyMs: DAY_MS, work: (turn) => cleanUp(deps, turn) });
}

/** Deletes what nobody will need again. What fails keeps nothing else from being deleted, and is tried again. */
async function cleanUp(deps: Deps, { signal }: Turn): Promise<void> {
  const { db, now } = deps;
  const failed: unknown[] = [];
  const steps = [deleteOldOperations, deleteEndedExports, deleteOldJobs, deleteOldMessages, deleteOldStatements];
  for (const step of [
    ...[...steps, eraseHolders, deleteOldTurns].map((each) => () => each(db, now())),
    () => collectMediaGarbage(deps),
    () => deleteExpired(deps),
  ]) {
    if (!signal.aborted) await step().catch((error) => failed.push(error));
  }
  if (failed.length > 0) throw failed[0];
}
