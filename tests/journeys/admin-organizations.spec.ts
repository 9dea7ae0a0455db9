// An organization in the hands of a super admin.
import { openAs } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { SUPER_ADMIN } from './product.ts';

test('[M2, M6] an organization is made, renamed, switched off and found', async ({ page }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/organizations' });
  const row = (name: RegExp) => page.getByRole('main').getByRole('row', { name });
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: 'New Organization' }).click();
  await dialog.getByLabel('Organization Name').fill('Acme Roofs');
  await page.keyboard.press('Enter');
  await expect(row(/Acme Roofs/)).toContainText('acme-roofs');
  await page.getByRole('button', { name: 'Edit Acme Roofs' }).click();
  await dialog.getByLabel('Organization Name').fill('Acme Towers');
  await page.keyboard.press('Enter');
  await expect(row(/Acme Towers acme-roofs/)).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate Acme Towers' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(/Acme Towers/)).toContainText('Inactive');
  await page.goto('/admin/organizations?search=towers&status=inactive');
  await page.getByRole('link', { name: 'Acme Towers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Towers Admin Dashboard' })).toBeVisible();
});
