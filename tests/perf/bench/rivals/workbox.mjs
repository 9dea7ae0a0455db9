// workbox-background-sync as its users have it: each request kept in IndexedDB, replayed one by one. It runs in a page, with
// an explicit replay in the place of the browser's sync event.
globalThis.registration ??= {};
const { Queue } = await import('workbox-background-sync');
const queue = new Queue('bench', { forceSyncFallback: true, onSync: () => {} });

async function enqueue({ token, lessons, position }) {
  for (const [, lessonId] of lessons) {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': crypto.randomUUID(),
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ lessonId, status: 'in_progress', positionSeconds: position });
    await queue.pushRequest({ request: new Request('/api/progress/unit', { method: 'POST', headers, body }) });
  }
}

async function drain() {
  const start = performance.now();
  await queue.replayRequests();
  const left = await queue.size();
  if (left > 0) throw new Error(`${left} requests were not replayed.`);
  return performance.now() - start;
}

window.bench = { enqueue, drain };
