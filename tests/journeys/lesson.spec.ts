// Lessons of every kind as a learner takes them (R-S3 to R-S6, R-S8).
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { outboxOf } from './device-data.ts';
import { expect, test } from './fixtures.ts';
import {
  badgeSays,
  chooseReset,
  completedInCourse,
  markComplete,
  more,
  openLesson,
  resetLesson,
  signIn,
  watchToTheEnd,
} from './person.ts';
import { LEARNER } from './product.ts';

/** Statuses of one lesson as they leave the browser, whichever call carries them. */
function statusesSent(page: Page, lesson: Lesson): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !/^\/api\/(sync|progress)/.test(pathname)) return;
    const body = request.postDataJSON();
    const changes = body.operations?.map((operation: { body: object }) => operation.body) ?? [body];
    for (const change of changes) if (change.lessonId === lesson.id) sent.push(change.status);
  });
  return sent;
}

const seconds = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime);

test('[S4] a video skips by ten seconds, sends nothing at 0, and skipping ahead completes nothing', async ({
  page,
  product,
}) => {
  const { video } = await someLessons(product);
  const sent = statusesSent(page, video);
  await signIn(page);
  await openLesson(page, video);
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click();
  expect(await seconds(page)).toBeCloseTo(10, 0);
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click();
  expect(await seconds(page)).toBeCloseTo(20, 0);
  await page.getByRole('button', { name: 'Back 10 seconds' }).click();
  expect(await seconds(page)).toBeCloseTo(10, 0);
  await badgeSays(page, 'All work sent');
  expect(await outboxOf(page), 'nothing was played').toEqual([]);
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Forward 10 seconds' }).click();
  await watchToTheEnd(page, 2);
  await badgeSays(page, 'All work sent');
  await expect(page.getByText('Lesson completed!', { exact: true })).toHaveCount(0);
  expect(sent).not.toContain('completed');
});

test('[S4, S5] a watched video is in progress first, then completed once, and leads to the next lesson', {
  tag: '@core',
}, async ({ page, product }) => {
  const [lesson, next] = await lessonsOf(product);
  if (!lesson?.videoUrl || !next) throw new Error('The sample course no longer begins with a video.');
  const sent = statusesSent(page, lesson);
  await signIn(page);
  await openLesson(page, lesson);
  await watchToTheEnd(page, 8);
  await expect(page.getByText('Lesson completed!', { exact: true })).toBeVisible();
  await badgeSays(page, 'All work sent');
  await page.locator('video').evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => seconds(page), 'it plays once more').toBeGreaterThan(2);
  await badgeSays(page, 'All work sent');
  expect(sent[0]).toBe('in_progress');
  expect(sent.filter((status) => status === 'completed')).toHaveLength(1);
  expect(sent.at(-1)).toBe('completed');
  // At most every ten points: ten reports at the very most, the completion among them.
  expect(sent.length).toBeLessThanOrEqual(11);
  await expect.poll(() => unitsOf(product, LEARNER)).toMatchObject([{ lesson_id: lesson.id, status: 'completed' }]);

  await page.getByRole('link', { name: 'Continue to Next Lesson' }).click();
  await expect(page.getByRole('heading', { level: 1, name: next.title })).toBeVisible();
});

test('[S6] Continue completes a text, turns the page after half a second, and reads Completed afterwards', async ({
  page,
  product,
}) => {
  const lessons = await lessonsOf(product);
  const { text } = await someLessons(product);
  const next = lessons[lessons.findIndex(({ id }) => id === text.id) + 1];
  if (!next) throw new Error('The sample text has no next lesson.');
  await signIn(page);
  await openLesson(page, text);
  const tapped = Date.now();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Your progress has been saved.', { exact: true })).toBeVisible();
  await page.waitForURL(`**${lessonPath(next)}`);
  expect(Date.now() - tapped).toBeGreaterThanOrEqual(500);
  await badgeSays(page, 'All work sent');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled();
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[S8] Mark Complete completes, Reset takes it back, and the server hears both', async ({ page, product }) => {
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await markComplete(page);
  await expect(page.getByText('Lesson completed!', { exact: true })).toBeVisible();
  await expect(completedInCourse(page, text)).toBeVisible();
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  await chooseReset(page);
  await expect(page.getByText('Progress saved', { exact: true })).toBeVisible();
  await expect(completedInCourse(page, text)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'not_started', rev: 2 }]);
});

test('[S8] the second half of a double tap takes nothing back, and a tap of its own does', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await markComplete(page);
  await page.getByRole('button', { name: 'Completed', exact: true }).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  await resetLesson(page);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'not_started', rev: 2 }]);
});

test('[S8] a film that is reset begins anew, and the page around it stays where it is', async ({ page, product }) => {
  const { video } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page);
  await openLesson(page, video);
  await expect(page.getByText('Transcript')).toBeVisible();
  await markComplete(page);
  // What has just been completed scrolls its end into sight.
  await page.reload();
  await expect(page.getByText('Transcript')).toBeVisible();
  await more(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(100);
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    film.dataset.old = 'yes';
  });
  await resetLesson(page);
  await expect(page.locator('video:not([data-old])')).toBeVisible();
  await expect(page.getByText('Transcript')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});
