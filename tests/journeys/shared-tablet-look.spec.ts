// The lock has no page around it, and the PIN is asked for in three places: axe in three themes, the size of what is touched,
// a narrow screen (R-Z3).
import { axeTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN, PASSWORD } from './product.ts';
import { reflowTroubles } from './structure.ts';
import { declinePin, enterPin, goOnAs, leaveAlone, lockOf, setPinOf } from './tablet-steps.ts';

const LENA = 'Lena Learner';

for (const width of [390, 820, 1280]) {
  test(`[Z3] [Y30] the PIN and the lock in three themes, ${width} px wide and on a narrow screen`, async ({ page }) => {
    test.slow();
    const troubles: string[] = [];
    const look = async (where: string) => {
      const note = (found: string[]) => troubles.push(...found.map((each) => `${where}, ${each}`));
      note(await axeTroubles(page));
      await page.setViewportSize({ width: 320, height: 640 });
      note(await reflowTroubles(page));
      await page.setViewportSize({ width, height: 900 });
      const boxes = await page
        .getByRole('dialog')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
      expect(Math.min(...boxes), where).toBeGreaterThanOrEqual(48);
    };
    const main = page.getByRole('main');
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    await setPinOf(page, '2468');
    for (const name of ['Change PIN', 'Remove PIN']) {
      await main.getByRole('button', { name }).click();
      await look(name);
      await page.keyboard.press('Escape');
    }
    await main.getByRole('button', { name: 'Add another person' }).click();
    await page.getByLabel('Email', { exact: true }).fill(ORG_ADMIN);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await main.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await declinePin(page);
    await page.goto('/dashboard');
    await main.getByRole('button', { name: LENA }).click();
    await expect(page.getByRole('dialog', { name: `Continue as ${LENA}` })).toBeVisible();
    await look('switch');
    await page.keyboard.press('Escape');

    await leaveAlone(page);
    await look('lock');
    await goOnAs(page, LENA);
    await expect(page.getByLabel(`PIN of ${LENA}`)).toBeFocused();
    await enterPin(page, LENA, '1111');
    await lockOf(page).getByText('Wrong PIN.').waitFor();
    await look('keys');
    expect(troubles).toEqual([]);
  });
}
