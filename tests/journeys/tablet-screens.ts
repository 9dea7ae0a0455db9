// What a person settles with a device, for journeys that visit every screen. The lock has a journey of its own: it has no page.
import { pressEscape, type Screen } from './screen-steps.ts';

/** On the dashboard, with everything that can be wrong. */
export const PIN_BEING_SET: Screen = {
  name: 'PIN being set',
  title: 'Dashboard',
  path: '/dashboard',
  stays: true,
  isModal: true,
  act: async ({ page }) => {
    await page.getByRole('button', { name: 'Set a PIN' }).click();
    await page.getByRole('group', { name: 'New PIN, 4 to 8 digits' }).pressSequentially('2468\n');
    await page.getByRole('group', { name: 'Repeat new PIN' }).pressSequentially('2460');
    await page.getByText("The PINs don't match. Choose one again.").waitFor();
  },
  after: pressEscape,
};

/** On an iPhone: the page asks its navigator when it is drawn. */
export const INSTALL_GUIDE: Screen = {
  name: 'install guide',
  title: 'Downloads',
  path: '/sync',
  isModal: true,
  act: async ({ page }) => {
    await page.evaluate(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Safari/604.1' }));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click();
    await page.getByRole('button', { name: 'Show me how' }).click();
    await page.getByRole('dialog').waitFor();
  },
  after: pressEscape,
};
