// What a person does in the app, in a person's words. The journeys are written with these.
import { expect, type Locator, type Page } from '@playwright/test';
import { LEARNER, PASSWORD } from './product.ts';

/** Signs in on the sign-in page and arrives at the catalog. */
export async function signIn(page: Page, email = LEARNER): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Welcome to the Groundwork Learning Hub/ })).toBeVisible();
}

/** Waits until a service worker controls the page, so that everything opened from now on is seen by it. */
export async function underWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Plays the video of the page to its end, at twice the speed unless told otherwise. */
export async function watchToTheEnd(page: Page, speed = 2): Promise<void> {
  const video = page.locator('video');
  await video.evaluate(async (element: HTMLVideoElement, rate) => {
    element.muted = true;
    element.playbackRate = rate;
    await element.play();
  }, speed);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended), { timeout: 45_000 }).toBe(true);
}

/** The place in the header that tells of the network and of unsent work. */
export const syncBadge = (page: Page): Locator =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /wait|saved|sync|offline|attention|sent/i })
    .last();
