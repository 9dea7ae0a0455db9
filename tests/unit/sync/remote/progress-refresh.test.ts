// Pulls that are due (Y25): after a failed pull, and after the device has started over.
import { expect, test } from 'vitest';
import { freshUnit } from '#sync/contract/progress.ts';
import { adoptEpoch } from '#sync/outbox/epoch.ts';
import { rules } from '#sync/outbox/rules.ts';
import { aLesson } from '#tests/factories.ts';
import { acceptAll, EngineSetup, lessonsOf, refused, responseOf } from '../engine-setup.ts';

const pulledOf = (setup: EngineSetup) =>
  setup.requests.filter(({ path }) => path.startsWith('/api/progress/enhanced/'));

test.each([
  ['is too busy', responseOf(429, null)],
  ['fails', refused(503, 'unavailable')],
])('[Y25] a pull that the server %s for is repeated after the next flush', async (_, busy) => {
  const setup = new EngineSetup();
  setup.respond = (request) => (request.method === 'GET' ? busy : acceptAll(request));
  await setup.complete(1);
  await setup.core.syncNow();
  await setup.settled();
  expect(pulledOf(setup)).toHaveLength(1);
  setup.respond = acceptAll;
  await setup.core.syncNow();
  await setup.settled();
  expect(pulledOf(setup)).toHaveLength(2);
});

test('[Y18c, Y25] a pull whose answer is lost while the server answers otherwise is repeated after the next flush', async () => {
  const setup = new EngineSetup();
  let isBroken = true;
  setup.respond = (request) => {
    if (request.path === '/api/health') return responseOf(200, {});
    return isBroken && request.method === 'GET' ? { kind: 'none', reason: 'network' } : acceptAll(request);
  };
  await setup.complete(1);
  await setup.core.syncNow();
  await setup.settled();
  expect(pulledOf(setup)).toHaveLength(1);
  isBroken = false;
  await setup.core.syncNow();
  await setup.settled();
  expect(pulledOf(setup)).toHaveLength(2);
});

test('[Y20, Y25] a device that has started over pulls every course again, even without work in it', async () => {
  const setup = new EngineSetup();
  await setup.store.saveContent({ lesson: aLesson({ id: 901, courseId: 9 }) });
  await setup.complete(1);
  await setup.core.syncNow();
  await setup.settled();
  setup.requests.length = 0;
  const { dataEpoch, round } = setup.store.meta;
  await adoptEpoch({ store: setup.store, rules }, { epoch: dataEpoch, round, lastDone: null }, 'e1');
  await setup.core.syncNow();
  await setup.settled();
  expect(
    pulledOf(setup)
      .map(({ path }) => path.split('/').at(-1))
      .toSorted(),
  ).toEqual(['4', '9']);
});

test('[Y25] a flush with successes and failures pulls the courses of the successes', async () => {
  const setup = new EngineSetup();
  setup.respond = (request) =>
    request.method === 'POST' && lessonsOf(request).includes(2) ? refused(500, 'internal') : acceptAll(request);
  await setup.complete(1, 2);
  expect(await setup.core.syncNow()).toMatchObject({ kind: 'later', sent: 1 });
  await setup.settled();
  expect(pulledOf(setup)).toHaveLength(1);
});

test('[Y20] a response to a pull from before the device started over does not count', async () => {
  const setup = new EngineSetup();
  await setup.complete(1);
  await setup.core.syncNow();
  await setup.settled();
  const before = setup.store.meta;
  setup.respond = async () => {
    await adoptEpoch(
      { store: setup.store, rules },
      { epoch: before.dataEpoch, round: before.round, lastDone: null },
      'e1',
    );
    const unit = { ...freshUnit(5), status: 'completed', rev: 7 };
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    return responseOf(200, { courseProgress, unitProgress: [unit], certificate: null, round: 1, dataEpoch: 'e1' });
  };
  await setup.core.pullProgress(4);
  expect(setup.store.meta.round).toBe(before.round + 1);
  expect(setup.store.units.size).toBe(0);
});

test('[O9] a starting engine forgets that the last page was offline', async () => {
  const setup = new EngineSetup();
  setup.store.meta = { ...setup.store.meta, reachable: false };
  setup.respond = () => new Promise(() => {});
  setup.core.start();
  await setup.settled();
  expect(setup.store.meta.reachable).toBeNull();
  setup.core.stop();
});

test('[Y31] a late pull never takes a course back to an earlier round', async () => {
  const setup = new EngineSetup();
  const pullIn = (round: number) => {
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    setup.respond = () =>
      responseOf(200, { courseProgress, unitProgress: [], certificate: null, dataEpoch: 'e1', round });
    return setup.core.pullProgress(4);
  };
  await pullIn(2);
  await pullIn(1);
  expect(setup.store.meta.courseRounds).toEqual({ 4: 2 });
  await setup.complete(1);
  expect([...setup.store.entries.values()]).toMatchObject([{ body: { round: 2 } }]);
});
