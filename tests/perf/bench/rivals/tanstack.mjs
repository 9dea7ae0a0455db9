// @tanstack/offline-transactions: one transaction a tap in its IndexedDB outbox, carried out one after another.
import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import { startOfflineExecutor } from '@tanstack/offline-transactions';

const units = createCollection(
  localOnlyCollectionOptions({ id: 'units', getKey: (unit) => unit.lessonId, initialData: [] }),
);
const listeners = new Set();
let isOnline = false;
let token = '';
let sent = 0;

const offline = startOfflineExecutor({
  collections: { units },
  mutationFns: {
    sendUnit: async ({ transaction, idempotencyKey }) => {
      for (const { modified } of transaction.mutations) {
        const headers = {
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': idempotencyKey,
          'Content-Type': 'application/json',
        };
        const response = await fetch('/api/progress/unit', { method: 'POST', headers, body: JSON.stringify(modified) });
        if (!response.ok) throw new Error(`${response.status}`);
        sent += 1;
      }
    },
  },
  onlineDetector: {
    subscribe: (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    notifyOnline: () => {
      for (const heard of listeners) heard();
    },
    isOnline: () => isOnline,
    dispose: () => {},
  },
});

async function enqueue(work) {
  token = work.token;
  await offline.waitForInit();
  for (const [index, [, lessonId]] of work.lessons.entries()) {
    const transaction = offline.createOfflineTransaction({ mutationFnName: 'sendUnit', autoCommit: false });
    transaction.mutate(() => units.insert({ lessonId, status: 'in_progress', positionSeconds: work.position }));
    transaction.commit().catch(() => {});
    // Committing resolves when the server has answered; the outbox row is what a tap waits for.
    while ((await offline.peekOutbox()).length <= index && index % 100 === 99)
      await new Promise((next) => setTimeout(next, 5));
  }
  while ((await offline.peekOutbox()).length < work.lessons.length) await new Promise((next) => setTimeout(next, 20));
}

async function drain({ lessons }) {
  const start = performance.now();
  isOnline = true;
  for (const heard of listeners) heard();
  while (sent < lessons.length || offline.getPendingCount() > 0 || offline.getRunningCount() > 0) {
    if (performance.now() - start > 120_000) throw new Error(`Only ${sent} were sent.`);
    await new Promise((next) => setTimeout(next, 5));
  }
  return performance.now() - start;
}

window.bench = { enqueue, drain };
