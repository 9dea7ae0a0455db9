// What administrators are told in numbers: Learning Analytics (R-N3, R-Z11).
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { recordLearning } from './learning-record.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name });
/** A figure with what stands below it. */
const card = (page: Page, name: string) =>
  main(page)
    .locator('dt', { has: page.getByText(name, { exact: true }) })
    .locator('xpath=following-sibling::dd');
const row = (page: Page, table: string, text: string) =>
  main(page).getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
const chart = (page: Page, name: string) => main(page).getByRole('region', { name });

test('[N3, Z11] a super admin reads Learning Analytics: computed changes, a trend with a range, categories and courses', async ({
  page,
  product,
}) => {
  await recordLearning(product);
  await signIn(page, SUPER_ADMIN);
  await page.goto('/analytics');
  await expect(heading(page, 'Learning Analytics')).toBeVisible();
  await expect(card(page, 'Total Courses')).toContainText('4');
  await expect(card(page, 'Total Courses'), 'all of them are new').toContainText('Nothing to compare with yet');
  await expect(card(page, 'Active Learners')).toHaveText('2+100% from last month');
  await expect(card(page, 'Completion Rate')).toHaveText('50%+50% from last month');
  await expect(card(page, 'Average Rating')).toHaveText('4.0-1.0 from last month');

  const trend = chart(page, 'Enrollment Trends');
  await expect(trend.getByRole('img', { name: /^1 Enrollments and 1 Completions by day/ })).toBeVisible();
  await trend.getByLabel('Range').selectOption('Last year');
  await expect(page).toHaveURL(/range=1y/);
  await expect(trend.getByRole('img', { name: /^2 Enrollments and 1 Completions by month/ })).toBeVisible();
  await page.reload();
  await expect(trend.getByLabel('Range')).toHaveValue('1y');
  await trend.getByLabel('Range').selectOption('Last 90 days');
  await expect(trend.getByRole('img', { name: /^2 Enrollments and 1 Completions by week/ })).toBeVisible();

  await trend.getByRole('slider', { name: 'Choose a week' }).focus();
  await page.keyboard.press('Home');
  await expect(trend.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /^Week of .*: 0 Enrollments, 0 Completions, 0 Enrollments 13 weeks before$/,
  );
  await trend.getByRole('switch', { name: 'Show as table' }).click();
  await expect(trend.getByRole('table', { name: 'Enrollment Trends' }).getByRole('row')).toHaveCount(14);

  const categories = chart(page, 'Popular Categories');
  await expect(categories.getByRole('img', { name: 'Enrollments: 50%' })).toHaveCount(2);
  await categories.getByRole('switch').click();
  await expect(categories.getByRole('row').filter({ hasText: 'Hardware' })).toHaveText(/50%1$/);

  const scanner = row(page, 'Top Performing Courses', 'Operating the 3D Scanner');
  await expect(scanner.getByRole('cell').nth(1)).toContainText('1');
  await expect(scanner).toContainText('100%');
  await expect(scanner).toContainText('5.0');
  await expect(scanner).toContainText('$49.00');
  const courses = main(page).getByRole('table', { name: 'Top Performing Courses' });
  for (const title of ['Course', 'Enrollments', 'Completion Rate', 'Avg. Rating', 'Revenue'])
    await expect(courses.getByRole('columnheader', { name: title })).toBeVisible();
});
