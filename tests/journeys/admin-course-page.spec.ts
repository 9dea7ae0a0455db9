// The page of one course in the admin area: how it comes and fails, what General tells and changes (R-U1 to R-U3).
import type { Page } from '@playwright/test';
import { badge, failureIn, heading, openAs, otherPage, toast } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { recordLearning } from './learning-record.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const TITLE = 'Certified Field Inspector';
const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');
const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { error: message, message, code },
  isExact: true,
});
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test('[U1, R4] a course comes with a spinner, its header and four tabs, Lessons open', async ({
  page,
  wire,
  noise,
}) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin' });
  wire.delay('/api/admin/courses/4', 800);
  await page.goto('/admin/courses/4');
  await expect(page.getByRole('status').filter({ hasText: 'Loading the course' })).toBeVisible();
  await expect(heading(page, TITLE)).toBeVisible();
  wire.delay('/api/admin/courses/4', 0);
  await expect(page.getByRole('main')).toContainText('The advanced course for inspectors who already scan alone.');
  await expect(badge(page, 'Published')).toBeVisible();
  await expect(badge(page, 'Software')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['General', /^Lessons & Videos/, 'Analytics', 'People']);
  const lessons = page.getByRole('tab', { name: 'Lessons & Videos , 8 of 31 with a video' });
  await expect(lessons).toHaveAttribute('aria-selected', 'true');
  await expect(lessons).toContainText('8/31');
  await expect(page.getByRole('heading', { name: 'Course Lessons' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
});

test('[U1, R4] a course that cannot be loaded says so, with the words there are, and leads to the dashboard', async ({
  page,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  await openAs({ page, noise }, { as: ORG_ADMIN, at: '/admin/courses/4', refused: [403, 404, 500, 503] });
  const says = async (path: string, words: string) => {
    await page.goto(path);
    await expect(heading(page, 'Failed to load course details')).toBeVisible();
    await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
  };
  for (const path of ['/admin/courses/4', '/admin/courses/999', '/admin/courses/word']) {
    await says(path, 'Course not found');
  }
  const own = '/api/admin/courses/3';
  wire.answer(own, refusal(503, 'internal', 'The roof is wet.'));
  await says('/admin/courses/3', 'The roof is wet.');
  wire.answer(own, { status: 500, body: {}, isExact: true });
  await says('/admin/courses/3', 'Failed to fetch course details');
  wire.answer(own, refusal(403, 'access_denied', 'No.'));
  await says('/admin/courses/3', 'You do not have permission to view this page.');
  wire.answer(own, undefined);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  const learner = await otherPage(page, LEARNER);
  await learner.goto('/admin/courses/4');
  await expect(heading(learner, 'Access Denied')).toBeVisible();
  await expect(learner.getByText('You do not have permission to view this page.')).toBeVisible();
  await learner.context().close();
});

test("[U2] General tells what is known of a course, by the specification's words", async ({ page, product }) => {
  await recordLearning(product);
  await askDatabase(product, "update courses set instructor_name = 'Rita Roofer', language = 'German' where id = 2");
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses/2?tab=general' });
  await expect(page.getByRole('heading', { name: 'Course Information' })).toBeVisible();
  const told = [
    ['Instructor', 'Rita Roofer'],
    ['Level', 'Beginner'],
    ['Language', 'German'],
    ['Enrollments', '1'],
    ['Rating', '5.0'],
    ['Created', /\d/],
    ['Price', '49.00'],
  ] as const;
  for (const [name, words] of told) await expect(fact(page, name), name).toHaveText(words);
  await expect(page.getByRole('button', { name: 'Edit Course' })).toBeVisible();
});

test('[U2, M13] Edit Course asks for what is needed, keeps what was typed, and changes all of it', async ({
  page,
  product,
  wire,
  noise,
}) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/courses/4?tab=general', refused: [500] });
  await expect(fact(page, 'Level')).toHaveText('Advanced');
  await expect(fact(page, 'Rating')).toHaveText('0.0');
  await expect(fact(page, 'Duration')).toHaveText('2h 31m');
  await page.getByRole('button', { name: 'Edit Course' }).click();
  const dialog = dialogOf(page, 'Edit Course');
  const save = () => dialog.getByRole('button', { name: 'Save Changes' }).click();
  for (const name of ['Title', 'Description', 'Instructor Name', 'Duration (minutes)']) {
    const field = dialog.getByLabel(name, { exact: true });
    const before = await field.inputValue();
    await field.fill(name.startsWith('Duration') ? '' : ' ');
    await save();
    await expect(toast(page, 'Missing required fields')).toBeVisible();
    await expect(toast(page, 'Please fill in all required fields.')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription('Please fill in all required fields.');
    await field.fill(before);
  }
  await dialog.getByLabel('Duration (minutes)').fill('-1');
  await save();
  await expect(dialog.getByText('Duration must be 0 or greater')).toBeVisible();
  await dialog.getByLabel('Duration (minutes)').fill('1.5');
  await save();
  await expect(dialog.getByText('Duration must be a whole number of minutes.')).toBeVisible();
  await dialog.getByLabel('Title').fill('  Certified Roof Inspector ');
  await dialog.getByLabel('Duration (minutes)').fill('45');
  await dialog.getByLabel('Instructor Name').fill('Rita Roofer');
  await dialog.getByLabel('Level', { exact: true }).selectOption('intermediate');
  await dialog.getByLabel('Language').selectOption('Japanese');
  await dialog.getByLabel('Price (0 is free)').fill('dear');
  await save();
  await expect(dialog.getByText('The price must be a number.')).toBeVisible();
  await dialog.getByLabel('Price (0 is free)').fill('49,90');
  await dialog.getByLabel('Add a prerequisite').fill('A ladder');
  await page.keyboard.press('Enter');
  wire.answerOnce('/api/admin/courses/4', { status: 500, body: {}, isExact: true });
  await save();
  await expect(failureIn(page, 'Error updating course')).toBeVisible();
  await save();
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, 'Certified Roof Inspector')).toBeVisible();
  for (const [name, words] of [
    ['Instructor', 'Rita Roofer'],
    ['Duration', '45 min'],
    ['Level', 'Intermediate'],
    ['Language', 'Japanese'],
    ['Price', '49.90'],
  ] as const) {
    await expect(fact(page, name)).toHaveText(words);
  }
  const kept = await askDatabase<{ price_cents: number; prerequisites: string }>(
    product,
    'select price_cents, prerequisites from courses where id = 4',
  );
  expect(kept).toMatchObject([{ price_cents: 4990, prerequisites: expect.stringContaining('A ladder') }]);
});

test('[U2] a thumbnail is uploaded from the device, refused in words when it is none, and shown once it is saved', async ({
  page,
  product,
}) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses/4?tab=general' });
  await page.getByRole('button', { name: 'Edit Course' }).click();
  const dialog = dialogOf(page, 'Edit Course');
  await expect(dialog.getByText('Recommended size: 1280x720')).toBeVisible();
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByText('This file is not a picture that this browser can show.')).toBeVisible();
  const picture = await page.screenshot();
  await file.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: picture });
  await expect(dialog.getByText('Uploaded. Save the changes to show it.')).toBeVisible();
  const address = await dialog.getByLabel('Thumbnail address').inputValue();
  expect(address).toMatch(/^\/media\/[\w-]+$/);
  const shown = dialog.locator(`img[src="${address}"]`);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await askDatabase(product, 'select thumbnail from courses where id = 4')).toEqual([{ thumbnail: address }]);
});

test('[U3] Analytics has figures once somebody learns, and says before that they come', async ({ page, product }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses/4' });
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await expect(page.getByText('Analytics data coming soon...')).toBeVisible();
  await recordLearning(product);
  await page.reload();
  await expect(page.getByRole('tabpanel', { name: 'Analytics' })).toContainText(
    'EnrollmentsPeople who started the course or were enrolled in it.1',
  );
  await expect(page.getByText('Analytics data coming soon...')).toHaveCount(0);
});
