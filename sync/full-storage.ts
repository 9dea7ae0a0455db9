// A tap for which the device has no room (Y26), loaded only then: room is made, the tap tried again, then sent at once in its
// person's name under its own id, so that it counts once; else it is not saved, and nobody may believe that it is.
import Dexie, { RangeSet } from 'dexie';
import { callerFor } from './call.ts';
import type { Recorded, Tapped } from './engine.ts';
import { type Entry, isPending, subjectOf } from './entry.ts';
import { knownNow } from './epoch.ts';
import type { EnginePorts } from './ports.ts';
import { pendingOf, type Replica, readMeta, VISITOR } from './replica.ts';
import { rules } from './rules.ts';
import { isFull } from './storage-errors.ts';
import type { View } from './store.ts';
import type { Verdict } from './verdict.ts';
import type { Health } from './watchdog.ts';

/** What can be let go, one piece with each step, the least missed first. */
export type RoomMaking = () => AsyncIterable<unknown>;

type FullStorage = {
  replica: Replica;
  ports: EnginePorts;
  makeRoom: RoomMaking;
  tell: (health: Health) => void;
};

/** Resolves when the work is kept here or taken by the server; rejects with `failure`, and tells 'not-saved', when neither. */
export async function rescueTap(full: FullStorage, tapped: Tapped, failure: unknown): Promise<Recorded> {
  const kept = await keepInNewRoom(full, tapped);
  if (kept) {
    full.tell('fine');
    return kept;
  }
  const taken = await postAtOnce(full, tapped);
  full.tell(taken ? 'full' : 'not-saved');
  if (!taken) throw failure;
  return taken;
}

async function keepInNewRoom({ makeRoom }: FullStorage, { again }: Tapped): Promise<Recorded | undefined> {
  const pieces = makeRoom()[Symbol.asyncIterator]();
  // What cannot be let go, because it cannot even be read, leaves the server.
  const letGo = () => pieces.next().catch(() => ({ done: true }));
  try {
    while (!(await letGo()).done) {
      try {
        return await again();
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    }
    return undefined;
  } finally {
    await pieces.return?.();
  }
}

async function postAtOnce({ replica, ports }: FullStorage, { intent, tap }: Tapped): Promise<Recorded | undefined> {
  if (replica.userId === VISITOR) return undefined;
  const view = await viewOf(replica, intent);
  // Work that waits comes first: a Reset must not be undone by the completion before it.
  if (view.entries.some(isPending)) return undefined;
  const { entries, unit } = rules.enqueue(view, intent, { ...tap, title: view.title ?? '' });
  const entry = entries?.[0];
  if (!entry) return { entry: null, unit };
  const { singleCall } = await import('./wire.ts');
  const answer = await callerFor(replica.userId, ports).send(singleCall(entry, knownNow(view.meta, ports.clock.now())));
  const verdict = answer.kind === 'paused' ? undefined : rules.judge(answer, entry.kind);
  if (verdict?.kind !== 'done') return undefined;
  await showTaken(replica, entry, verdict, new Date(ports.clock.now()).toISOString());
  return { entry: null, unit: verdict.unit ?? unit };
}

/** Reading needs no room. */
async function viewOf(replica: Replica, intent: Tapped['intent']): Promise<View> {
  const lessonId = 'lessonId' in intent ? intent.lessonId : 0;
  const [entries, unit, lesson, meta] = await Promise.all([
    pendingOf(replica, subjectOf(intent)),
    replica.units.get(lessonId),
    replica.lessons.get(lessonId),
    readMeta(replica),
  ]);
  const snapshot = replica.taken.newest(unit, lessonId);
  return { entries, units: new Map(snapshot ? [[lessonId, snapshot]] : []), meta, title: lesson?.title ?? '' };
}

/** The screen follows the server's word, which this device has no room for either: it holds until the page is closed. */
async function showTaken(replica: Replica, entry: Entry, verdict: Verdict & { kind: 'done' }, at: string) {
  const { unit, sheet } = verdict;
  if (unit) replica.taken.units.set(unit.lessonId, unit);
  if (sheet && entry.lessonId !== null) {
    const { score, passed, review } = sheet;
    replica.taken.quizResults.push({ opId: entry.opId, lessonId: entry.lessonId, at, score, passed, review });
  }
  if (entry.kind === 'rating') replica.taken.stars.set(entry.courseId, entry.body.stars);
  // What takes no room may still be let go: the draft that has become this.
  if (entry.lessonId !== null) await replica.drafts.delete(entry.lessonId).catch(() => undefined);
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) });
}
