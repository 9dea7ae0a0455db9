// A device without room (Y26): the rescue of a tap, with the fault injected where the browser would make it.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteWork, openDevice, rememberPerson } from '#sync/device.ts';
import { createEngine, type Engine } from '#sync/engine.ts';
import { readLesson } from '#sync/reads.ts';
import { replicaName, VISITOR } from '#sync/replica.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { fakePorts, type Reply } from '#tests/fixtures/fake-network.ts';

const MAREN = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
const completion = { kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' } as const;
const taken: Reply = ({ path }) =>
  path === '/api/progress/unit'
    ? { body: { unit: aUnit({ status: 'completed', rev: 3 }), changed: true, superseded: false, dataEpoch: 'e1' } }
    : undefined;

let isRoom = true;
let engine: Engine;
let asked: ReturnType<typeof fakePorts>['asked'];
const reply: { now: Reply } = { now: () => undefined };
const real = IDBObjectStore.prototype.add;
const open = (makeRoom?: () => AsyncIterable<unknown>, userId = MAREN) => {
  const fake = fakePorts(userId, reply);
  asked = fake.asked;
  engine = createEngine({ userId, ports: fake.ports, ...(makeRoom && { makeRoom }) });
  return engine.replica.open();
};
beforeEach(() => {
  isRoom = true;
  reply.now = () => undefined;
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

test('[Y26] room is made step by step until the work can be kept', async () => {
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

test('[Y26] without room the server is asked at once, and what it took is on the screen', async () => {
  await open();
  await engine.replica.keep({ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } });
  isRoom = false;
  reply.now = taken;
  const { unit } = await engine.record(completion);
  expect(unit).toMatchObject({ status: 'completed', rev: 3 });
  expect(engine.health()).toBe('full');
  expect((await readLesson(engine.replica, 101))?.unit.status).toBe('completed');
  expect(await engine.replica.outbox.count()).toBe(0);
});

test('[Y26] neither kept nor sent is NOT saved; another try of the same has the same id', async () => {
  await open();
  isRoom = false;
  await expect(engine.record(completion)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(engine.health()).toBe('not-saved');
  reply.now = taken;
  await engine.record(completion);
  const ids = asked.map(({ headers }) => headers['Idempotency-Key']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  isRoom = true;
  await engine.record({ ...completion, lessonId: 102 });
  expect(engine.health()).toBe('fine');
});

test('[Y26] a submission that may have arrived is handed in again as the same one, also when there is room by then', async () => {
  await open();
  isRoom = false;
  const quiz = { kind: 'quiz', courseId: 4, lessonId: 101, answers: { '1': '2' } } as const;
  await expect(engine.record({ ...quiz, durationMs: 4_000 })).rejects.toThrow();
  isRoom = true;
  const { entry } = await engine.record({ ...quiz, durationMs: 9_000 });
  expect(entry?.opId).toBe(asked[0]?.headers['Idempotency-Key']);
  expect(entry?.body, 'one id stands for one content (Y9)').toEqual(asked[0]?.body);
  const { entry: other } = await engine.record({ kind: 'rating', courseId: 4, stars: 4 });
  expect(other?.opId).not.toBe(entry?.opId);
});

test('[Y26] what was done about the lesson since makes the same tap another one', async () => {
  await open();
  isRoom = false;
  await expect(engine.record(completion)).rejects.toThrow();
  reply.now = taken;
  await engine.record({ ...completion, positionSeconds: 7 });
  await engine.record({ ...completion, status: 'not_started' });
  reply.now = () => undefined;
  engine.replica.taken.units.clear();
  await expect(engine.record(completion)).rejects.toThrow();
  const ids = asked.map(({ headers }) => headers['Idempotency-Key']);
  expect(new Set(ids).size).toBe(ids.length);
});

test('[Y26] a quiz, a rating and a way into a course are posted at once, too', async () => {
  await open();
  await engine.replica.keep({ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } });
  await engine.replica.open();
  isRoom = false;
  await engine.replica.drafts.put({ lessonId: 101, savedAt: '2026-03-01T08:00:00.000Z', answers: { '1': '2' } });
  const sheet = { score: 100, passed: true, review: [], unit: aUnit({ status: 'completed', rev: 3 }), changed: true };
  reply.now = ({ path }) => {
    if (path.endsWith('/quiz/submit')) return { body: { ...sheet, dataEpoch: 'e1' } };
    if (path.endsWith('/rating')) return { body: { stars: 4, changed: true, dataEpoch: 'e1' } };
    return path.endsWith('/enroll') ? { body: { enrolled: true, changed: true, dataEpoch: 'e1' } } : undefined;
  };
  await engine.record({ kind: 'quiz', courseId: 4, lessonId: 101, answers: { '1': '2' } });
  await engine.record({ kind: 'rating', courseId: 4, stars: 4 });
  await engine.record({ kind: 'enroll', courseId: 4 });
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/lessons/101/quiz/submit',
    '/api/courses/4/rating',
    '/api/courses/4/enroll',
  ]);
  expect(engine.health()).toBe('full');
  expect(engine.replica.taken.quizResults).toMatchObject([{ lessonId: 101, score: 100, passed: true }]);
  expect(engine.replica.taken.stars.get(4)).toBe(4);
  expect(await engine.replica.drafts.count(), 'the draft has become the submission').toBe(0);
  expect((await readLesson(engine.replica, 101))?.unit.status).toBe('completed');
});

test('[Y26] what was taken is over: the same tap later is work of its own', async () => {
  await open();
  isRoom = false;
  reply.now = ({ path }) =>
    path.endsWith('/rating') ? { body: { stars: 4, changed: true, dataEpoch: 'e1' } } : undefined;
  await engine.record({ kind: 'rating', courseId: 4, stars: 4 });
  await engine.record({ kind: 'rating', courseId: 4, stars: 4 });
  const ids = asked.map(({ headers }) => headers['Idempotency-Key']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test("[Y2] a visitor's work is not posted either", async () => {
  await open(undefined, VISITOR);
  isRoom = false;
  reply.now = taken;
  await expect(engine.record(completion)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect([asked, engine.health()]).toEqual([[], 'not-saved']);
  await engine.replica.delete();
});

test('[Y26] a cache that cannot be read makes no room, and the server is asked', async () => {
  await open(async function* () {
    yield 1;
    throw new Error('No cache.');
  });
  isRoom = false;
  reply.now = taken;
  await engine.record(completion);
  expect(engine.health()).toBe('full');
});

test('[Y26] work that waits is never overtaken', async () => {
  await open();
  await engine.record(completion);
  isRoom = false;
  reply.now = taken;
  await expect(engine.record({ ...completion, status: 'not_started' })).rejects.toThrow();
  expect(asked).toEqual([]);
});

test('[Y26] a database that is made anew for a known person is a loss, counted and kept until it was seen', async () => {
  const device = openDevice();
  await rememberPerson(device, { userId: MAREN, name: 'Maren', email: 'maren@demo.example' });
  await open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await device.people.get(MAREN))?.loss).toBeUndefined();
  await noteWork(device, MAREN, { pendingCount: 2, lastSyncAt: null });
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
  await open();
  await expect
    .poll(async () => device.people.get(MAREN))
    .toMatchObject({ pendingCount: 0, loss: { unsent: 2, isBack: false } });
  device.close();
});
