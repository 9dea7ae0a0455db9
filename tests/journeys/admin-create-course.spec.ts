// The creation screen (R-M11): a course written at length, kept on the device until the server has it.
import type { Page } from '@playwright/test';
import { openAs, toast } from './admin-steps.ts';
import { tamperWithSession } from './device-data.ts';
import { expect, test } from './fixtures.ts';
import { confirmSignOut, signIn } from './person.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('How to stay on a roof.');
  await page.getByLabel('Instructor Name').fill('Rita Roofer');
  await page.getByLabel('Category').selectOption({ label: 'IT & Software' });
  await page.getByLabel('Level').selectOption('intermediate');
}

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
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create Course' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Our ladder');
  await press(page, 'Save as Draft');
  await expect(toast(page, 'Draft saved')).toBeVisible();
  await page.getByRole('link', { name: 'Open the course' }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByRole('tabpanel').getByText('Demo Inspections')).toBeVisible();
});
