// What an outbox entry is, in plain words.
import type { Entry } from '#sync/store/entry.ts';
import type { PausedReason } from '#sync/store/store.ts';

/** What the person did. */
export function whatWasDone(entry: Entry): string {
  if (entry.kind === 'enroll') return 'Joined the course';
  if (entry.kind === 'rating') return `Rated ${entry.body.stars} of 5`;
  if (entry.kind === 'quiz') return 'Answered the quiz';
  if (entry.body.status === 'completed') return entry.body.reflection ? 'Completed with a reflection' : 'Completed';
  if (entry.body.status === 'not_started') return 'Reset';
  return entry.body.positionSeconds === undefined ? 'Started' : 'Watched a part';
}

/** What waits for one lesson or course: counted as one change in the header, told as one row here. */
export type Change = { subject: string; entry: Entry; words: string };

/** Waiting entries by what they are about, in the order in which each was begun; `entry` tells how things stand. */
export function changesOf(waiting: readonly Entry[]): Change[] {
  const changes = new Map<string, { entry: Entry; done: Set<string> }>();
  for (const entry of waiting) {
    const known = changes.get(entry.subject);
    const done = known?.done ?? new Set();
    const words = whatWasDone(entry);
    // What was done last stands last, however often it was done before.
    done.delete(words);
    done.add(words);
    changes.set(entry.subject, { entry: known ? foremost(known.entry, entry) : entry, done });
  }
  return [...changes].map(([subject, { entry, done }]) => ({ subject, entry, words: sentence([...done]) }));
}

/** Of two entries the one on its way, else the one that was tried. */
function foremost(one: Entry, later: Entry): Entry {
  if (later.state === 'sending' && one.state !== 'sending') return later;
  return later.lastError && !one.lastError && one.state !== 'sending' ? later : one;
}

const sentence = ([first = '', ...more]: string[]) =>
  [first, ...more.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(', ');

/** What became of a sent entry. */
export function whatBecame(entry: Entry): string {
  const score = entry.result?.score;
  switch (entry.result?.outcome) {
    case 'already_completed':
      return 'Was already completed';
    case 'superseded':
      return 'Not reset: it was completed on another device meanwhile';
    case 'not_passed':
      return score === undefined ? 'Not passed' : `Not passed: ${score}%`;
    case 'passed':
      return score === undefined ? 'Passed' : `Passed: ${score}%`;
    default:
      return 'Sent';
  }
}

/** Why nothing is sent at the moment, and what to do about it. */
export const PAUSED: Record<PausedReason, string> = {
  auth: 'Sign in again to send your work.',
  'wrong-user': 'Someone else is signed in. Your work is sent when you sign in again.',
  'update-required':
    'This version of the app is too old for the server. Reload the page to update, then your work is sent.',
  storage: 'This device has no room left. Free some space, then your work is sent.',
};

/** An entry as text for the people who help: everything but the content of the work. */
export function entryDetails(entry: Entry): string {
  return JSON.stringify(
    {
      what: whatWasDone(entry),
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

/** A log for people: of the many reports of one video only the newest stays. `sent` is newest first. */
export function withoutRepeats(sent: readonly Entry[]): Entry[] {
  const told = new Set<string>();
  return sent.filter((entry) => {
    if (!isReport(entry)) return true;
    if (told.has(entry.subject)) return false;
    told.add(entry.subject);
    return true;
  });
}
