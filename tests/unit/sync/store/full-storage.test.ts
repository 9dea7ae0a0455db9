// A full device (Y26a), with the fault injected where the browser would raise it.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '#sync/engine.ts';
import { isFull } from '#sync/store/database.ts';
import { openDevice, saveDeviceUser } from '#sync/store/device.ts';
import { replicaName } from '#sync/store/replica.ts';
import { fakePorts } from '#tests/fixtures/fake-network.ts';

const MAREN = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
const completion = { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' } as const;
let isRoom = true;
let engine: Engine;
let asked: ReturnType<typeof fakePorts>['asked'];
const real = IDBObjectStore.prototype.add;
const open = (makeRoom?: () => AsyncIterable<unknown>) => {
  const fake = fakePorts(MAREN, { now: () => undefined });
  asked = fake.asked;
  engine = createEngine({ userId: MAREN, ports: fake.ports, ...(makeRoom && { makeRoom }) });
  return engine.replica.open();
};
beforeEach(() => {
  isRoom = true;
  IDBObjectStore.prototype.add = function (...given) {
    if (!isRoom) throw new DOMException('No room.', 'QuotaExceededError');
    return real.apply(this, given);
  };
});
afterEach(async () => {
  IDBObjectStore.prototype.add = real;
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
  const device = openDevice();
  await Promise.all(device.tables.map((table) => table.clear()));
  device.close();
});

test('[Y26] room is made step by step until the work is saved', async () => {
  const steps: number[] = [];
  await open(async function* () {
    for (const step of [1, 2, 3]) {
      steps.push(step);
      isRoom = step === 2;
      yield step;
    }
  });
  isRoom = false;
  const { entry } = await engine.record(completion);
  expect(entry).toMatchObject({ state: 'queued', lessonId: 101 });
  expect(steps).toEqual([1, 2]);
  expect(engine.health()).toBe('fine');
  expect(asked).toEqual([]);
});

test('[Y26] work that finds no room is not saved or sent, and reported so; with room again it is saved', async () => {
  const steps: number[] = [];
  await open(async function* () {
    for (const step of [1, 2]) {
      steps.push(step);
      yield step;
    }
  });
  isRoom = false;
  await expect(engine.record(completion)).rejects.toSatisfy(isFull);
  expect([steps, engine.health(), asked]).toEqual([[1, 2], 'not-saved', []]);
  expect((await engine.replica.outbox.toArray()).length).toBe(0);
  isRoom = true;
  expect((await engine.record(completion)).entry).toMatchObject({ state: 'queued' });
  expect(engine.health()).toBe('fine');
});

test('[Y26] nothing is deleted when saving fails for another reason', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const steps: number[] = [];
  await open(async function* () {
    for (const step of [1, 2, 3]) {
      steps.push(step);
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('No clone.', 'DataCloneError');
      };
      yield step;
    }
  });
  isRoom = false;
  await expect(engine.record(completion)).rejects.toSatisfy(isFull);
  expect(steps).toEqual([1]);
  vi.restoreAllMocks();
});

test('[Y26] a failed deletion makes no room and hides no failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await open(async function* () {
    yield 1;
    throw new Error('No cache.');
  });
  isRoom = false;
  await expect(engine.record(completion)).rejects.toSatisfy(isFull);
  expect(engine.health()).toBe('not-saved');
  vi.restoreAllMocks();
});

test('[Y26] a database that is created again for a known person is a loss, recorded until it was seen', async () => {
  const device = openDevice();
  await saveDeviceUser(device, { userId: MAREN, name: 'Maren', email: 'maren@demo.example' });
  await open();
  // The engine's own turn comes first, and this read waits for its transaction.
  await new Promise((resolve) => setTimeout(resolve));
  expect((await device.people.get(MAREN))?.loss).toBeUndefined();
  await device.people.update(MAREN, { pendingCount: 2, lastSyncAt: null });
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
  await open();
  await expect
    .poll(async () => device.people.get(MAREN))
    .toMatchObject({ pendingCount: 0, loss: { unsent: 2, isBack: false } });
  // Lost again before they have seen it: one loss, of everything that was unsent.
  await device.people.update(MAREN, { pendingCount: 1, lastSyncAt: null });
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
  await open();
  await expect.poll(async () => (await device.people.get(MAREN))?.loss).toEqual({ unsent: 3, isBack: false });
  device.close();
});
