// What administrators are told in numbers: Learning Analytics, and how the quizzes go (R-N1 to R-N3, R-Z11).
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, statusNoise, test } from './fixtures.ts';
import { ANN, BEN, recordLearning } from './learning-record.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';

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
const refusal = (message: string) => ({ error: message, message, code: 'internal_error' });

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

test('[N3] an org admin reads the figures of the own organization alone; a failure is told in its place', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500));
  await recordLearning(product);
  await signIn(page, ORG_ADMIN);
  wire.answerOnce('/api/analytics/categories', { status: 500, body: refusal('The figures are asleep.') });
  await page.goto('/analytics');
  await expect(main(page).getByText('Demo Inspections', { exact: true })).toBeVisible();
  await expect(card(page, 'Active Learners')).toContainText('1');
  await expect(row(page, 'Top Performing Courses', 'Certified Field Inspector')).toBeVisible();
  await expect(row(page, 'Top Performing Courses', 'Operating the 3D Scanner'), "Ben's").toHaveCount(0);
  const categories = chart(page, 'Popular Categories');
  await expect(categories.getByRole('alert')).toContainText('The figures are asleep.');
  await categories.getByRole('button', { name: 'Try again' }).click();
  await expect(categories.getByRole('img', { name: 'Enrollments: 100%' })).toBeVisible();
});

test('[N1] quiz analytics: summary in whole seconds, per lesson, per user, a lesson in the address, a file', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(404));
  const { quiz } = await recordLearning(product);
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/quiz-analytics');
  await expect(heading(page, 'Quiz Analytics')).toBeVisible();
  await expect(card(page, 'Total Attempts')).toHaveText('5');
  await expect(card(page, 'Average Score')).toHaveText('60%');
  await expect(card(page, 'Pass Rate')).toHaveText('40%');
  await expect(card(page, 'Average Duration'), '1500 ms').toHaveText('2 s');
  await expect(chart(page, 'Pass Rates').getByRole('img', { name: 'Pass rate: 40% of 5' })).toBeVisible();
  await expect(row(page, 'Quiz results per lesson', quiz.title)).toContainText('Certified Field Inspector');
  const ann = row(page, 'Quiz results per user', ANN.name);
  await expect(ann).toContainText(ANN.email);
  await expect(ann.getByRole('cell').nth(1)).toContainText('4');
  await expect(ann.getByRole('cell').nth(3)).toContainText('25%');

  const download = page.waitForEvent('download');
  await main(page).getByRole('region', { name: 'Per User' }).getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^Ann Analyst,ann@people\.example,4,50,25,1,/),
    expect.stringMatching(/^Ben Builder,ben@people\.example,1,100,100,1,/),
  ]);

  await main(page).getByLabel('Lesson', { exact: true }).fill(quiz.title);
  await page.getByRole('option', { name: quiz.title }).click();
  await expect(page).toHaveURL(new RegExp(`lessonId=${quiz.id}$`));
  await expect(card(page, 'Total Attempts')).toHaveText('5');
  await page.goto('/admin/quiz-analytics?lessonId=999999');
  await expect(card(page, 'Total Attempts')).toHaveText('0');
  await expect(main(page).getByText('No quiz attempts yet')).toHaveCount(2);
});

test('[N1] quiz analytics that fail say so: all of them, only those per user, and a lesson that is none', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500), statusNoise(400));
  await recordLearning(product);
  await signIn(page, SUPER_ADMIN);
  const summary = '/api/admin/quiz-analytics/lessons';
  wire.answer(summary, { status: 500, body: refusal('The figures are asleep.') });
  await page.goto('/admin/quiz-analytics');
  await expect(main(page).getByRole('alert')).toContainText('Failed to load quiz analytics.The figures are asleep.');
  wire.answer(summary, { status: 500, body: {} });
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Unknown error occurred');
  wire.answer(summary, undefined);
  wire.answer('/api/admin/quiz-analytics/people', { status: 500, body: {} });
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Total Attempts')).toHaveText('5');
  await expect(main(page).getByRole('alert')).toContainText(
    'Failed to load per-user analytics.Failed to fetch per-user quiz analytics',
  );
  wire.answer('/api/admin/quiz-analytics/people', undefined);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 'Quiz results per user', BEN.name)).toBeVisible();
  await page.goto('/admin/quiz-analytics?lessonId=abc');
  await expect(main(page).getByRole('alert')).toContainText('Failed to load quiz analytics.');
});

test('[N2] an org admin reads the quizzes of the own people; failures in the words of the server, or its status', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(500), statusNoise(502), statusNoise(404));
  await recordLearning(product);
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/organization/quiz-analytics');
  await expect(heading(page, 'Organization Quiz Analytics')).toBeVisible();
  await expect(main(page).getByText('Demo Inspections', { exact: true })).toBeVisible();
  await expect(card(page, 'Total Attempts')).toHaveText('4');
  await expect(row(page, 'Quiz results per user', ANN.name)).toBeVisible();
  await expect(row(page, 'Quiz results per user', BEN.name)).toHaveCount(0);

  const path = '/api/admin/quiz-analytics/lessons';
  wire.answer(path, { status: 500, body: refusal('The figures are asleep.') });
  await page.reload();
  await expect(main(page).getByRole('alert')).toContainText('The figures are asleep.');
  wire.answer(path, { status: 502, body: {} });
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(main(page).getByRole('alert')).toContainText('502 Bad Gateway');
  wire.answer(path, undefined);

  await page.goto(`/admin/organization/quiz-analytics?organizationId=${randomUUID()}`);
  await expect(main(page).getByRole('alert')).toContainText('Organization not found');
  await expect(page, 'led home').toHaveURL(/\/$/);
});

test('[N2] a super admin names the organization, or is told that there is none', async ({ page, product }) => {
  const { organizationId } = await recordLearning(product);
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/organization/quiz-analytics');
  await expect(heading(page, 'No organization associated with this admin account.')).toBeVisible();
  await page.goto(`/admin/organization/quiz-analytics?organizationId=${organizationId}`);
  await expect(main(page).getByText('Demo Inspections', { exact: true })).toBeVisible();
  await expect(card(page, 'Pass Rate')).toHaveText('25%');
});

test('[R4, N2] a learner is told that analytics are not for them, and led home from the page of an organization', async ({
  page,
}) => {
  await signIn(page, LEARNER);
  for (const path of ['/analytics', '/admin/quiz-analytics', '/admin/organization/quiz-analytics']) {
    await page.goto(path);
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await expect(main(page).getByText('You do not have permission to view this page.')).toBeVisible();
  }
  await expect(page).toHaveURL(/\/$/);
});

test('[U3, Z11, N3] the Analytics tab of a course: where people stop, how the quizzes go, who is behind; else that it comes', async ({
  page,
  product,
}) => {
  const { quiz } = await recordLearning(product);
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/courses/1?tab=analytics');
  await expect(main(page).getByRole('heading', { name: 'Analytics data coming soon...' })).toBeVisible();

  await page.goto('/admin/courses/4?tab=analytics');
  await expect(card(page, 'Enrollments')).toHaveText('1');
  await expect(card(page, 'Completion Rate')).toHaveText('0%0 completed');
  await expect(card(page, 'Average Progress')).toHaveText('40%');
  await expect(card(page, 'Active Learners')).toContainText('1');
  const dropOff = chart(page, 'Drop-off by Lesson');
  await expect(dropOff.getByRole('img', { name: /^1 person began/ })).toBeVisible();
  await dropOff.getByRole('switch').click();
  await expect(dropOff.getByRole('row').filter({ hasText: quiz.title })).toHaveText(/111$/);
  await expect(row(page, 'Quiz results per lesson', quiz.title)).toContainText('40%');
  await expect(row(page, 'People', ANN.name)).toContainText('40%');
  await main(page).getByLabel('Show', { exact: true }).selectOption('Completed');
  await expect(page).toHaveURL(/learner-state=completed/);
  await expect(row(page, 'People', ANN.name)).toHaveCount(0);
});
