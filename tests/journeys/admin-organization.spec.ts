// An organization in the hands of its admins: who learns how far, and who is behind (R-M1, R-M5).
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { filterBy } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { addMember } from './members.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN } from './product.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Demo Inspections Admin Dashboard' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody td:nth-child(2) a');
const openUsers = async (page: Page) => {
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin');
  await expect(row(page, 'Lena Learner')).toBeVisible();
};

test('[M1, M5] an org admin sees four tabs, and in the first who learns how far and who is behind', async ({
  page,
  product,
}) => {
  await addMember(product, { name: 'Fiona Far', completed: 27 });
  await addMember(product, { name: '=HYPERLINK("x")', completed: 1, daysAgo: 40 });
  await openUsers(page);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Users', 'Courses', 'Quiz Analytics', 'Invitations']);
  await expect(row(page, 'Fiona Far')).toContainText('100%');
  await expect(row(page, 'Fiona Far')).toContainText('1 completed, 0 in progress, 0 not started');
  await expect(row(page, 'Lena Learner')).toContainText('No courses yet');

  await filterBy(page, 'Show', 'Not started');
  await expect(names(page)).toHaveText(['Lena Learner']);
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await filterBy(page, 'Show', 'Inactive for 30 days');
  await expect(names(page)).toHaveText(['=HYPERLINK("x")']);
  await page.reload();
  await expect(names(page), 'the address keeps the filter').toHaveText(['=HYPERLINK("x")']);
  await page.getByRole('button', { name: /^Clear Show/ }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(names(page)).toHaveText(['Omar Orgadmin', 'Lena Learner', 'Fiona Far', '=HYPERLINK("x")']);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toContain(
    'Name,Email,Certificate expires,Due,Due course,Progress,Completed,In progress,Not started,Role,Personnel number,Last activity,Emailed,Email status',
  );
  expect(text, 'a formula stays text').toContain('"\'=HYPERLINK(""x"")"');
});
