// Every rule of the list in mutants.ts is taken away once, and the seeds must notice.
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { play } from './play.ts';

const WITHIN_SEEDS = 3_000;

test.each(Object.entries(MUTANTS))('[%s] is caught', async (_, mutant) => {
  let broken: Awaited<ReturnType<typeof play>>;
  for (let seed = 0; seed < WITHIN_SEEDS && !broken; seed += 1) broken = await play(seed, { mutant });
  expect(broken?.message).toMatch(/^(Y|I)\d+: /);
});
