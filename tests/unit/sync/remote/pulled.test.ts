// What an answer to a pull may change on the device (Y25).
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '#sync/engine.ts';
import { replicaName } from '#sync/store/replica.ts';
import { aCourse, aLesson, aUnit } from '#tests/factories.ts';
import { EngineSetup, MAREN, refused, responseOf } from '../engine-setup.ts';

let setup: EngineSetup;
let engine: Engine;
beforeEach(async () => {
  setup = new EngineSetup();
  engine = createEngine({ userId: MAREN, ports: setup.ports() });
  const lessons = [aLesson({ id: 101 })];
  await engine.replica.saveContent({ catalog: [aCourse()], lessonsOf: { courseId: 4, lessons } });
});
afterEach(async () => {
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
});

test('[Y25c] an address that no server of ours knows takes no course from the device, as one does that is gone', async () => {
  setup.respond = () => refused(404, 'not_found');
  expect(await engine.pullCourse(4)).toMatchObject({ kind: 'refused', status: 404 });
  expect(await engine.pullLesson(101)).toMatchObject({ kind: 'refused', status: 404 });
  expect([await engine.replica.courses.count(), await engine.replica.lessons.count()]).toEqual([1, 1]);
  setup.respond = () => refused(404, 'course_not_found');
  await engine.pullCourse(4);
  expect([await engine.replica.courses.count(), await engine.replica.lessons.count()]).toEqual([0, 0]);
});

test('[Y23] what arrives after its person has signed out is not kept', async () => {
  await engine.replica.lessons.clear();
  setup.respond = () => {
    setup.token = async () => null;
    return responseOf(200, aLesson({ id: 101 }));
  };
  expect(await engine.pullLesson(101)).toEqual({ kind: 'paused', reason: 'auth' });
  expect(await engine.replica.lessons.count()).toBe(0);
});

test('[Y24] a sign-in that a new token does not mend is over, and no refusal of the course', async () => {
  setup.respond = () => refused(401, 'token_expired');
  expect(await engine.pullLesson(101)).toEqual({ kind: 'paused', reason: 'auth' });
  expect(setup.requests).toHaveLength(2);
});

test('[Y25b] an older revision never replaces a newer one', async () => {
  const answered = (rev: number, status: 'completed' | 'in_progress') => {
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    const unitProgress = [aUnit({ lessonId: 101, status, rev })];
    setup.respond = () =>
      responseOf(200, { courseProgress, unitProgress, certificate: null, round: 1, dataEpoch: 'e1' });
    return engine.pullProgress(4);
  };
  await answered(7, 'completed');
  expect(await answered(6, 'in_progress')).toEqual({ kind: 'fresh' });
  expect(await engine.replica.units.toArray()).toMatchObject([{ lessonId: 101, status: 'completed', rev: 7 }]);
});
