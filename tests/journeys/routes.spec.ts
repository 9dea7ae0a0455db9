// The addresses that exist, on a direct visit and inside the app (R-R1).
import type { Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';

const GREETING = /^Good (morning|afternoon|evening)/;
const mainHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name });

test('[R1] every address opens its screen on a direct visit', { tag: '@core' }, async ({ page, product }) => {
  const { video, text } = await someLessons(product);
  const title = 'Certified Field Inspector';
  const open: [path: string, heading: string | RegExp][] = [
    ['/', /./],
    ['/auth', 'Get Started'],
    ['/auth/signin', 'Welcome Back'],
    [`/public-course/${COURSE}`, title],
    [`/public-course/${COURSE}/lesson/${text.id}`, text.title],
    [`/public-course/${COURSE}/lesson/${video.id}`, video.title],
    ['/sync', 'Sync'],
  ];
  for (const [path, heading] of open) {
    await page.goto(path);
    await expect(mainHeading(page, heading), path).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await signIn(page);
  const guarded: [path: string, heading: string | RegExp][] = [
    ['/', GREETING],
    [`/course/${COURSE}`, title],
    [lessonPath(text), text.title],
    [lessonPath(video), video.title],
    ['/sync', 'Sync'],
  ];
  for (const [path, heading] of guarded) {
    await page.goto(path);
    await expect(mainHeading(page, heading), path).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('[R1] links inside the app, back and forward open the right screens without loading the page again', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  await signIn(page);
  await page.evaluate(() => Object.assign(window, { remembers: true }));
  await page.getByRole('main').locator(`a[href="/course/${COURSE}"]`).first().click();
  await expect(mainHeading(page, 'Certified Field Inspector')).toBeVisible();
  await page
    .getByRole('main')
    .locator(`a[href="${lessonPath(text)}"]`)
    .click();
  await expect(mainHeading(page, text.title)).toBeVisible();
  await page.goBack();
  await expect(mainHeading(page, 'Certified Field Inspector')).toBeVisible();
  await page.goBack();
  await expect(mainHeading(page, GREETING)).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(mainHeading(page, text.title)).toBeVisible();
  await expect(page).toHaveTitle(`${text.title} · Groundwork`);
  expect(await page.evaluate(() => 'remembers' in window)).toBe(true);
});
