// The lock has no page around it, so it is looked at here: axe in three themes, the size of what is touched, a narrow screen (Z3).
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { reflowTroubles } from './structure.ts';
import { enterPin, goOnAs, leaveAlone, lockOf, setPinOf } from './tablet-steps.ts';
import { dress, THEMES } from './theme-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

test('[Z3] [Y30] the lock and its PIN in three themes, on a narrow screen too', async ({ page }) => {
  const troubles: string[] = [];
  const look = async (where: string) => {
    for (const theme of THEMES) {
      await dress(page, theme);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
      troubles.push(...violations.map(({ id, nodes }) => `${where}, ${theme}: ${id} ${nodes[0]?.html.slice(0, 120)}`));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    troubles.push(...(await reflowTroubles(page)).map((each) => `${where}, 320 px: ${each}`));
    const boxes = await lockOf(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(48);
  };
  await signIn(page);
  await setPinOf(page, '2468');
  await leaveAlone(page);
  await look('people');
  await goOnAs(page, 'Lena Learner');
  await expect(page.getByLabel('PIN of Lena Learner')).toBeFocused();
  await enterPin(page, 'Lena Learner', '1111');
  await page.getByText('Wrong PIN.').waitFor();
  await look('PIN');
  expect(troubles).toEqual([]);
});
