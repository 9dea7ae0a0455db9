// Progress that is owed to the screens (Y25): after what did not come through, and after the device has started over.
import { expect, test } from 'vitest';
import { freshUnit } from '#sync/contract/progress.ts';
import { adoptEpoch } from '#sync/outbox/epoch.ts';
import { rules } from '#sync/outbox/rules.ts';
import { aLesson } from '#tests/factories.ts';
import { answer, Desk, kindAnswer, lessonsOf, refused } from '../engine-setup.ts';

const pulledOf = (desk: Desk) => desk.requests.filter(({ path }) => path.startsWith('/api/progress/enhanced/'));

test.each([
  ['is too busy', answer(429, null)],
  ['fails', refused(503, 'unavailable')],
])('[Y25] a pull that the server %s for is owed, and made after the next pass', async (_, busy) => {
  const desk = new Desk();
  desk.respond = (request) => (request.method === 'GET' ? busy : kindAnswer(request));
  await desk.complete(1);
  await desk.core.syncNow();
  await desk.settled();
  expect(pulledOf(desk)).toHaveLength(1);
  desk.respond = kindAnswer;
  await desk.core.syncNow();
  await desk.settled();
  expect(pulledOf(desk)).toHaveLength(2);
});

test('[Y20, Y25] a device that has started over pulls every course again, also those in which it has no work', async () => {
  const desk = new Desk();
  await desk.store.saveContent({ lesson: aLesson({ id: 901, courseId: 9 }) });
  await desk.complete(1);
  await desk.core.syncNow();
  await desk.settled();
  desk.requests.length = 0;
  const { dataEpoch, round } = desk.store.meta;
  await adoptEpoch({ store: desk.store, rules }, { epoch: dataEpoch, round, lastDone: null }, 'e1');
  await desk.core.syncNow();
  await desk.settled();
  expect(
    pulledOf(desk)
      .map(({ path }) => path.split('/').at(-1))
      .toSorted(),
  ).toEqual(['4', '9']);
});

test('[Y25] a pass in which some arrived and some failed pulls the courses of those that arrived', async () => {
  const desk = new Desk();
  desk.respond = (request) =>
    request.method === 'POST' && lessonsOf(request).includes(2) ? refused(500, 'internal') : kindAnswer(request);
  await desk.complete(1, 2);
  expect(await desk.core.syncNow()).toMatchObject({ kind: 'later', sent: 1 });
  await desk.settled();
  expect(pulledOf(desk)).toHaveLength(1);
});

test('[Y20] an answer to a pull that was asked before the device started over brings nothing', async () => {
  const desk = new Desk();
  await desk.complete(1);
  await desk.core.syncNow();
  await desk.settled();
  const before = desk.store.meta;
  desk.respond = async () => {
    await adoptEpoch(
      { store: desk.store, rules },
      { epoch: before.dataEpoch, round: before.round, lastDone: null },
      'e1',
    );
    const unit = { ...freshUnit(5), status: 'completed', rev: 7 };
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    return answer(200, { courseProgress, unitProgress: [unit], dataEpoch: 'e1' });
  };
  await desk.core.pullProgress(4);
  expect(desk.store.meta.round).toBe(before.round + 1);
  expect(desk.store.units.size).toBe(0);
});

test('[O9] that the last page found no network says nothing of now: an engine that starts forgets it', async () => {
  const desk = new Desk();
  desk.store.meta = { ...desk.store.meta, reachable: false };
  desk.respond = () => new Promise(() => {});
  desk.core.start();
  await desk.settled();
  expect(desk.store.meta.reachable).toBeNull();
  desk.core.stop();
});
