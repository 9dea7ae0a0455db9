// What is done at /admin/enterprise stands in the audit log; and whom the pages of super admins are not for.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { filterBy, pick } from './admin-steps.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name }).click();

async function openEnterprise(page: Page): Promise<void> {
  await signIn(page, SUPER_ADMIN);
  await page.goto('/admin/enterprise');
  await expect(page.getByRole('heading', { level: 1, name: 'Enterprise Administration' })).toBeVisible();
}

test('[Z7] the audit log tells in plain words who did what, narrows it, and is a file', async ({ page }) => {
  await openEnterprise(page);
  const make = part(page, 'Create Organization');
  await make.getByLabel('Organization Name').fill('=HYPERLINK("x")');
  await press(make, 'Create Organization');
  await expect(toast(page)).toContainText('Organization Created');
  const grant = part(page, 'Grant Course Access');
  await pick(grant, 'Organization', 'Demo Inspections');
  await press(grant, 'Grant Access');
  await expect(toast(page)).toContainText('Access Granted');

  await page.goto('/admin/audit-log');
  const lines = page.getByRole('main').getByRole('row');
  await expect(lines.nth(1)).toContainText(
    /Sofia Super.*Granted a course.*Property Inspection Field Training \(Demo Inspections\)/,
  );
  await expect(lines.nth(2)).toContainText('Created an organization');
  await expect(lines.nth(3)).toContainText(/Signed in.*Method: password/);
  await filterBy(page, 'Event type', 'Organizations');
  await expect(page).toHaveURL(/action=organization/);
  await expect(lines).toHaveCount(2);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')]);
  expect(file.suggestedFilename()).toMatch(/^audit-log.*-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"'=HYPERLINK(""x"")"`);
  await page.getByLabel('Search people').fill('nobody@demo.example');
  await expect(page.getByText('No one who matches did anything')).toBeVisible();
  await press(page, 'Search what was done to them');
  await expect(page.getByText('No events match this filter')).toBeVisible();
  await press(page, 'Clear the filters');
  await expect(lines).toHaveCount(4);
});

const PAGES = ['organizations', 'users', 'enterprise', 'organizations/7d3f0c1e-0000-4000-8000-000000000002'];

test('[R4] the pages of super admins are not for org admins, nor for visitors, and need the network', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page, path).toHaveURL(/\/auth\?mode=signin$/);
  }
  await signIn(page, ORG_ADMIN);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' }), path).toBeVisible();
    await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
  }
  await context.setOffline(true);
  for (const path of PAGES) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" }), path).toBeVisible();
  }
});
