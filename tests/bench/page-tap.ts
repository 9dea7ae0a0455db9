// In the browser: one tap through the engine, and the same two rows by raw IndexedDB.
import { liveQuery } from 'dexie';
import { createEngine } from '#sync/engine.ts';
import { readCourse } from '#sync/reads.ts';
import { benchPorts } from './page-ports.ts';

const COURSE = 1;
const LESSONS = 25;
/** People do not tap twice in one frame; what a tap leaves to be done later is done by then. */
const BETWEEN_TAPS_MS = 25;

const engine = createEngine({ userId: '00000000-0000-4000-8000-000000000001', ports: benchPorts(null) });
const pause = () => new Promise((resolve) => setTimeout(resolve, BETWEEN_TAPS_MS));
let position = 0;

async function prepare(): Promise<void> {
  const lessons = Array.from({ length: LESSONS }, (_, at) => ({
    id: at + 1,
    courseId: COURSE,
    title: `Read page ${at + 1}`,
    orderIndex: at + 1,
    points: 10,
  }));
  await engine.replica.courses.put({ id: COURSE, title: 'Course' } as never);
  await engine.replica.lessons.bulkPut(lessons as never);
  await tapAll(LESSONS);
}

const nextTap = () => {
  position += 1;
  return {
    kind: 'unit',
    courseId: COURSE,
    lessonId: (position % LESSONS) + 1,
    status: 'in_progress',
    positionSeconds: position,
  } as const;
};

/** Milliseconds of each of `count` taps until it is durable. */
async function tapAll(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let tap = 0; tap < count; tap += 1) {
    const intent = nextTap();
    const start = performance.now();
    await engine.record(intent);
    times.push(performance.now() - start);
    await pause();
  }
  return times;
}

/** Each tap's milliseconds until it is durable, and until the live list of its course holds it. */
async function tapAndWatch(count: number): Promise<{ commit: number; list: number }[]> {
  let arrived: ((at: number) => void) | undefined;
  let wanted = -1;
  const subscription = liveQuery(() => readCourse(engine.replica, COURSE)).subscribe((state) => {
    if (state?.lessons.some(({ unit }) => unit.positionSeconds === wanted)) arrived?.(performance.now());
  });
  await pause();
  const times: { commit: number; list: number }[] = [];
  for (let tap = 0; tap < count; tap += 1) {
    const intent = nextTap();
    wanted = intent.positionSeconds;
    const shown = new Promise<number>((resolve) => (arrived = resolve));
    const start = performance.now();
    await engine.record(intent);
    const commit = performance.now() - start;
    times.push({ commit, list: (await shown) - start });
    await pause();
  }
  subscription.unsubscribe();
  return times;
}

function openRaw(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('raw', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('units', { keyPath: 'lessonId' });
      opening.result.createObjectStore('outbox', { autoIncrement: true });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

const rawDatabase = openRaw();

/** The limit: a progress row and an outbox row in one strict transaction. */
async function tapRaw(count: number): Promise<number[]> {
  const database = await rawDatabase;
  const times: number[] = [];
  for (let tap = 0; tap < count; tap += 1) {
    const { lessonId, status, positionSeconds } = nextTap();
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(['units', 'outbox'], 'readwrite', { durability: 'strict' });
      transaction.objectStore('units').put({ lessonId, status, positionSeconds, rev: 0 });
      transaction.objectStore('outbox').add({ opId: crypto.randomUUID(), lessonId, status, positionSeconds });
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
    times.push(performance.now() - start);
    await pause();
  }
  return times;
}

const bench = { prepare, tapAll, tapAndWatch, tapRaw };
export type TapBench = typeof bench;
Object.assign(window, { bench });
