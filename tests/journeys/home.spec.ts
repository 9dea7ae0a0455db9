// The signed-in home: where one left off, the featured course, search and filters, cards, the partner's variant.
import type { Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';
import { newDataDir, removeDataDir, startProduct } from './product.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'All Courses' }).getByRole('heading', { level: 3 });
const leftOff = (page: Page) => page.getByRole('region', { name: /^Continue where you left off/ });

test('[H4] the heading of the hub, and course 4 featured in the words of the specification', async ({ page }) => {
  await signIn(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3, name: 'Certified Field Inspector' }).first()).toBeVisible();
  for (const words of ['25 minutes', 'Certificate included', 'Video lessons']) {
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(leftOff(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Continue Course' }).click();
  await expect(page).toHaveURL(`/course/${COURSE}`);
});

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

test('[H5] search, category and level combine, survive a reload in the address, and work offline', {
  tag: '@core',
}, async ({ page, wire, noise }) => {
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

test('[H5, H8] the search in the header opens the catalog with it, from any page', async ({ page }) => {
  await signIn(page);
  await page.goto('/dashboard');
  await page.getByRole('banner').getByPlaceholder('Search courses...').fill('scanner');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?search=scanner');
  await expect(cards(page).filter({ hasText: 'Operating the 3D Scanner' })).toBeVisible();
  await expect(page.getByRole('main').getByPlaceholder('Search courses...')).toHaveValue('scanner');
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

test("[H7] on a partner's host the home is theirs: heading and the one course named for them", async ({
  page,
  sampleData,
}) => {
  const folder = newDataDir(sampleData);
  const partner = { name: 'Brightway', courseId: 2 };
  const product = await startProduct(folder, { PARTNERS: JSON.stringify({ '127.0.0.1': partner }) });
  try {
    await page.goto(`http://127.0.0.1:${product.port}/auth/signin`);
    await page.getByLabel('Email', { exact: true }).fill('learner@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('a-journey-of-tests');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Brightway Training' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Operating the 3D Scanner']);
    await expect(page.getByRole('link', { name: 'Continue Course' })).toHaveAttribute('href', '/course/2');
    await expect(page.getByText('All Courses')).toHaveCount(0);
    await page.goto('about:blank');
  } finally {
    await product.stop();
    removeDataDir(folder);
  }
});

test('[P5] the percent on the cards is there at once after a reload, and never the last person’s', async ({
  page,
  product,
  person,
}) => {
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await badgeSays(page, 'All work sent');
  await page.goto('/');
  const bar = page.getByRole('progressbar', { name: 'Progress in Certified Field Inspector' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0);
  const percent = await bar.evaluate((element: HTMLProgressElement) => element.value);
  const kept = () => page.evaluate(() => localStorage.getItem('groundwork.progress') ?? '{}');
  expect(JSON.parse(await kept())).toMatchObject({ [COURSE]: { progress: percent } });
  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
  const other = await person();
  await signIn(page, other.email);
  await expect(bar).toHaveJSProperty('value', 0);
  expect(JSON.parse(await kept())).toMatchObject({ [COURSE]: { progress: 0 } });
  await expect(leftOff(page)).toHaveCount(0);
});
