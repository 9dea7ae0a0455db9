// Progress that is owed to the screens (Y25): after what did not come through, and after the device has started over.
import { expect, test } from 'vitest';
import { adoptEpoch } from '#sync/epoch.ts';
import { rules } from '#sync/rules.ts';
import { aLesson } from '#tests/factories.ts';
import { answer, Desk, kindAnswer, refused } from './desk.ts';

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
  await desk.store.keep({ lesson: aLesson({ id: 901, courseId: 9 }) });
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
