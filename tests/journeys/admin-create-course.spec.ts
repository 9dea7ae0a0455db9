// The creation screen (R-M11): a course written at length, kept on the device until the server has it.
import type { Page } from '@playwright/test';
import { openAs, toast } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { tamperWithSession } from './device-data.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('How to stay on a roof.');
  await page.getByLabel('Instructor Name').fill('Rita Roofer');
  await page.getByLabel('Category').selectOption({ label: 'IT & Software' });
  await page.getByLabel('Level').selectOption('intermediate');
}

test('[M11, M13] a course is written, kept over a reload, previewed, saved as a draft, and created', async ({
  page,
  product,
  wire,
  noise,
}) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/create-course', refused: [500] });
  await expect(page.getByRole('tab')).toHaveText(['Course Details', 'Curriculum', 'Settings']);
  await page.getByRole('tab', { name: 'Curriculum' }).click();
  await expect(page.getByText('Lessons come after creation')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText('Settings come after creation')).toBeVisible();
  await press(page, 'Create Course');
  await expect(toast(page, 'Missing required fields')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await expect(page.getByText('Recommended size: 1280x720')).toBeVisible();
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
    'Select a category',
    ...['Development', 'Data Science', 'Business', 'Design', 'Marketing', 'IT & Software'],
  ]);
  await expect(page.getByLabel('Level').getByRole('option')).toHaveText([
    ...['Select a level', 'Beginner', 'Intermediate', 'Advanced'],
  ]);
  await expect(page.getByLabel('Language').getByRole('option')).toHaveText(['English', 'Spanish', 'French', 'German']);

  await write(page, 'Roof safety');
  const objective = page.getByLabel('Add a learning objective');
  await objective.fill('   ');
  await objective.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  for (const text of ['Tie a knot', '  Climb down  ']) {
    await objective.fill(text);
    await objective.press('Enter');
  }
  await page.getByRole('button', { name: 'Remove Tie a knot' }).click();
  await page.getByLabel('Add a prerequisite').fill('Boots');
  await page.getByRole('button', { name: 'Add to Prerequisites' }).click();
  await press(page, 'Create Course');
  await expect(toast(page, 'Duration must be greater than 0')).toBeVisible();

  await page.reload();
  await expect(page.getByText('The course that you began is here again.')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Roof safety');
  await expect(page.getByText('Climb down')).toBeVisible();
  await expect(page.getByText('Boots')).toBeVisible();
  await page.getByLabel('Duration (minutes)').fill('75');
  await press(page, 'Preview');
  const preview = page.getByRole('dialog', { name: 'Preview' });
  for (const words of ['IT & Software', 'Intermediate', 'Roof safety', 'Rita Roofer', 'Climb down', 'Boots']) {
    await expect(preview.getByText(words, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');

  wire.answerOnce('/api/courses', {
    status: 500,
    body: { error: 'The roof is wet.', message: 'The roof is wet.', code: 'internal' },
    isExact: true,
  });
  await press(page, 'Save as Draft');
  await expect(toast(page, 'Failed to create course')).toBeVisible();
  await press(page, 'Save as Draft');
  await expect(toast(page, 'Draft saved')).toBeVisible();
  await expect(page).toHaveURL(/\/create-course$/);
  await page.getByLabel('Title', { exact: true }).fill('Roof safety for all');
  wire.delay('/api/admin/courses', 700);
  await press(page, 'Create Course');
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Course created successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Add lessons' }).click();
  await expect(page).toHaveURL(/\/admin\/courses\/\d+$/);
  const made = await askDatabase<object>(
    product,
    'select title, is_published, duration_minutes, category, objectives, prerequisites from courses where id > 4',
  );
  expect(made, 'one course, however often it was saved').toHaveLength(1);
  expect(made[0]).toMatchObject({ title: 'Roof safety for all', duration_minutes: 75, category: 'it & software' });
  expect(made[0]).toMatchObject({ is_published: 0, objectives: '["Climb down"]', prerequisites: '["Boots"]' });
  await page.goto('/create-course');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
});

test("[M11] what is being written survives a lost session, and is nobody else's", async ({ page, authWire, noise }) => {
  // At the sign-out a picture of the organization's is asked for once more.
  await openAs({ page, noise }, { as: ORG_ADMIN, at: '/create-course', refused: [400, 401, 404] });
  await write(page, 'Our ladder');
  await page.getByLabel('Duration (minutes)').fill('20');
  authWire.answer('/auth/v1/token', { status: 400, body: { code: 'session_not_found', message: 'Session not found' } });
  await tamperWithSession(page, { accessToken: 'e.e30.e', expiresAt: 1 });
  // Whatever asks first meets the end of the session: the tap, or something in the background before it.
  await press(page, 'Save as Draft').catch(() => undefined);
  await expect(page).toHaveURL(/\/auth\?mode=signin$/);
  authWire.answer('/auth/v1/token', undefined);
  await signIn(page, SUPER_ADMIN);
  await page.goto('/create-course');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Sofia Super/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Create Course' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Our ladder');
  await press(page, 'Save as Draft');
  await expect(toast(page, 'Draft saved')).toBeVisible();
  await page.getByRole('link', { name: 'Open the course' }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByRole('tabpanel').getByText('Demo Inspections')).toBeVisible();
});
