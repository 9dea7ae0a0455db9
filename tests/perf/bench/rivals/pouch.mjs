// PouchDB to the CouchDB-compatible server of its own makers, in batches of 100.
import PouchDB from 'pouchdb-browser';

const local = new PouchDB('bench');

async function enqueue({ lessons, position }) {
  for (const [, lessonId] of lessons) {
    await local.put({ _id: String(lessonId), lessonId, status: 'in_progress', positionSeconds: position });
  }
}

async function drain({ lessons }) {
  const start = performance.now();
  const answer = await local.replicate.to(`${location.origin}/db/units`, { batch_size: 100 });
  const took = performance.now() - start;
  if (answer.docs_written !== lessons.length) throw new Error(`${answer.docs_written} of ${lessons.length} were sent.`);
  return took;
}

window.bench = { enqueue, drain };
