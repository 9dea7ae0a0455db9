// In the browser: a person of the seeded server sits down here, an outbox is filled, drained by the engine of the page, and
// the same operations go by bare fetch.

import { createEngine } from '#sync/engine.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { openDevice, saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { allPending, inState, Replica } from '#sync/store/replica.ts';
import { INITIAL_META } from '#sync/store/store.ts';
import { webPorts } from '#sync/web-ports.ts';

/** What every drain of a round is given; `position` differs from round to round, so that each entry changes its row. */
export interface Work {
  userId: string;
  token: string;
  /** One entry per lesson: [courseId, lessonId]. */
  lessons: [number, number][];
  position: number;
}

export interface Drained {
  /** Until nothing was queued or being sent any more; `MOST_MS` when that never came. */
  ms: number;
  /** Entries that were still waiting then. */
  left: number;
  /** The longest task of the page meanwhile, in milliseconds; 0 when none was longer than 50. */
  longestTask: number;
}

const BATCH = 500;
const LOOK_EVERY_MS = 20;
const MOST_MS = 60_000;
/** Long tasks are told of a moment later. */
const TOLD_MS = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let opened: Replica | undefined;
function replicaOf({ userId }: Work): Replica {
  opened ??= new Replica(userId);
  return opened;
}

/** Signs the person in on this device, as far as the app can tell. */
async function sitDown({ userId, token }: Work): Promise<void> {
  const device = openDevice();
  await saveDeviceUser(device, { userId, name: 'Person 1', email: 'person-1@demo.example' });
  const session = { access_token: token, refresh_token: 'none', expires_at: Date.now() / 1000 + 3600 };
  await writeSession(device, userId, { ...session, user: { id: userId } });
  device.close();
}

/** Starts an engine in this page, which is none of the app's; it listens to 'online' as the app's does. */
function startEngine({ userId, token }: Work): void {
  const session = { token: async () => token, refresh: async () => ({ kind: 'unreachable' as const }) };
  const listen = (heard: (signal: 'online') => void) => {
    addEventListener('online', () => heard('online'));
    return () => {};
  };
  createEngine({ userId, ports: webPorts({ session, signals: { listen, isVisible: () => true } }) }).start();
}

/** The entry that was planted last, which is also sent last. */
let lastSeq = 0;

/** Puts the entries into the outbox as taps would have, in one go, and takes out what was there. */
async function plant(work: Work): Promise<void> {
  const replica = replicaOf(work);
  const at = new Date().toISOString();
  const entries = work.lessons.flatMap(([courseId, lessonId]) => {
    const intent = { kind: 'unit', courseId, lessonId, status: 'in_progress', positionSeconds: work.position } as const;
    const tap = { opId: crypto.randomUUID(), at, title: `Read page ${lessonId}` };
    return enqueue({ entries: [], units: new Map(), meta: INITIAL_META }, intent, tap).entries ?? [];
  });
  await replica.transaction('rw', replica.outbox, async () => {
    await replica.outbox.clear();
    lastSeq = await replica.outbox.bulkAdd(entries.map(({ seq: _, ...row }) => row));
  });
}

/** How many entries have not been sent for the first time yet. */
const queued = (work: Work) => inState(replicaOf(work), 'queued').count();

/** Tells the page that there is a network, and waits until its engine has emptied the outbox. */
async function drain(work: Work): Promise<Drained> {
  const replica = replicaOf(work);
  let longestTask = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  });
  tasks.observe({ type: 'longtask' });
  const start = performance.now();
  dispatchEvent(new Event('online'));
  // Asks for one entry by its key. In the index of states Chromium would pass over two old keys of every entry that was sent,
  // and the engine would wait for it.
  const isEmpty = async () =>
    (await replica.outbox.get(lastSeq))?.state === 'done' && (await allPending(replica).first()) === undefined;
  do await pause(LOOK_EVERY_MS);
  while (!(await isEmpty()) && performance.now() - start < MOST_MS);
  const ms = performance.now() - start;
  const left = await allPending(replica).count();
  await pause(TOLD_MS);
  tasks.disconnect();
  const done = await inState(replica, 'done').count();
  if (left === 0 && done !== work.lessons.length) throw new Error(`Only ${done} entries were taken.`);
  return { ms, left, longestTask };
}

/** Milliseconds that the same operations take in the same batches when nothing is stored. */
async function fetchOnly({ token, lessons, position }: Work): Promise<number> {
  const operations = lessons.map(([, lessonId]) => ({
    opId: crypto.randomUUID(),
    kind: 'unit',
    body: { lessonId, status: 'in_progress', positionSeconds: position },
  }));
  const start = performance.now();
  for (let at = 0; at < operations.length; at += BATCH) {
    const response = await fetch('/api/sync', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations: operations.slice(at, at + BATCH) }),
    });
    const { results } = await response.json();
    if (results.some((result: { status: number }) => result.status !== 200))
      throw new Error('Not every operation was taken.');
  }
  return performance.now() - start;
}

const bench = { sitDown, startEngine, plant, queued, drain, fetchOnly };
export type DrainBench = typeof bench;
Object.assign(window, { bench });
