import { expectAllRulesHold } from './oracles.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { BrokenRule, type Mutant, Story } from './story.ts';

/** The scenarios that came first keep their seeds; one that came later is played with the seeds of one of them too. */
export const FIRST_SCENARIOS = 12;

/** Every seed below `seeds` with which the scenario at this place is played. */
export const seedsOf = (place: number, seeds: number, first = 0) =>
  Array.from({ length: seeds }, (_, n) => first + n).filter(
    (seed) => seed % FIRST_SCENARIOS === place % FIRST_SCENARIOS,
  );

/** The scenario of a seed. */
export function scenarioOf(seed: number): Scenario {
  const scenario = SCENARIOS[seed % FIRST_SCENARIOS];
  if (!scenario) throw new Error('There are no scenarios.');
  return scenario;
}

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (!scenario) throw new Error(`No scenario is called '${name}'.`);
  return scenario;
}

/** Plays one seed; returns the broken rule, or undefined when all rules hold. */
export async function play(seed: number, options: { mutant?: Mutant; isLogging?: boolean; scenario?: Scenario } = {}) {
  const story = new Story(seed, options.scenario ?? scenarioOf(seed), options);
  try {
    await story.play();
    await expectAllRulesHold(story);
    return undefined;
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    return { message: error.message, steps: story.world.logLines };
  }
}

/** Plays a seed, and throws its whole log when a rule was broken. */
export async function expectSeed(seed: number, scenario = scenarioOf(seed)): Promise<void> {
  if (!(await play(seed, { scenario }))) return;
  const failure = await play(seed, { scenario, isLogging: true });
  throw new Error(`Seed ${seed} (${scenario.name}): ${failure?.message}\n${failure?.steps.join('\n')}`);
}
