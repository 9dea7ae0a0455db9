// Rating a completed course (P-5): kept at the tap, sent like all other work, the same on every device.
import type { Page } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonsOf } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { otherDevice } from './other-device.ts';
import { badgeSays, markComplete, openLesson, signIn } from './person.ts';
import type { Product } from './product.ts';

const SMALL_COURSE = 2;
const question = (page: Page) => page.getByRole('group', { name: 'Rate this course' });
const star = (page: Page, name: string) => question(page).getByRole('radio', { name, exact: true });

/** The learner has one text left in the course; answers that text. */
async function nearlyThere(product: Product) {
  const lessons = await lessonsOf(product, SMALL_COURSE);
  const last = lessons.find((lesson) => lessonKind(lesson) === 'text');
  if (!last) throw new Error('The sample course lost its texts.');
  await (await otherDevice(product)).completeAll(lessons.filter((lesson) => lesson !== last));
  return last;
}

test('[Z1] a completed course is rated with the keyboard, changed, and counted for everybody', async ({
  page,
  product,
  device,
}) => {
  const last = await nearlyThere(product);
  await signIn(page);
  await page.goto(`/course/${SMALL_COURSE}`);
  await expect(page.getByRole('heading', { name: 'Your Progress' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);

  await openLesson(page, last);
  await markComplete(page);
  await page.goto(`/course/${SMALL_COURSE}`);
  await expect(page.getByRole('link', { name: 'Review Course' })).toBeVisible();
  await expect(question(page).getByRole('radio')).toHaveCount(5);
  for (const one of await question(page).getByRole('radio').all()) {
    const box = await one.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
  }
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  await star(page, '3 stars').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(star(page, '4 stars')).toBeChecked();
  await expect(star(page, '4 stars')).toHaveCSS('outline-width', '3px');
  await expect(page.getByText('Your rating: 4 of 5')).toBeVisible();
  await expect(page.getByText('4.0 (1)')).toBeVisible();
  await star(page, '5 stars').click();
  await expect(page.getByText('Your rating: 5 of 5')).toBeVisible();
  await expect(page.getByText('5.0 (1)')).toBeVisible();
  await expect(page.getByText('Saved, not sent yet')).toHaveCount(0);

  const other = await device();
  await signIn(other.page);
  await other.page.goto(`/course/${SMALL_COURSE}`);
  await expect(other.page.getByText('Your rating: 5 of 5')).toBeVisible();
  await expect(star(other.page, '5 stars')).toBeChecked();
  await star(other.page, '2 stars').click();
  await expect(other.page.getByText('2.0 (1)')).toBeVisible();
  await page.goto('/');
  await page.goto(`/course/${SMALL_COURSE}`);
  await expect(page.getByText('Your rating: 2 of 5')).toBeVisible();
});

test('[Z1, O3] completed and rated without a network, it waits, survives a reload, and arrives', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const last = await nearlyThere(product);
  await signIn(page);
  await page.goto(`/course/${SMALL_COURSE}`);
  // What was done before has to be on the device.
  await expect(page.getByText('6 of 7 lessons')).toBeVisible();
  await openLesson(page, last);
  wire.cut();
  await markComplete(page);
  await page.goto(`/course/${SMALL_COURSE}`);
  await star(page, '2 stars').click();
  await star(page, '4 stars').click();
  await expect(page.getByText('Your rating: 4 of 5')).toBeVisible();
  await expect(page.getByText('Saved, not sent yet')).toBeVisible();
  await page.reload();
  await expect(star(page, '4 stars')).toBeChecked();
  await page.goto('/sync');
  await expect(page.getByText('Rated 4 of 5')).toBeVisible();
  wire.mend();
  await badgeSays(page, 'All work sent');
  await page.goto(`/course/${SMALL_COURSE}`);
  await expect(page.getByText('4.0 (1)')).toBeVisible();
  await expect(page.getByText('Saved, not sent yet')).toHaveCount(0);
});
