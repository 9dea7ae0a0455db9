// RxDB with its Dexie storage and its replication protocol, pushing batches of 100 to our own batch call.
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    lessonId: { type: 'number' },
    status: { type: 'string' },
    positionSeconds: { type: 'number' },
  },
  required: ['id'],
};
const database = await createRxDatabase({ name: 'rxdb', storage: getRxStorageDexie(), multiInstance: false });
const { units } = await database.addCollections({ units: { schema } });

async function enqueue({ lessons, position }) {
  for (const [, lessonId] of lessons) {
    await units.insert({ id: String(lessonId), lessonId, status: 'in_progress', positionSeconds: position });
  }
}

async function drain({ token, lessons }) {
  let sent = 0;
  const handler = async (rows) => {
    const operations = rows.map(({ newDocumentState: { lessonId, status, positionSeconds } }) => ({
      opId: crypto.randomUUID(),
      kind: 'unit',
      body: { lessonId, status, positionSeconds },
    }));
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch('/api/sync', { method: 'POST', headers, body: JSON.stringify({ operations }) });
    if (!response.ok) throw new Error(`${response.status}`);
    sent += operations.length;
    return [];
  };
  const start = performance.now();
  const replication = replicateRxCollection({
    collection: units,
    replicationIdentifier: 'bench',
    live: false,
    push: { batchSize: 100, handler },
  });
  await replication.awaitInitialReplication();
  const took = performance.now() - start;
  if (sent !== lessons.length) throw new Error(`${sent} of ${lessons.length} were sent.`);
  return took;
}

window.bench = { enqueue, drain };
