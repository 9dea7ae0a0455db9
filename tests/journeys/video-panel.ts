// What an author does in the panel of a lesson's video, for the journeys through it.
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { lessonsOf } from './content.ts';
import { type FilmFiles, makeFilmFiles } from './film-files.ts';
import { test as base, expect } from './fixtures.ts';
import type { Product } from './product.ts';
import type { Wire } from './wire.ts';

/** With files to choose from, which are gone after the test. */
export const test = base.extend<{ files: FilmFiles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  files: async ({}, use) => {
    const files = makeFilmFiles();
    await use(files);
    files.remove();
  },
});

export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
export const slotOf = (page: Page, lesson: Lesson) => page.getByRole('group', { name: `Video of ${lesson.title}` });
export const chooseIn = (page: Page, lesson: Lesson, file: string) =>
  slotOf(page, lesson).locator('input[type=file]').setInputFiles(file);
export const note = (page: Page) => page.getByRole('link', { name: /^Uploading / });
export const button = (page: Page, lesson: Lesson, name: string | RegExp) =>
  slotOf(page, lesson).getByRole('button', { name });
/** Refusals in the words of a server. */
export const refused = (status: number, message: string) => ({
  status,
  body: { error: message, message, code: 'unavailable' },
  headers: { 'X-Groundwork-Api': '1' },
});

/** Lessons 16 and 17 of course 4: without a video (P-8). */
export async function pendingOf(product: Product): Promise<[Lesson, Lesson]> {
  const [first, second] = (await lessonsOf(product)).filter(({ orderIndex }) => [16, 17].includes(orderIndex));
  if (!first || !second) throw new Error('The sample course lost its lessons.');
  return [first, second];
}

/** Opens the panel below the lesson's row. */
export async function openPanel(page: Page, lesson: Lesson): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Video.* of ${lesson.title}$`) })
    .and(page.locator('[aria-expanded]'))
    .click();
  await expect(slotOf(page, lesson)).toBeVisible();
}

export async function openCourse(page: Page): Promise<void> {
  await page.goto('/admin/courses/4');
  await expect(page.getByRole('heading', { name: 'Course Lessons' })).toBeVisible();
}

/** From now on the page sends so many bytes in a second. */
export async function slowTo(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const isFree = bytesPerSecond === Number.POSITIVE_INFINITY;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: isFree ? -1 : bytesPerSecond,
  });
}

/** Some of the file has left the device. */
export const isMoving = (page: Page, lesson: Lesson) =>
  expect
    .poll(() =>
      slotOf(page, lesson)
        .locator('progress')
        .evaluate((bar: HTMLProgressElement) => bar.value),
    )
    .toBeGreaterThan(0);

export const passedOf = (wire: Wire, method: string, path: string) =>
  wire.passed.filter((passed) => passed.method === method && passed.path.startsWith(path)).length;
