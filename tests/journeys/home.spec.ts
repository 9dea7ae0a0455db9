// The signed-in home: where one left off, search and filters over a reload and offline, and a card.
import type { Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'All Courses' }).getByRole('heading', { level: 3 });
const leftOff = (page: Page) => page.getByRole('region', { name: /^Continue where you left off/ });

test('[H4] where one left off is one tap away: the lesson and the second, offline and on another device', {
  tag: '@core',
}, async ({ page, product, wire, device, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { video } = await someLessons(product);
  await signIn(page);
  await openLesson(page, video);
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = 5;
    await new Promise<void>((resolve) => {
      element.addEventListener('timeupdate', () => element.currentTime > 7 && resolve());
    });
    element.pause();
  });
  await badgeSays(page, 'All work sent');
  wire.cut();
  await page.goto('/');
  await expect(leftOff(page)).toContainText('Certified Field Inspector');
  await expect(leftOff(page)).toContainText(video.title);
  await expect(leftOff(page)).toContainText(/0:0[5-9] of \d:\d\d/);
  await leftOff(page).getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(lessonPath(video));
  await expect(page.getByRole('heading', { level: 1, name: video.title })).toBeVisible();
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByRole('link', { name: /^Continue: / })).toHaveAttribute('href', lessonPath(video));
  wire.mend();

  const other = await device();
  await signIn(other.page);
  await expect(leftOff(other.page)).toContainText(video.title);
  await expect(leftOff(other.page)).toContainText(/0:0[5-9] of \d:\d\d/);
  await leftOff(other.page).getByRole('link', { name: 'Continue' }).click();
  await expect(other.page).toHaveURL(lessonPath(video));
});

test('[H5] search, category and level combine, survive a reload in the address, and work offline', async ({
  page,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  await signIn(page);
  await expect(cards(page)).toHaveCount(4);
  const options = (label: string) => page.getByLabel(label, { exact: true }).locator('option');
  expect(await options('Category').evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))).toEqual([
    'all',
    'software',
    'hardware',
    'business',
  ]);
  expect(await options('Level').evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))).toEqual([
    'all',
    'beginner',
    'intermediate',
    'advanced',
  ]);
  wire.cut();
  await page.getByLabel('Level', { exact: true }).selectOption('beginner');
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel('Category', { exact: true }).selectOption('hardware');
  const box = page.getByRole('main').getByPlaceholder('Search courses...');
  await box.fill('SCÄNNER öperating');
  await expect(cards(page)).toHaveText(['Operating the 3D Scanner']);
  await expect(page).toHaveURL(/level=beginner.*category=hardware.*search=/);
  await page.reload();
  await expect(cards(page)).toHaveText(['Operating the 3D Scanner']);
  await expect(box).toHaveValue('SCÄNNER öperating');
  await box.fill('nothing of the kind');
  await expect(page.getByText('No courses found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all courses' }).click();
  await expect(cards(page)).toHaveCount(4);
  await expect(page).toHaveURL('/');
});

test('[H6] a card: picture, clamps, instructor, stars, duration, progress; it leads to the course', async ({
  page,
}) => {
  await signIn(page);
  const card = page.getByRole('region', { name: 'All Courses' }).getByRole('listitem').nth(1);
  const title = card.getByRole('heading', { level: 3 });
  await expect(title).toHaveText('Operating the 3D Scanner');
  await expect(title).toHaveCSS('-webkit-line-clamp', '2');
  await expect(card.getByRole('paragraph').first()).toHaveCSS('-webkit-line-clamp', '3');
  await expect
    .poll(() =>
      card
        .locator('img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expect(card.getByText(/^[A-Z]{1,2}$/)).toBeVisible();
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await expect(card.getByText(/^(\d+h( \d+m)?|\d+m)$/)).toBeVisible();
  await expect(card.getByRole('progressbar')).toHaveJSProperty('value', 0);
  // Anywhere on it, not on the title alone.
  await card.click({ position: { x: 24, y: 24 } });
  await expect(page).toHaveURL('/course/2');
});
