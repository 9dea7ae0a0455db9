// A server that lost our work without saying so (Y20), heard of by a pull or by two tabs.
import { expect, test } from 'vitest';
import { adoptEpoch } from '#sync/drain.ts';
import { rules } from '#sync/rules.ts';
import { Desk, kindAnswer, refused } from './desk.ts';

async function aDeskWithWorkDone(): Promise<Desk> {
  const desk = new Desk();
  await desk.complete(1);
  await desk.core.syncNow();
  expect(desk.states()).toEqual(['done']);
  return desk;
}

test('[Y20] somebody who only looks hears of it, too, and what is lost is queued again', async () => {
  const desk = await aDeskWithWorkDone();
  desk.respond = (request) =>
    request.headers['X-Last-Op'] ? refused(412, 'operation_forgotten', { dataEpoch: 'e1' }) : kindAnswer(request);
  await desk.core.pullProgress(4);
  expect(desk.states()).toEqual(['queued']);
});

test('[Y20] a tab that hears of it later does not start over once more', async () => {
  const desk = await aDeskWithWorkDone();
  const known = { epoch: 'e1', round: 0, lastDone: { opId: 'any' } };
  const context = { store: desk.store, rules };
  await adoptEpoch(context, known, 'e1');
  expect(desk.states()).toEqual(['queued']);
  await desk.core.syncNow();
  await adoptEpoch(context, known, 'e1');
  expect(desk.states()).toEqual(['done']);
});
