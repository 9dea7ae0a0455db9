// The look of the device: chosen in two taps, remembered, the same in every tab, and there before the first paint (R-Z3).
import type { Page } from '@playwright/test';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { signIn, underWorker } from './person.ts';

const CANVAS = { light: 'rgb(247, 244, 239)', dark: 'rgb(20, 17, 23)', outdoor: 'rgb(255, 255, 255)' };
const BAR = { light: '#f7f4ef', dark: '#141117', outdoor: '#ffffff' };

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** The colour of the browser's own bar: the first of the page's wishes whose condition holds. */
const barColour = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    return bars.find(({ media }) => matchMedia(media).matches)?.content;
  });

async function looks(page: Page, theme: keyof typeof CANVAS): Promise<void> {
  await expect.poll(() => canvas(page)).toBe(CANVAS[theme]);
  await expect.poll(() => barColour(page)).toBe(BAR[theme]);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[Z3] a visitor chooses a theme in two taps; every tab follows, and it is there before the first paint', async ({
    page,
    context,
    wire,
    noise,
  }) => {
    noise.allow(NETWORK_NOISE);
    await page.goto('/auth/signin');
    await underWorker(page);
    const other = await context.newPage();
    await other.goto('/nowhere');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await looks(page, 'dark');
    await looks(other, 'dark');

    await page.addInitScript(() => {
      const seen = () => Object.assign(window, { themeAtFirst: document.documentElement.dataset.theme });
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        seen();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    wire.cut();
    await page.reload();
    await looks(page, 'dark');
    expect(await page.evaluate(() => Reflect.get(window, 'themeAtFirst'))).toBe('dark');
    wire.mend();
  });
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('[Z3] a visitor finds the themes in the header, also by keyboard', async ({ page }) => {
    await page.goto('/nowhere');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Theme' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const system = page.getByRole('radio', { name: 'System' });
    await expect(system).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(system).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Outdoor' })).toBeChecked();
    await looks(page, 'outdoor');
    await page.keyboard.press('Escape');
    await expect(system).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('[Z3] outdoors a button that waits keeps its full ink, chosen or asked for by the system', async ({ page }) => {
    await page.goto('/auth');
    const waiting = page.getByRole('main').getByRole('button', { name: 'Sign Up' });
    await expect(waiting).toBeDisabled();
    await expect(waiting).toHaveCSS('opacity', '0.55');
    await page.emulateMedia({ contrast: 'more' });
    await expect(waiting).toHaveCSS('opacity', '1');
    await page.emulateMedia({ contrast: null });
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'outdoor'));
    await expect(waiting).toHaveCSS('opacity', '1');
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    await expect(waiting).toHaveCSS('opacity', '0.55');
  });

  test('[Z3] a learner chooses in the menu of their name, and System gives it back to the device', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page);
    await looks(page, 'dark');
    await page.getByRole('banner').getByRole('button', { name: 'Lena Learner' }).click();
    const option = (name: string) => page.getByRole('menuitemradio', { name });
    await expect(option('System')).toBeChecked();
    await option('Light').click();
    await looks(page, 'light');
    await option('Outdoor').click();
    await looks(page, 'outdoor');
    await option('System').click();
    await looks(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await looks(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
    await looks(page, 'outdoor');
  });

  test('[Z3] a lesson is printed in light colours and without the list beside it, whatever the theme', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/public-course/1/lesson/7');
    const text = page.locator('.prose p').first();
    const beside = page.getByRole('complementary');
    await expect(text).toBeVisible();
    await expect(beside).toBeVisible();
    const ink = () => text.evaluate((one) => getComputedStyle(one).color);
    const onScreen = await ink();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(beside).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    const onPaper = await ink();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await ink()).toBe(onPaper);
    expect(onPaper).not.toBe(onScreen);
  });
});
