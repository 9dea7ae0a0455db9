// What super admins do for a whole installation: organizations, people, tokens, grants, maintenance and the log of it all.
import type { Locator, Page } from '@playwright/test';
import { failureIn, openAs, pick } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';
import type { Planned } from './wire.ts';

/** While a dialog is open everything else is hidden from assistive technology, which hears the toast announced instead. */
const toast = (page: Page) => page.getByRole('region', { name: /Notifications/, includeHidden: true }).locator('li');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const row = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('row', { name });
const press = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name }).click();
const broken: Planned = { status: 500, body: 'nothing that can be read' };

async function makeOrganization(page: Page, name: string): Promise<void> {
  await press(page.getByRole('main'), 'New Organization');
  await page.getByRole('dialog').getByLabel('Organization Name').fill(name);
  await press(page.getByRole('dialog'), 'Create Organization');
  await expect(row(page, new RegExp(name))).toBeVisible();
}

test('[M1, M13] the dashboard leads to every part; Refresh Data and Clean Duplicates say what came of them', async ({
  page,
  product,
  wire,
  noise,
}) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/dashboard', refused: [500] });
  const main = page.getByRole('main');
  const ways: [name: string | RegExp, path: string][] = [
    ['Organizations 1', '/admin/organizations'],
    ['Users 3', '/admin/users'],
    ['Courses 4', '/admin/courses'],
    [/^Quiz Analytics/, '/admin/quiz-analytics'],
    [/^Enterprise/, '/admin/enterprise'],
    [/^Learning Analytics/, '/analytics'],
    [/^Audit Log/, '/admin/audit-log'],
  ];
  for (const [name, path] of ways) await expect(main.getByRole('link', { name })).toHaveAttribute('href', path);

  await askDatabase(
    product,
    "insert into organizations (id, name, slug, is_active, created_at, updated_at) values ('7d3f0c1e-0000-4000-8000-000000000002', 'Second', 'second', true, ?, 0)",
    Date.now(),
  );
  await press(main, 'Refresh Data');
  await expect(toast(page)).toContainText(/Data RefreshedCourse 4 has \d+ lessons\./);
  await expect(main.getByRole('link', { name: 'Organizations 2' }), 'the figures are fetched again').toBeVisible();

  await askDatabase(product, "update courses set title = ' operating the 3d SCANNER ' where id = 4");
  await press(main, 'Clean Duplicates');
  await expect(page.getByRole('dialog')).toContainText('This action cannot be undone.');
  await press(page.getByRole('dialog'), 'Cancel');
  await expect(main.getByRole('link', { name: 'Courses 4' })).toBeVisible();
  await press(main, 'Clean Duplicates');
  await press(page.getByRole('dialog'), 'Clean Duplicates');
  await expect(toast(page)).toContainText('Cleanup Completed1 duplicate course removed.');
  await expect(main.getByRole('link', { name: 'Courses 3' })).toBeVisible();

  wire.answer('/api/admin/courses/4/lessons/refresh', broken);
  wire.answer('/api/admin/cleanup-course-duplicates', broken);
  await press(main, 'Refresh Data');
  await expect(toast(page)).toContainText('Refresh Failed');
  await press(main, 'Clean Duplicates');
  await press(page.getByRole('dialog'), 'Clean Duplicates');
  await expect(failureIn(page, 'Cleanup Failed')).toBeVisible();
});

test('[M2, M6, M13] an organization is made, renamed, switched off and on, and found by words and status', {
  tag: '@core',
}, async ({ page, wire, noise }) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/organizations', refused: [409, 500] });
  const columns = ['Name', 'Slug', 'Status', 'People', 'Courses', 'Created At', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(columns, { useInnerText: true });
  await expect(row(page, /Demo Inspections/)).toContainText('Active');

  await press(page.getByRole('main'), 'New Organization');
  const dialog = page.getByRole('dialog');
  await press(dialog, 'Create Organization');
  await expect(toast(page)).toContainText('Missing InformationPlease fill in both organization name and slug.');
  await dialog.getByLabel('Organization Name').fill('  Demo: Inspections!  ');
  await expect(dialog.getByLabel('Slug')).toHaveValue('demo-inspections');
  await press(dialog, 'Create Organization');
  await expect(toast(page)).toContainText('Creation FailedThis slug is already in use.');
  await expect(dialog.getByLabel('Slug')).toHaveAccessibleDescription('This slug is already in use.');
  await dialog.getByLabel('Slug').fill('second');
  await dialog.getByLabel('Organization Name').fill('Acme Roofs');
  await expect(dialog.getByLabel('Slug'), 'what somebody wrote stays').toHaveValue('second');
  wire.answerOnce('/api/enterprise/admin/organizations', broken);
  await press(dialog, 'Create Organization');
  await expect(toast(page)).toContainText('Creation Failed');
  await press(dialog, 'Create Organization');
  await expect(toast(page)).toContainText('Organization Created');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, /Acme Roofs/)).toContainText('second');

  await press(page, 'Rename Acme Roofs');
  await dialog.getByLabel('Organization Name').fill('Acme Towers');
  await press(dialog, 'Save');
  await expect(row(page, /Acme Towers second/)).toBeVisible();

  await press(page, 'Deactivate Acme Towers');
  await expect(dialog).toContainText('No one can join it any more');
  await expect(dialog).toContainText('They keep their accounts, progress and certificates.');
  await press(dialog, 'Deactivate');
  await expect(row(page, /Acme Towers/)).toContainText('Inactive');
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await expect(row(page, /Demo Inspections/)).toHaveCount(0);
  await press(page, 'Activate Acme Towers');
  await press(dialog, 'Activate');
  await expect(page.getByText('No organizations match this filter')).toBeVisible();

  await page.goto('/admin/organizations?search=towers');
  await page.getByRole('link', { name: 'Acme Towers' }).click();
  await expect(heading(page, 'Acme Towers Admin Dashboard')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Organizations' }).click();
  wire.answer('/api/admin/organizations', broken);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch organizations');
  wire.answer('/api/admin/organizations', undefined);
  await press(page, 'Try again');
  await expect(row(page, /Acme Towers/)).toBeVisible();
});

test('[M3, M14, M13] people are found by words and role, moved one by one or many, and told who stays and why', async ({
  page,
  product,
  wire,
  noise,
}) => {
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/organizations', refused: [500] });
  await makeOrganization(page, 'Acme Roofs');
  await page.goto('/admin/users');
  const columns = ['', 'Full Name', 'Email', 'Organization', 'Roles', 'Created At', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(columns, { useInnerText: true });
  const roles = page.getByLabel('Role');
  await expect(roles.getByRole('option')).toHaveText(['All Users', 'Super Admins', 'Org Admins', 'Regular Users']);
  for (const [role, email] of [
    ['Super Admins', SUPER_ADMIN],
    ['Org Admins', ORG_ADMIN],
    ['Regular Users', LEARNER],
  ] as const) {
    await roles.selectOption(role);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, new RegExp(email))).toBeVisible();
  }
  await expect(page).toHaveURL(/role=regular/);
  await page.goto('/admin/users?search=lena');
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();

  await press(page, 'Assign Lena Learner');
  const dialog = page.getByRole('dialog');
  await press(dialog, 'Assign');
  await expect(toast(page)).toContainText('No Organization SelectedPlease select an organization first.');
  await pick(dialog, 'Organization', 'Acme Roofs');
  await press(dialog, 'Assign');
  await expect(dialog).toContainText('Move Lena Learner to Acme Roofs?');
  await expect(dialog).toContainText('Lena Learner leaves Demo Inspections.');
  await expect(dialog).toContainText('What ends: the courses of Demo Inspections, ');
  wire.answerOnce('/api/admin/assign-user-to-organization', broken);
  await press(dialog, 'Move');
  await expect(failureIn(page, 'Failed to assign user to organization')).toBeVisible();
  await press(dialog, 'Cancel');
  await expect(row(page, /Lena Learner.*Demo Inspections/)).toBeVisible();

  await page.goto('/admin/users');
  await page.getByLabel('Select all').check();
  await press(page.getByRole('main'), 'Assign 3 people');
  await pick(dialog, 'Organization', 'Demo Inspections');
  await press(dialog, 'Assign');
  await expect(dialog).toContainText('Not everyone was moved');
  await expect(dialog).toContainText('1 person assigned to Demo Inspections.');
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText(
    /Lena Learner.* left out: Already in Demo Inspections\./,
  );
  await press(dialog, 'Close');

  await press(page, 'Assign Omar Orgadmin');
  await dialog.getByLabel('Organization').click();
  await page.getByRole('option', { name: 'None: remove from organization' }).click();
  await press(dialog, 'Remove');
  await expect(dialog).toContainText('Remove Omar Orgadmin from Demo Inspections?');
  await expect(dialog).toContainText('This action cannot be undone.');
  await press(dialog, 'Remove');
  await expect(toast(page)).toContainText('User Removed');
  await expect(row(page, /Omar Orgadmin/)).toContainText('User');
  const [omar] = await askDatabase(
    product,
    'select organization_id, is_org_admin from profiles where email = ?',
    ORG_ADMIN,
  );
  expect(omar).toMatchObject({ organization_id: null });

  wire.answer('/api/admin/users', broken);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users');
});
