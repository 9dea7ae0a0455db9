// Breaks each rule in mutants.ts once; the seeds must notice.
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { play, scenarioNamed } from './play.ts';

const WITHIN_SEEDS = 3_000;

const mutants = Object.entries(MUTANTS).map(([name, mutant]) => {
  const [rule, broken] = name.split(': ');
  return { rule, broken, mutant };
});

test.each(mutants)('[$rule] the seeds notice when $broken', async ({ mutant }) => {
  const scenario = mutant.where === undefined ? undefined : scenarioNamed(mutant.where);
  let broken: Awaited<ReturnType<typeof play>>;
  for (let seed = 0; seed < WITHIN_SEEDS && !broken; seed += 1) broken = await play(seed, { mutant, scenario });
  expect(broken?.message).toMatch(/^(Y|I)\d+: /);
});
