// Every screen, for everybody: axe at three widths in three themes, landmarks, headings, targets, focus, narrow screens (R-Z3).
import type { Page } from '@playwright/test';
import { axeTroubles } from './axe.ts';
import { type Audience, visitAll } from './every-screen.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import type { Screen } from './screen-steps.ts';
import { buildTroubles, focusTroubles, readingTroubles, reflowTroubles } from './structure.ts';
import { dress } from './theme-steps.ts';

async function troublesOf(page: Page, screen: Screen, width: number): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, troubles: string[]) => found.push(...troubles.map((each) => `${where}: ${each}`));
  note('axe', await axeTroubles(page));
  await dress(page, 'outdoor');
  note('widest type', await reflowTroubles(page));
  if (width === 390) {
    await page.setViewportSize({ width: 320, height: 640 });
    note('320 px', await reflowTroubles(page));
    await page.setViewportSize({ width, height: 844 });
  }
  await dress(page, 'light');
  note('build', await buildTroubles(page, screen));
  if (width === 390) note('reading order', await readingTroubles(page));
  // A menu moves by arrow keys, and Tab leaves it.
  // The search over administration is one field; its hits are reached by the arrows.
  const least = screen.isModal ? 1 : 3;
  if (width === 1280 && !screen.leaves && (!screen.stays || screen.isModal))
    note('focus', await focusTroubles(page, least));
  return found;
}

const AUDIENCES: Audience[] = ['visitor', 'learner', 'graduate', 'admin', 'organization admin', 'author'];

for (const width of [390, 768, 1280]) {
  for (const audience of AUDIENCES) {
    test.describe(`${audience} at ${width} px`, () => {
      test.use({
        viewport: { width, height: width === 390 ? 844 : 900 },
        contextOptions: { reducedMotion: 'reduce' },
        // One slow screen of some sixty is no finding of these tests.
        actionTimeout: 30_000,
        navigationTimeout: 30_000,
      });
      test(`[Z3] axe and the build of every screen for ${audience}s, ${width} px wide`, async ({
        page,
        product,
        wire,
        noise,
      }) => {
        // A wrong password, a course that is not there, a quiz for members: the browser writes each refusal down.
        noise.allow(NETWORK_NOISE, statusNoise(400), statusNoise(401), statusNoise(404));
        // Some 300 looks: on a busy machine they take their time.
        test.slow();
        const troubles: Record<string, string[]> = {};
        await visitAll(audience, { page, product, wire, width }, async (screen) => {
          const found = await troublesOf(page, screen, width);
          if (found.length > 0) troubles[screen.name] = found;
        });
        expect(troubles).toEqual({});
      });
    });
  }
}
