import { t } from '@lingui/core/macro';
import type { Entry } from '#sync/store/entry.ts';
import type { PausedReason } from '#sync/store/store.ts';
import { locale } from '../../ui/language.ts';

const COMPLETED = t`Completed`;
const WATCHED = t`Watched a part`;

export function actionLabel(entry: Entry): string {
  if (entry.kind === 'enroll') return t`Joined the course`;
  if (entry.kind === 'rating') {
    const { stars } = entry.body;
    return t`Rated ${stars} of 5`;
  }
  if (entry.kind === 'quiz') return t`Answered the quiz`;
  if (entry.body.status === 'completed') return entry.body.reflection ? t`Completed with a reflection` : COMPLETED;
  if (entry.body.status === 'not_started') return t`Reset`;
  return entry.body.positionSeconds === undefined ? t`Started` : WATCHED;
}

/** The waiting entries of one lesson or course: one change in the header, one row in the list. */
export type PendingChange = { subject: string; entry: Entry; label: string };

/** Waiting entries by their subject, in the order in which each was begun; `entry` gives the state to show. */
export function pendingChanges(waiting: readonly Entry[]): PendingChange[] {
  const changes = new Map<string, { entry: Entry; done: Set<string> }>();
  for (const entry of waiting) {
    const known = changes.get(entry.subject);
    const done = known?.done ?? new Set();
    const label = actionLabel(entry);
    // The last action comes last, however often it was done before.
    done.delete(label);
    done.add(label);
    changes.set(entry.subject, { entry: known ? leadingEntry(known.entry, entry) : entry, done });
  }
  return [...changes].map(([subject, { entry, done }]) => ({ subject, entry, label: joinLabels(done) }));
}

/** The entry that is being sent, else one that was tried, else the first. */
function leadingEntry(one: Entry, later: Entry): Entry {
  if (later.state === 'sending' && one.state !== 'sending') return later;
  return later.lastError && !one.lastError && one.state !== 'sending' ? later : one;
}

function joinLabels(done: Set<string>): string {
  if (done.size === 2 && done.has(WATCHED) && done.has(COMPLETED)) return t`Watched and completed`;
  const [first = '', ...more] = done;
  return [first, ...more.map((label) => label.charAt(0).toLocaleLowerCase(locale) + label.slice(1))].join(', ');
}

export function outcomeLabel(entry: Entry): string {
  const score = entry.result?.score;
  switch (entry.result?.outcome) {
    case 'already_completed':
      return t`Was already completed`;
    case 'superseded':
      return t`Not reset: it was completed on another device meanwhile`;
    case 'not_passed':
      return score === undefined ? t`Not passed` : t`Not passed: ${score}%`;
    case 'passed':
      return score === undefined ? t`Passed` : t`Passed: ${score}%`;
    default:
      return t`Sent`;
  }
}

/** Why nothing is being sent, and what to do about it. */
export const PAUSED: Record<PausedReason, string> = {
  auth: t`Sign in again to send your work.`,
  'wrong-user': t`Someone else is signed in. Your work is sent when you sign in again.`,
  'update-required': t`This version of the app is too old for the server. Reload the page to update, then your work is sent.`,
  storage: t`This device has no space left. Free some space, then your work is sent.`,
};

/** An entry as text for support: everything but the content of the work. */
export function entryDetails(entry: Entry): string {
  return JSON.stringify(
    {
      what: actionLabel(entry),
      title: entry.title,
      courseId: entry.courseId,
      lessonId: entry.lessonId,
      opId: entry.opId,
      createdAt: entry.createdAt,
      attempts: entry.attempts,
      state: entry.state,
      error: entry.lastError,
    },
    null,
    2,
  );
}

const isReport = (entry: Entry) => entry.kind === 'unit' && entry.body.status === 'in_progress';

/** Drops the reports of a video that a newer row of it covers: one lesson was one change while it waited. `sent` is newest first. */
export function withoutRepeats(sent: readonly Entry[]): Entry[] {
  const listed = new Set<string>();
  return sent.filter((entry) => {
    if (isReport(entry) && listed.has(entry.subject)) return false;
    listed.add(entry.subject);
    return true;
  });
}
