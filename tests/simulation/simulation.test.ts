// Seeded schedules of devices on a bad network, run on the engine itself. `npm run test:simulation -- --seeds N`.
import { describe, test } from 'vitest';
import { expectSeed, scenarioNamed, seedsOf } from './play.ts';
import { SCENARIOS } from './scenarios.ts';

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 2_000);
const FIRST = Number(process.env.SIMULATION_FIRST_SEED ?? 0);
const MS_PER_SEED = 100;

describe('[Y1, Y28] nothing is lost, doubled, mixed up or stuck, whatever happens', () => {
  test.each(SCENARIOS.map((scenario, place) => ({ ...scenario, place })))(
    'with $name',
    async ({ place, name }) => {
      for (const seed of seedsOf(place, SEEDS, FIRST)) await expectSeed(seed, scenarioNamed(name));
    },
    60_000 + SEEDS * MS_PER_SEED,
  );
});

// Seeds that once broke a rule, each with its lesson.
describe('[Y28] bad seeds of the past', () => {
  test.each([
    { seed: 36, name: 'one device', taught: 'a clock that jumps ahead must not empty the log of done work' },
    {
      seed: 82,
      name: 'one device and a server restored in silence',
      taught: 'a clock that was wrong must not keep the last acknowledged work from being named',
    },
    {
      seed: 1_166,
      name: 'one device',
      taught: 'a clock that was years behind must not empty the log when it is right',
    },
    {
      seed: 119,
      name: 'two tabs, one of them frozen with the lock',
      taught: 'an own reflection must not make an own Reset look as if it had missed a completion',
    },
    { seed: 429, name: 'two people on two tablets', taught: 'a Retry-After date counts from the clock of the server' },
    {
      seed: 3_269,
      name: 'two tabs, one of them frozen with the lock',
      taught: 'a clock set back must not keep a tab from taking over a lock',
    },
    {
      seed: 141,
      name: 'two tabs without a lock, late answers, and a server restored in silence',
      taught: 'what left before a restore must not be taken once the restored server got the last operation again',
    },
    {
      seed: 1_655,
      name: 'two tabs without a lock, late answers, and a server restored in silence',
      taught:
        'of two requests on their way at once only one response may count, or a restore between them goes unnoticed',
    },
  ])('$seed: $taught', ({ seed, name }) => expectSeed(seed, scenarioNamed(name)));
});
