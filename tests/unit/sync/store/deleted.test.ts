// A page whose database is deleted under it (Y26c).
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '#sync/engine.ts';
import { isUnsentWorkHere } from '#sync/extras/unsent-work.ts';
import { openDevice, saveDeviceUser } from '#sync/store/device.ts';
import { writeDraft } from '#sync/store/reads.ts';
import { Replica, replicaName } from '#sync/store/replica.ts';
import { MAREN, OLE } from '../engine-setup.ts';
import { completes, openSharedTablet } from '../shared-tablet.ts';

let tablet: Awaited<ReturnType<typeof openSharedTablet>>;
let maren: Engine;
const device = openDevice();
beforeEach(async () => {
  tablet = await openSharedTablet();
  ({ maren } = tablet);
  await saveDeviceUser(device, { userId: MAREN, name: 'Maren', email: 'maren@demo.example' });
});
afterEach(() => tablet.close());

const count = async () => (await device.people.get(MAREN))?.pendingCount;

test('[Y26] says so at once, with the count of what was not sent', async () => {
  maren.start();
  await completes(maren, 101);
  await vi.waitFor(async () => expect(await count()).toBe(1));
  await Dexie.delete(replicaName(MAREN));
  expect(maren.health()).toBe('deleted');
  expect(maren.lostCount()).toBe(1);
});

test('[Y26] says so too when the browser made it anew, and never again "fine"', async () => {
  maren.start();
  await completes(maren, 101);
  await vi.waitFor(async () => expect(await count()).toBe(1));
  maren.replica.close({ disableAutoOpen: false });
  await Dexie.delete(replicaName(MAREN));
  await maren.replica.outbox.count();
  expect(maren.health()).toBe('deleted');
  expect(maren.lostCount()).toBe(1);
});

test('[Y23] is nothing to tell once its person has signed out', async () => {
  maren.start();
  await completes(maren, 101);
  maren.stop();
  await Dexie.delete(replicaName(MAREN));
  expect(maren.health()).toBe('fine');
});

test('[Y26d] unsent work is here when there are rows of it, not when there is a database', async () => {
  expect(await isUnsentWorkHere()).toBe(false);
  const ole = new Replica(OLE);
  await ole.open();
  expect(await isUnsentWorkHere()).toBe(false);
  await writeDraft(ole, 101, { reflection: 'Half a thought' });
  expect(await isUnsentWorkHere()).toBe(true);
  await ole.delete();
});

test('[Y26d] what cannot be read, as a database of a newer version, may hold work', async () => {
  const newer = new Dexie(replicaName(OLE));
  newer.version(99).stores({ outbox: '++seq' });
  await newer.open();
  newer.close();
  expect(await isUnsentWorkHere()).toBe(true);
  await newer.delete();
});
