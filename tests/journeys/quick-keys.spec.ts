// Keys that follow one another within a few milliseconds, as from a script, a keyboard wedge or a person who knows the way.
import type { Page } from '@playwright/test';
import { openAs } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

type Press = {
  key: 'Enter' | 'Escape';
  /** The focus comes to a dialog and a menu by itself; to the button it is led. */
  in: 'dialog' | 'menu' | 'menu button';
};

/** Presses each key as soon as the focus is where it belongs and that place is to be seen. */
async function pressAtOnce(page: Page, presses: readonly Press[]): Promise<void> {
  await page.evaluate(async (all) => {
    const places = { dialog: '[role=dialog]', menu: '[role=menu]', 'menu button': '[aria-haspopup=menu]' };
    let pressedIn: Element | null | undefined;
    for (const { key, in: place } of all) {
      if (place === 'menu button') document.querySelector<HTMLElement>(`header ${places[place]}`)?.focus();
      const placeNow = () => {
        const found = document.activeElement?.closest(places[place]);
        // A menu that waits for its position stands above the page.
        return found && found.getBoundingClientRect().top >= 0 ? found : undefined;
      };
      const until = performance.now() + 2_000;
      while (!placeNow() || placeNow() === pressedIn) {
        if (performance.now() > until) throw new Error(`The focus did not come to another ${place} for ${key}.`);
        await new Promise((resolve) => setTimeout(resolve));
      }
      pressedIn = placeNow();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      // No hand is quicker, and no script that drives a browser.
      if (place === 'menu') await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }, presses);
}

test('[U2] Escape twice in a breath: the question comes and goes, and what was typed stays', async ({ page }) => {
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/courses' });
  await page.getByRole('button', { name: 'New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Course' });
  await dialog.getByLabel('Title').fill('Ladders');
  await pressAtOnce(page, [
    { key: 'Escape', in: 'dialog' },
    { key: 'Escape', in: 'dialog' },
  ]);
  await expect(page.getByRole('dialog', { name: 'Discard what you wrote?' })).toHaveCount(0);
  await expect(dialog.getByLabel('Title')).toHaveValue('Ladders');
});

test('[H8] a menu that is closed and opened again at once has the focus, and Escape closes it', async ({ page }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses' });
  const button = page.getByRole('banner').getByRole('button', { name: 'Sofia Super' });
  await expect(button).toBeEnabled();
  await button.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await pressAtOnce(page, [
    { key: 'Enter', in: 'menu button' },
    { key: 'Escape', in: 'menu' },
    { key: 'Enter', in: 'menu button' },
    { key: 'Escape', in: 'menu' },
  ]);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('[H8] a page that comes late leaves the menu open that was opened meanwhile', async ({ page, wire }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/' });
  const button = page.getByRole('banner').getByRole('button', { name: 'Sofia Super' });
  wire.delay('/assets/admin-people', 1_500);
  await button.click();
  await page.getByRole('menuitem', { name: 'Admin Dashboard', exact: true }).click();
  await button.click();
  const line = page.getByRole('menuitem', { name: 'Dashboard', exact: true });
  await expect(line).toBeVisible();
  expect(await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).count(), 'it is not there yet').toBe(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  // Two frames for what the page does once it stands.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await line.click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('[H8] a page that comes late takes no word out of the search', async ({ page, wire }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/dashboard' });
  const banner = page.getByRole('banner');
  wire.delay('/assets/admin-people', 1_500);
  await banner.getByRole('button', { name: 'Sofia Super' }).click();
  await page.getByRole('menuitem', { name: 'Admin Dashboard', exact: true }).click();
  await banner.getByRole('button', { name: 'Search people, courses, pages' }).click();
  const search = page.getByRole('combobox', { name: 'Search people, courses, lessons and pages' });
  await page.keyboard.type('3d scan');
  await expect(page.getByText('Admin Dashboard', { exact: true })).toBeVisible();
  await page.keyboard.type('ner');
  await expect(search).toHaveValue('3d scanner');
  // Before the answers are here: the first one is opened when they are.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Operating the 3D Scanner' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
});
