// A page with older code and a database of a newer version (Y8, Y27).
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '#sync/engine.ts';
import { deleteReplica } from '#sync/extras/unsent-work.ts';
import { readSyncStatus } from '#sync/store/reads.ts';
import { replicaName } from '#sync/store/replica.ts';
import { EngineSetup, MAREN } from '../engine-setup.ts';

const completion = { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' } as const;

let setup: EngineSetup;
let engine: Engine;
beforeEach(() => {
  setup = new EngineSetup();
  engine = createEngine({ userId: MAREN, ports: setup.ports() });
});
afterEach(async () => {
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
});

/** Dexie calls it version 4. */
const raiseToVersion4 = () =>
  new Promise<void>((resolve, reject) => {
    const raised = indexedDB.open(replicaName(MAREN), 40);
    raised.onsuccess = () => resolve(raised.result.close());
    raised.onerror = reject;
  });

test('[Y27] an old tab closes the database for a newer version, and reports it', async () => {
  await engine.record(completion);
  const newer = new Dexie(replicaName(MAREN));
  newer.version(4).stores({ outbox: '++seq, &opId, [state+seq], subject, shelf' });
  await newer.open();
  expect(engine.health()).toBe('taken-over');
  await expect(engine.record(completion)).rejects.toThrow();
  expect(await newer.table('outbox').count()).toBe(1);
  newer.close();
});

test('[Y8, Y27] an old page that opens a newer database changes nothing in it, and reports it', async () => {
  await engine.record(completion);
  engine.replica.close();
  await raiseToVersion4();
  const old = createEngine({ userId: MAREN, ports: setup.ports() });
  await expect(old.record({ ...completion, lessonId: 102 })).rejects.toThrow('newer version');
  expect(old.health()).toBe('taken-over');
  await expect(readSyncStatus(old.replica)).rejects.toThrow('newer version');
  old.replica.close();
  const newer = await new Dexie(replicaName(MAREN)).open();
  expect([newer.verno, await newer.table('outbox').count()]).toEqual([4, 1]);
  newer.close();
});

test('[Y23, Y27] an old page can delete a newer database', async () => {
  await engine.record(completion);
  engine.replica.close();
  await raiseToVersion4();
  await deleteReplica(MAREN, setup.ports().clock);
  expect(await Dexie.exists(replicaName(MAREN))).toBe(false);
});
