// What a person does in the app, in a person's words. The journeys are written with these.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { type LessonPlace, lessonPath } from './content.ts';
import { ledgerOf, waitingHere } from './device-data.ts';
import { LEARNER, PASSWORD } from './product.ts';

const WORKER_MS = 60_000;

/** Signs in on the sign-in page and arrives at the catalog. Typing takes a person longer than the worker needs to come. */
export async function signIn(page: Page, email = LEARNER): Promise<void> {
  await page.goto('/auth/signin');
  await underWorker(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Courses' })).toBeVisible();
}

/** Answers the question that Sign Out always asks, with nothing unsent or without a network. */
export const confirmSignOut = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sign out( anyway)?$/ })
    .click();

/** Opens what Me has behind one row: password, second step, other devices, data. It stays open in this tab. */
export const openAccount = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Account and data/, expanded: false }).click();

/** Waits until a service worker controls the page, so that everything opened from now on is seen by it. */
export async function underWorker(page: Page): Promise<void> {
  // It keeps some 200 files, one after another, before it takes the page: on a busy machine that takes longer than a tap.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: WORKER_MS });
}

/** Opens a lesson by its address, or from the list beside the present one, and waits until it is there. */
export async function openLesson(page: Page, lesson: LessonPlace): Promise<void> {
  const row = page.getByRole('navigation', { name: 'Lessons' }).locator(`a[href="${lessonPath(lesson)}"]`);
  if (await row.isVisible()) await row.click();
  else await page.goto(lessonPath(lesson));
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
}

/** Waits until the lesson's video lies on this device. */
export async function keptVideo(page: Page, lesson: Pick<Lesson, 'videoUrl'>): Promise<void> {
  const isKept = async () => (await ledgerOf(page, lesson.videoUrl ?? ''))?.isComplete === true;
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

/** Reads a text to its end: Continue completes it and turns the page. */
export async function turnPageOf(page: Page, lesson: LessonPlace): Promise<void> {
  await openLesson(page, lesson);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== lessonPath(lesson));
}

/** The menu of a lesson that is completed. */
export const more = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'More', exact: true });

/** Taps Mark Complete and waits until the device has it. */
export async function markComplete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(more(page)).toBeVisible();
}

/** Taps Reset, behind More. */
export async function chooseReset(page: Page): Promise<void> {
  await more(page).click();
  await page.getByRole('button', { name: 'Reset' }).click();
}

/** Taps Reset and waits until the device has it. */
export async function resetLesson(page: Page): Promise<void> {
  await chooseReset(page);
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
}

/** Opens every module of a list, so that each lesson is in sight. */
export async function openModules(list: Locator): Promise<void> {
  await expect(list.getByRole('link').first()).toBeVisible();
  await list.locator('details').evaluateAll((all) => {
    for (const module of all) module.setAttribute('open', '');
  });
}

/** Plays the video of the page to its end, at twice the speed unless told otherwise. */
export async function watchToTheEnd(page: Page, speed = 2): Promise<void> {
  const video = page.locator('video');
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  const isOver = () =>
    video.evaluate((element: HTMLVideoElement, rate) => {
      // Not once at the start: the player sets the speed chosen on this device as soon as it has read it.
      if (element.playbackRate !== rate) element.playbackRate = rate;
      return element.ended;
    }, speed);
  await expect.poll(isOver, { timeout: 45_000 }).toBe(true);
}

/** The tag 'Completed' of a lesson in the list beside the lesson that is open. */
export function completedInCourse(page: Page, lesson: Lesson): Locator {
  const row = page.getByRole('navigation', { name: 'Lessons' }).locator(`a[href="${lessonPath(lesson)}"]`);
  return row.getByText('Completed', { exact: true });
}

/** Waits until the header says this about the person's work; longer than the half minute between tries by the clock. */
export async function badgeSays(page: Page, words: string | RegExp): Promise<void> {
  // The header is read back after a tap and says until then what was true before; the device itself does not.
  if (words === 'All work sent') await expect.poll(() => quietly(waitingHere(page)), SENT).toBe(0);
  await expect(page.getByRole('banner').locator('a[href="/sync"]').last()).toContainText(words, SENT);
}

/** Waits for the strip below the header that says so while the server cannot be reached, with the changes that are saved. */
export async function offlineSays(page: Page, changes: string): Promise<void> {
  const strip = page.getByRole('banner').getByText(`Offline · ${changes} saved on this device`);
  await expect(strip).toBeVisible(SENT);
}

const SENT = { timeout: 45_000 };

/** A page that is just loaded again cannot be asked. */
const quietly = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);

/** Begins to listen; what it answers waits until the tries that were due at once are over, as the next comes by the clock. */
export function untilTriesAreOver(page: Page): () => Promise<void> {
  let failedAt = Date.now();
  page.on('requestfailed', () => {
    failedAt = Date.now();
  });
  return () => expect.poll(() => Date.now() - failedAt, { timeout: 20_000 }).toBeGreaterThan(2_200);
}

/** Waits until the page that was opened has fetched all it needs and drawn it: what was to come by itself is there. */
export async function cameToRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
