// Replays 500 seeds against the real server code on SQLite: the simulation is only worth something if its server
// behaves like the real one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioNamed, scenarioOf, seedsOf } from './play.ts';
import { RealServer } from './real-server.ts';
import { recordTraffic, replay } from './replay.ts';
import { SCENARIOS } from './scenarios.ts';
import { serverRules } from './simulated-server.ts';
import { Story } from './story.ts';

const SEEDS = 500;

describe('[Y9, Y11, Y13, Y14, Y15, Y20] the real server answers as the simulated one', () => {
  let real: RealServer;
  beforeAll(async () => {
    real = await RealServer.start([...new Set(SCENARIOS.flatMap((scenario) => scenario.people))]);
  });
  afterAll(() => real.stop());

  test.each(SCENARIOS.map((scenario, place) => ({ ...scenario, place })))('with $name', async ({ place, name }) => {
    let compared = 0;
    for (const seed of seedsOf(place, SEEDS)) {
      const story = new Story(seed, scenarioNamed(name));
      const said = recordTraffic(story);
      await story.play();
      try {
        compared += await replay(story, said, real);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      }
    }
    expect(compared).toBeGreaterThan(SEEDS / SCENARIOS.length);
  });

  test('a twin that answers by another rule is noticed', async () => {
    const forgetful = { ...serverRules, findApplied: () => undefined };
    const outcomes: string[] = [];
    for (let seed = 0; seed < 40; seed += 1) {
      const story = new Story(seed, scenarioOf(seed), { mutant: { serverRules: forgetful } });
      const said = recordTraffic(story);
      // The story itself may fail too; only the comparison counts here.
      await story.play().catch(() => {});
      outcomes.push(
        await replay(story, said, real).then(
          () => 'alike',
          () => 'different',
        ),
      );
    }
    expect(outcomes).toContain('different');
  });
});
