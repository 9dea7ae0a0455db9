// The entrance to administration: who finds it, and what they find there (R-H8, R-R4).
import type { Page } from '@playwright/test';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
const count = (page: Page, name: string, count: number) =>
  page.getByRole('main').getByRole('link', { name: `${name} ${count}`, exact: true });
const menuEntry = (page: Page) => page.getByRole('menuitem', { name: 'Admin Dashboard' });
const openMenu = async (page: Page, name: string) => {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
};

test('[H8, R4] a super admin finds the admin dashboard in the menu, and on it the counts of this installation', async ({
  page,
  person,
}) => {
  await signIn(page, SUPER_ADMIN);
  await openMenu(page, 'Sofia Super');
  await menuEntry(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
  await expect(count(page, 'Courses', 4)).toBeVisible();
  await expect(count(page, 'Organizations', 1)).toBeVisible();
  await expect(count(page, 'Users', 3)).toBeVisible();

  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!other) throw new Error('No browser for somebody else.');
  const { email } = await person();
  await signIn(await other.newPage(), email);
  await other.close();
  await page.goto('/admin/dashboard');
  await expect(count(page, 'Users', 4), 'somebody has come').toBeVisible();
});

test('[A10, R4] an org admin comes from the dashboard to the one of their organization', async ({ page }) => {
  await signIn(page, ORG_ADMIN);
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(heading(page, 'Demo Inspections Admin Dashboard')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Users', 'Courses', 'Quiz Analytics', 'Invitations']);
});

test('[H8, R4] a learner finds no entry, and at /admin only that it is not for them', async ({ page }) => {
  await signIn(page, LEARNER);
  await openMenu(page, 'Lena Learner');
  await expect(menuEntry(page)).toHaveCount(0);
  await page.goto('/dashboard');
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  await expect(actions.getByRole('link', { name: 'Account Settings' })).toBeVisible();
  await expect(page.getByText('Organization: Member')).toBeVisible();
  await expect(actions.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
});

test('[R4] without a network the admin dashboard says that it needs one, and opens by itself when it is back', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  await signIn(page, SUPER_ADMIN);
  await context.setOffline(true);
  await page.goto('/admin');
  await expect(heading(page, "You're offline")).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
});
