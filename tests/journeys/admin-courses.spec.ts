// Courses as those who run them see, make, publish and give them (R-M4, R-M10, R-M13, R-M14, R-X2).
import type { Page } from '@playwright/test';
import { badge, failureIn, heading, openAs, otherPage, pick, toast } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { addLesson } from './drafts.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const courseRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Courses' }).getByRole('row').filter({ hasText: title });

async function fillNewCourse(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: 'New Course' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('How to stay on a roof.');
  await dialog.getByLabel('Instructor Name').fill('Rita Roofer');
  return dialog;
}

test('[M4, M10, M13, X2] a super admin makes a course in the dialog and publishes it, and a learner takes it at once', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/courses', refused: [500] });
  const table = page.getByRole('table', { name: 'Courses' });
  for (const name of ['Title', 'Category', 'Visibility', 'Status', 'Created At', 'Actions']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.getByLabel('Category', { exact: true }).selectOption('hardware');
  await expect(page).toHaveURL(/category=hardware/);
  await expect(courseRow(page, 'Operating the 3D Scanner')).toContainText('Published');
  await expect(courseRow(page, 'Certified Field Inspector')).toHaveCount(0);
  await page.getByLabel('Status').selectOption('draft');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(courseRow(page, 'Growing an Inspection Business')).toContainText('Demo Inspections');

  await page.getByRole('button', { name: 'New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Course' });
  await expect(dialog.getByLabel('Category')).toHaveValue('technology');
  await expect(dialog.getByLabel('Level')).toHaveValue('beginner');
  await expect(dialog.getByLabel('Language')).toHaveValue('English');
  await expect(dialog.getByLabel('Visibility')).toHaveValue('public');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(toast(page, 'Missing required fields')).toBeVisible();
  await expect(toast(page, 'Please fill in all required fields.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await fillNewCourse(page, '  Roof safety  ');
  await dialog.getByLabel('Visibility').selectOption('organization');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(toast(page, 'No Organization Selected')).toBeVisible();
  await pick(dialog, 'Organization', 'Demo Inspections');
  await dialog.getByLabel('Visibility').selectOption('public');
  wire.answerOnce('/api/admin/courses', { status: 500, body: { message: 'The roof is wet.' }, isExact: true });
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(failureIn(page, 'Error creating course')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(toast(page, 'Course created')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/courses\/\d+$/);
  await expect(heading(page, 'Roof safety')).toBeVisible();
  await expect(badge(page, 'Draft')).toBeVisible();
  await expect(badge(page, 'Technology')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Lessons & Videos/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No lessons yet')).toBeVisible();

  const courseId = Number(page.url().split('/').pop());
  const lessonId = await addLesson(product, { courseId, title: 'Boots', body: 'Wear boots.' });
  await page.reload();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(badge(page, 'Published')).toBeVisible();
  const learner = await otherPage(page, LEARNER);
  await learner.getByRole('main').locator(`a[href="/course/${courseId}"]`).first().click();
  await expect(heading(learner, 'Roof safety')).toBeVisible();
  await learner.getByRole('main').locator(`a[href="/course/${courseId}/lesson/${lessonId}"]`).first().click();
  await learner.getByRole('button', { name: 'Mark Complete' }).click();
  const recorded = () => askDatabase(product, 'select status from unit_progress where lesson_id = ?', lessonId);
  await expect.poll(recorded).toEqual([{ status: 'completed' }]);
  await learner.context().close();

  await page.goto(`/admin/courses/${courseId}?tab=people`);
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row').nth(1)).toContainText(/Lena Learner.*100%/);
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
  await page.getByRole('link', { name: 'Manage Roof safety' }).click();
  await expect(heading(page, 'Roof safety')).toBeVisible();
});

test("[M4, M10] an org admin edits the own organization's courses alone, and a new one is for its members", async ({
  page,
  noise,
}) => {
  await openAs({ page, noise }, { as: ORG_ADMIN, at: '/admin/courses', refused: [404] });
  await expect(courseRow(page, 'Growing an Inspection Business')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Courses' }).getByRole('row');
  await expect(rows, 'a heading, their own, and those that their people can take').toHaveCount(5);
  await expect(rows.filter({ hasText: 'View only' })).toHaveCount(3);
  await page.getByRole('link', { name: 'Follow Operating the 3D Scanner' }).click();
  await expect(page.getByRole('tab')).toHaveText(['People', 'Analytics']);
  await page.getByRole('button', { name: 'Enroll everyone' }).click();
  const everyone = page.getByRole('dialog', { name: 'Enroll everyone in Demo Inspections' });
  await everyone.getByRole('button', { name: 'Enroll everyone' }).click();
  await expect(page.getByText('Everyone who joins Demo Inspections is enrolled')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Lena Learner' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await page.getByRole('button', { name: 'New Course' }).click();
  const dialog = await fillNewCourse(page, 'Our ladder');
  await expect(dialog.getByLabel('Visibility')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(heading(page, 'Our ladder')).toBeVisible();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByRole('tabpanel').getByText('Demo Inspections')).toBeVisible();
  await page.goto('/admin/courses/4711');
  await expect(heading(page, 'Failed to load course details')).toBeVisible();
  await expect(page.getByText('Course not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('[M4] the lessons of a course stand with number, length and preview; its figures have a tab', async ({ page }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses/4' });
  await expect(page.getByRole('tab', { name: 'Lessons & Videos , 8 of 31 with a video' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Course Lessons' }).getByRole('listitem');
  await expect(rows).toHaveCount(31);
  await expect(rows.first()).toContainText(/1.*1 min.*Preview/);
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await expect(page.getByText('Analytics data coming soon...')).toBeVisible();
});

test('[M14] people are looked up, enrolled with an outcome for each, removed, and enrolled again', async ({
  page,
  person,
  noise,
  wire,
}) => {
  noise.allow(statusNoise(500));
  const stranger = await person({ fullName: 'Stella Stranger' });
  await otherPageOnce(page, stranger.email);
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/courses/3?tab=people');
  await page.getByRole('button', { name: 'Enroll people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search people').fill('stella');
  await expect(dialog.getByText('No one was found.')).toBeVisible();
  await dialog.getByLabel('Search people').fill('lena');
  await dialog.getByLabel('Lena Learner').check();
  wire.answerOnce('/api/admin/courses/3/enrollments', { status: 500, body: {} });
  await dialog.getByRole('button', { name: 'Enroll 1 person' }).click();
  await expect(failureIn(page, 'Enrollment Failed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enroll 1 person' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Lena Learner' });
  await expect(row).toContainText('By an admin');
  await row.getByRole('button', { name: 'Remove Lena Learner' }).click();
  await expect(page.getByText('No one is enrolled yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('By an admin');
  await page.getByRole('button', { name: 'Enroll people' }).click();
  await expect(dialog.getByText('Already enrolled')).toBeVisible();
});

/** Somebody is met by the product at their first sign-in. */
async function otherPageOnce(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signin');
  await (await otherPage(page, email)).context().close();
}

test('[M13, R4] what cannot be fetched says so, without a network too, and a learner is denied', async ({
  page,
  context,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(500));
  await signIn(page, SUPER_ADMIN);
  wire.answer('/api/admin/courses', { status: 500, body: {} });
  await page.goto('/admin/courses');
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await page.goto('/admin/courses/4');
  await expect(heading(page, 'Failed to load course details')).toBeVisible();
  await expect(page.getByText('Failed to fetch course details')).toBeVisible();
  wire.answer('/api/admin/courses', undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Certified Field Inspector')).toBeVisible();
  await context.setOffline(true);
  for (const path of ['/admin/courses', '/admin/courses/4', '/create-course']) {
    await page.goto(path);
    await expect(heading(page, "You're offline")).toBeVisible();
  }
  await context.setOffline(false);
  const learner = await otherPage(page, LEARNER);
  for (const path of ['/admin/courses', '/admin/courses/4', '/create-course']) {
    await learner.goto(path);
    await expect(heading(learner, 'Access Denied')).toBeVisible();
  }
  await learner.context().close();
});
