// The addresses that exist by now, on a direct visit and inside the app, and who may open them (R-R1 to R-R3).
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

test('[R2] any other path shows the not-found page, and from there one finds home', async ({ page }) => {
  for (const path of ['/nowhere', '/course', '/course/4/lesson', '/auth/other', '/public-course/4/lesson/1/more']) {
    await page.goto(path);
    await expect(mainHeading(page, '404 Page Not Found'), path).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  }
  await page.getByRole('main').getByRole('link').first().click();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('[R3] without a sign-in the guarded pages lead to /auth; the public ones stay', async ({ page, product }) => {
  const { text } = await someLessons(product);
  for (const path of [`/course/${COURSE}`, lessonPath(text), '/admin']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth\?mode=signin$/);
  }
  await page.goto(`/public-course/${COURSE}`);
  await expect(mainHeading(page, 'Certified Field Inspector')).toBeVisible();
});

test('[R3] signing out in one tab sends the others to /auth, signing in lets them in', async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`/course/${COURSE}`);
  await expect(mainHeading(other, 'Certified Field Inspector')).toBeVisible();

  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(other).toHaveURL(/\/auth\?mode=signin$/);

  await signIn(page);
  // P-17: a sign-in elsewhere leads to the profile, and who has a name goes on from there.
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto(`/course/${COURSE}`);
  await expect(mainHeading(other, 'Certified Field Inspector')).toBeVisible();
});
