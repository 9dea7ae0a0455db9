// In the browser: a queue of many entries drained by the engine, and the same operations by bare fetch.
import { createEngine, type Engine } from '#sync/engine.ts';
import { enqueue } from '#sync/outbox.ts';
import { inState } from '#sync/replica.ts';
import { FIRST_META } from '#sync/store.ts';
import { benchPorts } from './page-ports.ts';

/** What every drain of a round is given; `position` differs from round to round, so that each entry changes its row. */
export interface Work {
  userId: string;
  token: string;
  /** One entry a lesson: [courseId, lessonId]. */
  lessons: [number, number][];
  position: number;
}

const BATCH = 500;
let engine: Engine | undefined;
/** When the engine first asked for something else than to send entries: the outbox is empty then. */
let drainedAt: number | undefined;

/** The engine of the page's one person, made at its first use. */
function engineOf({ userId, token }: Work): Engine {
  if (engine) return engine;
  const ports = benchPorts(token);
  const { send } = ports.network;
  const watched: typeof send = (request) => {
    if (request.method === 'GET') drainedAt ??= performance.now();
    return send(request);
  };
  engine = createEngine({ userId, ports: { ...ports, network: { send: watched } } });
  return engine;
}

/** Puts the entries into the outbox as taps would have, in one go. */
async function plant(work: Work): Promise<void> {
  const { replica } = engineOf(work);
  const at = new Date().toISOString();
  const entries = work.lessons.flatMap(([courseId, lessonId]) => {
    const intent = { kind: 'unit', courseId, lessonId, status: 'in_progress', positionSeconds: work.position } as const;
    const tap = { opId: crypto.randomUUID(), at, title: `Read page ${lessonId}` };
    return enqueue({ entries: [], units: new Map(), meta: FIRST_META }, intent, tap).entries ?? [];
  });
  await replica.outbox.clear();
  await replica.outbox.bulkAdd(entries.map(({ seq: _, ...row }) => row));
}

/** Milliseconds until nothing is queued or being sent any more, and until everything that follows a drain has ended. */
async function drain(work: Work): Promise<{ empty: number; ended: number }> {
  const { syncNow, replica } = engineOf(work);
  drainedAt = undefined;
  const start = performance.now();
  let outcome = await syncNow();
  // A pass is bounded in time; more passes finish what is left.
  while (outcome.kind === 'sent' && (await inState(replica, 'queued').count()) > 0) {
    drainedAt = undefined;
    outcome = await syncNow();
  }
  const ended = performance.now() - start;
  const done = await inState(replica, 'done').count();
  if (done !== work.lessons.length)
    throw new Error(`${done} of ${work.lessons.length} entries were sent: ${JSON.stringify(outcome)}`);
  return { empty: (drainedAt ?? start + ended) - start, ended };
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

const bench = { plant, drain, fetchOnly };
export type DrainBench = typeof bench;
Object.assign(window, { bench });
