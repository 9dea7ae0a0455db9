// The search inside lessons: what was opened is found without a network, and a result opens at its paragraph or second.
import type { Page } from '@playwright/test';
import { lessonsOf } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { keptVideo, openLesson, signIn } from './person.ts';

const hits = (page: Page) => page.getByRole('region', { name: 'In lessons' });
const search = (page: Page, text: string) => page.getByRole('main').getByLabel('Search courses').fill(text);

test('a search finds a paragraph and a second of a video, and without a network what is on the device', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const courses = await Promise.all([1, 2, 3, 4].map((id) => lessonsOf(product, id).catch(() => [])));
  const video = courses.flat().find(({ title }) => title === 'Care for the Scanner');
  if (!video) throw new Error('The sample courses lost a lesson.');
  await signIn(page);
  await search(page, 'sleeve SOFT');
  const spoken = hits(page).getByRole('listitem').filter({ hasText: 'never with your sleeve' }).first();
  await expect(spoken, 'found by the server alone').toContainText('0:03');

  await openLesson(page, video);
  await keptVideo(page, video);
  wire.cut();
  await page.goto('/');
  await search(page, 'sleeve soft');
  await expect(hits(page)).toContainText('Only lessons on this device were searched.');
  await hits(page).getByRole('link', { name: 'Care for the Scanner' }).click();
  await expect(page.getByText('Wipe the lens with a soft, dry cloth').last()).toBeVisible();
  await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(3);

  await page.goto('/');
  await search(page, 'weekend dented');
  await expect(hits(page)).toContainText('No lesson contains all of these words.');
  await search(page, 'dented battery');
  await expect(hits(page).getByRole('status').first()).toHaveText('1 lesson');
  await hits(page).getByRole('link', { name: 'Care for the Scanner' }).focus();
  await page.keyboard.press('Enter');
  const paragraph = page.getByText('A swollen, hot or dented battery');
  await expect(paragraph).toBeFocused();
  await expect(paragraph).toBeInViewport();
});
